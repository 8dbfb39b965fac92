import { NO_BUILD, NO_DOCUMENTS, NOTHING_UPLOADED } from '../shared/empty_hints.ts';
import type { ToolContext } from '../tool.ts';

/**
 * Explains why nothing was found and how data gets in: the knowledge base may have no uploads, no build or no
 * documents, or may just not contain these words.
 */
export async function nothingFound(
  { snapshot }: Pick<ToolContext, 'snapshot'>,
  what = 'Nothing was found.',
): Promise<string> {
  const documents = (await snapshot?.knowledge.hasDocuments()) ?? false;
  const isConnected = snapshot !== null && snapshot.view.row.dataAsOfMs !== null;
  return [
    what,
    isConnected ? 'A name is known once three players have reported it.' : NOTHING_UPLOADED,
    ...(snapshot?.view.game == null ? [NO_BUILD] : []),
    ...(documents ? [] : [NO_DOCUMENTS]),
  ].join(' ');
}

/** Adds the explanation of `nothingFound` to an empty answer. Returns any other answer unchanged. */
export async function withReason<T extends object>(
  context: Pick<ToolContext, 'snapshot'>,
  answer: T,
  isEmpty: boolean,
  what?: string,
): Promise<T & { readonly reason?: string }> {
  return isEmpty ? { ...answer, reason: await nothingFound(context, what) } : answer;
}
