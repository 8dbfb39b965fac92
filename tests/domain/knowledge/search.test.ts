import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchKnowledge } from '../../../domain/knowledge/search.ts';
import { NO_FILTER, type SearchHit } from '../../../domain/ports/knowledge.ts';
import { snapshotOf } from '../../adapters/libsql/snapshot/game_support.ts';
import { type Stores, withStores } from '../snapshot/support.ts';
import { document, named, state, takeIn } from './support.ts';

const NAMES = [
  'Linen Cloth',
  'Linen Bandage',
  'Heavy Linen Bandage',
  'Wool Cloth',
  'Thunderfury, Blessed Blade of the Windseeker',
  'Blade',
  'Baron Geddon',
  'Molten Core Hound',
  "Anub'Rekhan",
  'Sword of Omen',
  'Dragonscale Breastplate',
  'Dusky Armor',
  'Make Dusky Armor',
] as const;

async function fill(on: Stores): Promise<void> {
  await state(on, ...NAMES.map((name, i) => ['items', String(i + 1), named(name)] as const));
  await takeIn(on, [
    document('fishing', 'Fishing Guide', 'Where to fish: the lakes of Elwynn. Bring a blade for the Murlocs.'),
    document('cloth', 'Cloth', 'Linen and wool drop from humanoids.'),
  ]);
}

async function names(on: Stores, query: string, limit = 10): Promise<readonly string[]> {
  const { hits, guesses } = await searchKnowledge(await snapshotOf(on), { query, limit, ...NO_FILTER });
  return [...hits, ...guesses].map(({ name }) => name).slice(0, limit);
}

const GEDDON = ['Baron Geddon'];

const ROWS: readonly (readonly [query: string, names: readonly string[]])[] = [
  ['linen cloth', ['Linen Cloth', 'Cloth']],
  ['LINEN', ['Linen Bandage', 'Linen Cloth', 'Heavy Linen Bandage', 'Cloth']],
  ['cloth lin', ['Linen Cloth', 'Cloth']],
  ['blade', ['Blade', 'Thunderfury, Blessed Blade of the Windseeker', 'Fishing Guide']],
  ['thunderfury', ['Thunderfury, Blessed Blade of the Windseeker']],
  ['thunderfury blessed blade of the windseeker', ['Thunderfury, Blessed Blade of the Windseeker']],
  ['where do I find Baron Geddon?', GEDDON],
  ['what drops the Sword of Omen', ['Sword of Omen']],
  ['anubrekhan', ["Anub'Rekhan"]],
  ['anub rekhan', ["Anub'Rekhan"]],
  ['barn geddon', GEDDON],
  ['abron geddon', GEDDON],
  ['varon', GEDDON],
  ['dragonscael brestplate', ['Dragonscale Breastplate']],
  ['swrod omne', ['Sword of Omen']],
  ['baron geddon of molten core', ['Baron Geddon', 'Molten Core Hound']],
  ['where do I find Make Dusky Armor?', ['Make Dusky Armor', 'Dusky Armor']],
  ['murlocs', ['Fishing Guide']],
  ['fishing elwynn', ['Fishing Guide']],
  ['zzzz', []],
  ['🔥', []],
  [' ', []],
];

test('names and questions find the expected entries in order', () =>
  withStores(async (on) => {
    await fill(on);
    for (const [query, expected] of ROWS) {
      assert.deepEqual(await names(on, query), expected, query);
      assert.deepEqual(await names(on, query, 1), expected.slice(0, 1), query);
    }
  }));

test('a typing error is never corrected silently, and words that match nothing are named', () =>
  withStores(async (on) => {
    await fill(on);
    const rows: readonly (readonly [query: string, hits: string, guesses: string, unmatched: string])[] = [
      ['baron', 'Baron Geddon', '', ''],
      ['varon', '', 'Baron Geddon', 'varon'],
      ['barn geddno', '', 'Baron Geddon', 'barn,geddno'],
      ['where is barn geddno?', '', 'Baron Geddon', 'barn,geddno'],
      ['anub rekhan', "Anub'Rekhan", '', ''],
      ['dragon scale breastplate', 'Dragonscale Breastplate', '', ''],
      ['heavy burlap bandage', 'Heavy Linen Bandage', '', 'burlap'],
      ['heavy linnen bandage', '', 'Heavy Linen Bandage,Cloth,Linen Bandage', 'linnen'],
      ['which mobs drop Baron Burlap Geddon', 'Baron Geddon', '', 'mobs,burlap'],
      ['murloc lakes', 'Fishing Guide', '', ''],
      ['fisching', '', 'Fishing Guide', 'fisching'],
      ['zzzz', '', '', 'zzzz'],
    ];
    const named = (found: readonly SearchHit[]): string => found.map(({ name }) => name).join(',');
    for (const [query, hits, guesses, unmatched] of rows) {
      const found = await searchKnowledge(await snapshotOf(on), { query, limit: 9, ...NO_FILTER });
      const seen = [named(found.hits), named(found.guesses), found.unmatched.join(',')];
      assert.deepEqual(seen, [hits, guesses, unmatched], query);
    }
  }));

test('text is never read as a search operator and never fails', () =>
  withStores(async (on) => {
    await fill(on);
    const hostile = [
      ...[
        '"',
        '""',
        "'",
        '*',
        'linen*',
        '"linen" OR "wool"',
        'linen NOT cloth',
        'NEAR(linen cloth)',
        'NEAR/2',
        '^linen',
      ],
      ...[
        'name:linen',
        '{name text}: linen',
        '-linen',
        '(',
        ')',
        'AND',
        'OR',
        'NOT',
        'a AND',
        '+',
        'linen + cloth',
        '\\',
      ],
      ...['; drop table knowledge', '%', '_', '\ud83d', '\u0000', '𞤀𞤣', 'x'.repeat(10_000), 'linen '.repeat(2_000)],
      ...['😀'.repeat(600), '"'.repeat(999), `${'('.repeat(500)}linen`],
    ];
    for (const query of hostile) {
      const found = await names(on, query);
      assert.ok(found.length <= 10, query);
    }
    assert.deepEqual(await names(on, 'linen NOT cloth'), await names(on, 'linen not cloth'));
    assert.deepEqual(await names(on, '"linen" "cloth"'), await names(on, 'linen cloth'));
    assert.deepEqual(await names(on, 'linen -cloth'), await names(on, 'linen cloth'));
  }));

test('kind and version filter every kind of search', () =>
  withStores(async (on) => {
    await fill(on);
    const snapshot = await snapshotOf(on);
    for (const query of ['cloth', 'linen', 'clothh', 'linen dragon']) {
      const { hits, guesses } = await searchKnowledge(snapshot, { query, limit: 9, kind: 'guide', version: null });
      assert.deepEqual(
        [...hits, ...guesses].map(({ id }) => id),
        ['doc:cloth'],
        query,
      );
      const none = await searchKnowledge(snapshot, { query, limit: 9, kind: null, version: '9.9' });
      assert.deepEqual([none.hits, none.guesses], [[], []], query);
    }
  }));
