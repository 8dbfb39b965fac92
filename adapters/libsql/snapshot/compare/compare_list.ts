import type { InValue } from '@libsql/client';
import { type Connection, readJson } from '../../database.ts';

/** A list of figures to compare, queried page by page in key order. */
export interface RowList {
  readonly name: string;
  /** The data that the figures are derived from. */
  readonly follows: 'the uploads' | 'the kept import';
  /** The columns of the key, in index order. */
  readonly key: readonly string[];
  readonly from: string;
  readonly args?: readonly InValue[];
  /** SQL that returns the figures as JSON. */
  readonly figures: string;
}

/** Compares lists one after another. Returns a sentence about the first difference, or null if there is none. */
export async function compareLists(
  lists: readonly RowList[],
  served: Connection,
  rebuilt: Connection,
): Promise<string | null> {
  for (const list of lists) {
    const difference = await compareList(list, served, rebuilt);
    if (difference !== null) return difference;
  }
  return null;
}

const PAGE_ROWS = 2_000;

type ListRow = readonly [key: readonly (string | number)[], figures: unknown];

/** Reads a list page by page, in key order. */
async function* readListRows(list: RowList, client: Connection): AsyncGenerator<ListRow> {
  const columns = list.key.join(', ');
  const marks = list.key.map(() => '?').join(', ');
  for (let after: readonly (string | number)[] | null = null; ; ) {
    const rows: readonly ListRow[] = await readJson<ListRow>(
      client,
      `select json_group_array(json_array(json(k), json(f))) from (
         select json_array(${columns}) as k, ${list.figures} as f from ${list.from}
         ${after === null ? '' : `where (${columns}) > (${marks})`} order by ${columns} limit ${PAGE_ROWS})`,
      [...(list.args ?? []), ...(after ?? []).map((part) => (typeof part === 'number' ? BigInt(part) : part))],
    );
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)![0];
  }
}

/** Returns a sentence about the first differing figure of a list, or null if the lists are equal. */
async function compareList(list: RowList, served: Connection, rebuilt: Connection): Promise<string | null> {
  const ours = readListRows(list, served);
  const theirs = readListRows(list, rebuilt);
  for (;;) {
    const [one, other] = [await ours.next(), await theirs.next()];
    const a = one.done === true ? null : one.value;
    const b = other.done === true ? null : other.value;
    if (a === null && b === null) return null;
    if (JSON.stringify(a) !== JSON.stringify(b)) return describeDifference(list, a, b);
  }
}

/** Maximum length of a differing figure when quoted. */
export const VALUES_CHARS_MAX = 400;

function describeDifference({ name, follows }: RowList, served: ListRow | null, rebuilt: ListRow | null): string {
  const order = served === null ? 1 : rebuilt === null ? -1 : compareKeys(served[0], rebuilt[0]);
  const key = (order <= 0 ? served : rebuilt)![0];
  const figures = (row: ListRow | null, isPresent: boolean): string =>
    row === null || !isPresent ? 'nothing' : JSON.stringify(row[1]).slice(0, VALUES_CHARS_MAX);
  const subject = name.startsWith('figures') ? '' : ` ${key.join(' ')}`;
  return `The ${name}${subject} differs: ${figures(served, order <= 0)} is served, ${figures(rebuilt, order >= 0)} follows from ${follows}.`;
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, part] of a.entries()) {
    const other = b[i]!;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
