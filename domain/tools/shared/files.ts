import { buildGameDataNotice } from '../../game_files/import/notice.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { shareReads } from '../../reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { FIRST_SNAPSHOT_TEXT } from '../../reads/list.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { readFromSnapshot } from '../../reads/served_build.ts';
import { ok, type Result } from '../../values/result.ts';
import type { ToolContext } from '../tool.ts';
import { NO_BUILD_HINT } from './empty_hints.ts';

/** The head of an answer from the game's files (schema/tools/parts.ts, gameFilesAnswer). */
interface FilesHead {
  readonly build: string | null;
  readonly label: string;
  readonly credit: string;
  readonly extractedAt: string | null;
}

/**
 * Answers from the imported build. If there is no build, returns `empty` and an error. `read` gets a snapshot that has
 * a build, and returns the entries, with `error` if there are none.
 */
export async function answerFromFiles<E extends object>(
  { snapshot, snapshots, publisher }: ToolContext,
  empty: E,
  read: (snapshot: PublishedSnapshot) => Promise<Result<E & { readonly error?: string }, ReadRefusal>>,
): Promise<Result<FilesHead & E & { readonly error?: string }, ReadRefusal>> {
  if (snapshot === null || snapshot.view.game === null)
    return ok({ ...readFilesHead(null), ...empty, error: snapshot === null ? FIRST_SNAPSHOT_TEXT : NO_BUILD_HINT });
  const { snapshot: newest, value: found } = await readFromSnapshot(snapshots, snapshot, (one) =>
    read(shareReads(one, publisher)),
  );
  return found.ok ? ok({ ...readFilesHead(newest), ...found.value }) : found;
}

function readFilesHead(snapshot: Snapshot | null): FilesHead {
  const { label, credit = '', extractedAt = null } = buildGameDataNotice(snapshot?.view.game ?? null);
  return { build: snapshot?.view.game?.build ?? null, label, credit, extractedAt };
}

/** Returns the closing lines of a text about the game's files. Returns no lines if there is no build. */
export function renderFilesNotice({ build, label, credit }: FilesHead): readonly string[] {
  return build === null ? [] : [`These are ${label}, build ${build}.`, credit];
}
