import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPlayerLine, hasMissingValue } from '../../../domain/cards/card.ts';

import { formatMoney, formatPercent, formatPrices, formatRange } from '../../../domain/cards/words.ts';
import { findClassName, listClassIds } from '../../../domain/reads/entities/filed_item.ts';
import { joinWithOr } from '../../../domain/values/phrases.ts';

test('moneyText writes money in gold, silver and copper', () => {
  const rows: [copper: number, text: string][] = [
    [0, '0c'],
    [1, '1c'],
    [99, '99c'],
    [100, '1s'],
    [101, '1s 1c'],
    [9_999, '99s 99c'],
    [10_000, '1g'],
    [10_001, '1g 1c'],
    [12_345, '1g 23s 45c'],
    [12_345_678, '1,234g 56s 78c'],
    [Number.MAX_SAFE_INTEGER, '900,719,925,474g 9s 91c'],
  ];
  for (const [copper, text] of rows) assert.equal(formatMoney(copper), text);
  assert.equal(formatPrices([]), '');
  assert.equal(formatPrices([5]), '5c');
  assert.equal(formatPrices([5, 100, 110]), '5c, 1s or 1s 10c');
});

test('moneyText does not lose a copper', () => {
  const worth = { g: 10_000, s: 100, c: 1 } as const;
  const read = (text: string): number =>
    text
      .split(' ')
      .reduce((sum, part) => sum + Number(part.slice(0, -1).replaceAll(',', '')) * worth[part.at(-1) as 'g'], 0);
  fc.assert(fc.property(fc.maxSafeNat(), (copper) => read(formatMoney(copper)) === copper));
});

test('rates are written in percent', () => {
  const rows: [drops: number, kills: number, text: string][] = [
    [0, 24, '0%'],
    [3, 24, '12.5%'],
    [1, 3, '33.3%'],
    [24, 24, '100%'],
    [9_999, 10_000, '>99.9%'],
    [999, 1_000, '99.9%'],
    [1, 100, '1%'],
    [99, 10_000, '0.99%'],
    [1, 10_000, '0.01%'],
    [1, 10_001, '<0.01%'],
  ];
  for (const [drops, kills, text] of rows) assert.equal(formatPercent(drops / kills), text);
});

test('ranges and lists are written as text', () => {
  assert.deepEqual([formatRange(5, 5), formatRange(5, 7)], ['5', '5–7']);
  assert.deepEqual([joinWithOr([]), joinWithOr(['a']), joinWithOr(['a', 'b'])], ['', 'a', 'a or b']);
});

test('a class mask is read as its classes', () => {
  const rows: [mask: number, ids: number[]][] = [
    [0, []],
    [-1, []],
    [1503, []],
    [32_767, []],
    [1, [1]],
    [1024, [11]],
    [1502, [2, 3, 4, 5, 7, 8, 9, 11]],
    [32 + 1, [1, 6]],
  ];
  for (const [mask, ids] of rows) assert.deepEqual(listClassIds(mask), ids, `${mask}`);
  assert.deepEqual([findClassName(1), findClassName(6)], ['Warrior', null]);
});

test('a card is partial if a line has a [?]', () => {
  assert.equal(hasMissingValue([createPlayerLine('Level 5')]), false);
  assert.equal(hasMissingValue([createPlayerLine('Level 5'), createPlayerLine('Sell price [?]')]), true);
});
