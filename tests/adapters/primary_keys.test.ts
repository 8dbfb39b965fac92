import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPrimaryKeyReader } from '../../adapters/primary_keys.ts';
import type { Primary } from '../../domain/ports/primary.ts';
import { err, ok } from '../../domain/values/result.ts';
import { causeOf } from '../support/storage_fails.ts';

const [LIVE, OTHER] = ['1a'.repeat(32), '2b'.repeat(32)];
const MINUTE_MS = 60_000;

/** A primary that answers with `replies`, in order, or is away. */
function asking() {
  const now = { ms: 0 };
  const targets: string[] = [];
  const answers = { status: 200, body: '{"ok":true,"live":true}' as string | null };
  const primary: Pick<Primary, 'ask'> = {
    ask: async ({ target, fields }) => {
      targets.push(target);
      assert.deepEqual(fields, []);
      if (answers.body === null) return err('away');
      return ok({ status: answers.status, fields: [], body: new Blob([answers.body]).stream() });
    },
  };
  const keys = createPrimaryKeyReader(primary as Primary, { elapsedMs: () => now.ms });
  return { now, targets, answers, keys };
}

test('a key is asked for once a minute, by its digest', async () => {
  const { now, targets, answers, keys } = asking();
  assert.equal(await keys.find(LIVE), 'live');
  assert.equal(await keys.find(LIVE), 'live');
  assert.deepEqual(targets, [`/replica/keys/${LIVE}`]);
  answers.body = '{"ok":true,"live":false}';
  assert.equal(await keys.find(OTHER), 'unknown');
  now.ms = MINUTE_MS - 1;
  assert.equal(await keys.find(LIVE), 'live');
  now.ms = MINUTE_MS;
  assert.equal(await keys.find(LIVE), 'unknown', 'it was revoked');
});

test('while the primary is away or refuses, a known key stays valid for an hour, and another one is unreachable', async () => {
  const { now, answers, keys } = asking();
  assert.equal(await keys.find(LIVE), 'live');
  const failures = [null, '{"ok":false,"error":"…"}', '', '{"live":1}', 'x'.repeat(2_000)];
  for (const [i, body] of failures.entries()) {
    answers.body = body;
    now.ms = (i + 1) * MINUTE_MS;
    assert.equal(await keys.find(LIVE), 'live');
    assert.equal(await causeOf(keys.find(OTHER)), 'PRIMARY_AWAY');
  }
  now.ms = 60 * MINUTE_MS;
  assert.equal(await causeOf(keys.find(LIVE)), 'PRIMARY_AWAY');
  answers.body = '{"ok":true,"live":true}';
  assert.equal(await keys.find(LIVE), 'live');
});
