import { createHash } from 'node:crypto';
import type { Client, InValue } from '@libsql/client';
import { jsonRows, openReader, value } from '../database.ts';
import { StorageFault } from '../storage_error.ts';
import { decodeBlock } from './corpus_block.ts';

/**
 * Compares the public facts of two snapshot databases, those that are served and those built anew from the uploads, and
 * names the first figure that differs, as a sentence; null where there is none. Order, places, snapshot numbers and the
 * change log are passed over: they depend on when snapshots were written. Everything is read in short pieces.
 */
export const compareSnapshots = async (servedPath: string, rebuiltPath: string): Promise<string | null> => {
  const served = await openReader(servedPath);
  try {
    const rebuilt = await openReader(rebuiltPath);
    try {
      return await compare(served, rebuilt);
    } finally {
      rebuilt.close();
    }
  } finally {
    served.close();
  }
};

const compare = async (served: Client, rebuilt: Client): Promise<string | null> => {
  const realms = await namesIn(served, rebuilt, 'select distinct realm_key as name from market_realms');
  for (const list of [...LISTS, ...realms.flatMap(marketLists)]) {
    const difference = await compareList(list, served, rebuilt);
    if (difference !== null) return difference;
  }
  for (const kind of await namesIn(served, rebuilt, 'select distinct kind as name from corpus_blocks')) {
    const difference = await compareKind(kind, served, rebuilt);
    if (difference !== null) return difference;
  }
  return null;
};

/** A list of figures: a query of (name, figure) in the order of a key, and what to ask for behind a row. */
interface List {
  readonly name: string;
  /** The key's columns, in an order that an index has. */
  readonly key: readonly string[];
  readonly from: string;
  /** What `from` asks for with `?`. */
  readonly args?: readonly InValue[];
  /** JSON of the figures. */
  readonly figures: string;
}

const LISTS: readonly List[] = [
  {
    name: 'figures of the snapshot',
    key: ['1'],
    from: '(select * from snapshots order by n desc limit 1)',
    figures: `json_object('uploads', uploads, 'legacyRecords', legacy_records, 'lootUploads', loot_uploads,
      'lootRecords', loot_records, 'lootWindows', loot_windows, 'queued', queued)`,
  },
  {
    name: 'drop rate',
    key: ['source_type', 'source_id', 'item_id'],
    from: 'rates join drop_sources using (source_type, source_id)',
    figures: `json_object('drops', drops, 'kills', kills, 'reporters', reporters)`,
  },
  {
    name: 'measured zero',
    key: ['source_type', 'source_id'],
    from: 'measured_zeros join drop_sources using (source_type, source_id)',
    figures: `json_object('kills', kills, 'reporters', reporters)`,
  },
  {
    name: 'edge',
    key: ['grp', 'from_id', 'to_id'],
    from: '(select * from edges where withdrawn_n is null)',
    figures: 'json(body)',
  },
  { name: 'fact', key: ['family', 'subject'], from: 'facts', figures: 'json(body)' },
];

/** The values of one realm. */
const marketLists = (realmKey: string): readonly List[] => {
  const of = (table: string): string =>
    `(select * from ${table} where realm_n = (select n from market_realms where realm_key = ?))`;
  return [
    {
      name: `market day of ${realmKey}`,
      key: ['house', 'item_id', 'day'],
      from: of('market_days'),
      args: [realmKey],
      figures: `json_array(json(figures), reporters)`,
    },
    {
      name: `market value of ${realmKey}`,
      key: ['house', 'item_id'],
      from: of('market_items'),
      args: [realmKey],
      figures: `json_array(json(figures), day, reporters)`,
    },
  ];
};

const PAGE_ROWS = 2_000;

type Row = readonly [key: readonly (string | number)[], figures: unknown];

/** Reads a list page by page, in the order of its key. */
const readList = async function* (list: List, client: Client): AsyncGenerator<Row> {
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
};

const bound = (part: string | number): InValue => (typeof part === 'number' ? BigInt(part) : part);

const compareList = async (list: List, served: Client, rebuilt: Client): Promise<string | null> => {
  const ours = readList(list, served);
  const theirs = readList(list, rebuilt);
  for (;;) {
    const [one, other] = [await ours.next(), await theirs.next()];
    const a = one.done === true ? null : one.value;
    const b = other.done === true ? null : other.value;
    if (a === null && b === null) return null;
    if (JSON.stringify(a) !== JSON.stringify(b)) return tell(list.name, a, b);
  }
};

const FIGURES_CHARS_MAX = 400;

const tell = (name: string, served: Row | null, rebuilt: Row | null): string => {
  const order = served === null ? 1 : rebuilt === null ? -1 : compareKeys(served[0], rebuilt[0]);
  const key = (order <= 0 ? served : rebuilt)![0];
  const figures = (row: Row | null, stands: boolean): string =>
    row === null || !stands ? 'nothing' : JSON.stringify(row[1]).slice(0, FIGURES_CHARS_MAX);
  const subject = name.startsWith('figures') ? '' : ` ${key.join(' ')}`;
  return `The ${name}${subject} differs: ${figures(served, order <= 0)} is served, ${figures(rebuilt, order >= 0)} follows from the uploads.`;
};

const compareKeys = (a: readonly (string | number)[], b: readonly (string | number)[]): number => {
  for (const [i, part] of a.entries()) {
    const other = b[i]!;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
};

/** The names that either database has. */
const namesIn = async (served: Client, rebuilt: Client, sql: string): Promise<readonly string[]> => {
  const names = new Set<string>();
  for (const client of [served, rebuilt]) {
    for (const name of await jsonRows<string>(client, `select json_group_array(name) from (${sql})`)) names.add(name);
  }
  return [...names].sort();
};

/** The feed's rows of a kind as a set: their order depends on the snapshots. Rows stand for their first eight digest bytes. */
const compareKind = async (kind: string, served: Client, rebuilt: Client): Promise<string | null> => {
  const ours = await digestsOf(kind, served);
  const theirs = await digestsOf(kind, rebuilt);
  const at = ours.findIndex((digest, i) => digest !== theirs[i]);
  const place = at === -1 && ours.length < theirs.length ? ours.length : at;
  if (place === -1) return null;
  const onlyServed = theirs[place] === undefined || (ours[place] ?? theirs[place]!) < theirs[place]!;
  const wanted = onlyServed ? ours[place]! : theirs[place]!;
  const row = await rowWith(kind, onlyServed ? served : rebuilt, wanted);
  const where = onlyServed
    ? 'is served, and does not follow from the uploads'
    : 'follows from the uploads, and is not served';
  return `The feed's ${kind} records differ: ${ours.length} are served, ${theirs.length} follow from the uploads; ${row.slice(0, FIGURES_CHARS_MAX)} ${where}.`;
};

const digestsOf = async (kind: string, client: Client): Promise<BigUint64Array> => {
  const digests: bigint[] = [];
  for await (const row of rowsOf(kind, client)) digests.push(digestOf(row));
  return BigUint64Array.from(digests).sort();
};

const rowWith = async (kind: string, client: Client, digest: bigint): Promise<string> => {
  for await (const row of rowsOf(kind, client)) if (digestOf(row) === digest) return new TextDecoder().decode(row);
  return '';
};

const digestOf = (row: Uint8Array): bigint => createHash('sha256').update(row).digest().readBigUInt64BE(0);

/** The rows that stand, without the commas behind them. */
const rowsOf = async function* (kind: string, client: Client): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const bytes = await value(client, 'select bytes from corpus_blocks where kind = ? and block = ?', [
      kind,
      BigInt(number),
    ]);
    if (bytes === undefined) return;
    const block = bytes instanceof ArrayBuffer ? decodeBlock(bytes) : null;
    if (block === null) throw new StorageFault('CORPUS_BLOCK_DAMAGED');
    for (let i = 0; i < block.rows; i++) {
      const row = block.slice(i, i + 1);
      if (row.byteLength > 0) yield row.subarray(0, -1);
    }
  }
};
