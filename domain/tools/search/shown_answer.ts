import { ANSWER_CHARS_MAX } from '../../../schema/limits.ts';
import type { search_knowledge } from '../../../schema/tools/knowledge.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { instantOrNull } from '../../values/instant.ts';
import type { ToolContext } from '../tool.ts';
import type { FoundEntries } from './find_entries.ts';
import { withReason } from './knowledge.ts';

/** The answer to a question, as tools return it beside what they found (schema/tools/knowledge.ts). */
type ShownAnswer = Pick<AnswerOf<typeof search_knowledge>, 'intent' | 'answer'>;

/**
 * Adds the answer to the question, if it was understood, or the reason why nothing was found. A question that was
 * understood is answered even if no entry was found.
 */
export async function withAnswer<T extends object>(
  context: ToolContext,
  results: T,
  { answer, entries }: FoundEntries,
  none?: string,
): Promise<T & ShownAnswer & { readonly reason?: string }> {
  if (answer === null) return withReason(context, results, entries.length === 0, none);
  return { ...results, intent: answer.reading.intent, answer: shownAnswer(context, answer) };
}

function shownAnswer(
  { snapshot, publisher }: ToolContext,
  { lines, reading, arguments: named }: NonNullable<FoundEntries['answer']>,
): NonNullable<ShownAnswer['answer']> {
  const query = new URLSearchParams(Object.entries(named).map(([name, value]) => [name, String(value)]));
  const hasMore = Object.keys(named).length > 0;
  return {
    text: lines.join('\n').slice(0, ANSWER_CHARS_MAX),
    url: hasMore ? `${publisher.publicUrl}/api/tools/${reading.tool}?${query}` : null,
    dataAsOf: instantOrNull(snapshot?.view.row.dataAsOfMs ?? null),
  };
}

/** Renders the answer, followed by the lines of the entries, or the reason if nothing was found. */
export function answerLines(
  { answer, reason }: ShownAnswer & { readonly reason?: string | undefined },
  found: readonly string[],
): readonly string[] {
  if (reason !== undefined) return [reason];
  if (answer === undefined) return found;
  return [
    ...answer.text.split('\n'),
    ...(answer.dataAsOf === null ? [] : [`Data received up to ${answer.dataAsOf}.`]),
    ...(found.length === 0 ? [] : ['', 'Found:', ...found]),
  ];
}
