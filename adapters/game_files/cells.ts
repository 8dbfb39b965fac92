import Papa from 'papaparse';

export type Delimiter = ',' | ';' | '\t';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];

/** Detects the delimiter from the header, since column names contain no delimiters. */
export function delimiterOf(header: string): Delimiter {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Splits a text into cells, with quotes as in RFC 4180. Returns null if a quote is not closed. A cell that continues
 * after its closing quote is kept unchanged: some exporters quote nothing, and items have names such as `"Mage-Eye"
 * Blunderbuss`.
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
