import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import { createSnapshotBatchCache, createSnapshotCache } from '../../../domain/reads/snapshot_cache.ts';
import { causeOf, storageFails } from '../../support/storage_fails.ts';

function snapshot() {
  return { view: {} as SnapshotView };
}

/** Returns a cache that counts what it computes: the key, repeated three times. */
function making(most: number) {
  const kept = createSnapshotCache<string>(most, ({ length }) => length);
  const made: string[] = [];
  const ask = (data: ReturnType<typeof snapshot>, key: string) =>
    kept(data, key, async () => {
      made.push(key);
      return key.repeat(3);
    });
  return { kept, made, ask };
}

test('a value is computed once per snapshot, even if it is requested twice at the same time', async () => {
  const { made, ask } = making(100);
  const data = snapshot();
  assert.deepEqual(await Promise.all([ask(data, 'a'), ask(data, 'a')]), ['aaa', 'aaa']);
  assert.deepEqual(await ask({ ...data }, 'a'), 'aaa');
  assert.deepEqual(await ask(data, 'b'), 'bbb');
  assert.deepEqual(made, ['a', 'b']);
});

test('the next snapshot and another database have separate entries', async () => {
  const { made, ask } = making(100);
  const [data, other] = [snapshot(), snapshot()];
  for (const one of [data, other, data, snapshot()]) await ask(one, 'a');
  assert.equal(made.length, 3);
});

test('the oldest entry is evicted if the cache is over its limit', async () => {
  const { made, ask } = making(6);
  const data = snapshot();
  for (const key of ['a', 'b', 'a', 'c', 'b', 'c', 'a']) await ask(data, key);
  assert.deepEqual(made, ['a', 'b', 'c', 'a']);
});

test('a value that is larger than the whole cache is returned but not cached', async () => {
  const { made, ask } = making(2);
  const data = snapshot();
  for (const _ of [1, 2]) assert.deepEqual(await ask(data, 'a'), 'aaa');
  assert.equal(made.length, 2);
});

test('a failed computation is retried, after a storage fault and after a bug', async () => {
  const { kept } = making(100);
  const data = snapshot();
  const gone = async (): Promise<never> => storageFails('snapshot', 'SQLITE_IOERR');
  assert.equal(await causeOf(kept(data, 'a', gone)), 'SQLITE_IOERR');
  await assert.rejects(
    kept(data, 'a', async () => {
      throw new TypeError('a bug');
    }),
  );
  assert.deepEqual(await kept(data, 'a', async () => 'back'), 'back');
});

test('a batch computes only the missing keys, all at once, and the oldest entries are evicted', async () => {
  const kept = createSnapshotBatchCache<number, string>(4);
  const data = snapshot();
  const made: (readonly number[])[] = [];
  const ask = (keys: readonly number[], of = data) =>
    kept(of, keys, async (missing) => {
      made.push(missing);
      return new Map(missing.map((key) => [key, `${key}`]));
    });
  const answer = (keys: readonly number[]) => new Map(keys.map((key) => [key, `${key}`]));
  for (const keys of [
    [1, 2],
    [2, 3],
    [1, 2, 3],
    [4, 5],
    [1, 5],
  ])
    assert.deepEqual(await ask(keys), answer(keys));
  assert.deepEqual(made, [[1, 2], [3], [4, 5], [1]]);
  await ask([1], { ...data, view: snapshot().view });
  assert.deepEqual(made.at(-1), [1]);
  const most = [1, 2, 3, 4, 5, 6];
  assert.deepEqual(await ask(most), answer(most));
});

test('a batch that fails caches nothing', async () => {
  const kept = createSnapshotBatchCache<number, string>(4);
  const data = snapshot();
  const gone = async (): Promise<never> => storageFails('snapshot', 'SQLITE_IOERR');
  assert.equal(await causeOf(kept(data, [1], gone)), 'SQLITE_IOERR');
  assert.deepEqual(await kept(data, [1], async () => new Map([[1, 'back']])), new Map([[1, 'back']]));
});
