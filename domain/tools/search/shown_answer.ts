import { ANSWER_CHARS_MAX } from '../../../schema/limits.ts';
import type { search_knowledge } from '../../../schema/tools/knowledge.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { instantOrNull } from '../../values/instant.ts';
import { allOf, eitherOf } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import type { ToolContext } from '../tool.ts';
import type { FoundEntries } from './find_entries.ts';
import { withReason } from './knowledge.ts';

/** The answer to a question, as tools return it beside what they found (schema/tools/knowledge.ts). */
type ShownAnswer = Pick<AnswerOf<typeof search_knowledge>, 'intent' | 'answer' | 'unmatched' | 'ignored'>;

/**
 * Adds the answer to the question, if it was understood, or the reason why nothing was found. A question that was
 * understood is answered even if no entry was found.
 */
export async function withAnswer<T extends object>(
  context: ToolContext,
  results: T,
  { answer, entries, unmatched, ignored }: FoundEntries,
  none?: string,
): Promise<T & ShownAnswer & { readonly reason?: string }> {
  const found = {
    ...results,
    ...(unmatched.length === 0 ? {} : { unmatched: [...unmatched] }),
    ...(ignored.length === 0 ? {} : { ignored: [...ignored] }),
  };
  if (answer === null) return withReason(context, found, entries.length === 0, none);
  const answered = { ...found, intent: answer.reading.intent, answer: shownAnswer(context, answer) };
  return withReason(context, answered, entries.length === 0 && answer.certainty === 'unknown', none);
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

/**
 * Renders the answer, the words that were not found or ignored, and a line for each row that was found, with suggestions
 * last. If nothing was found, renders the reason.
 */
export function answerLines<Row extends { readonly guess?: true | undefined }>(
  { answer, unmatched = [], ignored = [], reason }: ShownAnswer & { readonly reason?: string | undefined },
  rows: readonly Row[],
  line: (row: Row) => string,
): readonly string[] {
  const [matches, guesses] = [rows.filter(({ guess }) => guess !== true), rows.filter(({ guess }) => guess === true)];
  const before = [
    ...(answer?.text.split('\n') ?? []),
    ...(answer?.dataAsOf == null ? [] : [`Data received up to ${answer.dataAsOf}.`]),
    ...missingWordsLine({ unmatched, ignored }),
  ];
  return [
    ...before,
    ...(reason === undefined ? [] : [reason]),
    ...(before.length > 0 && matches.length > 0 ? ['', 'Found:'] : []),
    ...matches.map(line),
    ...(guesses.length > 0 ? ['Did you mean:', ...guesses.map(line)] : []),
  ];
}

/**
 * Renders `No name or text here contains "burlap". No name contains all of the other words; ignored: "goldshire".`, or
 * nothing if the entries contain every word.
 */
export function missingWordsLine({
  unmatched,
  ignored,
}: Pick<FoundEntries, 'unmatched' | 'ignored'>): readonly string[] {
  const searched = unmatched.length === 0 ? 'these words' : 'the other words';
  const sentences = [
    ...(unmatched.length === 0 ? [] : [`No name or text here contains ${eitherOf(unmatched.map(quoted))}.`]),
    ...(ignored.length === 0 ? [] : [`No name contains all of ${searched}; ignored: ${allOf(ignored.map(quoted))}.`]),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}
