import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_CODES } from '../../schema/fault_codes.ts';
import { parseEnvelope } from '../../schema/parse_envelope.ts';
import { createAjv, documentOf } from './documents.ts';
import { sampleRecord } from './samples.ts';

const LEAST = { addonVersion: '1', records: [0] };
const TOKEN = `tg_${'aB3_-'.repeat(8)}abc`;

test('a minimal envelope and a complete one are accepted', () => {
  assert.deepEqual(parseEnvelope(LEAST), { ok: true, envelope: { ...LEAST, sharing: {}, grantTokens: [] } });
  const whole = {
    addonVersion: '1.2.3-beta',
    clientBuild: '1.15.8.67156',
    season: 0,
    region: 3,
    locale: 'deDE',
    protocol: '1.2.0',
    session: `${'aB3_-'.repeat(4)}xy`,
    records: [null, 'anything', { kind: 'loot' }],
    sharing: { guild: true, gold: false },
    grantTokens: [TOKEN],
  };
  assert.deepEqual(parseEnvelope(whole), { ok: true, envelope: whole });
});

test('envelopes are accepted at their bounds and refused beyond them', () => {
  const records = (length: number): number[] => Array.from({ length }, () => 0);
  const rows: readonly [string, unknown, 'none' | 'grants' | 'envelope', string, string][] = [
    ['no object', [], 'envelope', 'wrong-type', ''],
    ['nothing', null, 'envelope', 'wrong-type', ''],
    ['no version', { records: [0] }, 'envelope', 'field-missing', '/addonVersion'],
    ['version of none', { ...LEAST, addonVersion: '' }, 'envelope', 'wrong-length', '/addonVersion'],
    ['version of 20', { ...LEAST, addonVersion: '😀'.repeat(20) }, 'none', '', ''],
    ['version of 21', { ...LEAST, addonVersion: 'x'.repeat(21) }, 'envelope', 'wrong-length', '/addonVersion'],
    ['version that is a number', { ...LEAST, addonVersion: 1 }, 'envelope', 'wrong-type', '/addonVersion'],
    ['version with a line break', { ...LEAST, addonVersion: '1\n' }, 'envelope', 'bad-text', '/addonVersion'],
    ['build of 100', { ...LEAST, clientBuild: 'x'.repeat(100) }, 'none', '', ''],
    ['build of 101', { ...LEAST, clientBuild: 'x'.repeat(101) }, 'envelope', 'wrong-length', '/clientBuild'],
    ['season 99', { ...LEAST, season: 99 }, 'none', '', ''],
    ['season 100', { ...LEAST, season: 100 }, 'envelope', 'out-of-range', '/season'],
    ['half a season', { ...LEAST, season: 1.5 }, 'envelope', 'wrong-type', '/season'],
    ['region 99', { ...LEAST, region: 99 }, 'none', '', ''],
    ['region 0', { ...LEAST, region: 0 }, 'envelope', 'out-of-range', '/region'],
    ['a region by name', { ...LEAST, region: 'EU' }, 'envelope', 'wrong-type', '/region'],
    ['a language of the client', { ...LEAST, locale: 'zhTW' }, 'none', '', ''],
    ['a language that nobody knows yet', { ...LEAST, locale: 'plPL' }, 'none', '', ''],
    ['a language in small letters', { ...LEAST, locale: 'dede' }, 'envelope', 'wrong-form', '/locale'],
    ['a language with a sign', { ...LEAST, locale: 'de-DE' }, 'envelope', 'wrong-length', '/locale'],
    ['a language that is empty', { ...LEAST, locale: '' }, 'envelope', 'wrong-length', '/locale'],
    ['a language that is none', { ...LEAST, locale: null }, 'envelope', 'wrong-type', '/locale'],
    ['no records', { addonVersion: '1' }, 'envelope', 'field-missing', '/records'],
    ['empty records', { ...LEAST, records: [] }, 'envelope', 'too-few', '/records'],
    ['2,000 records', { ...LEAST, records: records(2_000) }, 'none', '', ''],
    ['2,001 records', { ...LEAST, records: records(2_001) }, 'envelope', 'too-many', '/records'],
    ['records that are no list', { ...LEAST, records: {} }, 'envelope', 'wrong-type', '/records'],
    ['major 0', { ...LEAST, protocol: '0.9.1' }, 'none', '', ''],
    ['major 1', { ...LEAST, protocol: '1.99.0-rc.1+x' }, 'none', '', ''],
    ['major 2', { ...LEAST, protocol: '2.0.0' }, 'envelope', 'wrong-form', '/protocol'],
    ['major 10', { ...LEAST, protocol: '10.0.0' }, 'envelope', 'wrong-form', '/protocol'],
    ['no patch', { ...LEAST, protocol: '1.2.' }, 'envelope', 'wrong-length', '/protocol'],
    ['no semver', { ...LEAST, protocol: 'latest' }, 'envelope', 'wrong-form', '/protocol'],
    ['leading zero', { ...LEAST, protocol: '1.02.0' }, 'envelope', 'wrong-form', '/protocol'],
    ['a session', { ...LEAST, session: '-_'.repeat(11) }, 'none', '', ''],
    ['a session of 21', { ...LEAST, session: 'x'.repeat(21) }, 'envelope', 'wrong-length', '/session'],
    ['a session of 23', { ...LEAST, session: 'x'.repeat(23) }, 'envelope', 'wrong-length', '/session'],
    ['a session with a sign', { ...LEAST, session: `${'x'.repeat(21)}=` }, 'envelope', 'wrong-form', '/session'],
    ['a session that is none', { ...LEAST, session: null }, 'envelope', 'wrong-type', '/session'],
    ['unknown field', { ...LEAST, more: 1 }, 'envelope', 'field-unknown', '/more'],
    [
      'field __proto__',
      JSON.parse('{"addonVersion":"1","records":[0],"__proto__":{}}'),
      'envelope',
      'field-unknown',
      '/__proto__',
    ],
    ['sharing of nothing', { ...LEAST, sharing: {} }, 'none', '', ''],
    ['sharing as a list', { ...LEAST, sharing: [] }, 'envelope', 'wrong-type', '/sharing'],
    ['sharing that is no choice', { ...LEAST, sharing: { gold: 'yes' } }, 'envelope', 'wrong-type', '/sharing/gold'],
    [
      'sharing of another category',
      { ...LEAST, sharing: { mail: true } },
      'envelope',
      'field-unknown',
      '/sharing/mail',
    ],
    ['16 grants', { ...LEAST, grantTokens: Array(16).fill(TOKEN) }, 'none', '', ''],
    ['17 grants', { ...LEAST, grantTokens: Array(17).fill(TOKEN) }, 'grants', 'too-many', '/grantTokens'],
    ['grants that are no list', { ...LEAST, grantTokens: TOKEN }, 'grants', 'wrong-type', '/grantTokens'],
    ['a grant that is no text', { ...LEAST, grantTokens: [1] }, 'grants', 'wrong-type', '/grantTokens/0'],
    [
      'a grant too short',
      { ...LEAST, grantTokens: [TOKEN, TOKEN.slice(1)] },
      'grants',
      'wrong-length',
      '/grantTokens/1',
    ],
    [
      'a grant of another form',
      { ...LEAST, grantTokens: [TOKEN.replace('tg_', 'tx_')] },
      'grants',
      'wrong-form',
      '/grantTokens/0',
    ],
  ];
  for (const [what, value, part, code, pointer] of rows) {
    const verdict = parseEnvelope(value);
    const found = verdict.ok ? ['none', '', ''] : [verdict.part, verdict.code, verdict.pointer];
    assert.deepEqual(found, [part, code, pointer], what);
    if (!verdict.ok) assert.ok(verdict.code in FAULT_CODES && verdict.reason.endsWith('.'), what);
  }
});

test('a refused protocol is answered with the supported ones, and a refused grant is not repeated', () => {
  const spoken = parseEnvelope({ ...LEAST, protocol: '2.0.0' });
  assert.ok(!spoken.ok && spoken.reason.includes('major 1 or 0') && spoken.reason.includes('"2.0.0"'));
  const grant = parseEnvelope({ ...LEAST, grantTokens: [`${TOKEN}x`] });
  assert.ok(
    !grant.ok && !grant.reason.includes('aB3') && grant.reason.includes('text of 47 characters'),
    JSON.stringify(grant),
  );
});

test('the parser agrees with the published upload schema about envelopes', () => {
  const accepts = createAjv().compile(documentOf('/upload.json'));
  const upload = { ...LEAST, records: [sampleRecord('loot'), sampleRecord('achievement_owned')] };
  const rows: readonly [object, boolean][] = [
    [upload, true],
    [{ ...upload, protocol: '1.2.0', sharing: { gold: true }, grantTokens: [TOKEN] }, true],
    [{ ...upload, protocol: '2.0.0' }, false],
    [{ ...upload, grantTokens: [`${TOKEN}x`] }, false],
    [{ ...upload, sharing: { mail: true } }, false],
    [{ ...upload, more: 1 }, false],
    [{ ...upload, addonVersion: '' }, false],
  ];
  for (const [value, expected] of rows) {
    assert.equal(accepts(value), expected, JSON.stringify(value));
    assert.equal(parseEnvelope(value).ok, expected);
  }
  assert.equal(accepts({ ...upload, records: [{ ...sampleRecord('loot'), items: 0 }] }), false);
});
