import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { systemRandom } from '../../../adapters/random.ts';
import type { OperatorAnswers, OperatorCommand } from '../../../domain/operator/command.ts';
import { LIST_ROWS_MAX, readOperatorCommand } from '../../../domain/operator/command.ts';
import { type CommandOwner, createRunner } from '../../../domain/operator/commands.ts';
import { createSecret, isApiKey, isGrantToken } from '../../../domain/operator/secrets.ts';
import type { OperatorStore } from '../../../domain/ports/operator.ts';
import { ok } from '../../../domain/values/result.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { createMemoryOperator } from '../../doubles/operator.ts';
import { storageFails } from '../../support/storage_fails.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 23, 59);
const INSTALL = 'install-aaaaaaaa';

function setUp(change: Partial<OperatorStore> = {}) {
  const operator = createMemoryOperator();
  const asked: unknown[] = [];
  const note =
    <A extends unknown[], T>(value: T) =>
    async (...args: A) => {
      asked.push(args);
      return value;
    };
  const store: OperatorStore = {
    ...operator,
    erase: note({ records: 3 }),
    withhold: note({ records: 4 }),
    lift: note({ records: 5 }),
    clearOrders: note(undefined),
    holdings: async () => null,
    knowsInstall: async () => false,
    upload: note(null),
    session: note({ uploads: 0, uploadIds: [] }),
    ...change,
  };
  const owner = createRunner(store, { clock: { nowMs: () => NOW_MS }, random: systemRandom, digest: nodeDigest });
  return { owner, operator, asked };
}

async function must<C extends OperatorCommand>(owner: CommandOwner, command: C): Promise<OperatorAnswers[C['op']]> {
  const reply = await owner.carryOut(command);
  assert.ok(reply.ok, reply.ok ? '' : reply.error);
  return reply.value as OperatorAnswers[C['op']];
}

function issue(fields: Partial<Extract<OperatorCommand, { op: 'grant-issue' }>> = {}): OperatorCommand {
  return {
    op: 'grant-issue',
    categories: ['guild'],
    guildName: 'Witnesses',
    realm: null,
    character: null,
    installId: null,
    days: 365,
    ...fields,
  };
}

const OWN = { op: 'own-grant-issue', categories: ['gear'], installId: INSTALL, days: 30 } as const;

test('a secret is its prefix and 32 random bytes as base64url', () => {
  const bytes = (fill: number) => ({ bytes: (count: number) => new Uint8Array(count).fill(fill) });
  assert.equal(createSecret('tw_', bytes(0)), `tw_${'A'.repeat(43)}`);
  assert.equal(createSecret('tg_', bytes(255)), `tg_${'_'.repeat(42)}8`);
  for (let i = 0; i < 200; i++) {
    const drawn = systemRandom.bytes(32);
    const key = createSecret('tw_', { bytes: () => drawn });
    assert.equal(key, `tw_${Buffer.from(drawn).toString('base64url')}`);
    assert.ok(isApiKey(key) && !isGrantToken(key) && isGrantToken(key.replace('tw_', 'tg_')));
  }
});

test('a key is shown once and stored as its hash, with the UTC day', async () => {
  const { owner, operator } = setUp();
  const { n, key } = await must(owner, { op: 'key-create', label: '  Ada\u0301 ' });
  assert.deepEqual([n, isApiKey(key)], [1, true]);
  const found = await operator.keyReader.find(nodeDigest.sha256(key));
  assert.ok(found === 'live');
  const keys = await must(owner, { op: 'key-list', after: 0 });
  assert.deepEqual(keys, [{ n: 1, label: 'Ad\u00e1', createdDay: '2026-11-21', lastUsedDay: null, revokedAtMs: null }]);
  assert.equal(JSON.stringify(keys).includes(key.slice(3)), false);
  await must(owner, { op: 'key-used', keyHash: nodeDigest.sha256(key), day: '2026-11-22' });
  assert.equal((await must(owner, { op: 'key-list', after: 0 }))[0]?.lastUsedDay, '2026-11-22');
  assert.equal((await must(owner, { op: 'key-revoke', n: 1 })).revokedAtMs, NOW_MS);
  const gone = await operator.keyReader.find(nodeDigest.sha256(key));
  assert.ok(gone === 'revoked');
});

test('a grant is shown once, has a normalised scope and is valid for its days', async () => {
  const { owner, operator } = setUp();
  const scoped = issue({
    categories: ['gold', 'guild', 'gold'],
    guildName: ' Re\u0301mi ',
    realm: 'Eastmoor ',
    character: ' Ada',
    installId: INSTALL,
    days: 1,
  });
  const { n, token, expiresAtMs } = (await must(owner, scoped)) as OperatorAnswers['grant-issue'];
  assert.deepEqual([n, isGrantToken(token), expiresAtMs], [1, true, NOW_MS + 86_400_000]);
  const kept = await operator.grants([nodeDigest.sha256(token)]);
  assert.deepEqual(kept, [
    {
      n: 1,
      categories: ['guild', 'gold'],
      scope: { guildName: 'R\u00e9mi', realm: 'Eastmoor', character: 'Ada', installId: INSTALL },
      expiresAtMs,
      self: false,
    },
  ]);
  const list = JSON.stringify(await must(owner, { op: 'grant-list', after: 0 }));
  assert.ok(list.includes('"install":true') && !list.includes(INSTALL) && !list.includes(token.slice(3)), list);
  const revoked = await must(owner, { op: 'grant-revoke', n: null, token });
  assert.deepEqual([revoked.n, revoked.revokedAtMs, 'installId' in revoked.scope], [1, NOW_MS, false]);
});

const REFUSED: readonly (readonly [what: string, command: OperatorCommand, said: RegExp])[] = [
  ['an empty label', { op: 'key-create', label: '  ' }, /^label must be 1 to 80 characters; it has 0\.$/],
  ['a label of 81 characters', { op: 'key-create', label: 'a'.repeat(81) }, /^label must .* has 81\.$/],
  ['a label of two lines', { op: 'key-create', label: 'a\nb' }, /^label must be text without control/],
  ['a label that turns text around', { op: 'key-create', label: 'a\u202eb' }, /^label must be text without control/],
  ['a key that is none', { op: 'key-revoke', n: 7 }, /^There is no key 7; `key list`/],
  [
    'no category',
    issue({ categories: [] }),
    /^category must be .*guild, gear, gold, collection, separated by commas; got nothing\.$/,
  ],
  ['an unknown category', issue({ categories: ['guild', 'pets'] }), /^category must be .*; got "pets"\.$/],
  ['no scope', issue({ guildName: null }), /^A grant needs at least one of guild, realm, character and install/],
  ['a guild of one character', issue({ guildName: ' a ' }), /^guild must be 2 to 60 characters; it has 1\.$/],
  ['a guild of 61 characters', issue({ guildName: 'a'.repeat(61) }), /^guild must .* has 61\.$/],
  ['a realm of one character', issue({ realm: 'a' }), /^realm must be 2 to 65/],
  ['a character of 31 characters', issue({ character: 'a'.repeat(31) }), /^character must be 2 to 30/],
  [
    'an install id of 7 characters',
    issue({ installId: 'abcdefg' }),
    /^install must be .*8 to 64 characters; it has 7\.$/,
  ],
  ['no days', issue({ days: 0 }), /^days must be a whole number from 1 to 3650; it is 0\.$/],
  ['a day more', issue({ days: 3651 }), /^days must .* is 3651\.$/],
  ['a grant that is none', { op: 'grant-revoke', n: 7, token: null }, /^There is no grant 7; `grant list`/],
  ['neither number nor token', { op: 'grant-revoke', n: null, token: null }, /; got neither\.$/],
  ['both', { op: 'grant-revoke', n: 1, token: `tg_${'A'.repeat(43)}` }, /; got both\.$/],
  ['a token that is none', { op: 'grant-revoke', n: null, token: 'tg_secret' }, /^token must be a grant token/],
  [
    'an unknown token',
    { op: 'grant-revoke', n: null, token: `tg_${'A'.repeat(43)}` },
    /^This instance issued no grant with this token\.$/,
  ],
  ['a key that is none', { op: 'own-key-revoke', key: 'tw_secret' }, /^key must be a key .*; got other text\.$/],
  [
    'a guild of one’s own',
    { ...OWN, categories: ['gear', 'guild'] },
    /one or more of gear, gold, collection, separated by commas; got "guild"\.$/,
  ],
  ['nothing of one’s own', { ...OWN, categories: [] }, /^category must .* got nothing\.$/],
  ['an install of 7 characters', { ...OWN, installId: 'abcdefg' }, /^install must be .* has 7\.$/],
  ['3651 days of one’s own', { ...OWN, days: 3651 }, /^days must .* is 3651\.$/],
  ['one’s own token that is none', { op: 'own-grant-revoke', token: 'tg_secret' }, /^token must be a grant token/],
  ['an erasure of 7 characters', { op: 'erase', installId: 'abcdefg' }, /^install must be/],
  ['withholding without a reason', { op: 'withhold', installId: INSTALL, reason: '' }, /^reason must be 1 to 400/],
  ['a reason of 401', { op: 'withhold', installId: INSTALL, reason: 'a'.repeat(401) }, /^reason must .* has 401\.$/],
];

for (const [what, command, said] of REFUSED) {
  test(`refused without storing anything: ${what}`, async () => {
    const { owner, asked } = setUp();
    const reply = await owner.carryOut(command);
    assert.ok(!reply.ok);
    assert.match(reply.error, said);
    assert.doesNotMatch(reply.error, /secret|install-a|AAAAAAA|abcdefg/);
    assert.deepEqual(asked, []);
    assert.deepEqual(await must(owner, { op: 'key-list', after: 0 }), []);
    assert.deepEqual(await must(owner, { op: 'grant-list', after: 0 }), []);
  });
}

test('values at the ends of all bounds are accepted', async () => {
  const { owner } = setUp();
  await must(owner, { op: 'key-create', label: 'a' });
  await must(owner, { op: 'key-create', label: '\u{1F409}'.repeat(80) });
  for (const days of [1, 3650]) await must(owner, issue({ days }));
  await must(owner, issue({ guildName: null, realm: 'ab', character: 'a'.repeat(30) }));
  for (const length of [8, 64]) await must(owner, issue({ guildName: null, installId: 'a'.repeat(length) }));
  await must(owner, { op: 'withhold', installId: INSTALL, reason: 'a'.repeat(400) });
});

test('installs can be erased, withheld and reinstated, and orders cleared', async () => {
  const { owner, asked } = setUp();
  assert.deepEqual(await must(owner, { op: 'erase', installId: INSTALL }), { records: 3 });
  assert.deepEqual(await must(owner, { op: 'withhold', installId: INSTALL, reason: ' lies ' }), { records: 4 });
  assert.deepEqual(await must(owner, { op: 'lift', installId: INSTALL }), { records: 5 });
  assert.equal(await must(owner, { op: 'clear-orders', upTo: 9 }), null);
  assert.deepEqual(asked, [[INSTALL], [INSTALL, 'lies', NOW_MS], [INSTALL], [9]]);
});

test('an unknown install can be erased, but neither withheld nor reinstated', async () => {
  const none = async () => null;
  const { owner } = setUp({ erase: none, withhold: none, lift: none });
  assert.deepEqual(await must(owner, { op: 'erase', installId: INSTALL }), { records: null });
  for (const command of [
    { op: 'withhold', installId: INSTALL, reason: 'lies' },
    { op: 'lift', installId: INSTALL },
  ] as const) {
    const reply = await owner.carryOut(command);
    assert.ok(!reply.ok && /^install must name an install /.test(reply.error) && !reply.error.includes(INSTALL));
  }
});

test('a key can be revoked with the key itself, and unknown keys are reported', async () => {
  const { owner } = setUp();
  const { key } = await must(owner, { op: 'key-create', label: 'a' });
  assert.deepEqual(await must(owner, { op: 'own-key-revoke', key: createSecret('tw_', systemRandom) }), {
    known: false,
  });
  assert.equal((await must(owner, { op: 'key-list', after: 0 }))[0]?.revokedAtMs, null);
  for (let i = 0; i < 2; i++) assert.deepEqual(await must(owner, { op: 'own-key-revoke', key }), { known: true });
  assert.equal((await must(owner, { op: 'key-list', after: 0 }))[0]?.revokedAtMs, NOW_MS);
});

test('a self-issued grant is marked, bound to its install, and the only kind that its holder can revoke', async () => {
  const { owner } = setUp();
  const made = await must(owner, OWN);
  assert.ok('token' in made);
  const { token, expiresAtMs } = made;
  assert.deepEqual([isGrantToken(token), expiresAtMs], [true, NOW_MS + 30 * 86_400_000]);
  const other = (await must(owner, issue())) as OperatorAnswers['grant-issue'];
  const grants = async () => must(owner, { op: 'grant-list', after: 0 });
  assert.deepEqual(
    (await grants()).map(({ self, categories, scope }) => [self, categories, scope.install]),
    [
      [true, ['gear'], true],
      [false, ['guild'], false],
    ],
  );
  assert.deepEqual(await must(owner, { op: 'own-grant-revoke', token: other.token }), { known: false });
  assert.deepEqual(await must(owner, { op: 'own-grant-revoke', token }), { known: true });
  assert.deepEqual(
    (await grants()).map(({ revokedAtMs }) => revokedAtMs),
    [NOW_MS, null],
  );
});

test('the number of valid self-issued grants per install is limited, and revoked and expired ones do not count', async () => {
  const { owner, operator } = setUp();
  const scope = { guildName: null, realm: null, character: null, installId: INSTALL };
  const old = { categories: ['gear'], scope, self: true, issuedAtMs: 1, expiresAtMs: NOW_MS };
  await operator.addGrant({ ...old, tokenHash: 'a'.repeat(64) });
  await must(owner, issue({ installId: INSTALL }));
  const tokens: string[] = [];
  const make = async () => {
    const made = await must(owner, OWN);
    if ('token' in made) tokens.push(made.token);
    return 'refused' in made ? made.refused : null;
  };
  for (let n = 0; n < LIMITS.ownGrantsMax.value; n++) assert.equal(await make(), null);
  assert.match((await make()) ?? '', /^This install already has 16 valid grants of its own/);
  assert.ok('token' in (await must(owner, { ...OWN, installId: 'install-bbbbbbbb' })));
  await must(owner, issue({ installId: INSTALL }));
  await must(owner, { op: 'own-grant-revoke', token: tokens[3]! });
  assert.equal(await make(), null);
  assert.notEqual(await make(), null);
});

test('no grant can be bound to an erased install', async () => {
  const { owner } = setUp({ addGrant: async () => 'install-erased' });
  const own = await must(owner, OWN);
  const sentence = /^install must name an install that was not erased/;
  assert.match('refused' in own ? own.refused : '', sentence);
  const issued = await owner.carryOut(issue({ installId: INSTALL }));
  assert.match(issued.ok ? '' : issued.error, sentence);
});

test('lists are sent in parts that fit into a line on the socket', async () => {
  const { owner } = setUp();
  for (let i = 0; i <= LIST_ROWS_MAX; i++) {
    await must(owner, { op: 'key-create', label: '\u{1F409}'.repeat(80) });
    await must(
      owner,
      issue({
        categories: ['guild', 'gear', 'gold', 'collection'],
        guildName: '\u{1F409}'.repeat(60),
        realm: '\u{1F409}'.repeat(60),
        character: '\u{1F409}'.repeat(30),
        installId: INSTALL,
      }),
    );
  }
  for (const op of ['key-list', 'grant-list'] as const) {
    const first = await must(owner, { op, after: 0 });
    const rest = await must(owner, { op, after: LIST_ROWS_MAX });
    assert.deepEqual([first.length, rest.length, rest[0]?.n], [LIST_ROWS_MAX, 1, LIST_ROWS_MAX + 1]);
    assert.ok(Buffer.byteLength(JSON.stringify({ ok: true, value: first })) < 60_000);
  }
});

test('a storage fault is answered with a sentence and its code', async () => {
  const gone = async () => storageFails('uploads', 'SQLITE_FULL');
  const all = ['addKey', 'keys', 'revokeKey', 'noteKeyUse', 'addGrant', 'issuedGrants', 'revokeGrant'] as const;
  const rest = ['erase', 'withhold', 'lift', 'clearOrders', 'upload'] as const;
  const { owner } = setUp(Object.fromEntries([...all, ...rest].map((name) => [name, gone])));
  for (const command of [
    { op: 'key-create', label: 'a' },
    { op: 'key-list', after: 0 },
    { op: 'key-revoke', n: 1 },
    { op: 'key-used', keyHash: 'a'.repeat(64), day: '2026-11-21' },
    issue(),
    { op: 'grant-list', after: 0 },
    { op: 'grant-revoke', n: 1, token: null },
    { op: 'own-key-revoke', key: createSecret('tw_', systemRandom) },
    OWN,
    { op: 'own-grant-revoke', token: createSecret('tg_', systemRandom) },
    { op: 'erase', installId: INSTALL },
    { op: 'withhold', installId: INSTALL, reason: 'lies' },
    { op: 'lift', installId: INSTALL },
    { op: 'clear-orders', upTo: 1 },
    { op: 'upload', uploadId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  ] as const) {
    const reply = await owner.carryOut(command);
    assert.ok(!reply.ok && /\(SQLITE_FULL\)/.test(reply.error), command.op);
    assert.deepEqual(readOperatorCommand(JSON.parse(JSON.stringify(command))), ok(command));
  }
});

test('a message that is not a command of this release is refused without repeating it', () => {
  for (const message of [
    null,
    'erase',
    [],
    {},
    { op: 'toString' },
    { op: 'erase' },
    { op: 'erase', installId: 7 },
    { op: 'key-revoke', n: '1' },
    { op: 'key-revoke', n: -1 },
    { op: 'key-revoke', n: 1.5 },
    { op: 'key-used', keyHash: 'A'.repeat(64), day: '2026-11-21' },
    { ...issue(), categories: ['guild', 7] },
    { op: 'secret-op' },
  ]) {
    const read = readOperatorCommand(message);
    assert.ok(!read.ok, JSON.stringify(message));
    assert.doesNotMatch(read.error, /secret/);
  }
});
