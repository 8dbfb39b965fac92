import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openWriter, readJson } from '../../../../adapters/libsql/database.ts';
import { compareSnapshots } from '../../../../adapters/libsql/snapshot/compare/compare.ts';
import { EPOCH, kept, listedUploads, snap, withStores } from '../../../domain/snapshot/support.ts';
import { good, item, lot, npc, quest, world } from '../../../support/world.ts';

/** Fills every list that is built from uploads. */
const RECORDS = kept(
  world()
    .installs(3, (install) =>
      install
        .looted(npc(1), item(7))
        .looted(npc(2))
        .gathered('skinning', npc(1), item(7))
        .met(npc(1, 'Alpha'), { mapId: 1, x: 10, y: 20 })
        .saw(item(7, 'Beta'))
        .visitedVendor(npc(1), good(item(7), 10))
        .wasOffered(quest(1), { giverNpcId: 1, rewardItemIds: [7] })
        .scanned('Everlook', [lot(item(7), 10)], { house: 'Horde' }),
    )
    .installs(1, (install) => install.met(npc(2, 'Delta')))
    .installs(2, (install) => install.saw(item(8, 'Epsilon'))),
);

/** Tables that are not compared, with the reason. */
const PASSED_OVER: Readonly<Record<string, string>> = {
  instance: 'which epoch it is',
  withdrawn_before: 'of the epochs before',
  changes: 'when things changed',
  corpus_steps: 'when rows came',
  row_steps: 'when rows came',
  corpus_gaps: 'when rows went',
  key_hashes: 'no figures',
  knowledge_sets: 'documents are kept, not made',
  imports: 'compare_build.ts',
  client_layer: 'compare_build.ts',
  client_edges: 'compare_build.ts',
  game_items: 'compare_build.ts',
  game_facts: 'compare_build.ts',
  publish_log: 'what a server lacks',
};

/** All tables of the schema except the internal tables of the full-text indexes. */
const TABLES = `select json_group_array(name) from sqlite_schema
  where type = 'table' and name not like 'sqlite%' and name not like 'knowledge\\_%s\\_%' escape '\\' and sql not like 'create virtual%'`;

/**
 * Passes `work` a function that changes a snapshot of RECORDS with SQL and returns the reported difference from the
 * original.
 */
function withPlanting(
  work: (ask: {
    readonly tables: readonly string[];
    readonly differs: (sql: string) => Promise<string | null>;
  }) => Promise<void>,
): Promise<void> {
  return withStores(async (on, dir) => {
    assert.ok((await snap(on, listedUploads(RECORDS))).ok);
    const path = dir.snapshotDb(EPOCH);
    const writer = await openWriter(path, { create: false });
    const tables = await readJson<string>(writer, TABLES);
    await writer.execute('pragma wal_checkpoint(truncate)');
    const planted = `${path}.planted`;
    await work({
      tables,
      differs: async (sql) => {
        await copyFile(path, planted);
        const client = await openWriter(planted, { create: false });
        await client.executeMultiple(`pragma foreign_keys=off; ${sql}`);
        await client.execute('pragma wal_checkpoint(truncate)');
        client.close();
        return compareSnapshots(planted, path);
      },
    });
    writer.close();
  });
}

test('a table with missing rows is named', () =>
  withPlanting(async ({ tables, differs }) => {
    assert.equal(await differs(''), null);
    for (const table of Object.keys(PASSED_OVER)) assert.ok(tables.includes(table), table);
    for (const table of tables.filter((name) => !(name in PASSED_OVER))) {
      const said = await differs(`delete from ${table}`);
      assert.ok(said !== null, `${table} is not compared, or is empty here`);
    }
  }));

const COUNTS: readonly [what: string, sql: string, said: RegExp][] = [
  [
    'of what waits',
    `update row_counts set rows = rows + 1 where list = 'coverage' and id = 0 and key = 'item:1'`,
    /^The number of rows of coverage 0 item:1 differs: \{"rows":2\} is served, \{"rows":1\} follows from the uploads\.$/,
  ],
  [
    'of market values',
    `update row_counts set rows = 7 where list = 'market' and key = 'Horde'`,
    /^The number of market values of everlook Horde differs: \{"rows":7\} is served, \{"rows":1\} follows/,
  ],
  [
    'of relations',
    `update row_counts set rows = rows + 1 where list <> 'coverage'`,
    /^The number of rows of \S+:a \d+ {2}differs: \{"rows":2\} is served, \{"rows":1\} follows/,
  ],
  [
    'a place on a map',
    'update map_pins set x = x + 1',
    /^The place on a map 1 npc 1 0 differs: \{"x":11(\.0)?,"y":20(\.0)?\} is served/,
  ],
  ['how important an entity is', 'update knowledge set n = n + 1', /^The known entity .* differs: /],
  ['how a name is looked up', `update knowledge set folded = 'other'`, /^The known entity .* differs: /],
  ['units for sale', 'update market_items set half_units = 8', /^The market value of everlook .* differs: /],
];

test('wrong counts of lists are named', (t) =>
  withPlanting(async ({ differs }) => {
    for (const [what, sql, said] of COUNTS) {
      const free = sql.includes('knowledge') ? `drop trigger knowledge_changed; ${sql}` : sql;
      await t.test(what, async () => assert.match((await differs(free)) ?? 'nothing', said));
    }
  }));
