import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadFinder } from '../../../adapters/intake_worker/upload_finder.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { StorageFault } from '../../../domain/values/storage_fault.ts';

/** Returns a thread that answers on command, in the order of the requests. */
function slowThread() {
  const asked: ((answer: Result<unknown, string>) => void)[] = [];
  const finder = createUploadFinder(() => new Promise((resolve) => asked.push(resolve)));
  const rest = () => new Promise((resolve) => setTimeout(resolve));
  return { asked, finder, rest };
}

test('two look-ups run at a time, twenty more wait, and others are asked to come back', async () => {
  const { asked, finder, rest } = slowThread();
  const found: number[] = [];
  const finding = Array.from({ length: 22 }, (_, i) => finder.find(`n${i}`).then(() => found.push(i)));
  await rest();
  assert.equal(asked.length, 2);
  assert.deepEqual(await finder.find('one too many'), err('busy'));
  asked[1]!(ok(null));
  await rest();
  assert.deepEqual([asked.length, found], [3, [1]]);
  const late = finder.find('there is room again');
  assert.deepEqual(await finder.find('and none again'), err('busy'));
  for (let i = 0; i < 23; i++) {
    asked[i]?.(ok(null));
    await rest();
  }
  await Promise.all(finding);
  assert.deepEqual(await late, ok(null));
  assert.deepEqual([asked.length, found.toSpliced(0, 2)], [23, Array.from({ length: 20 }, (_, i) => i + 2)]);
});

test('a look-up frees its turn however it ends', async () => {
  let answers: () => Promise<Result<unknown, string>> = async () => err('gone');
  const finder = createUploadFinder(() => answers());
  for (let i = 0; i < 60; i++) {
    await assert.rejects(finder.find('n'), StorageFault);
  }
  answers = () => Promise.reject(new Error('bug'));
  for (let i = 0; i < 60; i++) await assert.rejects(finder.find('n'), /bug/);
  answers = async () => ok(null);
  assert.deepEqual(await finder.find('n'), ok(null));
});
