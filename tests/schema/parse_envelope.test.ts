import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_CODES } from '../../schema/fault_codes.ts';
import { parseEnvelope } from '../../schema/parse_envelope.ts';
import { createAjv, documentOf } from './documents.ts';
import { sampleRecord } from './samples.ts';

const LEAST = { addonVersion: '1', records: [0] };
const TOKEN = `tg_${'aB3_-'.repeat(8)}abc`;

test('the least envelope, and one with everything', () => {
  assert.deepEqual(parseEnvelope(LEAST), { ok: true, envelope: { ...LEAST, sharing: {}, grantTokens: [] } });
  const whole = {
    addonVersion: '1.2.3-beta',
    clientBuild: '1.15.8.67156',
    protocol: '1.2.0',
    records: [null, 'anything', { kind: 'loot' }],
    sharing: { guild: true, gold: false },
    grantTokens: [TOKEN],
  };
  assert.deepEqual(parseEnvelope(whole), { ok: true, envelope: whole });
});

test('envelopes at their bounds and past them', () => {
  const records = (length: number): number[] => Array.from({ length }, () => 0);
  const rows: readonly [string, unknown, 200 | 400 | 422, string, string][] = [
    ['no object', [], 422, 'wrong-type', ''],
    ['nothing', null, 422, 'wrong-type', ''],
    ['no version', { records: [0] }, 422, 'field-missing', '/addonVersion'],
    ['version of none', { ...LEAST, addonVersion: '' }, 422, 'wrong-length', '/addonVersion'],
    ['version of 20', { ...LEAST, addonVersion: '😀'.repeat(20) }, 200, '', ''],
    ['version of 21', { ...LEAST, addonVersion: 'x'.repeat(21) }, 422, 'wrong-length', '/addonVersion'],
    ['version that is a number', { ...LEAST, addonVersion: 1 }, 422, 'wrong-type', '/addonVersion'],
    ['version with a line break', { ...LEAST, addonVersion: '1\n' }, 422, 'bad-text', '/addonVersion'],
    ['build of 100', { ...LEAST, clientBuild: 'x'.repeat(100) }, 200, '', ''],
    ['build of 101', { ...LEAST, clientBuild: 'x'.repeat(101) }, 422, 'wrong-length', '/clientBuild'],
    ['no records', { addonVersion: '1' }, 422, 'field-missing', '/records'],
    ['empty records', { ...LEAST, records: [] }, 422, 'too-few', '/records'],
    ['2,000 records', { ...LEAST, records: records(2_000) }, 200, '', ''],
    ['2,001 records', { ...LEAST, records: records(2_001) }, 422, 'too-many', '/records'],
    ['records that are no list', { ...LEAST, records: {} }, 422, 'wrong-type', '/records'],
    ['major 0', { ...LEAST, protocol: '0.9.1' }, 200, '', ''],
    ['major 1', { ...LEAST, protocol: '1.99.0-rc.1+x' }, 200, '', ''],
    ['major 2', { ...LEAST, protocol: '2.0.0' }, 422, 'wrong-form', '/protocol'],
    ['major 10', { ...LEAST, protocol: '10.0.0' }, 422, 'wrong-form', '/protocol'],
    ['no patch', { ...LEAST, protocol: '1.2.' }, 422, 'wrong-length', '/protocol'],
    ['no semver', { ...LEAST, protocol: 'latest' }, 422, 'wrong-form', '/protocol'],
    ['leading zero', { ...LEAST, protocol: '1.02.0' }, 422, 'wrong-form', '/protocol'],
    ['unknown field', { ...LEAST, more: 1 }, 422, 'field-unknown', '/more'],
    [
      'field __proto__',
      JSON.parse('{"addonVersion":"1","records":[0],"__proto__":{}}'),
      422,
      'field-unknown',
      '/__proto__',
    ],
    ['sharing of nothing', { ...LEAST, sharing: {} }, 200, '', ''],
    ['sharing as a list', { ...LEAST, sharing: [] }, 422, 'wrong-type', '/sharing'],
    ['sharing that is no choice', { ...LEAST, sharing: { gold: 'yes' } }, 422, 'wrong-type', '/sharing/gold'],
    ['sharing of another category', { ...LEAST, sharing: { mail: true } }, 422, 'field-unknown', '/sharing/mail'],
    ['16 grants', { ...LEAST, grantTokens: Array(16).fill(TOKEN) }, 200, '', ''],
    ['17 grants', { ...LEAST, grantTokens: Array(17).fill(TOKEN) }, 400, 'too-many', '/grantTokens'],
    ['grants that are no list', { ...LEAST, grantTokens: TOKEN }, 400, 'wrong-type', '/grantTokens'],
    ['a grant that is no text', { ...LEAST, grantTokens: [1] }, 400, 'wrong-type', '/grantTokens/0'],
    ['a grant too short', { ...LEAST, grantTokens: [TOKEN, TOKEN.slice(1)] }, 400, 'wrong-length', '/grantTokens/1'],
    [
      'a grant of another form',
      { ...LEAST, grantTokens: [TOKEN.replace('tg_', 'tx_')] },
      400,
      'wrong-form',
      '/grantTokens/0',
    ],
  ];
  for (const [what, value, status, code, pointer] of rows) {
    const verdict = parseEnvelope(value);
    const found = verdict.ok ? [200, '', ''] : [verdict.status, verdict.code, verdict.pointer];
    assert.deepEqual(found, [status, code, pointer], what);
    if (!verdict.ok) assert.ok(verdict.code in FAULT_CODES && verdict.reason.endsWith('.'), what);
  }
});

test('a refused protocol is told which are spoken, and a refused grant is not repeated', () => {
  const spoken = parseEnvelope({ ...LEAST, protocol: '2.0.0' });
  assert.ok(!spoken.ok && spoken.reason.includes('major 1 or 0') && spoken.reason.includes('"2.0.0"'));
  const grant = parseEnvelope({ ...LEAST, grantTokens: [`${TOKEN}x`] });
  assert.ok(
    !grant.ok && !grant.reason.includes('aB3') && grant.reason.includes('text of 47 characters'),
    JSON.stringify(grant),
  );
});

test('envelopes and the published upload schema agree', () => {
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
