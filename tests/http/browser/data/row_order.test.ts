import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  containsText,
  foldText,
  type SortKey,
  sortRows,
  toggleDirection,
  toSortKey,
} from '../../../../http/browser/data/row_order.ts';

test('a cell sorts by its number or by its text, and an unknown cell has no key', () => {
  const written = (value: string | null, text: string, isUnknown = false): SortKey =>
    toSortKey({ value, text, isUnknown });
  assert.equal(written('1205', '12s 5c'), 1205);
  assert.equal(written('0', 'nothing'), 0);
  assert.equal(written('0.125', '12.5%'), 0.125);
  assert.equal(written('-3', '-3'), -3);
  assert.equal(written('', 'unknown', true), null);
  assert.equal(written(' ', 'unknown'), null);
  assert.equal(written('x', 'x'), null);
  assert.equal(written(null, 'Defias Thug'), 'Defias Thug');
  assert.equal(written(null, 'unknown', true), null);
});

test('rows sort by number and by natural order of names, with unknown ones last in both directions', () => {
  const sorted = (keys: readonly SortKey[], direction: 'ascending' | 'descending') =>
    sortRows(keys, direction).map((at) => keys[at]);
  assert.deepEqual(sorted([3, null, 1, 20, 0], 'ascending'), [0, 1, 3, 20, null]);
  assert.deepEqual(sorted([3, null, 1, 20, 0], 'descending'), [20, 3, 1, 0, null]);
  assert.deepEqual(sorted(['Item 10', 'axe', 'Item 9', 'Äpfel', null, 'Bar'], 'ascending'), [
    ...['Äpfel', 'axe', 'Bar', 'Item 9', 'Item 10'],
    null,
  ]);
  assert.deepEqual(sorted(['a', 5], 'ascending'), [5, 'a']);
});

test('sorting keeps every row and the order of equal rows, and the two directions are mirrored', () => {
  const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(null));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 30 }), (keys) => {
      const [up, down] = [sortRows(keys, 'ascending'), sortRows(keys, 'descending')];
      assert.deepEqual(
        [...up].sort((a, b) => a - b),
        keys.map((_, at) => at),
      );
      for (const order of [up, down]) {
        order.slice(1).forEach((at, i) => {
          const before = order[i]!;
          if (keys[at] === keys[before]) assert.ok(before < at, 'rows alike keep their order');
          assert.ok(keys[before] !== null || keys[at] === null, 'the unknown is last');
        });
      }
      const known = (order: readonly number[]) => order.map((at) => keys[at]).filter((one) => one !== null);
      assert.deepEqual(known(up), known(down).toReversed());
    }),
  );
});

test('clicks on a heading cycle through descending, ascending and original order for numbers, and start ascending for names', () => {
  assert.equal(toggleDirection(null, true), 'descending');
  assert.equal(toggleDirection('descending', true), 'ascending');
  assert.equal(toggleDirection('ascending', true), null);
  assert.equal(toggleDirection(null, false), 'ascending');
  assert.equal(toggleDirection('ascending', false), 'descending');
  assert.equal(toggleDirection('descending', false), null);
});

test('a row is found by words, regardless of case and accents', () => {
  const row = foldText('Défias Thug Elwynn Forest 35%');
  for (const sought of ['defias', 'ÉLWYNN thug', '35%', '  forest  defias ', ''])
    assert.ok(containsText(row, sought.trim()), sought);
  for (const sought of ['kobold', 'defias kobold', '36%']) assert.ok(!containsText(row, sought), sought);
});
