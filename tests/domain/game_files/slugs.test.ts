import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  assignSlugs,
  createSlug,
  findQualitySlug,
  findSlotSlug,
  ITEM_QUALITIES,
  ITEM_SLOTS,
} from '../../../domain/game_files/slugs.ts';
import { QUALITIES } from '../../../schema/vocabulary.ts';

const NAMES: readonly (readonly [name: string, slug: string | null])[] = [
  ['Weapon', 'weapon'],
  ['Trade Goods', 'trade-goods'],
  ['Generic(OBSOLETE)', 'generic-obsolete'],
  ['  Two-Handed   Axes! ', 'two-handed-axes'],
  ['<unused>', 'unused'],
  ['Quest #2', 'quest-2'],
  ['Оружие', null],
  ['', null],
  ['---', null],
  ['a'.repeat(64), 'a'.repeat(64)],
  ['a'.repeat(65), 'a'.repeat(64)],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
];

for (const [name, slug] of NAMES) test(`the slug of "${name}"`, () => assert.equal(createSlug(name), slug));

test('slugsById returns unique slugs of the published form', () => {
  const name = fc.option(fc.oneof(fc.constantFrom('Axe', 'axe', 'Axe 2', '2', ''), fc.string()));
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50)), fc.array(name, { minLength: 51, maxLength: 51 }), (ids, names) => {
      const slugs = assignSlugs(ids.map((id) => ({ id, name: names[id]! })));
      assert.deepEqual([...slugs.keys()], ids);
      assert.equal(new Set(slugs.values()).size, ids.length);
      for (const slug of slugs.values()) assert.match(slug, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    }),
  );
});

test('the first of several equal names has the plain slug', () => {
  const slugs = assignSlugs([
    { id: 0, name: 'Axe' },
    { id: 1, name: 'axe!' },
    { id: 2, name: null },
    { id: 3, name: 'Axe' },
  ]);
  assert.deepEqual([...slugs.values()], ['axe', 'axe-1', '2', 'axe-3']);
  const awkward = ['Axe', 'Axe 2', 'axe'].map((name, id) => ({ id, name }));
  assert.deepEqual([...assignSlugs(awkward).values()], ['axe', 'axe-2', 'axe-2-2']);
});

const WORN: Readonly<Record<string, readonly number[]>> = {
  head: [1],
  neck: [2],
  shoulder: [3],
  shirt: [4],
  chest: [5, 20],
  waist: [6],
  legs: [7],
  feet: [8],
  wrist: [9],
  hands: [10],
  finger: [11],
  trinket: [12],
  'one-hand': [13],
  'off-hand': [14, 22, 23],
  ranged: [15, 25, 26],
  back: [16],
  'two-hand': [17],
  bag: [18],
  tabard: [19],
  'main-hand': [21],
  ammo: [24],
  quiver: [27],
  relic: [28],
};

test('slots are the published ones', () => {
  assert.deepEqual(
    ITEM_SLOTS.map(({ slug }) => slug),
    Object.keys(WORN),
  );
  for (const [slug, types] of Object.entries(WORN)) for (const type of types) assert.equal(findSlotSlug(type), slug);
  for (const type of [0, -1, 29, 1.5, null]) assert.equal(findSlotSlug(type), null);
});

test('qualities are those of upload records', () => {
  assert.deepEqual(
    ITEM_QUALITIES.map(({ slug }) => slug),
    QUALITIES,
  );
  assert.deepEqual([0, 7, 8, -1, null].map(findQualitySlug), ['poor', 'heirloom', null, null, null]);
});
