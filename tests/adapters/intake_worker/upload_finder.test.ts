import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUploadFinder } from '../../../adapters/intake_worker/upload_finder.ts';
import type { OperatorCommand } from '../../../domain/operator/command.ts';
import type { UploadContents } from '../../../domain/ports/upload_contents.ts';
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

test('a session is looked up until enough records were read, and small uploads are all read', async () => {
  const session = 'aB3_-aB3_-aB3_-aB3_-xy';
  for (const [records, damaged, expected] of [
    [2_000, 0, 2],
    [1_999, 0, 3],
    [0, 2_000, 2],
    [100, 0, 40],
  ] as const) {
    const upload: UploadContents = {
      ...{ uploads: 1, uploadsRead: 1, uncounted: 0, receivedAtMs: 1, summary: null, lastSeq: 1, damaged },
      ...{ storedByKind: [{ kind: 'loot', records }], reportedSubjects: [], reportedFacts: [] },
    };
    const asked: string[] = [];
    const finder = createUploadFinder(async (command) => {
      if (command.op !== 'upload') return ok({ uploads: 90, uploadIds: Array.from({ length: 40 }, (_, i) => `n${i}`) });
      asked.push(command.uploadId);
      return ok(upload);
    });
    const found = await finder.find(session);
    assert.ok(found.ok && found.value !== null);
    assert.deepEqual([found.value.uploads, found.value.uploadsRead, asked.length], [90, expected, expected]);
  }
});

test('a session is the sum of its first uploads, and those erased meanwhile are left out', async () => {
  const session = 'aB3_-aB3_-aB3_-aB3_-xy';
  const contents = (receivedAtMs: number, fields: Partial<UploadContents>): UploadContents => ({
    uploads: 1,
    uploadsRead: 1,
    uncounted: 0,
    receivedAtMs,
    summary: { repeats: { loot: 1 }, refused: { 'wrong-type': { loot: 2 } } },
    lastSeq: receivedAtMs,
    damaged: 1,
    storedByKind: [{ kind: 'loot', records: 3 }],
    reportedSubjects: [{ kind: 'npc', id: 9 }],
    reportedFacts: [{ family: 'npcs', subject: '9', field: 'name', receivedAtMs }],
    ...fields,
  });
  const stored = new Map([
    ['one', contents(1_000, {})],
    [
      'two',
      contents(2_000, {
        summary: { repeats: { quest: 1 }, refused: { 'wrong-type': { quest: 1 }, 'day-quota': { loot: 1 } } },
        storedByKind: [
          { kind: 'auction_scan', records: 1 },
          { kind: 'loot', records: 4 },
        ],
        reportedSubjects: [
          { kind: 'npc', id: 5 },
          { kind: 'npc', id: 9 },
        ],
      }),
    ],
  ]);
  const asked: OperatorCommand[] = [];
  const finder = createUploadFinder(async (command) => {
    asked.push(command);
    if (command.op !== 'upload') return ok({ uploads: 30, uploadIds: ['one', 'erased', 'two'] });
    return ok(stored.get(command.uploadId) ?? null);
  });
  assert.deepEqual(
    await finder.find(session),
    ok(
      contents(1_000, {
        uploads: 30,
        uploadsRead: 2,
        lastSeq: 2_000,
        damaged: 2,
        summary: {
          repeats: { loot: 1, quest: 1 },
          refused: { 'wrong-type': { loot: 2, quest: 1 }, 'day-quota': { loot: 1 } },
        },
        storedByKind: [
          { kind: 'auction_scan', records: 1 },
          { kind: 'loot', records: 7 },
        ],
        reportedSubjects: [
          { kind: 'npc', id: 5 },
          { kind: 'npc', id: 9 },
        ],
      }),
    ),
  );
  assert.deepEqual(asked[0], { op: 'session', session });
  stored.set('two', contents(2_000, { summary: null }));
  const unknown = await finder.find(session);
  assert.equal(unknown.ok && unknown.value?.summary, null, 'a sum of some uploads would look complete');
  stored.clear();
  assert.deepEqual(await finder.find(session), ok(null));
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
