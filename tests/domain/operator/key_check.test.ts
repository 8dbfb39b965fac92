import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { createKeyCheck } from '../../../domain/operator/key_check.ts';
import { createMemoryOperator } from '../../doubles/operator.ts';
import { causeOf, storageFails } from '../../support/storage_fails.ts';

const KEY = `tw_${'a'.repeat(43)}`;
const OTHER = `tw_${'b'.repeat(43)}`;

async function setUp() {
  const operator = createMemoryOperator();
  for (const key of [KEY, OTHER]) await operator.addKey(nodeDigest.sha256(key), key.slice(3, 5), '2026-11-20');
  const clock = { ms: Date.UTC(2026, 10, 21, 23, 59, 59, 999) };
  const looked: string[] = [];
  const noted: (readonly [keyHash: string, day: string])[] = [];
  const check = createKeyCheck({
    reader: {
      find: (keyHash) => {
        looked.push(keyHash);
        return operator.keyReader.find(keyHash);
      },
    },
    digest: nodeDigest,
    clock: { nowMs: () => clock.ms },
    noteUse: (keyHash, day) => void noted.push([keyHash, day]),
  });
  return { check, operator, clock, looked, noted };
}

const WRONG: readonly (readonly [what: string, key: string, isLooked: boolean])[] = [
  ['unknown', `tw_${'c'.repeat(43)}`, true],
  ['empty', '', false],
  ['one character less', KEY.slice(0, -1), false],
  ['one character more', `${KEY}a`, false],
  ['another prefix', KEY.replace('tw_', 'tg_'), false],
  ['without its prefix', KEY.slice(3), false],
  ['with white space', ` ${KEY}`, false],
  ['with a line behind it', `${KEY}\n`, false],
  ['of other characters', `tw_${'+'.repeat(43)}`, false],
  ['enormous', `tw_${'a'.repeat(1_000_000)}`, false],
];

for (const [what, key, isLooked] of WRONG) {
  test(`a key that is ${what} is invalid, and ${isLooked ? 'is looked up' : 'is not even looked up'}`, async () => {
    const { check, looked, noted } = await setUp();
    assert.equal(await check.check(key), null);
    assert.deepEqual([looked.length, noted], [isLooked ? 1 : 0, []]);
  });
}

test('a valid key gives its hash, and a revoked key gives nothing', async () => {
  const { check, operator } = await setUp();
  assert.equal(await check.check(KEY), nodeDigest.sha256(KEY));
  await operator.revokeKey({ n: 1 }, 0);
  assert.equal(await check.check(KEY), null);
  assert.equal(await check.check(OTHER), nodeDigest.sha256(OTHER));
});

test('the use of a key is noted once a day, and the use of a revoked key is not', async () => {
  const { check, operator, clock, noted } = await setUp();
  for (const key of [KEY, KEY, OTHER, KEY]) await check.check(key);
  clock.ms += 1;
  for (const key of [OTHER, OTHER, KEY]) await check.check(key);
  await operator.revokeKey({ n: 1 }, 0);
  clock.ms += 86_400_000;
  await check.check(KEY);
  const [one, other] = [KEY, OTHER].map(nodeDigest.sha256);
  assert.deepEqual(noted, [
    [one, '2026-11-21'],
    [other, '2026-11-21'],
    [other, '2026-11-22'],
    [one, '2026-11-22'],
  ]);
});

test('unreachable keys are neither valid nor invalid', async () => {
  const check = createKeyCheck({
    reader: { find: async () => storageFails('uploads', 'SQLITE_IOERR') },
    digest: nodeDigest,
    clock: { nowMs: () => 0 },
    noteUse: () => assert.fail('nothing is noted'),
  });
  assert.equal(await causeOf(check.check(KEY)), 'SQLITE_IOERR');
});
