import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GROUP_BYTES_MAX, GROUP_UPLOADS_MAX, takeNextGroup } from '../../../adapters/intake_worker/next_group.ts';
import { createFairQueue } from '../../../domain/values/fair_queue.ts';

function queueOf(uploads: readonly (readonly [client: string, bytes: number])[]) {
  const queue = createFairQueue<{ readonly n: number; readonly body: Uint8Array }>(Number.POSITIVE_INFINITY);
  for (const [n, [client, bytes]] of uploads.entries()) queue.add(client, { n, body: new Uint8Array(bytes) });
  return queue;
}

test('groups contain every waiting upload once, and are bounded in uploads and bytes', () => {
  const bytes = fc.oneof(fc.nat(2_000), fc.nat(GROUP_BYTES_MAX), fc.constant(GROUP_BYTES_MAX * 3));
  const uploads = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), bytes), { maxLength: 200 });
  fc.assert(
    fc.property(uploads, (some) => {
      const queue = queueOf(some);
      const seen: number[] = [];
      while (queue.size() > 0) {
        const group = takeNextGroup(queue);
        const size = group.reduce((sum, { body }) => sum + body.byteLength, 0);
        assert.ok(group.length > 0 && group.length <= GROUP_UPLOADS_MAX);
        assert.ok(size - group.at(-1)!.body.byteLength < GROUP_BYTES_MAX, 'only the last upload exceeds the bound');
        const isFull = group.length === GROUP_UPLOADS_MAX || size >= GROUP_BYTES_MAX;
        assert.ok(isFull || queue.size() === 0, 'a group takes what waits');
        seen.push(...group.map(({ n }) => n));
      }
      assert.deepEqual(
        seen.toSorted((a, b) => a - b),
        some.map((_, n) => n),
      );
      for (const client of 'abc') {
        const own = seen.filter((n) => some[n]![0] === client);
        assert.deepEqual(
          own,
          own.toSorted((a, b) => a - b),
          'in the order of arrival',
        );
      }
    }),
  );
});

test('a client with many waiting uploads leaves room for others in the next group', () => {
  const flood = Array.from({ length: 250 }, () => ['flood', 100] as const);
  const queue = queueOf([...flood, ['other', 100], ['third', 100]]);
  const group = takeNextGroup(queue).map(({ n }) => n);
  assert.ok(group.includes(250) && group.includes(251));
});
