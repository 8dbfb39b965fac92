import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBoundedCache } from '../../../domain/values/bounded_cache.ts';

const EACH = 1000;
/** Size of a cache entry with a one-letter key, without the value. */
const AROUND = 2 + 256;

test('the least recently used entry is evicted first', () => {
  const cache = createBoundedCache<number>(10 * EACH);
  const value = EACH - AROUND;
  for (const [i, key] of [...'abcdefghij'].entries()) cache.set(key, i, value);
  assert.equal(cache.bytes(), 10 * EACH);
  assert.equal(cache.get('a'), 0);
  cache.set('k', 10, value);
  assert.equal(cache.get('b'), undefined, 'the oldest went');
  assert.equal(cache.get('a'), 0, 'the one asked for stayed');
  assert.equal(cache.get('c'), 2);
  cache.clear();
  assert.equal(cache.bytes(), 0);
  assert.equal(cache.get('a'), undefined);
});

test('a value larger than an eighth of the cache is not stored, and removes the older value of its key', () => {
  const cache = createBoundedCache<string>(8 * EACH);
  cache.set('a', 'whole eighth', EACH - AROUND);
  assert.equal(cache.get('a'), 'whole eighth');
  cache.set('a', 'one byte more', EACH - AROUND + 1);
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.bytes(), 0);
});

test('the cache never exceeds its limit and returns only the last stored value', () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), bytes: fc.integer({ min: 0, max: 900 }) });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const cache = createBoundedCache<number>(4000);
      const last = new Map<string, number>();
      for (const [i, { key, bytes }] of steps.entries()) {
        cache.set(key, i, bytes);
        last.set(key, i);
        assert.ok(cache.bytes() <= 4000);
        for (const one of last.keys()) assert.ok([undefined, last.get(one)].includes(cache.get(one)));
      }
    }),
  );
});
