import { noticeOf } from '../../game_files/import/notice.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import { fromView } from '../../reads/game.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { ok, type Result } from '../../values/result.ts';
import type { ToolGround } from '../tool.ts';
import { NO_BUILD } from './fills.ts';

/** What an answer of the game's files begins with (schema/tools/parts.ts, gameFilesAnswer). */
export interface FilesHead {
  readonly build: string | null;
  readonly label: string;
  readonly credit: string;
  readonly extractedAt: string | null;
}

/**
 * Answers from the imported build; `empty` are the entries of an answer that has none. `read` gets a view whose build
 * stands, and answers the entries, or with `error` why there are none.
 */
export async function answerFromFiles<E extends object>(
  { reader, view }: ToolGround,
  empty: E,
  read: (view: SnapshotView) => Promise<Result<E & { readonly error?: string }, ReadRefusal>>,
): Promise<Result<FilesHead & E & { readonly error?: string }, ReadRefusal>> {
  if (view?.game == null) return ok({ ...headOf(null), ...empty, error: NO_BUILD });
  const { view: newest, value: found } = await fromView(reader, view, read);
  return found.ok ? ok({ ...headOf(newest), ...found.value }) : found;
}

function headOf(view: SnapshotView | null): FilesHead {
  const { label, credit = '', extractedAt = null } = noticeOf(view?.game ?? null);
  return { build: view?.game?.build ?? null, label, credit, extractedAt };
}

/** The lines that a text on the game’s files ends with; none where there are none. */
export function filesLines({ build, label, credit }: FilesHead): readonly string[] {
  return build === null ? [] : [`These are ${label}, build ${build}.`, credit];
}
