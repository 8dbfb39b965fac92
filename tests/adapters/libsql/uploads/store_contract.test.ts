import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../../adapters/digest.ts';
import type { NewGrant } from '../../../../domain/ports/operator.ts';
import { STORES } from '../../../domain/operator/operator_stores.ts';

function hash(text: string): string {
  return nodeDigest.sha256(text);
}

const NOW_MS = Date.UTC(2026, 10, 21);

function grant(token: string, fields: Partial<NewGrant> = {}): NewGrant {
  return {
    tokenHash: hash(token),
    categories: ['guild', 'gold'],
    scope: { guildName: 'Witnesses', realm: 'Eastmoor', character: null, installId: null },
    expiresAtMs: NOW_MS + 1,
    issuedAtMs: NOW_MS,
    self: false,
    ...fields,
  };
}

for (const [name, withOperator] of Object.entries(STORES)) {
  test(`${name}: keys are numbered, listed and found by hash`, () =>
    withOperator(async ({ store, keyReader }) => {
      assert.deepEqual(await store.keys(0, 99), []);
      assert.equal(await store.addKey(hash('a'), 'Ada’s "site" \u{1F409}', '2026-11-21'), 1);
      assert.equal(await store.addKey(hash('b'), 'Bo', '2026-11-22'), 2);
      assert.deepEqual(await store.keys(0, 99), [
        { n: 1, label: 'Ada’s "site" \u{1F409}', createdDay: '2026-11-21', lastUsedDay: null, revokedAtMs: null },
        { n: 2, label: 'Bo', createdDay: '2026-11-22', lastUsedDay: null, revokedAtMs: null },
      ]);
      const found = [];
      for (const key of ['a', 'b', 'c']) found.push(await keyReader.find(hash(key)));
      assert.deepEqual(found, ['live', 'live', 'unknown']);
    }));

  test(`${name}: a revoked key stays revoked, at the time of the first revocation`, () =>
    withOperator(async ({ store, keyReader }) => {
      await store.addKey(hash('a'), 'a', '2026-11-21');
      await store.addKey(hash('b'), 'b', '2026-11-21');
      assert.equal(await keyReader.find(hash('a')), 'live');
      assert.equal((await store.revokeKey({ n: 1 }, NOW_MS))?.revokedAtMs, NOW_MS);
      assert.equal((await store.revokeKey({ n: 1 }, NOW_MS + 5))?.revokedAtMs, NOW_MS);
      assert.equal(await store.revokeKey({ n: 3 }, NOW_MS), null);
      assert.equal(await store.revokeKey({ keyHash: hash('none') }, NOW_MS), null);
      assert.equal((await store.revokeKey({ keyHash: hash('a') }, NOW_MS + 9))?.revokedAtMs, NOW_MS);
      assert.equal((await store.revokeKey({ n: 2 }, NOW_MS))?.n, 2);
      await store.addKey(hash('c'), 'c', '2026-11-21');
      assert.equal((await store.revokeKey({ keyHash: hash('c') }, NOW_MS))?.n, 3);
      assert.equal(await keyReader.find(hash('c')), 'revoked');
      assert.equal(await keyReader.find(hash('a')), 'revoked');
      assert.equal(await keyReader.find(hash('b')), 'revoked');
    }));

  test(`${name}: the last day of use never goes back, and an unknown key has none`, () =>
    withOperator(async ({ store }) => {
      await store.addKey(hash('a'), 'a', '2026-11-21');
      const days = [];
      for (const day of ['2026-11-22', '2026-11-21', '2026-12-01']) {
        await store.noteKeyUse(hash('a'), day);
        days.push((await store.keys(0, 99))[0]?.lastUsedDay);
      }
      assert.deepEqual(days, ['2026-11-22', '2026-11-22', '2026-12-01']);
      await store.noteKeyUse(hash('none'), '2026-11-22');
      assert.equal((await store.keys(0, 99)).length, 1);
    }));

  test(`${name}: grants are numbered, listed and found by the hashes of their tokens`, () =>
    withOperator(async ({ store, grants }) => {
      const own = { guildName: null, realm: null, character: 'Ünø', installId: 'install-aaaaaaaa' };
      assert.equal(await store.addGrant(grant('a')), 1);
      assert.equal(await store.addGrant(grant('b', { scope: own, self: true, categories: ['gear'] })), 2);
      const [first, second] = await store.issuedGrants(0, 99);
      const { tokenHash: _a, ...one } = grant('a');
      assert.deepEqual(first, { ...one, n: 1, revokedAtMs: null });
      assert.deepEqual([second?.scope, second?.self, second?.categories], [own, true, ['gear']]);

      const found = async (...tokens: string[]) => (await grants(tokens.map(hash))).map(({ n }) => n);
      assert.deepEqual(await found('b', 'a'), [1, 2]);
      assert.deepEqual(await found('b', 'none', 'b'), [2]);
      assert.deepEqual(await found('none'), []);
      assert.deepEqual(await found(), []);
      const { issuedAtMs: _b, ...told } = { ...one, n: 1 };
      assert.deepEqual(await grants([hash('a')]), [told]);
    }));

  test(`${name}: a revoked grant is no longer found, and the builder gets one order`, () =>
    withOperator(async ({ store, grants, orderedGrants }) => {
      for (const token of ['a', 'b', 'c']) await store.addGrant(grant(token));
      assert.equal((await store.revokeGrant({ n: 2 }, NOW_MS))?.revokedAtMs, NOW_MS);
      assert.equal((await store.revokeGrant({ tokenHash: hash('b') }, NOW_MS + 5))?.revokedAtMs, NOW_MS);
      assert.equal((await store.revokeGrant({ tokenHash: hash('c') }, NOW_MS))?.n, 3);
      assert.equal(await store.revokeGrant({ n: 4 }, NOW_MS), null);
      assert.equal(await store.revokeGrant({ tokenHash: hash('none') }, NOW_MS), null);
      assert.deepEqual(
        (await grants(['a', 'b', 'c'].map(hash))).map(({ n }) => n),
        [1],
      );
      assert.deepEqual(
        (await store.issuedGrants(0, 99)).map(({ revokedAtMs }) => revokedAtMs),
        [null, NOW_MS, NOW_MS],
      );
      assert.deepEqual(await orderedGrants(), [2, 3]);
      const self = { tokenHash: hash('d'), self: true } as const;
      assert.equal(await store.revokeGrant({ tokenHash: hash('a'), self: true }, NOW_MS), null);
      await store.addGrant(grant('d', { self: true }));
      assert.equal((await store.revokeGrant(self, NOW_MS))?.n, 4);
      assert.deepEqual(await orderedGrants(), [2, 3, 4]);
    }));

  test(`${name}: keys and grants are listed from a number on, up to a limit`, () =>
    withOperator(async ({ store }) => {
      for (let n = 1; n <= 7; n++) {
        await store.addKey(hash(`key ${n}`), `key ${n}`, '2026-11-21');
        await store.addGrant(grant(`grant ${n}`));
      }
      const numbers = (rows: readonly { readonly n: number }[]) => rows.map(({ n }) => n);
      for (const [after, listed] of [
        [0, [1, 2, 3]],
        [3, [4, 5, 6]],
        [6, [7]],
        [7, []],
      ] as const) {
        assert.deepEqual(numbers(await store.keys(after, 3)), listed);
        assert.deepEqual(numbers(await store.issuedGrants(after, 3)), listed);
      }
    }));

  test(`${name}: an install cannot have more valid self-issued grants than allowed`, () =>
    withOperator(async ({ store }) => {
      const scope = { guildName: null, realm: null, character: null, installId: 'install-aaaaaaaa' };
      const own = (token: string, fields: Partial<NewGrant> = {}) =>
        store.addGrant(grant(token, { scope, self: true, ...fields }), 2);
      assert.equal(await own('expired', { issuedAtMs: NOW_MS - 9, expiresAtMs: NOW_MS }), 1);
      assert.equal(await store.addGrant(grant('the operator’s', { scope })), 2);
      assert.deepEqual([await own('a'), await own('b'), await own('c')], [3, 4, 'too-many']);
      assert.equal(await own('of another', { scope: { ...scope, installId: 'install-bbbbbbbb' } }), 5);
      await store.revokeGrant({ tokenHash: hash('a') }, NOW_MS);
      assert.deepEqual([await own('c'), await own('d')], [6, 'too-many']);
    }));
}
