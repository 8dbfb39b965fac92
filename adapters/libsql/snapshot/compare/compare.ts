import type { Client } from '@libsql/client';
import { jsonRows, openReader } from '../../database.ts';
import { compareBuilds } from './compare_build.ts';
import { compareKind } from './compare_feed.ts';
import { compareList, type List } from './compare_list.ts';
import { COUNT_LISTS, marketCounts } from './count_lists.ts';

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
