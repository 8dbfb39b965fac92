import Papa from 'papaparse';

/** What stands between the cells of a line. */
export type Delimiter = ',' | ';' | '\t';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];

/** The delimiter of a table, by its header: names hold none of them. */
export function delimiterOf(header: string): Delimiter {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * The cells of a text; null where a quote opens and does not close. Quotes as in RFC 4180. A cell that begins with a
 * quote and goes on after the closing one is taken as it stands: some exporters quote nothing, and items have names
 * such as `"Mage-Eye" Blunderbuss`.
 */
export function cellsOf(text: string, delimiter: Delimiter): readonly string[] | null {
  if (!text.includes('"')) return text.split(delimiter);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar: '"' });
  const [cells] = data;
  if (errors.length === 0 && cells !== undefined && data.length === 1) return cells;
  const open = errors.some(({ code }) => code === 'MissingQuotes');
  const torn = errors.some(({ code }) => code === 'InvalidQuotes');
  return open && !torn ? null : text.split(delimiter);
}
