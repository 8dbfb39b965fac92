import { ANSWER_CHARS_MAX } from '../../../schema/limits.ts';
import type { search_knowledge } from '../../../schema/tools/knowledge.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { toInstantOrNull } from '../../values/instant.ts';
import { joinWithAnd, joinWithOr } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import type { ToolContext } from '../tool.ts';
import type { FoundEntries } from './find_entries.ts';
import { addReason } from './knowledge.ts';

/** The answer to a question, as tools return it beside what they found (schema/tools/knowledge.ts). */
type ShownAnswer = Pick<ToolAnswer<typeof search_knowledge>, 'intent' | 'answer' | 'unmatched' | 'ignored'>;

/**
 * Adds the answer to the question, if it was understood, or the reason why nothing was found. A question that was
 * understood is answered even if no entry was found.
 */
export async function addShownAnswer<T extends object>(
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
  if (answer === null) return addReason(context, found, entries.length === 0, none);
  const answered = { ...found, intent: answer.reading.intent, answer: buildShownAnswer(context, answer) };
  return addReason(context, answered, entries.length === 0 && answer.certainty === 'unknown', none);
}

function buildShownAnswer(
  { snapshot, publisher }: ToolContext,
  { lines, reading, arguments: named }: NonNullable<FoundEntries['answer']>,
): NonNullable<ShownAnswer['answer']> {
  const query = new URLSearchParams(Object.entries(named).map(([name, value]) => [name, String(value)]));
  const hasMore = Object.keys(named).length > 0;
  return {
    text: lines.join('\n').slice(0, ANSWER_CHARS_MAX),
    url: hasMore ? `${publisher.publicUrl}/api/tools/${reading.tool}?${query}` : null,
    dataAsOf: toInstantOrNull(snapshot?.view.row.dataAsOfMs ?? null),
  };
}

/**
 * Renders the answer, the words that were not found or ignored, and a line for each row that was found, with suggestions
 * last. If nothing was found, renders the reason.
 */
export function renderAnswer<Row extends { readonly guess?: true | undefined }>(
  { answer, unmatched = [], ignored = [], reason }: ShownAnswer & { readonly reason?: string | undefined },
  rows: readonly Row[],
  line: (row: Row) => string,
): readonly string[] {
  const [matches, guesses] = [rows.filter(({ guess }) => guess !== true), rows.filter(({ guess }) => guess === true)];
  const before = [
    ...(answer?.text.split('\n') ?? []),
    ...(answer?.dataAsOf == null ? [] : [`Data received up to ${answer.dataAsOf}.`]),
    ...renderMissingWords({ unmatched, ignored }),
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
export function renderMissingWords({
  unmatched,
  ignored,
}: Pick<FoundEntries, 'unmatched' | 'ignored'>): readonly string[] {
  const searched = unmatched.length === 0 ? 'these words' : 'the other words';
  const sentences = [
    ...(unmatched.length === 0 ? [] : [`No name or text here contains ${joinWithOr(unmatched.map(quote))}.`]),
    ...(ignored.length === 0
      ? []
      : [`No name contains all of ${searched}; ignored: ${joinWithAnd(ignored.map(quote))}.`]),
  ];
  return sentences.length === 0 ? [] : [sentences.join(' ')];
}
