import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnvelope } from '../../schema/parse_envelope.ts';
import { parseRecord } from '../../schema/parse_record.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { isAssigned } from '../../schema/text.ts';
import { recordDocument, type Schema } from './documents.ts';
import { sampleRecord } from './samples.ts';

const AT = '2026-01-31T18:30:00Z';
function quest(title: string): object {
  return {
    kind: 'quest',
    installId: 'install-1',
    capturedAt: AT,
    questId: 1,
    title,
    level: 1,
  };
}

/** Returns `ok`, or the code with which a record is refused. */
function codeOf(record: unknown): string {
  const verdict = parseRecord(record);
  return verdict.ok ? 'ok' : verdict.code;
}

/** Characters that occurred in published names of release 0.4.0, and similar ones. */
const UNSEEN: readonly number[] = [
  ...[0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180e, 0x200b, 0x200d, 0x200f, 0x2028, 0x2029],
  ...[0x202e, 0x2060, 0x2065, 0x2066, 0x206f, 0x2800, 0x3164, 0xe000, 0xf8ff, 0xfdd0, 0xfdef, 0xfe00, 0xfe0f, 0xfeff],
  ...[0xffa0, 0xfff0, 0xfff9, 0xfffb, 0xfffc, 0xfffe, 0xffff, 0x110bd, 0x13430, 0x1bca0, 0x1d159, 0x1d173, 0x1fffe],
  ...[0x1ffff, 0xe0000, 0xe0001, 0xe0020, 0xe0041, 0xe007f, 0xe0101, 0xe01ef, 0xf0000, 0x10ffff],
];

test('an invisible character in a name is refused, wherever it is', () => {
  for (const code of UNSEEN) {
    const unseen = String.fromCodePoint(code);
    for (const title of [`Hogger${unseen}`, `Ho${unseen}gger`, `${unseen}Hogger`, unseen]) {
      assert.equal(codeOf(quest(title)), 'bad-text', `U+${code.toString(16)} in ${JSON.stringify(title)}`);
    }
  }
});

/** Returns the places of all free texts of a record, without enumerations and fixed forms. */
function textsOf(value: unknown, schema: Schema, place: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return schema.enum === undefined && schema.const === undefined ? [[...place]] : [];
  if (Array.isArray(value)) return value.flatMap((entry, n) => textsOf(entry, schema.items!, [...place, n]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => textsOf(field, schema.properties![name]!, [...place, name]));
}

function replaced(value: unknown, [first, ...rest]: readonly (string | number)[], text: string): unknown {
  if (first === undefined) return `${String(value)}${text}`;
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) };
  const fields = copy as Record<string | number, unknown>;
  fields[first] = replaced(fields[first], rest, text);
  return copy;
}

test('an unassigned character is refused with its own sentence', () => {
  for (const title of ['Hogger\u0378', '\u{10ff8}Hogger', 'Hog\u{3fff0}ger']) {
    const verdict = parseRecord(quest(title));
    assert.ok(!verdict.ok && verdict.code === 'bad-text');
    assert.match(verdict.reason, /title must be text of characters that Unicode 15\.1 has assigned; got /);
  }
});

/** White space other than the plain space. */
const SPACES = [0xa0, 0x1680, 0x2000, 0x2005, 0x200a, 0x202f, 0x205f, 0x3000].map((code) => String.fromCodePoint(code));

test('any white space in a name is stored as single plain spaces', () => {
  for (const space of [...SPACES, '  ', ` ${SPACES[0]} `]) {
    const verdict = parseRecord(quest(`${space}Ragged${space}Young${space}Wolf${space}`));
    assert.ok(verdict.ok, JSON.stringify(space));
    assert.equal((verdict.record as unknown as { title: string }).title, 'Ragged Young Wolf');
  }
  for (const space of SPACES) assert.equal(codeOf(quest(space)), 'wrong-length', 'nothing is left of a name of spaces');
});

test('no text of any record kind accepts an invisible character', () => {
  let texts = 0;
  for (const kind of RECORD_KINDS.keys()) {
    const record = sampleRecord(kind);
    for (const place of textsOf(record, recordDocument(kind))) {
      texts++;
      for (const unseen of ['\ufe0f', '\u2028', '\u{e0041}']) {
        const verdict = parseRecord(replaced(record, place, unseen));
        assert.ok(!verdict.ok, `${kind} took U+${unseen.codePointAt(0)!.toString(16)} at /${place.join('/')}`);
      }
    }
  }
  assert.ok(texts > 130, `${texts} texts say too little`);
});

test('no text of the envelope accepts an invisible character or a GUID', () => {
  const records = [quest('Hogger')];
  for (const hostile of ['1.0\ufe0f', '1\u{e0041}', '1\u2029', 'player-1-0abcdef0']) {
    for (const fields of [{ addonVersion: hostile }, { addonVersion: '1', clientBuild: hostile }]) {
      assert.equal(parseEnvelope({ records, ...fields }).ok, false, JSON.stringify(fields));
    }
  }
  assert.equal(parseEnvelope({ records, addonVersion: '1.0 β', clientBuild: '1.15.8 (пересборка)' }).ok, true);
});

/** Characters that names must not contain, according to the Unicode version of the runtime. */
const BY_UNICODE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u;
const BLANK_SIGNS = new Set([0x2800, 0xfffc, 0x16fe4, 0x1d159]);

test('the refused characters are the format, ignorable, private-use and unassigned ones, and blank symbols', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    // Combining marks could compose with a letter before them. Digits do not combine.
    const refused = codeOf(quest(`7${String.fromCodePoint(code)}7`)) === 'bad-text';
    const char = String.fromCodePoint(code);
    if (refused !== (BY_UNICODE.test(char) || BLANK_SIGNS.has(code) || !isAssigned(char)))
      wrong.push(code.toString(16));
    // Planes 4 to 13 are empty except for the noncharacters at the end of each plane.
    if (code === 0x40010) code = 0xdfff0;
  }
  assert.deepEqual(wrong, []);
});

test('names in every language of the game are accepted', () => {
  const names = [
    ...["Zoë d'Or-Ni", 'Jaina Prachtmeer', 'Ärger im Süden', 'Œuvre d’été « à moi »', 'Ça\u00a0: “ici” !', '¡Año!'],
    ...[
      'Ворон Тралл',
      'Їжак',
      '스랄',
      '가나다',
      '索爾',
      '萨尔',
      'スラル・オーク',
      'ธรัลล์',
      'น้ำ',
      'سَرَاب',
      'ثرال',
      'שָׁלוֹם',
      'कक्षा',
    ],
    ...[
      'Dấu',
      'Ti\u1ebfng',
      'Łódź',
      'Ꙗ',
      '⚔ Sword ⚔',
      '😀',
      '½ off',
      'A+B=100%',
      'x² ± 1',
      '·',
      '★',
      'Æthelœ',
      'İı',
      'ﬁ',
      '…',
    ],
    ...['\u3000宽', 'Rank 2 (of 5): “Go!”', '\u0915\u094d\u0937', 'a\u0301\u0327', '𝔉𝔯', '\ufffd', '—–-‑'],
  ];
  for (const name of names) assert.equal(codeOf(quest(name)), 'ok', name);
});

test('a GUID is refused in any letter case and in forms that read like one', () => {
  const GUIDS = [
    ...['Player-1234-0ABCDEF0', 'player-1234-0abcdef0', 'PLAYER-1234-0ABCDEF0', 'pLaYeR-1-0aBcDeF0'],
    ...['Ｐｌａｙｅｒ-1234-0ABCDEF0', 'Player‐1234‑0ABCDEF0', 'Player–1234—0ABCDEF0', 'Player−1234−0ABCDEF0'],
    ...[
      'Player-１２３４-０ＡＢＣＤＥＦ０',
      '𝐏𝐥𝐚𝐲𝐞𝐫-𝟏𝟐𝟑𝟒-𝟎𝐀𝐁𝐂𝐃𝐄𝐅𝟎',
      'ⓟⓛⓐⓨⓔⓡ-1234-0abcdef0',
      'Ünique player-1234-0abcdef0',
    ],
  ];
  for (const guid of GUIDS) {
    assert.equal(codeOf(quest(guid)), 'player-guid', guid);
    assert.equal(codeOf(quest(`of ${guid}!`)), 'player-guid', guid);
    const verdict = parseRecord({ ...quest(guid), installId: 'install-1' });
    assert.ok(!verdict.ok && !/0abcdef0|０ＡＢＣ|𝟎𝐀/i.test(verdict.reason), 'it is not repeated');
  }
  for (const eventId of ['player-1234-0abcdef0', 'x:PLAYER-1-00000000']) {
    assert.equal(codeOf({ ...quest('Hogger'), eventId }), 'player-guid', eventId);
  }
  for (const title of ['player-1234', 'Players-1234-0ABCDEF0', 'player-1234-0abcdeg0', 'Player 1234 0ABCDEF0']) {
    assert.equal(codeOf(quest(title)), 'ok', title);
  }
});
