import { createHash } from 'node:crypto';
import type { Client } from '@libsql/client';
import { jsonRows, openReader, readValue } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { decodeBlock, rowsOf as rowsOfBlock } from '../corpus_block.ts';
import { compareBuilds } from './compare_build.ts';
import { compareList, FIGURES_CHARS_MAX, type List } from './compare_list.ts';

/**
 * Compares two snapshot databases: the one that is served, and one rebuilt from the uploads and the stored import.
 * Returns a sentence about the first public figure that differs, or null if none does. Order, places, snapshot numbers
 * and the change log are ignored, because they depend on when snapshots were written. Everything is read in small
 * pages.
 */
export async function compareSnapshots(servedPath: string, rebuiltPath: string): Promise<string | null> {
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
}

async function compare(served: Client, rebuilt: Client): Promise<string | null> {
  const realms = await namesIn(served, rebuilt, 'select distinct realm_key as name from market_realms');
  for (const list of [...LISTS, ...COUNT_LISTS, ...realms.flatMap(marketLists)]) {
    const difference = await compareList(list, served, rebuilt);
    if (difference !== null) return difference;
  }
  for (const kind of await namesIn(served, rebuilt, 'select distinct kind as name from corpus_blocks')) {
    const difference = await compareKind(kind, served, rebuilt);
    if (difference !== null) return difference;
  }
  return compareBuilds(served, rebuilt);
}

const LISTS: readonly List[] = [
  {
    follows: 'the uploads',
    name: 'known entity',
    key: ['id'],
    from: "(select * from knowledge where layer = 'observed')",
    figures: 'json_array(kind, ext_id, name, folded, text)',
  },
  {
    follows: 'the uploads',
    name: 'figures of the snapshot',
    key: ['1'],
    from: '(select * from snapshots order by n desc limit 1)',
    figures: `json_object('uploads', uploads, 'legacyRecords', legacy_records, 'lootUploads', loot_uploads,
      'lootRecords', loot_records, 'lootWindows', loot_windows, 'queued', queued)`,
  },
  {
    follows: 'the uploads',
    name: 'drop rate',
    key: ['source_type', 'source_id', 'item_id'],
    from: 'rates join drop_sources using (source_type, source_id)',
    figures: `json_object('drops', drops, 'installs', seen_by, 'kills', kills, 'reporters', reporters,
      'topWindows', top_windows)`,
  },
  {
    follows: 'the uploads',
    name: 'measured zero',
    key: ['source_type', 'source_id'],
    from: 'measured_zeros join drop_sources using (source_type, source_id)',
    figures: `json_object('kills', kills, 'reporters', reporters, 'topWindows', top_windows)`,
  },
  {
    follows: 'the uploads',
    name: 'edge',
    key: ['grp', 'from_id', 'to_id'],
    from: '(select * from edges where withdrawn_n is null)',
    figures: 'json(body)',
  },
  { follows: 'the uploads', name: 'fact', key: ['family', 'subject'], from: 'facts', figures: 'json(body)' },
  {
    follows: 'the uploads',
    name: 'mention',
    key: ['type', 'id', 'family', 'member', 'subject'],
    from: 'mentions',
    figures: `'{}'`,
  },
  {
    follows: 'the uploads',
    name: 'subject that waits',
    key: ['zone', 'kind', 'missing', 'id'],
    from: 'coverage',
    figures: `'{}'`,
  },
  {
    follows: 'the uploads',
    name: 'place on a map',
    key: ['map_id', 'npc_id', 'at'],
    from: 'map_pins',
    figures: `json_object('x', x, 'y', y)`,
  },
];

/** The lists of one realm's market values. */
function marketLists(realmKey: string): readonly List[] {
  const of = (table: string): string =>
    `(select * from ${table} where realm_n = (select n from market_realms where realm_key = ?))`;
  return [
    {
      follows: 'the uploads',
      name: `market day of ${realmKey}`,
      key: ['house', 'item_id', 'day'],
      from: of('market_days'),
      args: [realmKey],
      figures: `json_array(json(figures), reporters)`,
    },
    {
      follows: 'the uploads',
      name: `market value of ${realmKey}`,
      key: ['house', 'item_id'],
      from: of('market_items'),
      args: [realmKey],
      figures: `json_array(json(figures), day, reporters, half_units)`,
    },
    marketCounts(realmKey, of('market_counts')),
  ];
}

/** Returns the names that occur in either database. */
async function namesIn(served: Client, rebuilt: Client, sql: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const client of [served, rebuilt]) {
    for (const name of await jsonRows<string>(client, `select json_group_array(name) from (${sql})`)) names.add(name);
  }
  return [...names].sort();
}

/**
 * Returns a sentence about how the feed's rows of a kind differ, or null if they are equal. They are compared as a set,
 * because their order depends on the snapshots. Each row is represented by the first eight bytes of its digest.
 */
async function compareKind(kind: string, served: Client, rebuilt: Client): Promise<string | null> {
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
}

async function digestsOf(kind: string, client: Client): Promise<BigUint64Array> {
  const digests: bigint[] = [];
  for await (const row of publicRows(kind, client)) digests.push(digestOf(row));
  return BigUint64Array.from(digests).sort();
}

async function rowWith(kind: string, client: Client, digest: bigint): Promise<string> {
  for await (const row of publicRows(kind, client)) if (digestOf(row) === digest) return new TextDecoder().decode(row);
  return '';
}

function digestOf(row: Uint8Array): bigint {
  return createHash('sha256').update(row).digest().readBigUInt64BE(0);
}

/** Yields the rows that are not withdrawn, without their commas. */
async function* publicRows(kind: string, client: Client): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const bytes = await readValue(client, 'select bytes from corpus_blocks where kind = ? and block = ?', [
      kind,
      BigInt(number),
    ]);
    if (bytes === undefined) return;
    const block = bytes instanceof ArrayBuffer ? decodeBlock(bytes) : null;
    if (block === null) throw new StorageError('CORPUS_BLOCK_DAMAGED');
    for (const row of rowsOfBlock(block)) if (row.byteLength > 0) yield row.subarray(0, -1);
  }
}

function counts(name: string, from: string, key: readonly string[]): List {
  return {
    follows: 'the uploads',
    name: `number of ${name} of`,
    key,
    from,
    figures: `json_object('rows', rows)`,
  };
}

/** Row counts of lists, which are stored next to them so that they need not be counted. */
const COUNT_LISTS: readonly List[] = [
  counts('mentions', 'mention_counts', ['type', 'id', 'family', 'member']),
  counts('facts', 'fact_counts', ['family', 'owner']),
  counts('edges', 'edge_counts', ['grp', '"end"', 'id']),
  counts('subjects that wait', 'coverage_counts', ['zone', 'kind', 'missing']),
];

/** The counts of one realm's market values, by house. `from` takes the realm key as its argument. */
function marketCounts(realmKey: string, from: string): List {
  return {
    ...counts('market values', from, ['house']),
    name: `number of market values of ${realmKey}`,
    args: [realmKey],
  };
}
