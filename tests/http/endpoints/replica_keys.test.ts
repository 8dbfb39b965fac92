import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileReader } from '../../../domain/ports/exports.ts';
import { createWorld } from '../support.ts';

const LIVE = 'a'.repeat(64);
const PUBLICATION: FileReader = { open: async () => null };

test('only an instance with files for edges says whether a key is live', async () => {
  const keys = { check: async () => null, checkDigest: async (digest: string) => digest === LIVE };
  const publishing = createWorld({ keys, publication: PUBLICATION, settings: { keys: true } });
  for (const [digest, live] of [
    [LIVE, true],
    ['b'.repeat(64), false],
    [LIVE.toUpperCase(), false],
  ] as const) {
    const { status, text } = await publishing.ask(`/replica/keys/${digest}`);
    assert.deepEqual([status, JSON.parse(text)], [200, { ok: true, live }]);
  }
  const { status, text } = await createWorld({ keys, settings: { keys: true } }).ask(`/replica/keys/${LIVE}`);
  assert.equal(status, 404);
  assert.match(text, /at an instance with TW_REPLICA=public/);
});
