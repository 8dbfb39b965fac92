import { NO_BUILD, NO_DOCUMENTS, NOTHING_UPLOADED } from '../shared/fills.ts';
import type { ToolGround } from '../tool.ts';

/** Why nothing was found, and what would fill it: what the knowledge base lacks altogether, else that these words are not in it. */
export async function nothingFound(
  { reader, view }: Pick<ToolGround, 'reader' | 'view'>,
  what = 'Nothing was found.',
): Promise<string> {
  const documents = view === null ? false : await reader.hasDocuments(view);
  const isConnected = view !== null && view.row.dataAsOfMs !== null;
  return [
    what,
    isConnected ? 'Names come with players’ uploads: three installs must agree on one.' : NOTHING_UPLOADED,
    ...(view?.game == null ? [NO_BUILD] : []),
    ...(documents ? [] : [NO_DOCUMENTS]),
  ].join(' ');
}

/** The same beside an answer that holds nothing; an answer that holds something is left as it is. */
export async function withReason<T extends object>(
  ground: Pick<ToolGround, 'reader' | 'view'>,
  answer: T,
  isEmpty: boolean,
  what?: string,
): Promise<T & { readonly reason?: string }> {
  return isEmpty ? { ...answer, reason: await nothingFound(ground, what) } : answer;
}
