import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '../../runner/properties.ts';
import { character, good, item, lesson, lot, npc, quest, recipe, zone } from '../../support/subjects.ts';
import * as they from '../../support/verbs.ts';
import { reportedBy } from '../../support/world.ts';
import { FIELDS, history } from './small_world.ts';
import { type Comparable, facts, kept, listedUploads, type Sketch, snap, withStores } from './support.ts';

/** Counts that any upload may change. */
const COUNTS = new Set([
  'seq',
  'dataAsOfMs',
  'uploads',
  'legacyRecords',
  'lootUploads',
  'lootRecords',
  'lootWindows',
  'queued',
]);

/** Returns everything public before and after the upload. */
function beforeAndAfter(base: readonly Sketch[], upload: readonly Sketch[]): Promise<[Comparable, Comparable]> {
  return withStores(async (on) => {
    const numbered = upload.map((sketch) => ({ ...sketch, upload: 10_000 }));
    const records = kept([...base, ...numbered]);
    assert.ok((await snap(on, listedUploads(records, base.length))).ok);
    const before = await facts(on.store);
    assert.ok((await snap(on, listedUploads(records))).ok);
    return [before, await facts(on.store)];
  });
}

function without(counts: Comparable['counts']): object {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => !COUNTS.has(name)));
}

/**
 * Returns what needs three installs to become public, without the feed, the coverage lists and the counts that any
 * upload may change.
 */
function beyondWaiting({ facts, coverage: _, ...others }: Comparable): object {
  return {
    ...others,
    counts: without(others.counts),
    corpus: {},
    facts: Object.fromEntries(Object.entries(facts).filter(([subject]) => !subject.startsWith('coverage '))),
  };
}

/** Checks that every earlier row of the feed is still public. New rows can only be the upload's. */
function onlyGrew(before: Comparable, after: Comparable): void {
  for (const [kind, rows] of Object.entries(before.corpus)) {
    const left = [...(after.corpus[kind] ?? [])];
    for (const row of rows) {
      const at = left.indexOf(row);
      assert.notEqual(at, -1, row);
      left.splice(at, 1);
    }
  }
}

/** Reports about subjects that the small world does not have. */
const RARE: readonly they.Seen[] = [
  they.looted(npc(901), item(911)),
  they.met(npc(901, 'Rare'), { mapId: 90 }),
  they.wasOffered(quest(901, 'Rare'), { rewardItemIds: [911] }),
  they.visitedVendor(npc(902), good(item(911), 5)),
  they.saw(item(911, 'Rare')),
  they.sawPrice(item(911), 5),
  they.visitedTrainer(npc(903), lesson('Rare', 5)),
  they.sawRecipe(recipe(901, 'Rare', 'Rare')),
  they.sawDifficulty(recipe(901, 'Rare', 'Rare')),
  they.sawMap(zone(90, 'Rare'), { continentId: 9 }),
  they.scanned('Rare', [lot(item(911), 5)], { scanId: 'scan-9' }),
  they.listedTitle(901, 'Rare'),
  they.listedCollection('rare', 'Rare', item(911)),
  they.plays('Rare', character(0xffffffff, { class: 'DRUID', race: 'Tauren', faction: 'horde' })),
  they.spentTalents({ characterKey: 'ffffffff', class: 'DRUID', nodes: [{ nodeId: 901, rank: 1 }] }),
];

const rareRecords = fc.uniqueArray(fc.integer({ min: 0, max: RARE.length - 1 }), { minLength: 1 });

test('an upload about subjects with at most one other install changes only counts, the feed and coverage', () =>
  fc.assert(
    fc.asyncProperty(history(30), rareRecords, rareRecords, async (sketches, seeded, told) => {
      const rare = (install: number, which: readonly number[]) => reportedBy([install], ...which.map((i) => RARE[i]!));
      const [before, after] = await beforeAndAfter([...sketches, ...rare(7, seeded)], rare(8, told));
      onlyGrew(before, after);
      assert.deepEqual(beyondWaiting(after), beyondWaiting(before));
    }),
    { numRuns: propertyRuns(40) },
  ));

/** Three installs reported the same about everything in the small world, so all of it is public. */
const everything: readonly Sketch[] = [1, 2, 3].flatMap((install) =>
  [1, 2].flatMap((id) =>
    reportedBy(
      [install],
      they.looted(npc(id), item(id)),
      they.met(npc(id, 'Alpha'), { mapId: id, x: 10, y: 20, level: 5 }),
      they.visitedVendor(npc(id), good(item(id), 10)),
      they.saw(item(id, 'Alpha'), { quality: 'rare' }),
      they.wasOffered(quest(id, 'Alpha'), { level: 5, rewardItemIds: [id] }),
      they.scanned('Everlook', [lot(item(id), 10)]),
    ),
  ),
);

/**
 * What a record about subject 1 may change: edges, facts, rates and market items, as patterns over the row names of
 * `rowsOf`.
 */
const TOUCHED: Readonly<Record<string, RegExp>> = {
  loot: /^rate npc 1 |^zero npc 1:|^edge .*"dropped_by","toKind":"npc","toId":1,|^fact quest_items \d+$/,
  npc_sighting: /^fact (npcs 1|pins \d+:1)$|^edge \{"fromKind":"npc","fromId":1,"rel":"located_in"/,
  vendor: /^fact vendor_goods 1:\d+$|^edge .*"sold_by","toKind":"npc","toId":1,/,
  item_seen: /^fact items 1$/,
  quest: /^fact quests 1$|^edge .*"reward_from","toKind":"quest","toId":1,/,
};

const SUBJECT: Readonly<Record<string, string>> = {
  loot: 'sourceNpcId',
  npc_sighting: 'npcId',
  vendor: 'vendorNpcId',
  item_seen: 'itemId',
  quest: 'questId',
};

/** Returns all rows, keyed by a name that includes the row's subject. */
function rowsOf({ rates, zeros, edges, facts: bodies, market }: Comparable): ReadonlyMap<string, string> {
  return new Map([
    ...rates.map((row): [string, string] => [`rate ${row.split(':')[0]}:`, row]),
    ...zeros.map((row): [string, string] => [`zero ${row.split(':')[0]}:`, row]),
    ...edges.map((row): [string, string] => [`edge ${row.replace(/,"installs".*/, '')},`, row]),
    ...Object.entries(bodies).map(([name, body]): [string, string] => [`fact ${name}`, JSON.stringify(body)]),
    ...Object.entries(market).map(([name, items]): [string, string] => [`market ${name}`, JSON.stringify(items)]),
  ]);
}

test('an upload about public subjects changes only the rows of those subjects', () =>
  fc.assert(
    fc.asyncProperty(
      history(20),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(...Object.keys(TOUCHED)).chain((kind) => fc.tuple(fc.constant(kind), FIELDS[kind]!)),
      async (sketches, install, [kind, fields]) => {
        const { sourceObjectId: _object, ...rest } = fields;
        const about = { ...rest, [SUBJECT[kind]!]: 1, ...(kind === 'loot' ? { sourceEvidence: 'loot-api' } : {}) };
        const [before, after] = await beforeAndAfter([...everything, ...sketches], [{ install, kind, fields: about }]);
        onlyGrew(before, after);
        const [old, now] = [rowsOf(before), rowsOf(after)];
        const changed = [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name));
        // The subject's own coverage entries may also change.
        const ownCells = `fact map_cells ${fields['mapId']}:`;
        // So may the cell of the map in which the record was made.
        const touched = changed.filter((name) => !/^fact coverage \w+:1$/.test(name) && !name.startsWith(ownCells));
        for (const name of touched) assert.match(name, TOUCHED[kind]!);
        assert.deepEqual(without(after.counts), without(before.counts));
      },
    ),
    { numRuns: propertyRuns(40) },
  ));
