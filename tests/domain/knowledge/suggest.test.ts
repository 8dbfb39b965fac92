import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSimilarNames, suggestNames } from '../../../domain/knowledge/suggest.ts';
import { NO_FILTER } from '../../../domain/ports/knowledge.ts';
import { snapshotOf } from '../../adapters/libsql/snapshot/game_support.ts';
import { type Stores, withStores } from '../snapshot/support.ts';
import { named, state } from './support.ts';

const NAMES = ['Linen Cloth', 'Linen', 'Sword of Omen', "Anub'Rekhan", 'Baron Geddon', 'Kurden Bloodclaw'];

async function fill(on: Stores): Promise<void> {
  await state(on, ...NAMES.map((name, i) => ['items', String(i + 1), named(name)] as const));
}

async function suggested(on: Stores, text: string, limit = 10): Promise<readonly string[]> {
  return (await suggestNames(await snapshotOf(on), text, limit)).map(({ name }) => name);
}

async function similar(on: Stores, text: string): Promise<readonly string[]> {
  return (await findSimilarNames(await snapshotOf(on), text, NO_FILTER, 10)).map(({ name }) => name);
}

test('suggestions contain every word, and words may be incomplete', () =>
  withStores(async (on) => {
    await fill(on);
    assert.deepEqual(await suggested(on, 'l'), ['Linen', 'Linen Cloth']);
    assert.deepEqual(await suggested(on, 'linen'), ['Linen', 'Linen Cloth']);
    assert.deepEqual(await suggested(on, 'linen', 1), ['Linen']);
    assert.deepEqual(await suggested(on, 'cloth lin'), ['Linen Cloth']);
    assert.deepEqual(await suggested(on, 'ome'), ['Sword of Omen']);
    assert.deepEqual(await suggested(on, 'ome swo'), ['Sword of Omen']);
    assert.deepEqual(await suggested(on, 'omen linen'), [], 'every word must be contained');
    for (const text of ['', ' ', '🔥', '"', '*']) assert.deepEqual(await suggested(on, text), [], text);
    assert.deepEqual(await suggested(on, 'kurzen'), [], 'spelling is not corrected');
  }));

test('similar names are close to the whole text, the closest first', () =>
  withStores(async (on) => {
    await fill(on);
    assert.deepEqual(await similar(on, 'barn geddno'), ['Baron Geddon']);
    assert.deepEqual(await similar(on, 'linencloht'), ['Linen Cloth'], 'a missing space is a typing error');
    assert.deepEqual(await similar(on, 'anubrekhn'), ["Anub'Rekhan"]);
    assert.deepEqual(await similar(on, 'linen clohh'), ['Linen Cloth']);
    assert.deepEqual(await similar(on, 'swrod of omen'), ['Sword of Omen']);
    assert.deepEqual(await similar(on, 'kurzen'), [], 'the whole name is too different');
    assert.deepEqual(await similar(on, 'linen cloth'), [], 'nothing is wrong with an exact name');
    assert.deepEqual(await similar(on, 'zzzzzzzz'), []);
  }));
