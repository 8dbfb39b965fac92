import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecord } from '../../schema/parse_record.ts';
import { hasValidTexts } from '../../schema/stored_texts.ts';

const INSTALL = '0F8fad5b-d9cb-469f-a165';
const AT = '2026-01-31T18:30:00Z';
function quest(fields: object): object {
  return {
    kind: 'quest',
    installId: INSTALL,
    capturedAt: AT,
    questId: 1,
    title: 'Hogger',
    level: 1,
    ...fields,
  };
}
function roster(rank: string): object {
  return {
    kind: 'attendance',
    installId: INSTALL,
    capturedAt: AT,
    guildName: 'Witnesses',
    realm: 'Everlook',
    instance: 'Molten Core',
    present: ['Ada', 'Bob', rank],
  };
}
function trainer(profession: string): object {
  return {
    kind: 'trainer_seen',
    installId: INSTALL,
    capturedAt: AT,
    trainerNpcId: 5,
    services: [
      { name: 'One', costCopper: 5 },
      { name: 'Two', costCopper: 5, profession },
    ],
  };
}
function scan(fields: object): object {
  return {
    kind: 'auction_scan',
    installId: INSTALL,
    eventId: `${INSTALL}:1`,
    capturedAt: AT,
    realm: 'Everlook',
    scanId: `scan-${INSTALL}-7`,
    items: [{ itemId: 1, unitPriceCopper: 5, quantity: 1 }],
    ...fields,
  };
}

/** Returns the code and pointer of a refusal, or null if the record is accepted. */
function refusal(record: unknown): readonly [string, string] | null {
  const verdict = parseRecord(record);
  if (verdict.ok) return null;
  assert.ok(!/0f8fad5b/i.test(verdict.reason.normalize('NFKC')), `the id is repeated: ${verdict.reason}`);
  return [verdict.code, verdict.pointer];
}

test('a record whose texts contain its own install id is refused with the place of the text', () => {
  const rows: readonly [what: string, record: object, pointer: string][] = [
    ['a title', quest({ title: INSTALL }), '/title'],
    ['within a title', quest({ title: `by ${INSTALL}!` }), '/title'],
    ['in lower case', quest({ title: INSTALL.toLowerCase() }), '/title'],
    ['in upper case', quest({ title: INSTALL.toUpperCase() }), '/title'],
    ['in wide letters', quest({ title: '０Ｆ８ｆａｄ５ｂ-d9cb-469f-a165' }), '/title'],
    ['with other dashes', quest({ title: INSTALL.replaceAll('-', '–') }), '/title'],
    ['in a list', { ...roster(`x${INSTALL}`) }, '/present/2'],
    ['in an object of a list', trainer(INSTALL), '/services/1/profession'],
    ['a realm beside ids', scan({ realm: `Realm ${INSTALL}` }), '/realm'],
  ];
  for (const [what, record, pointer] of rows) {
    assert.deepEqual(refusal(record), ['install-id-in-text', pointer], what);
  }
});

test('the sentence names the field and not the id', () => {
  const verdict = parseRecord(trainer(INSTALL));
  assert.ok(!verdict.ok);
  assert.equal(
    verdict.reason,
    'services[1].profession must be text that does not contain the record’s own installId; got a text of length 23 that contains it.',
  );
});

test('event and scan ids may contain the install id, and texts may contain ids of other installs', () => {
  assert.equal(refusal(scan({})), null);
  assert.equal(refusal(quest({ eventId: INSTALL })), null);
  assert.equal(refusal(quest({ title: INSTALL.slice(1) })), null);
  assert.equal(refusal(quest({ installId: 'quest-01', title: 'Hogger' })), null);
});

test('white space around an id does not hide it', () => {
  assert.deepEqual(refusal(quest({ installId: ' secret-7 ', title: 'secret-7' })), ['install-id-in-text', '/title']);
  const spaced = { installId: 'my  secret\u00a0id', title: 'it is my secret\u3000 id' };
  assert.deepEqual(refusal(quest(spaced)), ['install-id-in-text', '/title']);
  assert.equal(
    refusal(quest({ installId: 'a       ', title: 'a name' })),
    null,
    'what is left is too short to look for',
  );
});

test('a stored record is checked again as a whole', () => {
  const rows: readonly [what: string, kind: string, fields: object, fit: boolean][] = [
    ['a good one', 'quest', { title: 'Hogger “Ärger”' }, true],
    ['its id', 'quest', { title: `x ${INSTALL.toUpperCase()}` }, false],
    ['its id in a scan id', 'auction_scan', { scanId: `scan-${INSTALL}` }, true],
    ['its id in a scan id and a realm', 'auction_scan', { realm: INSTALL, scanId: `scan-${INSTALL}` }, false],
    ['a variation selector', 'quest', { title: 'Ho\ufe0fgger' }, false],
    ['tag characters', 'quest', { title: 'Ho\u{e0041}gger' }, false],
    ['a line separator', 'quest', { title: 'Ho\u2028gger' }, false],
    ['an unassigned character', 'quest', { title: 'Ho\u0378gger' }, false],
    ['a GUID in lower case', 'quest', { title: 'player-1234-0abcdef0' }, false],
    ['a key that is the id', 'achievement_owned', { characterKey: '0a1b2c3d' }, true],
  ];
  for (const [what, kind, fields, fit] of rows) {
    const installId = kind === 'achievement_owned' ? '0a1b2c3d' : INSTALL;
    const body = JSON.stringify({ kind, capturedAt: AT, ...fields });
    assert.equal(hasValidTexts(kind, body, installId), fit, what);
  }
  const quoted = 'a "quoted\\" id';
  assert.equal(hasValidTexts('quest', JSON.stringify({ title: `x${quoted}` }), quoted), false);
  assert.equal(hasValidTexts('quest', JSON.stringify({ title: 'quoted' }), quoted), true);
  assert.equal(hasValidTexts('quest', JSON.stringify({ title: INSTALL }), null), true, 'nobody knows whose it is');
});
