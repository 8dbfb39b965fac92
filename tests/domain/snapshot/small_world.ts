import fc from 'fast-check';
import type { Sketch } from './support.ts';

/**
 * Records of every kind that a roll-up reads. They are about so few subjects and values that installs meet the same
 * ones, agree, disagree and change their minds.
 */
type Fields = fc.Arbitrary<Sketch['fields']>;

function id(max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max });
}
function perhaps<T>(name: string, value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .option(value, { nil: undefined })
    .map((one): Record<string, T> => (one === undefined ? {} : { [name]: one }));
}
function merged(...parts: readonly fc.Arbitrary<object>[]): Fields {
  return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Sketch['fields']);
}
const name = fc.constantFrom('Alpha', 'Beta');
const realm = fc.constantFrom('Everlook', 'EVERLOOK', 'Everlook', 'everlook (eu)');
const characterKey = fc.constantFrom('0000000a', '0000000b', '0000000c', '0000000d');
const playerClass = fc.constantFrom('MAGE', 'ROGUE');
const faction = fc.constantFrom('alliance', 'horde');
const stack = fc.record({ itemId: id(3), count: fc.integer({ min: 1, max: 2 }) });

/** An item in a loot window, which may be marked as a quest item. */
const found = fc
  .tuple(stack, fc.constantFrom({}, { questId: 1 }, { questItem: true, questId: 2 }))
  .map(([one, marks]) => ({ ...one, ...marks }));

/** Generators for the fields of a record, keyed by kind, with fields in schema order. */
export const FIELDS: Readonly<Record<string, Fields>> = {
  loot: merged(
    fc.constantFrom(
      ...[{ sourceNpcId: 1 }, { sourceNpcId: 1 }, { sourceNpcId: 2 }, { sourceObjectId: 1 }, {}],
      ...[{ sourceNpcId: 1, method: 'skinning' }, { sourceItemId: 1, method: 'container' }, { method: 'fishing' }],
    ),
    fc.constantFrom({ sourceEvidence: 'loot-api' }, { sourceEvidence: 'loot-api' }, {}),
    perhaps('group', fc.constantFrom('solo', 'solo', 'party')),
    perhaps('questIds', fc.subarray([1, 2, 3])),
    fc.constantFrom({}, { mapId: 1, x: 10.1, y: 20 }, { mapId: 1, x: 10.4, y: 20.3 }, { mapId: 2, x: 40, y: 20 }),
    fc.record({ items: fc.array(found, { maxLength: 3 }) }),
  ),
  npc_sighting: merged(
    fc.record({
      npcId: id(2),
      name,
      mapId: fc.integer({ min: 0, max: 2 }),
      x: fc.constantFrom(10.1, 10.4, 10.6, 40),
      y: fc.constantFrom(20, 20.3),
      level: fc.integer({ min: 5, max: 7 }),
      reaction: fc.constantFrom('hostile', 'neutral'),
    }),
    perhaps('positionKind', fc.constantFrom('player', 'npc')),
  ),
  quest: merged(
    fc.record({ questId: id(2), title: name, level: fc.integer({ min: 5, max: 6 }) }),
    perhaps('giverNpcId', id(2)),
    perhaps('turnInNpcId', id(2)),
    fc.record({ rewardItemIds: fc.array(id(3), { maxLength: 2 }) }),
  ),
  vendor: fc.record({
    vendorNpcId: id(2),
    items: fc.array(fc.record({ itemId: id(3), priceCopper: fc.integer({ min: 10, max: 11 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  item_seen: merged(
    fc.record({ itemId: id(2), name, quality: fc.constantFrom('common', 'rare') }),
    perhaps('itemLevel', fc.integer({ min: 10, max: 11 })),
  ),
  price_seen: fc.record({ itemId: id(2), priceCopper: fc.integer({ min: 5, max: 6 }), source: fc.constant('vendor') }),
  trainer_seen: fc.record({
    trainerNpcId: id(1),
    services: fc.array(fc.record({ spellId: id(2), name, costCopper: fc.integer({ min: 1, max: 2 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  recipe_seen: fc.record({ profession: fc.constant('Alchemy'), recipeId: id(2), name }),
  recipe_observed: fc.record({
    profession: fc.constant('Alchemy'),
    recipeId: id(2),
    name,
    skill: fc.integer({ min: 1, max: 4 }),
    difficulty: fc.constantFrom('optimal', 'medium', 'easy', 'trivial'),
    reagents: fc.array(stack, { maxLength: 2 }),
  }),
  map_bounds: fc.record({
    mapId: id(2),
    name,
    continentId: fc.constant(0),
    left: fc.constantFrom(100, 100.04, 101),
    right: fc.constant(-100),
    top: fc.constant(50),
    bottom: fc.constant(-50),
  }),
  auction_scan: merged(
    fc.record({ realm }),
    perhaps('house', fc.constantFrom('Alliance', 'Horde')),
    fc.record({ scanId: fc.constantFrom('scan-1', 'scan-2') }),
    perhaps('complete', fc.boolean()),
    fc.record({
      items: fc.array(
        fc.record({
          itemId: id(2),
          unitPriceCopper: fc.constantFrom(10, 11, 90),
          quantity: fc.integer({ min: 1, max: 3 }),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
  ),
  title_catalog: fc.record({ titleId: id(2), name }),
  collection_catalog: fc.record({ collection: fc.constant('mounts'), source: name, itemId: id(2) }),
  census_self: fc.record({
    characterKey,
    realm,
    class: playerClass,
    race: fc.constant('Human'),
    faction,
    level: id(60),
  }),
  census_seen: fc.record({
    realm,
    characters: fc.array(fc.record({ characterKey, class: playerClass, faction, level: id(60) }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  talent_snapshot: fc.record({
    characterKey,
    class: playerClass,
    level: id(60),
    nodes: fc.array(fc.record({ nodeId: id(2), rank: id(2) }), { minLength: 1, maxLength: 2 }),
  }),
  guild_snapshot: fc.record({
    guildName: name,
    realm,
    faction,
    members: fc.array(
      fc.record({
        name: fc.constantFrom('Anna', 'Bert'),
        rank: fc.constant('Officer'),
        level: id(60),
        class: fc.constant('Mage'),
        lastOnlineDays: fc.constant(1),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  gold_snapshot: fc.record({
    character: fc.constantFrom('Anna', 'Bert'),
    realm,
    copper: fc.integer({ min: 0, max: 9 }),
  }),
  money_event: fc.record({
    character: fc.constantFrom('Anna', 'Bert'),
    realm,
    source: fc.constantFrom('loot', 'repair'),
    copper: fc.constantFrom(5, -3),
  }),
  gear_snapshot: fc.record({
    character: fc.constant('Anna'),
    realm,
    equipped: fc.constant([{ slot: 'head', itemId: 1, itemLevel: 5 }]),
  }),
};

const NAMED = new Set(['guild_snapshot', 'gold_snapshot', 'money_event', 'gear_snapshot']);

const CAPTURED = ['2026-01-07T23:59:00Z', '2026-01-08T00:01:00Z', '2026-01-08T12:00:00Z', '2026-01-09T18:30:00Z'];

/**
 * Generates a record of one of these kinds by one of `installs` installs. Named records may be covered by up to three
 * grants, the last of which is the install's own.
 */
export function sketch(installs = 5, kinds: readonly string[] = Object.keys(FIELDS)): fc.Arbitrary<Sketch> {
  return fc.constantFrom(...kinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      install: fc.integer({ min: 1, max: installs }),
      at: fc.constantFrom(...CAPTURED),
      fields: FIELDS[kind]!,
      client: fc.constantFrom({}, {}, { region: 3 }),
      grants: NAMED.has(kind) ? fc.constantFrom([1], [2], [9], [1, 2], [1, 9]) : fc.constant([]),
    }),
  );
}

/** Records grouped into uploads of one to six records. An upload may contain records of several installs. */
export function history(maxUploads = 40, installs = 5): fc.Arbitrary<readonly Sketch[]> {
  return fc
    .array(fc.array(sketch(installs), { minLength: 1, maxLength: 6 }), { maxLength: maxUploads, size: 'max' })
    .map((uploads) => uploads.flatMap((sketches, i) => sketches.map((one) => ({ ...one, upload: i + 1 }))));
}

/** Like `history`, but with loot only. */
export function lootHistory(maxUploads = 40): fc.Arbitrary<readonly Sketch[]> {
  return fc
    .array(fc.array(sketch(4, ['loot']), { minLength: 1, maxLength: 3 }), { maxLength: maxUploads, size: 'max' })
    .map((uploads) => uploads.flatMap((sketches, i) => sketches.map((one) => ({ ...one, upload: i + 1 }))));
}
