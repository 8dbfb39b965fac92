import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { formatStoredBody, judgeRecords } from '../../../domain/intake/judge.ts';
import { toRealmKey } from '../../../domain/values/realm_key.ts';
import { FAULT_CODES } from '../../../schema/fault_codes.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { parseEnvelope } from '../../../schema/parse_envelope.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import { envelope, INSTALL, loot, NOW_MS, OTHER_INSTALL, owned, scan, sha256 } from '../../support/sample_records.ts';
import { hadMoney, item, type Seen, sawAuctions, sawPrice, wasLocked, world } from '../../support/world.ts';

function judge(records: readonly unknown[], fields = {}) {
  const parsed = parseEnvelope(envelope(records, fields));
  assert.ok(parsed.ok, 'the envelope is good');
  return judgeRecords({ parseRecord, digest: nodeDigest }, parsed.envelope, [], NOW_MS);
}

/** Returns the rejection code of each record in order, or '' if it was admitted. */
function codes(records: readonly unknown[], fields = {}): readonly string[] {
  const { admitted, rejected } = judge(records, fields);
  const found = records.map(() => '?');
  for (const { index } of admitted) found[index] = '';
  for (const { index, code } of rejected) found[index] = code;
  return found;
}

function at(capturedAt: string) {
  return [loot({ capturedAt })];
}
function sent(seen: Seen): unknown {
  return world().install(INSTALL, { at: '2026-11-20T10:00:00Z', event: null }).reported(seen).records()[0];
}
function priceSeen(source: 'auction' | 'vendor', realm?: string) {
  return sent(sawPrice(item(2589), 5, realm === undefined ? { source } : { source, realm }));
}
function snapshot(realm: string) {
  return sent(sawAuctions(realm));
}
const lockout = sent(wasLocked({ realm: 'Eastmoor', resetAt: '2026-11-25T10:00:00Z' }));
const gold = sent(hadMoney(5));
const TOKEN = `tg_${'A'.repeat(43)}`;
const MANY = ['Aaa', 'Bbb', 'Ccc'].map((realm) => scan(realm));

const TABLE: readonly (readonly [
  what: string,
  records: readonly unknown[],
  fields: object,
  outcome: readonly string[],
])[] = [
  ['a good record', [loot()], {}, ['']],
  ['one bad record sinks no other', [loot(), loot({ items: 3 }), loot()], {}, ['', 'wrong-type', '']],
  ['no record at all', [null], {}, ['wrong-type']],

  ['the first instant', at('2004-11-23T00:00:00Z'), {}, ['']],
  ['a millisecond before it', at('2004-11-22T23:59:59.999Z'), {}, ['captured-at-past']],
  ['the first instant in another zone', at('2004-11-22T23:00:00-01:00'), {}, ['']],
  ['a day ahead', at('2026-11-22T12:00:00Z'), {}, ['']],
  ['a millisecond more', at('2026-11-22T12:00:00.001Z'), {}, ['captured-at-future']],
  ['a time that does not exist', at('2026-02-30T12:00:00Z'), {}, ['bad-date']],

  ['guild without a choice', [lockout], {}, ['sharing-missing']],
  ['guild with the choice false', [lockout], { sharing: { guild: false } }, ['sharing-missing']],
  ['guild with another choice', [lockout], { sharing: { gold: true } }, ['sharing-missing']],
  ['guild without a token', [lockout], { sharing: { guild: true } }, ['grant-missing']],
  ['guild with an empty list of tokens', [lockout], { sharing: { guild: true }, grantTokens: [] }, ['grant-missing']],
  ['guild with a token', [lockout], { sharing: { guild: true }, grantTokens: [TOKEN] }, ['grant-not-covering']],
  ['gold with a token but no choice', [gold], { grantTokens: [TOKEN] }, ['sharing-missing']],
  ['gold with both', [gold], { sharing: { gold: true }, grantTokens: [TOKEN] }, ['grant-not-covering']],

  ['three realms', MANY, {}, ['', '', '']],
  ['four realms', [...MANY, scan('Ddd')], {}, ['', '', '', 'realms-too-many']],
  ['later ones of the first three', [...MANY, scan('Ddd'), scan('Aaa')], {}, ['', '', '', 'realms-too-many', '']],
  ['a snapshot counts', [...MANY, snapshot('Ddd')], {}, ['', '', '', 'realms-too-many']],
  ['an auction price counts', [...MANY, priceSeen('auction', 'Ddd')], {}, ['', '', '', 'realms-too-many']],
  ['an auction price without a realm does not', [...MANY, priceSeen('auction')], {}, ['', '', '', '']],
  ['a vendor price does not', [...MANY, priceSeen('vendor', 'Ddd')], {}, ['', '', '', '']],
  ['one realm in other spellings', [...MANY, scan(' aAA '), scan('AAA')], {}, ['', '', '', '', '']],
  ['one realm composed and decomposed', [scan('Ré'), scan('Re\u0301'), scan('Bbb'), scan('Ccc')], {}, ['', '', '', '']],
  ['one realm with ß and SS', [scan('Weiß'), scan('WEISS'), scan('Bbb'), scan('Ccc')], {}, ['', '', '', '']],
  ['one realm with and without the mark of its region', [...MANY, scan('aaa (eu)')], { region: 3 }, ['', '', '', '']],
  ['a realm of another region counts', [...MANY, scan('Aaa (US)')], { region: 3 }, ['', '', '', 'realms-too-many']],
  ['a realm of a refused record does not count', [scan('Ddd', { items: 3 }), ...MANY], {}, ['wrong-type', '', '', '']],
  [
    'a realm of a record from the future does not count',
    [scan('Ddd', { capturedAt: '2027-01-01T00:00:00Z' }), ...MANY],
    {},
    ['captured-at-future', '', '', ''],
  ],

  ['an achievement alone', [owned()], {}, ['no-install']],
  ['an achievement before a record', [owned(), loot()], {}, ['', '']],
  ['an achievement after a record', [loot(), owned()], {}, ['', '']],
  ['an achievement beside a refused record', [loot({ items: 3 }), owned()], {}, ['wrong-type', 'no-install']],
  ['an achievement with an installId', [loot(), owned({ installId: INSTALL })], {}, ['', 'field-unknown']],
  [
    'an achievement from the future',
    [loot(), owned({ capturedAt: '2027-01-01T00:00:00Z' })],
    {},
    ['', 'captured-at-future'],
  ],
];

for (const [what, records, fields, outcome] of TABLE) {
  test(`judging: ${what}`, () => {
    assert.deepEqual(codes(records, fields), outcome);
    const { admitted, rejected } = judge(records, fields);
    const ascending = (list: readonly { readonly index: number }[]) =>
      list.every(({ index }, i) => i === 0 || list[i - 1]!.index < index);
    assert.ok(ascending(admitted) && ascending(rejected), 'both lists ascend');
    for (const { code, pointer, reason } of rejected) {
      assert.ok(code in FAULT_CODES);
      assert.match(pointer, /^(\/[^/]+)*$/);
      assert.match(reason, /^\S.*[a-z0-9)"]\.$|^\S.*upload\.$/);
      assert.ok(!reason.includes(INSTALL));
    }
  });
}

test('realms are equal after trimming, NFC and case folding, whatever their spaces', () => {
  const equal = [
    ['Eastmoor', ' eastMOOR\t'],
    ['Caf\u00e9', 'CAFE\u0301'],
    ['Weiß', 'WEISS'],
    ['Логос', 'ЛОГОС'],
    ['ΟΔΟΣ', 'οδος'],
    ['East moor', '\u3000East\u00a0 Moor'],
  ] as const;
  for (const [one, other] of equal) assert.equal(toRealmKey(one), toRealmKey(other), `${one} and ${other}`);
  const keys = ['Eastmoor', 'East moor', 'Eastmöor', 'Westmoor'].map(toRealmKey);
  assert.equal(new Set(keys).size, keys.length);
});

test('the rules use the published limits', () => {
  const realms = Array.from({ length: LIMITS.auctionRealmsPerUploadMax.value + 1 }, (_, i) => scan(`Realm ${i}`));
  assert.equal(codes(realms).filter((code) => code === '').length, LIMITS.auctionRealmsPerUploadMax.value);
  const latest = NOW_MS + LIMITS.capturedAtAheadMaxS.value * 1000;
  assert.deepEqual(codes(at(new Date(latest).toISOString())), ['']);
  assert.deepEqual(codes(at(new Date(latest + 1).toISOString())), ['captured-at-future']);
  assert.deepEqual(codes(at(`${LIMITS.capturedAtEarliest.value}T00:00:00Z`)), ['']);
});

test('an achievement belongs to the first admitted record that names an install', () => {
  const records = [owned(), loot({ installId: OTHER_INSTALL, items: 3 }), loot(), loot({ installId: OTHER_INSTALL })];
  const { admitted } = judge(records);
  assert.deepEqual(
    admitted.map(({ index, installId, eventId }) => [index, installId, eventId]),
    [
      [0, INSTALL, null],
      [2, INSTALL, 'event-1'],
      [3, OTHER_INSTALL, 'event-1'],
    ],
  );
});

test('the stored body is the normalised record without its install id and claim token', () => {
  const roster = {
    members: [{ name: ' Ada ', rank: 'Scout', level: 60, class: 'Mage', lastOnlineDays: 0.5 }],
    claimToken: 'a-legacy-claim-token',
    faction: 'horde',
    realm: 'Re\u0301a',
    guildName: 'Witnesses',
    capturedAt: '2026-11-20T10:00:00Z',
    eventId: 'event-1',
    installId: INSTALL,
    kind: 'guild_snapshot',
  };
  const cases = [
    [
      loot({ capturedAt: '2026-11-20T12:00:00+02:00' }),
      '{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","sourceNpcId":721,"sourceEvidence":"loot-api","items":[{"itemId":2589,"count":1}]}',
    ],
    [
      owned(),
      '{"kind":"achievement_owned","capturedAt":"2026-11-20T10:00:00Z","characterKey":"0a1b2c3d","class":"MAGE","level":60,"achievementId":6,"completed":true}',
    ],
    [
      roster,
      '{"kind":"guild_snapshot","capturedAt":"2026-11-20T10:00:00Z","guildName":"Witnesses","realm":"R\u00e9a","faction":"horde","members":[{"name":"Ada","rank":"Scout","level":60,"class":"Mage","lastOnlineDays":0.5}]}',
    ],
  ] as const;
  for (const [sent, body] of cases) {
    const verdict = parseRecord(sent);
    assert.ok(verdict.ok);
    assert.equal(formatStoredBody(verdict.record), body);
  }
  const [record] = judge([cases[0][0]]).admitted;
  assert.equal(record!.body, cases[0][1]);
  assert.equal(record!.digest, sha256(cases[0][1]));
  assert.equal(record!.capturedAtMs, Date.parse('2026-11-20T10:00:00Z'));
});

test('field order, spelling of the time and time zone do not change the digest of a record', () => {
  const one = loot({ eventId: undefined, capturedAt: '2026-11-20T12:00:00+02:00' });
  const other = Object.fromEntries(Object.entries(loot({ eventId: undefined })).reverse());
  const [first, second] = judge([JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))]).admitted;
  assert.equal(first!.digest, second!.digest);
});
