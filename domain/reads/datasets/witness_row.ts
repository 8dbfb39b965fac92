import { formatDayNumber } from '../../values/instant.ts';

/** Formats a row whose last fields list witnesses. `fields` are the other fields. */
export function formatWitnessRow(
  fields: object,
  witnesses: readonly string[],
  earlier: readonly string[] | null = null,
): string {
  const before = earlier === null ? '' : `"earlier":[${earlier.toSorted().join(',')}],`;
  return `${JSON.stringify(fields).slice(0, -1)},${before}"witnesses":[${witnesses.toSorted().join(',')}]}`;
}

export function formatSpan(firstDay: number, lastDay: number): string {
  return `["${formatDay(firstDay)}","${formatDay(lastDay)}"]`;
}

/** Texts of the days so far. Formatting millions of days would take seconds. */
const cachedDayTexts = new Map<number, string>();

export function formatDay(day: number): string {
  let text = cachedDayTexts.get(day);
  if (text === undefined) {
    text = formatDayNumber(day);
    cachedDayTexts.set(day, text);
  }
  return text;
}
