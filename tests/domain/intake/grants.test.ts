import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { nodeDigest } from '../../../adapters/digest.ts';
import { createIntake } from '../../../domain/intake/create_intake.ts';
import { judgeRecords } from '../../../domain/intake/judge.ts';
import type { Grant, GrantScope, NewUpload, Outcome, UploadWriter } from '../../../domain/ports/uploads.ts';
import { answerUpload, presentOutcome } from '../../../http/intake/present.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { parseEnvelope } from '../../../schema/parse_envelope.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import { RECORD_KINDS } from '../../../schema/record_kinds.ts';
import { intakeReceipt, intakeRefused } from '../../../schema/responses/intake.ts';
import { createMemoryOperator } from '../../doubles/operator.ts';
import { bytesOf, envelope, INSTALL, loot, NOW_MS, OTHER_INSTALL, SENDER } from '../../support/sample_records.ts';
import { storageFails } from '../../support/storage_fails.ts';

const common = { installId: INSTALL, capturedAt: '2026-11-20T10:00:00Z' };
const inGuild = { ...common, guildName: 'Witnesses', realm: 'Eastmoor' };
const ofCharacter = { ...common, character: 'Ada', realm: 'Eastmoor' };

/** One record of each named kind, with the category that its player must share. */
const NAMED = {
  guild_snapshot: [
    'guild',
    {
      ...inGuild,
      faction: 'horde',
      members: [{ name: 'Ada', rank: 'Scout', level: 60, class: 'Mage', lastOnlineDays: 0 }],
    },
  ],
  raid_lockout: [
    'guild',
    { ...inGuild, instance: 'Core', difficulty: 'normal', bossesKilled: [], resetAt: '2026-11-25T10:00:00Z' },
  ],
  attendance: ['guild', { ...inGuild, instance: 'Core', present: ['Ada'] }],
  loot_award: ['guild', { ...inGuild, itemId: 1, itemName: 'Blade', recipient: 'Ada', sourceBoss: 'Boss' }],
  gear_snapshot: ['gear', { ...ofCharacter, equipped: [{ slot: 'head', itemId: 1, itemLevel: 60 }] }],
  gold_snapshot: ['gold', { ...ofCharacter, copper: 5 }],
  money_event: ['gold', { ...ofCharacter, source: 'loot', copper: 5 }],
  collection_owned: ['collection', { ...common, collection: 'mounts', itemId: 1 }],
} as const;

type Named = keyof typeof NAMED;

function named(kind: Named, fields: object = {}) {
  return { kind, ...NAMED[kind][1], ...fields };
}

const DAY_MS = 86_400_000;
const EVERY = ['guild', 'gear', 'gold', 'collection'];

function grant(scope: Partial<GrantScope>, fields: Partial<Grant> = {}): Grant {
  return {
    n: 7,
    categories: EVERY,
    scope: { guildName: null, realm: null, character: null, installId: null, ...scope },
    expiresAtMs: NOW_MS + DAY_MS,
    self: false,
    ...fields,
  };
}

const TOKEN = `tg_${'A'.repeat(43)}`;
const ALL = { guild: true, gear: true, gold: true, collection: true };

function judge(
  record: object,
  grants: readonly Grant[],
  fields: Readonly<Record<string, unknown>> = { sharing: ALL, grantTokens: [TOKEN] },
) {
  const parsed = parseEnvelope(envelope([record], fields));
  assert.ok(parsed.ok);
  return judgeRecords({ parseRecord, digest: nodeDigest }, parsed.envelope, grants, NOW_MS);
}

function isCovered(record: object, grants: readonly Grant[]): boolean {
  const { admitted, rejected } = judge(record, grants);
  assert.ok(admitted.length === 1 || rejected[0]?.code === 'grant-not-covering', rejected[0]?.code);
  return admitted.length === 1;
}

test('the tests cover all eight named kinds', () => {
  const kinds = [...RECORD_KINDS.values()].filter(({ sharing }) => sharing !== null);
  assert.deepEqual(Object.fromEntries(kinds.map(({ kind, sharing }) => [kind, sharing])), {
    ...Object.fromEntries(Object.entries(NAMED).map(([kind, [category]]) => [kind, category])),
  });
});

const SCOPES: readonly (readonly [what: string, kind: Named, scope: Partial<GrantScope>, covered: boolean])[] = [
  ['its guild', 'guild_snapshot', { guildName: 'Witnesses' }, true],
  ['another guild', 'guild_snapshot', { guildName: 'Witness' }, false],
  ['its guild in other case', 'guild_snapshot', { guildName: ' wITNESSES ' }, true],
  ['its realm', 'raid_lockout', { realm: 'eastmoor' }, true],
  ['another realm', 'raid_lockout', { realm: 'Westmoor' }, false],
  ['guild and realm', 'attendance', { guildName: 'Witnesses', realm: 'Eastmoor' }, true],
  ['its guild on another realm', 'attendance', { guildName: 'Witnesses', realm: 'Westmoor' }, false],
  ['another guild on its realm', 'loot_award', { guildName: 'Others', realm: 'Eastmoor' }, false],
  ['its install', 'loot_award', { installId: INSTALL }, true],
  ['another install', 'loot_award', { installId: OTHER_INSTALL }, false],
  ['its install in other case', 'loot_award', { installId: INSTALL.toUpperCase() }, false],
  ['a character, which the kind lacks', 'guild_snapshot', { character: 'Ada' }, false],
  ['a character besides, which the kind lacks', 'guild_snapshot', { guildName: 'Witnesses', character: 'Ada' }, false],
  ['its character', 'gear_snapshot', { character: 'ADA' }, true],
  ['another character', 'gear_snapshot', { character: 'Ad' }, false],
  ['a guild, which the kind lacks', 'gear_snapshot', { guildName: 'Witnesses' }, false],
  ['character, realm and install', 'gold_snapshot', { character: 'Ada', realm: 'Eastmoor', installId: INSTALL }, true],
  ['all but the install', 'gold_snapshot', { character: 'Ada', realm: 'Eastmoor', installId: OTHER_INSTALL }, false],
  ['its character', 'money_event', { character: 'Ada' }, true],
  ['its install', 'collection_owned', { installId: INSTALL }, true],
  ['a realm, which the kind lacks', 'collection_owned', { realm: 'Eastmoor' }, false],
  ['its install and a realm', 'collection_owned', { installId: INSTALL, realm: 'Eastmoor' }, false],
];

for (const [what, kind, scope, covered] of SCOPES) {
  test(`a grant for ${what}: ${kind} is ${covered ? 'covered' : 'not covered'}`, () =>
    assert.equal(isCovered(named(kind), [grant(scope)]), covered));
}

/** The realm of a grant, the region of the upload, and the realm of the record, which is Eastmoor unless given. */
const REGIONS: readonly (readonly [scope: string, region: number | null, covered: boolean, realm?: string])[] = [
  ['Eastmoor', 3, true],
  ['Eastmoor', 1, true],
  ['Eastmoor', 41, true],
  ['eastmoor', null, true, 'Eastmoor (KR)'],
  ['Eastmoor (EU)', 3, true],
  ['eastmoor  (eu)', 3, true],
  ['Eastmoor (EU)', 1, false],
  ['Eastmoor (EU)', null, false],
  ['Eastmoor (EU)', 3, false, 'Eastmoor (US)'],
  ['Eastmoor (EU)', 1, true, 'Eastmoor (eu)'],
  ['Eastmoor (EU)', 3, false, 'Westmoor'],
];

for (const [scope, region, covered, realm = 'Eastmoor'] of REGIONS) {
  test(`a grant for ${scope} ${covered ? 'covers' : 'does not cover'} ${realm} in region ${region}`, () => {
    const fields = { sharing: ALL, grantTokens: [TOKEN], ...(region === null ? {} : { region }) };
    const { admitted } = judge(named('gold_snapshot', { realm }), [grant({ realm: scope })], fields);
    assert.equal(admitted.length === 1, covered);
  });
}

test('composed and decomposed names are equal, and so are ß and SS', () => {
  const record = (guildName: string) => named('attendance', { guildName });
  assert.ok(isCovered(record('Re\u0301mi'), [grant({ guildName: 'R\u00c9MI' })]));
  assert.ok(isCovered(record('Weiß'), [grant({ guildName: 'WEISS' })]));
  assert.ok(!isCovered(record('Remi'), [grant({ guildName: 'R\u00e9mi' })]));
});

const CATEGORIES: readonly (readonly [kind: Named, categories: readonly string[], covered: boolean])[] = [
  ['guild_snapshot', ['guild'], true],
  ['guild_snapshot', ['gear', 'gold', 'collection'], false],
  ['gear_snapshot', ['gold', 'gear'], true],
  ['gear_snapshot', ['gold'], false],
  ['money_event', ['gold'], true],
  ['collection_owned', ['collection'], true],
  ['collection_owned', ['guild'], false],
];

for (const [kind, categories, covered] of CATEGORIES) {
  test(`a grant of ${categories}: ${kind} is ${covered ? 'covered' : 'not covered'}`, () =>
    assert.equal(isCovered(named(kind), [grant({ installId: INSTALL }, { categories })]), covered));
}

test('a grant is valid until the instant of its expiry', () => {
  const until = (ms: number) => isCovered(named('attendance'), [grant({ realm: 'Eastmoor' }, { expiresAtMs: ms })]);
  assert.deepEqual([until(NOW_MS + 1), until(NOW_MS), until(NOW_MS - 1)], [true, false, false]);
});

test('a named record gets every grant that covers it and no other, and a record of another kind gets none', () => {
  const grants = [
    grant({ realm: 'Eastmoor' }, { n: 3 }),
    grant({ realm: 'Westmoor' }, { n: 4 }),
    grant({ installId: INSTALL }, { n: 9 }),
    grant({ installId: INSTALL }, { n: 11, expiresAtMs: NOW_MS }),
  ];
  assert.deepEqual(judge(named('attendance'), grants).admitted[0]?.grants, [3, 9]);
  assert.deepEqual(judge(loot(), grants).admitted[0]?.grants, []);
});

test("a grant does not replace the player's choice to share, and the choice does not replace a grant", () => {
  const grants = [grant({ installId: INSTALL })];
  for (const [kind, [category]] of Object.entries(NAMED) as [Named, (typeof NAMED)[Named]][]) {
    const code = (fields: Readonly<Record<string, unknown>>) => judge(named(kind), grants, fields).rejected[0]?.code;
    assert.equal(code({ grantTokens: [TOKEN] }), 'sharing-missing', kind);
    assert.equal(code({ grantTokens: [TOKEN], sharing: { ...ALL, [category]: false } }), 'sharing-missing', kind);
    assert.equal(code({ sharing: { [category]: true } }), 'grant-missing', kind);
    assert.equal(code({ sharing: { [category]: true }, grantTokens: [TOKEN] }), undefined, kind);
  }
});

test('a scope with more conditions never covers more', () => {
  const names = fc.constantFrom(null, 'Witnesses', 'witnesses', 'Others');
  const scopes = fc.record({
    guildName: names,
    realm: fc.constantFrom(null, 'Eastmoor', 'EASTMOOR', 'Westmoor'),
    character: fc.constantFrom(null, 'Ada'),
    installId: fc.constantFrom(null, INSTALL, OTHER_INSTALL),
  });
  const fields = fc.constantFrom('guildName', 'realm', 'character', 'installId');
  fc.assert(
    fc.property(scopes, fields, fc.constantFrom(...(Object.keys(NAMED) as Named[])), (scope, field, kind) => {
      const narrow = isCovered(named(kind), [grant(scope)]);
      const wide = isCovered(named(kind), [grant({ ...scope, [field]: null })]);
      assert.ok(wide || !narrow);
    }),
  );
});

const asked: (readonly string[])[] = [];

/** Returns an intake whose writer stores nothing and returns the given outcomes. */
async function setUp(outcomes: (upload: NewUpload) => readonly Outcome[], broken = false) {
  const operator = createMemoryOperator();
  const uploads: UploadWriter = {
    take: async (upload) => outcomes(upload),
    grants: async (hashes) => {
      asked.push(hashes);
      return broken ? storageFails('uploads', 'SQLITE_IOERR') : operator.grants(hashes);
    },
    close: async () => {},
  };
  const intake = createIntake({
    parseEnvelope,
    parseRecord,
    present: presentOutcome,
    uploads,
    digest: nodeDigest,
    clock: { nowMs: () => NOW_MS },
    random: { bytes: (count) => new Uint8Array(count) },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const issue = (token: string, scope: Partial<GrantScope>) => {
    const { n: _n, ...issued } = grant(scope);
    return operator.addGrant({ ...issued, tokenHash: nodeDigest.sha256(token), issuedAtMs: NOW_MS - 1 });
  };
  asked.length = 0;
  return { intake, operator, issue, send: (body: object) => answerUpload(intake.take(bytesOf(body), SENDER)) };
}

function allNew(upload: NewUpload): readonly Outcome[] {
  return upload.records.map(() => 'new');
}
function tokenOf(i: number): string {
  return `tg_${String(i).padStart(43, '0')}`;
}

test('each token is looked up once by its hash, and nothing is looked up without tokens', async () => {
  const { send, issue } = await setUp(allNew);
  await issue(TOKEN, { guildName: 'Witnesses' });
  const sharing = { sharing: { guild: true } };
  const covered = await send(envelope([named('attendance')], { ...sharing, grantTokens: [TOKEN, tokenOf(1), TOKEN] }));
  assert.equal(covered.status, 200, covered.body);
  assert.deepEqual(asked, [[nodeDigest.sha256(TOKEN), nodeDigest.sha256(tokenOf(1))]]);
  assert.equal((await send(envelope([loot()]))).status, 200);
  assert.equal(asked.length, 1);
});

test('unknown, revoked and unrelated grants get the same answer, and no token is repeated', async () => {
  const { send, issue, operator } = await setUp(allNew);
  await issue(tokenOf(1), { guildName: 'Others' });
  await issue(tokenOf(2), { guildName: 'Witnesses' });
  await operator.revokeGrant({ n: 2 }, NOW_MS);
  const reasons = new Set<string>();
  for (const token of [tokenOf(1), tokenOf(2), tokenOf(3)]) {
    const { status, body } = await send(
      envelope([named('attendance')], { sharing: { guild: true }, grantTokens: [token] }),
    );
    assert.equal(status, 422);
    assert.ok(!body.includes(token.slice(3)) && !body.includes('Others'));
    const { rejected } = v.parse(intakeRefused, JSON.parse(body));
    assert.deepEqual([rejected?.[0]?.code, rejected?.[0]?.pointer], ['grant-not-covering', '/kind']);
    reasons.add(rejected![0]!.reason);
  }
  assert.equal(reasons.size, 1);
});

test('if grants are unreachable, the upload gets 503 and nothing is judged', async () => {
  const { send } = await setUp(() => assert.fail('nothing may be kept'), true);
  const { status, body } = await send(envelope([loot()], { grantTokens: [TOKEN] }));
  assert.equal(status, 503);
  assert.equal(v.parse(intakeRefused, JSON.parse(body)).persisted, false);
});

const MALFORMED: readonly (readonly [what: string, tokens: unknown])[] = [
  ['seventeen tokens', Array.from({ length: LIMITS.grantTokensMax.value + 1 }, (_, i) => tokenOf(i))],
  ['a token of ten thousand characters', [`tg_${'A'.repeat(9_997)}`]],
  ['a token of one character more', [`${TOKEN}A`]],
  ['a token of one character less', [TOKEN.slice(0, -1)]],
  ['a key', [`tw_${'A'.repeat(43)}`]],
  ['a number', [7]],
  ['no list', TOKEN],
];

for (const [what, grantTokens] of MALFORMED) {
  test(`malformed grants get 400: ${what}`, async () => {
    const { send } = await setUp(() => assert.fail('nothing may be kept'));
    const { status, body } = await send(envelope([loot()], { grantTokens }));
    assert.equal(status, 400);
    const { error, persisted } = v.parse(intakeRefused, JSON.parse(body));
    assert.equal(persisted, false);
    assert.match(error!, /grantTokens/);
    assert.ok(body.length < 400 && !body.includes('AAAAAAAA') && !body.includes('00000000'), body);
    assert.deepEqual(asked, []);
  });
}

test('an upload with sixteen tokens is accepted', async () => {
  const { send } = await setUp(allNew);
  const grantTokens = Array.from({ length: LIMITS.grantTokensMax.value }, (_, i) => tokenOf(i));
  assert.equal((await send(envelope([loot()], { grantTokens }))).status, 200);
});

test('records of an erased install are rejected without its id, and records of other installs are stored', async () => {
  const { send } = await setUp(({ records }) =>
    records.map(({ installId }) => (installId === INSTALL ? 'install-erased' : 'new')),
  );
  const mixed = await send(envelope([loot(), loot({ installId: OTHER_INSTALL }), 7]));
  assert.equal(mixed.status, 200);
  const { accepted, rejected } = v.parse(intakeReceipt, JSON.parse(mixed.body));
  assert.deepEqual(
    [accepted.map(({ index }) => index), rejected.map(({ index, code, pointer }) => [index, code, pointer])],
    [
      [1],
      [
        [0, 'install-erased', '/installId'],
        [2, 'wrong-type', ''],
      ],
    ],
  );
  assert.ok(!mixed.body.includes(INSTALL));
  const alone = await send(envelope([loot()]));
  assert.equal(alone.status, 422);
  assert.equal(v.parse(intakeRefused, JSON.parse(alone.body)).rejected?.[0]?.code, 'install-erased');
});
