import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FAULT_CODES } from '../../schema/fault_codes.ts';
import { parseRecord } from '../../schema/parse_record.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { startProcessorClock } from '../support/processor_time.ts';
import { sampleRecord } from './samples.ts';

const LOOT = {
  kind: 'loot',
  installId: 'install-1',
  capturedAt: '2026-01-31T18:30:00Z',
  items: [{ itemId: 2589, count: 1 }],
};
const QUEST = {
  kind: 'quest',
  installId: 'install-1',
  capturedAt: '2026-01-31T18:30:00Z',
  questId: 1,
  title: 'A',
  level: 1,
};
const AWARD = {
  kind: 'loot_award',
  installId: 'install-1',
  capturedAt: '2026-01-31T18:30:00Z',
  guildName: 'Ab',
  realm: 'Ab',
  itemId: 1,
  itemName: 'A',
  recipient: 'Ab',
  sourceBoss: 'A',
};

function refusal(value: unknown) {
  const verdict = parseRecord(value);
  assert.equal(verdict.ok, false);
  return verdict as Extract<typeof verdict, { ok: false }>;
}

/** Returns the code with which a value is refused, or `ok`. */
function codeOf(value: unknown): string {
  const verdict = parseRecord(value);
  return verdict.ok ? 'ok' : verdict.code;
}

const RECIPE = {
  kind: 'recipe_seen',
  installId: 'install-1',
  capturedAt: '2026-01-31T18:30:00Z',
  profession: 'Cooking',
  recipeId: 2538,
  name: 'Charred Wolf Meat',
  learned: true,
};
const OBSERVED = { ...RECIPE, kind: 'recipe_observed', learned: undefined, skill: 5, difficulty: 'optimal' };

test('the item of a recipe is stored under one name, whichever name the sender used', () => {
  const kept = (value: object): string => {
    const verdict = parseRecord(JSON.parse(JSON.stringify(value)));
    assert.ok(verdict.ok, JSON.stringify(verdict));
    return JSON.stringify(verdict.record);
  };
  for (const [record, name] of [
    [RECIPE, 'taughtByItemId'],
    [{ ...OBSERVED, reagents: [{ itemId: 2672, count: 1 }], makesMin: 1 }, 'makesItemId'],
  ] as const) {
    const older = kept({ ...record, itemId: 5 });
    assert.equal(kept({ ...record, [name]: 5 }), older);
    assert.equal(kept({ [name]: 5, ...record, itemId: 5 }), older);
    assert.ok(older.includes('"itemId":5') && !older.includes(name));
    assert.ok(!kept(record).includes('"itemId":5'));
    assert.equal(codeOf(JSON.parse(JSON.stringify({ ...record, itemId: 5, [name]: 6 }))), 'contradictory');
  }
  const others = kept({ ...OBSERVED, makesItemId: 5, makesMin: 1, reagents: [] });
  assert.match(others, /"difficulty":"optimal","itemId":5,"makesMin":1,"reagents":\[\]/);
});

test('a parsed record is normalised, has defaults, and has its fields in the order of the schema', () => {
  const verdict = parseRecord({
    level: 1,
    title: ' Cafe\u0301 ',
    questId: 1,
    capturedAt: '2026-01-31T18:30:00.1239+02:00',
    eventId: 'e:1',
    installId: ' install ',
    kind: 'quest',
  });
  assert.ok(verdict.ok);
  assert.equal(verdict.kind.kind, 'quest');
  assert.equal(
    JSON.stringify(verdict.record),
    '{"kind":"quest","installId":" install ","eventId":"e:1","capturedAt":"2026-01-31T16:30:00.123Z","questId":1,"title":"Café","level":1,"rewardItemIds":[]}',
  );
});

test('a sample with every field is accepted for every kind', () => {
  for (const [kind, { sharing, visibility }] of RECORD_KINDS) {
    const verdict = parseRecord(sampleRecord(kind));
    assert.ok(verdict.ok, JSON.stringify(verdict));
    assert.deepEqual([verdict.kind.kind, verdict.kind.sharing, verdict.kind.visibility], [kind, sharing, visibility]);
  }
});

test('a value at its bound is accepted, and one beyond it is refused', () => {
  const items = (count: number) => Array.from({ length: count }, () => ({ itemId: 1, count: 1 }));
  const rows: readonly [string, object, string][] = [
    ['installId of 7', { ...LOOT, installId: 'x'.repeat(7) }, 'wrong-length'],
    ['installId of 8', { ...LOOT, installId: 'x'.repeat(8) }, 'ok'],
    ['installId of 64', { ...LOOT, installId: 'x'.repeat(64) }, 'ok'],
    ['installId of 65', { ...LOOT, installId: 'x'.repeat(65) }, 'wrong-length'],
    ['eventId of 2', { ...LOOT, eventId: 'ab' }, 'wrong-length'],
    ['eventId of 3', { ...LOOT, eventId: 'a:b' }, 'ok'],
    ['eventId of 96', { ...LOOT, eventId: 'e'.repeat(96) }, 'ok'],
    ['eventId of 97', { ...LOOT, eventId: 'e'.repeat(97) }, 'wrong-length'],
    ['eventId with a blank', { ...LOOT, eventId: 'a b' }, 'wrong-form'],
    ['no items', { ...LOOT, items: [] }, 'ok'],
    ['50 items', { ...LOOT, items: items(50) }, 'ok'],
    ['51 items', { ...LOOT, items: items(51) }, 'too-many'],
    ['count 0', { ...LOOT, items: [{ itemId: 1, count: 0 }] }, 'out-of-range'],
    ['count 1000', { ...LOOT, items: [{ itemId: 1, count: 1000 }] }, 'ok'],
    ['count 1001', { ...LOOT, items: [{ itemId: 1, count: 1001 }] }, 'out-of-range'],
    ['item 0', { ...LOOT, items: [{ itemId: 0, count: 1 }] }, 'out-of-range'],
    ['item 2^53-1', { ...LOOT, items: [{ itemId: 2 ** 53 - 1, count: 1 }] }, 'ok'],
    ['item 2^53', { ...LOOT, items: [{ itemId: 2 ** 53, count: 1 }] }, 'out-of-range'],
    ['item 1e20', { ...LOOT, items: [{ itemId: 1e20, count: 1 }] }, 'out-of-range'],
    ['item 1.5', { ...LOOT, items: [{ itemId: 1.5, count: 1 }] }, 'wrong-type'],
    ['title of 200', { ...QUEST, title: 'x'.repeat(200) }, 'ok'],
    ['title of 201', { ...QUEST, title: 'x'.repeat(201) }, 'wrong-length'],
    ['title of 200 emoji', { ...QUEST, title: '😀'.repeat(200) }, 'ok'],
    ['title of 201 emoji', { ...QUEST, title: '😀'.repeat(201) }, 'wrong-length'],
    ['title that grows past 200 composed', { ...QUEST, title: '\u0958'.repeat(101) }, 'wrong-length'],
    ['title that grows to 200 composed', { ...QUEST, title: '\u0958'.repeat(100) }, 'ok'],
    ['guild of one letter and a blank', { ...AWARD, guildName: 'A ' }, 'wrong-length'],
    ['guild of two code points that compose to one', { ...AWARD, guildName: 'e\u0301' }, 'wrong-length'],
    ['character with accent, apostrophe, hyphen, blank', { ...AWARD, recipient: "Zoë d'Or-Ni" }, 'ok'],
    ['no vendor goods', { ...LOOT, kind: 'vendor', vendorNpcId: 1, items: [] }, 'too-few'],
  ];
  for (const [what, record, code] of rows) assert.equal(codeOf(record), code, what);
});

test('instants must exist in the calendar', () => {
  const rows: readonly [string, string][] = [
    ['2026-01-31T18:30:00Z', 'ok'],
    ['2026-01-31T18:30:00.123456789Z', 'ok'],
    ['2026-01-31T18:30:00.1234567890Z', 'bad-date'],
    ['2026-01-31T18:30:00+23:59', 'ok'],
    ['2026-01-31T18:30:00+24:00', 'bad-date'],
    ['2026-01-31T18:30:00', 'bad-date'],
    ['2026-01-31T18:30Z', 'bad-date'],
    ['2026-01-31t18:30:00Z', 'bad-date'],
    ['2026-01-31T18:30:00z', 'bad-date'],
    ['2026-01-31 18:30:00Z', 'bad-date'],
    ['2026-01-31T23:59:59Z', 'ok'],
    ['2026-01-31T23:59:60Z', 'bad-date'],
    ['2026-01-31T24:00:00Z', 'bad-date'],
    ['2024-02-29T00:00:00Z', 'ok'],
    ['2026-02-29T00:00:00Z', 'bad-date'],
    ['2000-02-29T00:00:00Z', 'ok'],
    ['1900-02-29T00:00:00Z', 'bad-date'],
    ['2026-02-30T00:00:00Z', 'bad-date'],
    ['2026-04-31T00:00:00Z', 'bad-date'],
    ['2026-13-01T00:00:00Z', 'bad-date'],
    ['2026-00-01T00:00:00Z', 'bad-date'],
    ['2026-01-00T00:00:00Z', 'bad-date'],
    ['+002026-01-31T18:30:00Z', 'bad-date'],
  ];
  for (const [capturedAt, code] of rows) assert.equal(codeOf({ ...LOOT, capturedAt }), code, capturedAt);
});

test('text with hidden characters is refused', () => {
  const rows: readonly [string, object, string][] = [
    ['NUL in a name', { ...QUEST, title: 'a\u0000b' }, 'bad-text'],
    ['a line break around a name', { ...QUEST, title: 'a\n' }, 'bad-text'],
    ['C1 in a name', { ...QUEST, title: 'a\u009fb' }, 'bad-text'],
    ['no-break space in a name', { ...QUEST, title: 'a\u00a0b' }, 'ok'],
    ['unpaired surrogate', { ...QUEST, title: 'a\ud800' }, 'bad-text'],
    ['surrogates the wrong way round', { ...QUEST, title: '\udc00\ud800' }, 'bad-text'],
    ['bidi override in a name', { ...QUEST, title: 'a\u202eb' }, 'bad-text'],
    ['zero-width joiner in a name', { ...QUEST, title: 'a\u200db' }, 'bad-text'],
    ['byte order mark around a name', { ...QUEST, title: '\ufeffa' }, 'bad-text'],
    ['NUL in an install id', { ...LOOT, installId: 'install\u0000' }, 'bad-text'],
    ['GUID in an install id', { ...LOOT, installId: 'x-Player-1234-0ABCDEF0-x' }, 'player-guid'],
    ['GUID in an event id', { ...LOOT, eventId: 'Player-1234-0ABCDEF0' }, 'player-guid'],
    ['seven hex digits are no GUID', { ...LOOT, eventId: 'Player-1234-0ABCDEF' }, 'ok'],
    ['GUID in a name', { ...QUEST, title: 'Player-1-0abcdef0' }, 'player-guid'],
  ];
  for (const [what, record, code] of rows) assert.equal(codeOf(record), code, what);
});

test('values that are not records are refused without a crash', () => {
  let deep: unknown = 1;
  for (let n = 0; n < 100_000; n++) deep = [deep];
  const rows: readonly [string, unknown, string, string][] = [
    ['null', null, 'wrong-type', ''],
    ['a list', [], 'wrong-type', ''],
    ['text', 'loot', 'wrong-type', ''],
    ['a deep list', deep, 'wrong-type', ''],
    ['no kind', {}, 'kind-missing', '/kind'],
    ['a kind by prototype only', JSON.parse('{"__proto__":{"kind":"loot"}}'), 'kind-missing', '/kind'],
    ['another kind', { kind: 'constructor' }, 'kind-unknown', '/kind'],
    ['a kind that is no text', { kind: ['loot'] }, 'kind-unknown', '/kind'],
    ['a field __proto__', JSON.parse(`{"__proto__":1,${JSON.stringify(LOOT).slice(1)}`), 'field-unknown', '/__proto__'],
    ['a field constructor', { ...LOOT, constructor: 1 }, 'field-unknown', '/constructor'],
    ['a field to be escaped', { ...LOOT, 'a/~b': 1 }, 'field-unknown', '/a~1~0b'],
    ['an inner field', { ...LOOT, items: [{ itemId: 1, count: 1, more: 1 }] }, 'field-unknown', '/items/0/more'],
    ['a missing field', { ...LOOT, installId: undefined }, 'wrong-type', '/installId'],
    ['an inner missing field', { ...LOOT, items: [{ itemId: 1 }] }, 'field-missing', '/items/0/count'],
    ['a list for an object', { ...LOOT, items: [[]] }, 'wrong-type', '/items/0'],
    ['a list for an object, deep', { ...LOOT, items: [deep] }, 'wrong-type', '/items/0'],
    ['an object for a list', { ...LOOT, items: { 0: { itemId: 1, count: 1 } } }, 'wrong-type', '/items'],
    ['null for an optional field', { ...LOOT, eventId: null }, 'wrong-type', '/eventId'],
    ['a word not in the list', { ...LOOT, sourceEvidence: 'guess' }, 'not-in-list', '/sourceEvidence'],
    [
      'an installId where there is none',
      { ...sampleRecord('achievement_owned'), installId: 'install-1' },
      'field-unknown',
      '/installId',
    ],
  ];
  for (const [what, value, code, pointer] of rows) {
    const { code: found, pointer: at } = refusal(value);
    assert.deepEqual([found, at], [code, pointer], what);
    assert.ok(found in FAULT_CODES, found);
  }
});

test('a refusal repeats kind and eventId only if they are valid', () => {
  const { kind, eventId } = refusal({ ...LOOT, eventId: 'e:1', items: 0 });
  assert.deepEqual([kind, eventId], ['loot', 'e:1']);
  const hostile = refusal({ ...LOOT, kind: 'nothing', eventId: 'no id' });
  assert.deepEqual(['kind' in hostile, 'eventId' in hostile], [false, false]);
  assert.equal(refusal({ kind: 'nothing', eventId: 'e:1' }).eventId, 'e:1');
});

test('a reason names the field, the requirement and the given value', () => {
  const rows: readonly [object, string][] = [
    [{ ...LOOT, items: [{ itemId: 1, count: 0 }] }, 'items[0].count must be a whole number from 1 to 1000; got 0.'],
    [{ ...LOOT, items: 'none' }, 'items must be a list of at most 50 entries; got "none".'],
    [{ ...LOOT, items: [7] }, 'items[0] must be an object; got 7.'],
    [
      { ...LOOT, items: Array(51).fill(LOOT.items[0]) },
      'items must be a list of at most 50 entries; got a list of 51.',
    ],
    [{ ...QUEST, title: {} }, 'title must be text of 1 to 200 characters; got an object.'],
    [
      { ...QUEST, title: 'a\u0000\u202eb' },
      'title must be text without control characters and unpaired surrogates; got "a\\u{0}\\u{202e}b".',
    ],
    [
      { ...QUEST, title: '😀'.repeat(300) },
      `title must be text of 1 to 200 characters; got "${'😀'.repeat(80)}…" (300 characters).`,
    ],
    [{ kind: 'quest' }, 'installId is required: text of 8 to 64 characters.'],
    [
      { ...LOOT, items: [{ itemId: 1, count: 1, more: 1 }] },
      'items[0] takes only itemId, count, questItem, questId; got "more".',
    ],
    [{ ...LOOT, sourceNpcId: true }, 'sourceNpcId must be a whole number of 1 or more; got true.'],
  ];
  for (const [record, reason] of rows) assert.equal(refusal(record).reason, reason);
});

test('a refusal repeats no secrets and no control characters', () => {
  const GUID = 'Player-1234-0ABCDEF0';
  const roster = sampleRecord('guild_snapshot');
  const rows: readonly [object, string][] = [
    [{ ...LOOT, installId: 'secret!' }, 'secret'],
    [{ ...LOOT, eventId: GUID }, GUID],
    [{ ...QUEST, title: `${'x'.repeat(70)}${GUID}` }, 'Player'],
    [{ ...QUEST, level: GUID }, GUID],
    [{ ...QUEST, level: `player-12-0abcdef` }, 'abcdef'],
    [{ ...LOOT, [GUID]: 1 }, GUID],
    [{ ...LOOT, ['k'.repeat(81)]: 1 }, 'kkk'],
    [{ ...LOOT, 'a\u0000b': 1 }, '\u0000'],
    [{ ...LOOT, kind: GUID }, GUID],
    [{ ...roster, claimToken: 'short-secret' }, 'short-secret'],
    [{ ...QUEST, level: `tg_${'a'.repeat(43)}` }, 'aaa'],
  ];
  for (const [record, secret] of rows) {
    const { pointer, reason } = refusal(record);
    assert.ok(!reason.includes(secret) && !pointer.includes(secret), reason);
    assert.ok([...reason].length < 700, reason);
  }
});

test('2,000 records are parsed in a fraction of the time it takes to store them', () => {
  const records = Array.from({ length: 2_000 }, (_, n) => ({ ...LOOT, eventId: `event-${n}`, sourceNpcId: n + 1 }));
  const best = Math.min(
    ...Array.from({ length: 12 }, () => {
      const usedMs = startProcessorClock();
      for (const record of records) parseRecord(record);
      return usedMs();
    }),
  );
  assert.ok(best < 60, `${best} ms`);
});
