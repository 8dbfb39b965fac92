import type { Client, InValue } from '@libsql/client';
import { jsonRows } from '../../database.ts';

/** A list of figures: a query of (name, figure) in the order of a key, and what to ask for behind a row. */
export interface List {
  readonly name: string;
  /** What its figures follow from. */
  readonly follows: 'the uploads' | 'the kept import';
  /** The key's columns, in an order that an index has. */
  readonly key: readonly string[];
  readonly from: string;
  /** What `from` asks for with `?`. */
  readonly args?: readonly InValue[];
  /** JSON of the figures. */
  readonly figures: string;
}

const PAGE_ROWS = 2_000;

type Row = readonly [key: readonly (string | number)[], figures: unknown];

/** Reads a list page by page, in the order of its key. */
async function* readList(list: List, client: Client): AsyncGenerator<Row> {
  const columns = list.key.join(', ');
  const marks = list.key.map(() => '?').join(', ');
  for (let after: readonly (string | number)[] | null = null; ; ) {
    const rows: readonly Row[] = await jsonRows<Row>(
      client,
      `select json_group_array(json_array(json(k), json(f))) from (
         select json_array(${columns}) as k, ${list.figures} as f from ${list.from}
         ${after === null ? '' : `where (${columns}) > (${marks})`} order by ${columns} limit ${PAGE_ROWS})`,
      [...(list.args ?? []), ...(after ?? []).map(bound)],
    );
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)![0];
  }
}

function bound(part: string | number): InValue {
  return typeof part === 'number' ? BigInt(part) : part;
}

/** The first figure of a list that differs, as a sentence; null where there is none. */
export async function compareList(list: List, served: Client, rebuilt: Client): Promise<string | null> {
  const ours = readList(list, served);
  const theirs = readList(list, rebuilt);
  for (;;) {
    const [one, other] = [await ours.next(), await theirs.next()];
    const a = one.done === true ? null : one.value;
    const b = other.done === true ? null : other.value;
    if (a === null && b === null) return null;
    if (JSON.stringify(a) !== JSON.stringify(b)) return tell(list, a, b);
  }
}

/** Figures are told up to this length. */
export const FIGURES_CHARS_MAX = 400;

function tell({ name, follows }: List, served: Row | null, rebuilt: Row | null): string {
  const order = served === null ? 1 : rebuilt === null ? -1 : compareKeys(served[0], rebuilt[0]);
  const key = (order <= 0 ? served : rebuilt)![0];
  const figures = (row: Row | null, stands: boolean): string =>
    row === null || !stands ? 'nothing' : JSON.stringify(row[1]).slice(0, FIGURES_CHARS_MAX);
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
