import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countRemainingUnits, countSecondsToReset, createRateLimiter } from '../../../domain/values/rate_limit.ts';

test('a window starts with the first request and ends an hour later', () => {
  const table = createRateLimiter(3600, 10);
  const charges = [0, 1000, 2000].map((ms) => table.take('a', 2, ms));
  assert.deepEqual(
    charges.map((charge) => charge.allowed),
    [true, true, false],
  );
  assert.equal(countRemainingUnits(charges[2]!), 0);
  assert.equal(countSecondsToReset(charges[2]!, 3600, 2000), 3598);
  assert.equal(table.take('a', 2, 3_599_999).allowed, false);
  const fresh = table.take('a', 2, 3_600_000);
  assert.equal(fresh.allowed, true);
  assert.equal(countRemainingUnits(fresh), 1);
  assert.equal(countSecondsToReset(fresh, 3600, 3_600_000), 3600);
});

test('clients are counted separately', () => {
  const table = createRateLimiter(60, 10);
  table.take('a', 1, 0);
  assert.equal(table.take('b', 1, 0).allowed, true);
  assert.equal(table.take('a', 1, 0).allowed, false);
});

test('waiting for the announced time is enough, to the millisecond', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 59_999 }), (ms) => {
      const table = createRateLimiter(60, 10);
      table.take('a', 1, 0);
      const refused = table.take('a', 1, ms);
      assert.equal(refused.allowed, false);
      assert.equal(table.take('a', 1, ms + countSecondsToReset(refused, 60, ms) * 1000).allowed, true);
    }),
  );
});

test('a refund returns one request, and none if none was taken', () => {
  const table = createRateLimiter(60, 10);
  const first = table.take('a', 1, 0);
  const refused = table.take('a', 1, 0);
  table.refund(refused);
  assert.equal(table.take('a', 1, 0).allowed, false);
  table.refund(first);
  assert.equal(table.take('a', 1, 0).allowed, true);
  assert.equal(table.take('a', 1, 0).allowed, false);
});

test('after the clock is set back, nobody is blocked for longer than a window', () => {
  const table = createRateLimiter(60, 10);
  table.take('a', 1, 1_000_000_000);
  assert.equal(table.take('a', 1, 0).allowed, true);
});

test('a full table evicts the oldest client that is not blocked, and never a blocked one', () => {
  const table = createRateLimiter(60, 3);
  table.take('blocked', 1, 0);
  table.take('old', 5, 1);
  table.take('young', 5, 2);
  table.take('new', 5, 3);
  assert.equal(table.take('blocked', 1, 4).allowed, false, 'still blocked');
  assert.equal(countRemainingUnits(table.take('young', 5, 4)), 3, 'kept');
  assert.equal(countRemainingUnits(table.take('new', 5, 4)), 3, 'kept');
  assert.equal(countRemainingUnits(table.take('old', 5, 4)), 4, 'let go: its window begins anew');
});

test('a refusal can be predicted without counting or remembering the client', () => {
  const table = createRateLimiter(60, 2);
  assert.equal(table.refusal('a', 2, 0), null, 'unknown');
  table.take('a', 2, 0);
  assert.equal(table.refusal('a', 2, 0), null, 'one is left');
  table.take('a', 2, 0);
  assert.deepEqual(table.refusal('a', 2, 59_999), table.take('a', 2, 59_999));
  assert.equal(table.refusal('a', 2, 60_000), null, 'the window ended');
  table.take('b', 5, 1);
  for (const stranger of ['c', 'd', 'e']) assert.equal(table.refusal(stranger, 5, 2), null);
  assert.equal(countRemainingUnits(table.take('b', 5, 3)), 3, 'no stranger took the place of b');
});

test('if every place is taken by a blocked client, new clients share one window until places are free', () => {
  const table = createRateLimiter(60, 2);
  table.take('a', 1, 0);
  table.take('b', 1, 0);
  assert.equal(table.take('c', 2, 10).allowed, true);
  assert.equal(table.take('d', 2, 10).allowed, true);
  assert.equal(table.take('e', 2, 10).allowed, false, 'the shared window is used up');
  assert.equal(table.take('a', 1, 59_999).allowed, false, 'the blocked stay blocked');
  assert.equal(table.take('e', 2, 60_000).allowed, true, 'ended windows make room');
  assert.equal(countRemainingUnits(table.take('f', 2, 60_000)), 1, 'each again with a window of its own');
});

test('no client exceeds its quota in a window, whatever the others do', () => {
  const asks = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 3000 })), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(asks, (steps) => {
      const table = createRateLimiter(10, 5);
      const allowed: { client: string; ms: number }[] = [];
      let ms = 0;
      for (const [client, wait] of steps) {
        ms += wait;
        if (table.take(client, 3, ms).allowed) allowed.push({ client, ms });
      }
      for (const [i, one] of allowed.entries()) {
        const before = allowed
          .slice(0, i)
          .filter((other) => other.client === one.client)
          .slice(-6);
        // Two adjacent windows may hold up to twice the quota together, but no span as long as one window may hold
        // more.
        assert.ok(before.filter((other) => other.ms > one.ms - 10_000).length < 6);
      }
    }),
  );
});
