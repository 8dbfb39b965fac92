import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ClaimFamily } from '../../../domain/families/counting/family.ts';
import { CLAIM_FAMILIES, families } from '../../../domain/families/mod.ts';
import type { RecordKindName } from '../../../schema/record_kinds.ts';
import { RECIPE_DIFFICULTIES } from '../../../schema/vocabulary.ts';
import { IPV6 } from '../../doubles/families.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { dailyFactsOf, factsOf, type Report } from './support.ts';

const few = fc.integer({ min: 1, max: 2 });
const name = fc.constantFrom('Rock', 'Stone');
const stacks = fc.array(fc.record({ itemId: few, count: few }), { maxLength: 3 });
const copper = fc.constantFrom(0, 5, 100);

/**
 * Draws the fields of every record kind that needs three installs from few subjects and values, so that installs agree
 * and differ.
 */
const FIELDS: Partial<Record<RecordKindName, fc.Arbitrary<object>>> = {
  item_seen: fc.record({ itemId: few, name, quality: fc.constantFrom('poor', 'epic') }),
  loot: fc
    .record({
      source: fc.constantFrom('sourceNpcId', 'sourceObjectId'),
      id: few,
      sourceEvidence: fc.constantFrom('loot-api', 'loot-api', undefined),
      sourceName: fc.constantFrom('Rock', 'Stone', undefined),
      mapId: fc.constantFrom(0, 1, undefined),
      x: fc.constantFrom(10, 10.4, 10.6),
      y: fc.constantFrom(20, 21.1, undefined),
      items: fc.array(fc.record({ itemId: few, count: few, questItem: fc.boolean(), questId: few }), { maxLength: 3 }),
    })
    .map(({ source, id, ...fields }) => ({ [source]: id, ...fields })),
  npc_sighting: fc.record({
    npcId: few,
    name,
    mapId: fc.integer({ min: 0, max: 1 }),
    x: fc.constantFrom(10, 10.4, 10.6),
    y: fc.constantFrom(20, 21.1),
    level: few,
    reaction: fc.constantFrom('friendly', 'hostile'),
    positionKind: fc.constantFrom('npc', undefined),
  }),
  quest: fc.record({
    questId: few,
    title: name,
    level: few,
    giverNpcId: fc.constantFrom(1, 2, undefined),
    rewardItemIds: fc.array(few, { maxLength: 3 }),
  }),
  vendor: fc.record({
    vendorNpcId: few,
    items: fc.array(fc.record({ itemId: few, priceCopper: copper }), { minLength: 1, maxLength: 3 }),
  }),
  price_seen: fc.record({ itemId: few, priceCopper: copper, source: fc.constantFrom('vendor', 'auction') }),
  trainer_seen: fc.record({
    trainerNpcId: few,
    services: fc.array(fc.record({ spellId: fc.constantFrom(1, undefined), name, costCopper: copper }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  recipe_seen: fc.record({ profession: name, recipeId: few, name, itemId: fc.constantFrom(1, undefined) }),
  // recipe_ranges.test.ts tests contradictory reports.
  recipe_observed: fc
    .record({ profession: name, recipeId: few, name, skill: fc.integer({ min: 0, max: 7 }), reagents: stacks })
    .map((fields) => ({ ...fields, difficulty: RECIPE_DIFFICULTIES[Math.floor(fields.skill / 2)] })),
  map_bounds: fc.record({
    mapId: few,
    name,
    continentId: few,
    left: fc.constantFrom(1, 1.01),
    right: fc.constantFrom(5, 6),
    top: few,
    bottom: fc.constantFrom(5, 6),
  }),
  achievement_catalog: fc.record({
    achievementId: few,
    name,
    categoryId: few,
    category: name,
    points: few,
    criteriaCount: fc.constant(0),
    criteria: fc.constant([]),
  }),
  title_catalog: fc.record({ titleId: few, name }),
  reputation_catalog: fc.record({ factionId: few, name }),
  quest_chain_catalog: fc.record({ questLineId: few, name, questIds: fc.constant([1, 2]) }),
  collection_catalog: fc.record({ collection: name, source: name, itemId: few }),
  auction_scan: fc.record({
    realm: fc.constantFrom('Everlook', 'EVERLOOK'),
    scanId: fc.constant('scan-1'),
    items: fc.constant([{ itemId: 1, unitPriceCopper: 1, quantity: 1 }]),
  }),
  census_self: fc.record({
    characterKey: fc.constantFrom('00000001', '00000002'),
    realm: name,
    class: fc.constantFrom('MAGE', 'ROGUE'),
    race: fc.constantFrom('Orc', 'Troll'),
    faction: fc.constantFrom('alliance', 'horde'),
    level: fc.constantFrom(9, 60),
  }),
  census_seen: fc.record({
    realm: name,
    characters: fc.array(
      fc.record({
        characterKey: fc.constantFrom('00000001', '00000002'),
        class: fc.constantFrom('MAGE', 'ROGUE'),
        faction: fc.constantFrom('alliance', 'horde'),
        level: fc.constantFrom(9, 60),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  talent_snapshot: fc.record({
    characterKey: fc.constantFrom('00000001', '00000002'),
    class: fc.constantFrom('MAGE', 'ROGUE'),
    level: few,
    nodes: fc.array(fc.record({ nodeId: few, rank: few }), { minLength: 1, maxLength: 2 }),
  }),
};

const KINDS = Object.keys(FIELDS) as RecordKindName[];

function reportsBy(installsMax: number, kinds: readonly RecordKindName[]): fc.Arbitrary<readonly Report[]> {
  return fc.array(
    fc.constantFrom(...kinds).chain((kind) =>
      fc.record({
        install: fc.integer({ min: 1, max: installsMax }),
        kind: fc.constant(kind),
        fields: FIELDS[kind] as fc.Arbitrary<Record<string, unknown>>,
        locale: fc.constantFrom(undefined, 'enUS', 'deDE', 'frFR', 'plPL') as fc.Arbitrary<string>,
        at: fc.constantFrom('2026-01-09T18:30:00Z', '2026-01-09T18:31:00Z', '2026-01-11T00:00:00Z'),
      }),
    ),
    { maxLength: 30, size: 'max' },
  );
}

/**
 * The families that need three installs. The others are published by grant, and coverage lists subjects that have fewer
 * than three.
 */
const corroborated = CLAIM_FAMILIES.filter(
  (rollup) => rollup.perRecord !== true && rollup.name !== families.coverage.name,
);

function bodiesOf(rollup: ClaimFamily, reports: readonly Report[]): Readonly<Record<string, object>> {
  return rollup.shape === 'daily' ? dailyFactsOf(rollup, '2026-02-01', reports) : factsOf(rollup, reports);
}

/** Returns every number of installs in a body. */
function installsIn(body: unknown): readonly number[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([member, value]) =>
    member === 'installs' ? [value as number] : installsIn(value),
  );
}

/** Witness numbers of two installs over IPv4 and two over IPv6. */
const OF_TWO_FAMILIES: readonly number[] = [0, 1, 2, IPV6 + 3, IPV6 + 4];

for (const rollup of corroborated) {
  const kinds = KINDS.filter((kind) => rollup.kinds.includes(kind));

  test(`${rollup.name}: the generator covers every record kind that the family reads`, () =>
    assert.deepEqual(kinds.toSorted(), [...rollup.kinds].sort()));

  test(`${rollup.name}: neither order nor repetition of reports matters`, () =>
    fc.assert(
      fc.property(reportsBy(5, kinds), fc.infiniteStream(fc.nat()), (reports, keys) => {
        const shuffled = [...reports, ...reports]
          .map((report) => ({ report, key: keys.next().value }))
          .sort((a, b) => a.key - b.key)
          .map(({ report }) => report);
        const sorted = (list: readonly Report[]): unknown => Object.entries(bodiesOf(rollup, list)).sort();
        assert.deepEqual(sorted(shuffled), sorted(reports));
      }),
      { numRuns: propertyRuns(40) },
    ));

  test(`${rollup.name}: no published number of installs is below three`, () =>
    fc.assert(
      fc.property(reportsBy(6, kinds), (reports) => {
        for (const count of installsIn(bodiesOf(rollup, reports))) assert.ok(count >= 3, String(count));
      }),
      { numRuns: propertyRuns(40) },
    ));

  test(`${rollup.name}: two installs make nothing public, whatever they report`, () =>
    fc.assert(
      fc.property(reportsBy(2, kinds), (reports) => assert.deepEqual(bodiesOf(rollup, reports), {})),
      { numRuns: propertyRuns(40) },
    ));

  test(`${rollup.name}: two installs over IPv4 and two over IPv6 make nothing public`, () =>
    fc.assert(
      fc.property(reportsBy(4, kinds), (reports) => {
        const apart = reports.map((report) => ({ ...report, install: OF_TWO_FAMILIES[report.install]! }));
        assert.deepEqual(bodiesOf(rollup, apart), {});
      }),
      { numRuns: propertyRuns(40) },
    ));
}

test('three installs that agree make a fact of every family public', () => {
  const silent = corroborated.filter((rollup) => {
    const reports = KINDS.filter((kind) => rollup.kinds.includes(kind)).flatMap((kind) =>
      fc.sample(FIELDS[kind] as fc.Arbitrary<Record<string, unknown>>, { numRuns: 60, seed: 3 }).flatMap((fields, i) =>
        [1, 2, 3].map(
          (install): Report => ({
            install,
            kind,
            fields,
            at: `2026-01-09T18:${String(i % 60).padStart(2, '0')}:00Z`,
          }),
        ),
      ),
    );
    return Object.keys(bodiesOf(rollup, reports)).length === 0;
  });
  assert.deepEqual(
    silent.map((rollup) => rollup.name),
    [],
  );
});
