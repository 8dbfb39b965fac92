import Papa from 'papaparse';
import { QUOTE_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';

/** The positions of a table's columns in its file. */
export interface CsvLayout {
  readonly delimiter: Delimiter;
  /** Number of cells in a row. */
  readonly width: number;
  /** Cell indexes of each column: one index, or several for an array. An array's name is stored without an index. */
  readonly cells: ColumnMap;
  /**
   * Index of the key cell (`ID`, or the first column that ends in `ID`). The key cell contains an integer in every
   * valid row.
   */
  readonly keyCell: number;
}

/** Columns keyed by name. Lookups ignore letter case. */
export interface ColumnMap {
  get(name: string): readonly number[] | undefined;
  /** All names, spelt as in the file. */
  readonly names: ReadonlySet<string>;
}

const COLUMN_NAME = /^[A-Za-z_][A-Za-z0-9_]*(?:\[\d+\])?$/;
const NUMBER_START = /^-?\d/;
/** Names that exporters give to unidentified columns. */
const PLACEHOLDER_COLUMN = /^(?:col|column|field|f|unk|unknown|unnamed|var)_?\d*(?:_\d+)*(?:\[\d+\])?$/i;
/** Matches `Reagent_0` and `Flags[0]`. `Field_4_4_0_53627_004` is not an array, since an index has no leading zeros. */
const ARRAY_COLUMN = /^(.+?)(?:_(0|[1-9]\d{0,2})|\[(0|[1-9]\d{0,2})\])$/;

/** Parses the first line of a table. The error completes the sentence `<file> …`. */
export function readLayout(header: string): Result<CsvLayout, string> {
  const delimiter = detectDelimiter(header);
  const names = (splitCells(header, delimiter) ?? header.split(delimiter)).map((name) => name.trim());
  const fault = findHeaderFault(names);
  if (fault !== null) return err(fault);
  return ok({
    delimiter,
    width: names.length,
    cells: createColumnMap(indexColumns(names)),
    keyCell: findKeyCell(names),
  });
}

/**
 * Returns the index of `ID`, or of the first name that ends in `ID` (`id` in lower-case names), or -1 if there is none.
 */
function findKeyCell(names: readonly string[]): number {
  const own = names.findIndex((name) => name.toLowerCase() === 'id');
  if (own !== -1) return own;
  const ending = names.findIndex((name) => name.endsWith('ID'));
  return ending === -1 ? names.findIndex((name) => name.toLowerCase().endsWith('id')) : ending;
}

function findHeaderFault(names: readonly string[]): string | null {
  if (names.every((name) => name === '')) return 'is empty: its first line must name the columns';
  const value = names.find((name) => NUMBER_START.test(name));
  if (value !== undefined) {
    return `has no header: its first line must name the columns, such as ID, and holds the value ${quoteExcerpt(value)}`;
  }
  const nameless = names.indexOf('');
  if (nameless !== -1) return `has a column without a name: column ${nameless + 1} of its first line`;
  const odd = names.find((name) => !COLUMN_NAME.test(name));
  if (odd !== undefined)
    return `has no header: its first line must name the columns, such as ID, and holds ${quoteExcerpt(odd)}`;
  if (names.every((name) => PLACEHOLDER_COLUMN.test(name))) {
    return `does not name its columns: ${quoteExcerpt(names[0] ?? '')} and the others only number them`;
  }
  const lower = names.map((name) => name.toLowerCase());
  const twice = names.find((_, at) => lower.indexOf(lower[at]!) !== at);
  if (twice !== undefined) return `names the column ${quoteExcerpt(twice)} twice`;
  if (findKeyCell(names) === -1) return 'has no header: none of the names in its first line ends in ID';
  return null;
}

/** Quotes at most 80 characters, in a form that is safe for a terminal. */
function quoteExcerpt(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, QUOTE_CHARS_MAX);
}

function indexColumns(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const arrays = new Map<string, { index: number; cell: number }[]>();
  for (const [cell, name] of names.entries()) {
    const match = ARRAY_COLUMN.exec(name);
    if (match?.[1] === undefined) continue;
    const entries = arrays.get(match[1]) ?? [];
    entries.push({ index: Number(match[2] ?? match[3]), cell });
    arrays.set(match[1], entries);
  }
  const cells = new Map(names.map((name, cell): [string, readonly number[]] => [name, [cell]]));
  for (const [name, entries] of arrays) {
    const ordered = entries.toSorted((a, b) => a.index - b.index);
    // Array indexes start at 0 or 1 and have no gaps. A lone `Field_9_0_1_34490` is therefore an ordinary column.
    const from = ordered[0]?.index ?? 0;
    if (from > 1 || ordered.some(({ index }, at) => index !== from + at) || names.includes(name)) continue;
    for (const { cell } of ordered) cells.delete(names[cell] ?? '');
    cells.set(
      name,
      ordered.map(({ cell }) => cell),
    );
  }
  return cells;
}

/** Caches lookups, since converting the name to lower case for every cell would be slow. */
function createColumnMap(columns: ReadonlyMap<string, readonly number[]>): ColumnMap {
  const lower = new Map([...columns].map(([name, cells]) => [name.toLowerCase(), cells]));
  const asked = new Map<string, readonly number[] | undefined>();
  return {
    get: (name) => {
      const known = asked.get(name);
      if (known !== undefined || asked.has(name)) return known;
      const cells = lower.get(name.toLowerCase());
      asked.set(name, cells);
      return cells;
    },
    names: new ColumnNames(columns.keys()),
  };
}

class ColumnNames extends Set<string> {
  override has(name: string): boolean {
    return super.has(name) || [...this].some((one) => one.toLowerCase() === name.toLowerCase());
  }
}

export type Delimiter = ',' | ';' | '\t';

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];

/** Detects the delimiter from the header, since column names contain no delimiters. */
function detectDelimiter(header: string): Delimiter {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/**
 * Splits a string into cells, with quoting as in RFC 4180. Returns null if a quote is not closed. A cell that continues
 * after its closing quote is kept unchanged: some exporters quote nothing, and items have names such as `"Mage-Eye"
 * Blunderbuss`.
 */
export function splitCells(text: string, delimiter: Delimiter): readonly string[] | null {
  if (!text.includes('"')) return text.split(delimiter);
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n', quoteChar: '"' });
  const [cells] = data;
  if (errors.length === 0 && cells !== undefined && data.length === 1) return cells;
  const open = errors.some(({ code }) => code === 'MissingQuotes');
  const torn = errors.some(({ code }) => code === 'InvalidQuotes');
  return open && !torn ? null : text.split(delimiter);
}
