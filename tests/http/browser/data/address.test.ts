import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatStates, parseStates, type TableState } from '../../../../http/browser/data/address.ts';

test('a fragment holds how tables are sorted and filtered', () => {
  const fragment = '#sort.dropped-by=-players&filter.dropped-by=wool+cloth&sort.prices=item';
  const states = new Map<string, TableState>([
    ['dropped-by', { sort: '-players', filter: 'wool cloth' }],
    ['prices', { sort: 'item', filter: '' }],
  ]);
  assert.deepEqual(parseStates(fragment), states);
  assert.equal(formatStates(states), fragment);
});

test('a fragment that names a part of the page, or nothing, has no states', () => {
  for (const fragment of ['', '#', '#market', '#recipe-12', '#x.y=1']) assert.equal(parseStates(fragment).size, 0);
  assert.equal(formatStates(new Map([['a', { sort: '', filter: '' }]])), '');
});

test('every state survives the address', () => {
  const word = fc.stringMatching(/^[a-zäß0-9]{1,8}(-[a-z0-9]{1,5})?$/);
  const state = fc.tuple(fc.oneof(fc.constant(''), word), fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(word, state), { selector: ([id]) => id, maxLength: 4 }), (some) => {
      const states = new Map(some.map(([id, [sort, filter]]) => [id, { sort, filter }]));
      assert.deepEqual(parseStates(formatStates(states)), states);
    }),
  );
});
