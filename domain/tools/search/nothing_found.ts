import type { ReadRefusal } from '../../reads/refusal.ts';
import { ok, type Result } from '../../values/result.ts';
import { NO_BUILD, NO_DOCUMENTS, NOTHING_UPLOADED } from '../shared/fills.ts';
import type { ToolGround } from '../tool.ts';

/** Why nothing was found, and what would fill it: what the knowledge base lacks altogether, else that these words are not in it. */
export const nothingFound = async (
  { reader, view }: Pick<ToolGround, 'reader' | 'view'>,
  what = 'Nothing was found.',
): Promise<Result<string, ReadRefusal>> => {
  const documents = view === null ? ok(false) : await reader.hasDocuments(view);
  if (!documents.ok) return documents;
  const isConnected = view !== null && view.row.dataAsOfMs !== null;
  return ok(
    [
      what,
      isConnected ? 'Names come with players’ uploads: three installs must agree on one.' : NOTHING_UPLOADED,
      ...(view?.game == null ? [NO_BUILD] : []),
      ...(documents.value ? [] : [NO_DOCUMENTS]),
    ].join(' '),
  );
};

/** The same beside an answer that holds nothing; an answer that holds something is left as it is. */
export const withReason = async <T extends object>(
  ground: Pick<ToolGround, 'reader' | 'view'>,
  answer: T,
  isEmpty: boolean,
  what?: string,
): Promise<Result<T & { readonly reason?: string }, ReadRefusal>> => {
  if (!isEmpty) return ok(answer);
  const reason = await nothingFound(ground, what);
  return reason.ok ? ok({ ...answer, reason: reason.value }) : reason;
};
