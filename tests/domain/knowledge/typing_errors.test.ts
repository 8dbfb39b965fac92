import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchKnowledge } from '../../../domain/knowledge/search.ts';
import { findSimilarNames } from '../../../domain/knowledge/suggest.ts';
import { foldName } from '../../../domain/knowledge/words.ts';
import { NO_FILTER } from '../../../domain/ports/knowledge.ts';
import { snapshotOf } from '../../adapters/libsql/snapshot/game_support.ts';
import { seeded } from '../../bench/world.ts';
import { mistype } from '../../support/typing_errors.ts';
import { type Stores, withStores } from '../snapshot/support.ts';
import { named, state } from './support.ts';

const FIRST =
  "Linen Wool Silk Heavy Thick Rugged Coarse Solid Dense Bronze Iron Mithril Thorium Copper Silver Golden Small Large Lesser Greater Black Red Green Blue White Dark Light Swift Old Young Burning Frozen Broken Sharp Blackrock Defias Kobold Murloc Gnoll Anub'ar".split(
    ' ',
  );
const LAST =
  "Cloth Bandage Bolt Leather Hide Stone Bar Ore Sword Axe Mace Dagger Staff Shield Helm Boots Gloves Belt Robe Cloak Ring Amulet Potion Elixir Flask Scroll Miner Scout Mage Warrior Prowler Geomancer Tidehunter Shaman Chief Bandit Cook Guard Zul'Gar".split(
    ' ',
  );

/** Names as a game combines them, so that many of them differ in a few letters. */
const NAMES = [
  ...FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)),
  ...FIRST.flatMap((first) => LAST.slice(0, 8).map((last) => `${last} of the ${first}`)),
  ...['Kurden Bloodclaw', 'Hogger', 'Thunderfury, Blessed Blade of the Windseeker', "Kel'Thuzad"],
];

const LETTERS_MIN = 8;
const TRIES = 200;

/** Counts how many of some names are among the results of a search for a changed spelling. */
async function countFound(on: Stores, change: (key: string, random: () => number) => string): Promise<number> {
  const random = seeded(32);
  const snapshot = await snapshotOf(on);
  const long = NAMES.filter((name) => foldName(name).replaceAll(' ', '').length >= LETTERS_MIN);
  let found = 0;
  for (let i = 0; i < TRIES; i++) {
    const name = long[Math.floor(random() * long.length)]!;
    const query = change(foldName(name), random);
    const { hits, guesses } = await searchKnowledge(snapshot, { query, limit: 10, ...NO_FILTER });
    if ([...hits, ...guesses].some((one) => one.name === name)) found++;
  }
  return found;
}

test('names of eight letters or more are found despite one or two typing errors', () =>
  withStores(async (on) => {
    await state(on, ...NAMES.map((name, i) => ['items', String(i + 1), named(name)] as const));
    const exact = await countFound(on, (key) => key);
    const one = await countFound(on, mistype);
    const two = await countFound(on, (key, random) => mistype(mistype(key, random), random));
    assert.equal(exact, TRIES);
    assert.ok(one >= 0.95 * TRIES, `one error: ${one} of ${TRIES}`);
    assert.ok(two >= 0.8 * TRIES, `two errors: ${two} of ${TRIES}`);
  }));

test('a name is never replaced by a similar one', () =>
  withStores(async (on) => {
    await state(on, ...NAMES.map((name, i) => ['npcs', String(i + 1), named(name)] as const));
    const snapshot = await snapshotOf(on);
    const found = await searchKnowledge(snapshot, { query: 'Kurzen', limit: 5, ...NO_FILTER });
    assert.deepEqual([found.hits, found.guesses.map(({ name }) => name)], [[], ['Kurden Bloodclaw']]);
    assert.deepEqual(found.unmatched, ['kurzen']);
    assert.deepEqual(await findSimilarNames(snapshot, 'Kurzen', NO_FILTER, 5), []);
    const names = (await findSimilarNames(snapshot, 'hoger', NO_FILTER, 5)).map(({ name }) => name);
    assert.deepEqual(names, ['Hogger']);
  }));
