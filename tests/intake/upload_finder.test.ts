import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadFinder } from '../../adapters/intake_worker/upload_finder.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';

/** A thread that answers when it is told to, in the order in which it was asked. */
function slowThread() {
  const asked: ((answer: Result<unknown, string>) => void)[] = [];
  const finder = createUploadFinder(() => new Promise((resolve) => asked.push(resolve)));
  const rest = () => new Promise((resolve) => setTimeout(resolve));
  return { asked, finder, rest };
}

test('two uploads are looked for at a time, twenty more wait their turn, and others come again', async () => {
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

test('whatever comes of a look-up, its turn goes on', async () => {
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
