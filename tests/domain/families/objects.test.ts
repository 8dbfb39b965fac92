import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '../../../domain/families/mod.ts';
import * as they from '../../support/world.ts';
import { factsOf, type Report } from './support.ts';

const chest = they.object(2843, 'Battered Chest');
const wolf = they.npc(60, 'Wolf');

function by(installs: readonly number[], seen: they.Seen, more: Partial<Report> = {}): Report[] {
  return they.reportedBy(installs, seen).map((report) => ({ ...report, ...more }));
}

const LATER = { at: '2026-01-10T00:00:00Z' };

test('an object has the name that most installs saw in its loot window', () => {
  const reports = [...by([1, 2, 3], they.opened(chest)), ...by([4], they.opened(they.object(2843, 'Chest')))];
  assert.deepEqual(factsOf(families.objects, reports), { '2843': { name: { value: 'Battered Chest', installs: 3 } } });
  assert.deepEqual(factsOf(families.objects, by([1, 2], they.opened(chest))), {});
  assert.deepEqual(factsOf(families.objects, by([1, 2, 3], they.opened(wolf))), {});
});

test('an install has one vote on a name, its newest', () => {
  const reports = [...by([1, 2, 3], they.opened(chest)), ...by([3], they.opened(they.object(2843, 'Chest')), LATER)];
  assert.deepEqual(factsOf(families.objects, reports), {});
});

test('names in different languages are not added up', () => {
  const german = they.opened(they.object(2843, 'Ramponierte Truhe'));
  const reports = [...by([1, 2], they.opened(chest)), ...by([3, 4, 5], german, { locale: 'deDE' })];
  assert.deepEqual(factsOf(families.objects, reports), {
    '2843': { name: { value: 'Ramponierte Truhe', installs: 3, locale: 'deDE' } },
  });
});

test('loot windows and sightings are votes on the same name of an NPC', () => {
  const reports = [...by([1, 2], they.met(wolf)), ...by([2, 3], they.opened(wolf))];
  const { '60': fact } = factsOf(families.npcs, reports) as { '60': { name: unknown; levels?: unknown } };
  assert.deepEqual([fact.name, fact.levels], [{ value: 'Wolf', installs: 3 }, undefined]);
  const renamed = by([2], they.opened(they.npc(60, 'Worg')), LATER);
  assert.deepEqual(factsOf(families.npcs, [...reports, ...renamed]), {});
});

const PLACED: readonly (readonly [family: Parameters<typeof factsOf>[0], facts: object])[] = [
  [families.object_pins, { '12:2843': { pins: [{ x: 40.5, y: 60.25, installs: 3 }] } }],
  [
    families.edges,
    { 'located_in:object:zone:2843:12': { installs: 3, firstSeen: '2026-01-09', lastSeen: '2026-01-09' } },
  ],
];

test('windows on an object tell where it is, also those of a herb that was gathered', () => {
  for (const [family, facts] of PLACED) {
    assert.deepEqual(factsOf(family, by([1, 2, 3], they.opened(chest))), facts);
    assert.deepEqual(factsOf(family, by([1, 2, 3], they.opened(chest, { method: 'herbalism' }))), facts);
    assert.deepEqual(factsOf(family, by([1, 2], they.opened(chest))), {});
  }
  assert.deepEqual(factsOf(families.coverage, by([1], they.opened(chest))), {});
});

const IGNORED: readonly (readonly [what: string, seen: they.Seen])[] = [
  ['a window on an NPC', they.opened(wolf)],
  ['map 0', they.opened(chest, { mapId: 0 })],
  ['no map', they.looted(chest)],
  ['no y', withoutField(they.opened(chest), 'y')],
  ['a guess', withoutField(they.opened(chest), 'sourceEvidence')],
  ['a window of an item', they.opened(chest, { sourceItemId: 7 })],
  ['a skinned NPC', they.opened(wolf, { method: 'skinning' })],
  ['two sources', they.opened(chest, { sourceNpcId: 60 })],
];

for (const [what, seen] of IGNORED) {
  test(`${what} is no place of an object`, () => {
    for (const [family] of PLACED) assert.deepEqual(factsOf(family, by([1, 2, 3], seen)), {});
  });
}

test('guessed sources and windows with two sources are no votes on names', () => {
  for (const seen of [IGNORED[4]![1], IGNORED[5]![1]]) {
    assert.deepEqual(factsOf(families.objects, by([1, 2, 3], seen)), {});
    assert.deepEqual(factsOf(families.npcs, by([1, 2, 3], seen)), {});
  }
});

test('locations of an object are counted like those of an NPC', () => {
  const herb = they.object(1618, 'Peacebloom');
  const spots = [
    [10, 10],
    [80, 30],
  ] as const;
  const windows = spots.flatMap(([x, y]) => by([1, 2, 3, 4], they.opened(herb, { x, y })));
  const sightings = spots.flatMap(([x, y]) => by([1, 2, 3, 4], they.met(they.npc(1618), { x, y })));
  assert.deepEqual(factsOf(families.object_pins, windows), factsOf(families.pins, sightings));
});

function withoutField({ kind, fields }: they.Seen, field: string): they.Seen {
  const { [field]: _, ...others } = fields;
  return { kind, fields: others };
}
