import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LuaValue, NonUtf8Text } from '../../../domain/saved_variables/lua/values.ts';
import { FILE_BOUNDS, readRecord, readSavedFile } from '../../../domain/saved_variables/read_file.ts';
import { anyText } from '../../support/any_text.ts';
import { type LuaLayout, savedFile, type Written, writeLua } from './lua_writer.ts';

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function read(text: string | Uint8Array) {
  return readSavedFile(typeof text === 'string' ? bytesOf(text) : text);
}

/** Parses a literal within a record of a file. */
function literalValue(literal: string | Uint8Array): LuaValue {
  const before = bytesOf('T = { records = { { kind = "k", v = ');
  const middle = typeof literal === 'string' ? bytesOf(literal) : literal;
  const file = read(Uint8Array.from([...before, ...middle, ...bytesOf(' } } }')]));
  assert.ok(file.ok, file.ok ? '' : `${file.error.line}: ${file.error.reason}`);
  const record = readRecord(file.value, file.value.sources[0]!.records[0]!);
  return (record as Readonly<Record<string, LuaValue>>)['v'] ?? null;
}

const LITERALS: readonly (readonly [literal: string, value: unknown])[] = [
  ['nil', null],
  ['true', true],
  ['false', false],
  ['0', 0],
  ['-1.5', -1.5],
  ['- 2', -2],
  ['.5', 0.5],
  ['5.', 5],
  ['1e+15', 1e15],
  ['1E-3', 0.001],
  ['0x10', 16],
  ['0XfF', 255],
  ['-0x1', -1],
  ['0x.8p1', 1],
  ['1', 1],
  ['9007199254740993', 9007199254740992],
  ['inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
  ['-nan', Number.NaN],
  ['nan(ind)', Number.NaN],
  ['-nan(0x8000000000000)', Number.NaN],
  ['1.#INF', Number.POSITIVE_INFINITY],
  ['-1.#INF', Number.NEGATIVE_INFINITY],
  ['1.#IND', Number.NaN],
  ['-1.#IND', Number.NaN],
  ['1.#QNAN', Number.NaN],
  ['1.#J', Number.POSITIVE_INFINITY],
  ['""', ''],
  ["''", ''],
  [`"it's"`, "it's"],
  [`'say "yes"'`, 'say "yes"'],
  [String.raw`"\n\r\t\\\"\'\a\b\f\v"`, '\n\r\t\\"\'\u0007\b\f\v'],
  [String.raw`"\0\65\0651\255x"`, new NonUtf8Text(0)],
  [String.raw`"a\0b"`, 'a\0b'],
  [String.raw`"\65\0651"`, 'AA1'],
  [String.raw`"\195\164"`, 'ä'],
  [String.raw`"\xc3\xA4"`, 'ä'],
  [String.raw`"\240\159\144\136"`, '🐈'],
  [String.raw`"\u{1F408}"`, '🐈'],
  ['"\u00c3\u00a4"', 'ä'],
  ['"\\\nb"', '\nb'],
  ['"\\\r\nb"', '\nb'],
  ['"a\\z  \n\t b"', 'ab'],
  ['"\u00ff"', new NonUtf8Text(0)],
  [String.raw`"\237\160\128"`, new NonUtf8Text(0)],
  ['[[]]', ''],
  ['[[a]b]]', 'a]b'],
  ['[[\na\r\nb]]', 'a\nb'],
  ['[=[a]]b]=]', 'a]]b'],
  ['[==[ \\n ]==]', ' \\n '],
  ['{}', []],
  ['{{}}', [[]]],
  ['{1,2;3}', [1, 2, 3]],
  ['{1,2,}', [1, 2]],
  ['{1,nil,3,nil}', [1, null, 3]],
  ['{[1]=1,[2]=2}', [1, 2]],
  ['{[2]=2,[1]=1}', [1, 2]],
  ['{[1]="a","b"}', ['b']],
  ['{[1]=1,[3]=3}', { '1': 1, '3': 3 }],
  ['{x=1,["y z"]=2,[3]=4}', { x: 1, 'y z': 2, '3': 4 }],
  ['{[true]=1,[-1]=2,[1.5]=3}', { true: 1, '-1': 2, '1.5': 3 }],
  ['{x=1,x=2,y=nil}', { x: 2 }],
  ['{"a",n=1}', { '1': 'a', n: 1 }],
  ['{true,false,inf}', [true, false, Number.POSITIVE_INFINITY]],
  ['{[ [[k]] ]=1}', { k: 1 }],
  ['{[[one]],[=[two]=]}', ['one', 'two']],
  ['{__proto__=1,constructor={}}', { ['__proto__']: 1, constructor: [] }],
  ['{ -- one\n1, --[[ two\n]] 2 --[==[ ]] ]==]\n, -- [2]\n}', [1, 2]],
  ['--[[ before ]] 1', 1],
  ['1 --', 1],
];

function plain(value: LuaValue | undefined): unknown {
  if (value instanceof NonUtf8Text) return 'broken';
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  assert.equal(Object.getPrototypeOf(value), null);
  return Object.entries(value).map(([key, one]) => [key, plain(one)]);
}

function expected(value: unknown): unknown {
  if (value instanceof NonUtf8Text) return 'broken';
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, one]) => [key, expected(one)]);
}

test('every literal is parsed to its value', () => {
  for (const [literal, value] of LITERALS) {
    const end = literal.endsWith('--') ? `${literal}\n` : literal;
    assert.deepEqual(plain(literalValue(end)), expected(value), literal);
  }
});

const FAULTS: readonly (readonly [text: string, line: number, column: number, reason: RegExp])[] = [
  ['A', 1, 2, /^"=" after the name of a variable is needed here; got the end of the file, which is incomplete\.$/],
  ['A = ', 1, 5, /^a value .* is needed here; got the end of the file/],
  ['A = {\n 1,\n {2,\n', 4, 1, /^the file ends too early: the table that begins in line 3 has no end\.$/],
  ['A = {\n', 2, 1, /table that begins in line 1 has no end/],
  ['A = { "ab', 1, 10, /the text that begins in line 1 has no end/],
  ['A = "a\\', 1, 8, /the text that begins in line 1 has no end/],
  ['A = [[a\n', 2, 1, /the text that begins in line 1 has no end/],
  ['--[[ a\n\n', 3, 1, /the comment that begins in line 1 has no end/],
  ['A = {1 2}', 1, 8, /^"," or "\}" after a value of a table is needed here; got "2\}"\.$/],
  ['A = {1,,2}', 1, 8, /^a value .* got ",2\}"\.$/],
  ['A = {[1 = 2}', 1, 9, /^"\]" after the key/],
  ['A = {[1] 2}', 1, 10, /^"=" between the key/],
  ['A = {[nil] = 2}', 1, 7, /^a key of a table must be/],
  ['A = {[{}] = 2}', 1, 7, /^a key of a table must be/],
  ['A = {[nan] = 2}', 1, 7, /^a key of a table must be/],
  ['A = f()', 1, 5, /^a value .*; got "f\(\)"\.$/],
  ['A = function() end', 1, 5, /^a value/],
  ['A = 1 + 1', 1, 7, /^the name of a variable is needed here; got "\+ 1"\.$/],
  ['A = "a" .. "b"', 1, 9, /^the name of a variable/],
  ['os.exit()', 1, 3, /^"=" after the name/],
  ['A = "a\nb"', 1, 7, /^a text in quotation marks must end on the line on which it begins\.$/],
  ['A = "\\q"', 1, 6, /^Lua has no such escape\.$/],
  ['A = "\\256"', 1, 6, /^Lua has no such escape/],
  ['A = 12ab', 1, 5, /^this number is malformed\.$/],
  ['A = 1.2.3', 1, 5, /^this number/],
  ['A = .', 1, 5, /^this number/],
  ['A = -x', 1, 5, /^a value .* got "-x"\.$/],
  ['A = "\u00c3\u00a4" !', 1, 9, /^the name of a variable/],
  ['A = 1\r\nB = 2\r\n!', 3, 1, /^the name of a variable/],
  ['A = 1\rB = 2\r!', 3, 1, /^the name of a variable/],
];

test('a syntax error has its position and the expected token', () => {
  for (const [text, line, column, reason] of FAULTS) {
    const file = read(text);
    assert.ok(!file.ok, text);
    assert.deepEqual([file.error.line, file.error.column], [line, column], `${text}: ${file.error.reason}`);
    assert.match(file.error.reason, reason, text);
  }
});

test('limits are exact', () => {
  const nested = (depth: number) => `A = ${'{'.repeat(depth)}${'}'.repeat(depth)}`;
  assert.ok(read(nested(100)).ok);
  const deep = read(nested(101));
  assert.ok(!deep.ok && /100 deep/.test(deep.error.reason));
  const far = read('{'.repeat(1_000_000));
  assert.ok(!far.ok);

  const bounds = { ...FILE_BOUNDS, entriesMax: 3, bytesMax: 60, recordsMax: 2 };
  const within = (text: string) => readSavedFile(bytesOf(text), bounds);
  assert.ok(within('A = {x = {1,2,3}}').ok);
  assert.ok(!within('A = {x = {1,2,3,4}}').ok);
  assert.ok(!within('A = {x = {{1},{2}}}').ok, 'entries of tables within count, too');
  assert.ok(within('A = {1,2,3,4,5,6}').ok, 'those of a global stand alone');
  assert.ok(within(`A = 1${' '.repeat(55)}`).ok);
  const long = within(`A = 1${' '.repeat(56)}`);
  assert.ok(!long.ok && /at most 60 bytes; this one has 61/.test(long.error.reason));
  assert.ok(within('A={records={{kind="k"},{kind="k"}}}').ok);
  const many = within('A={records={{kind="k"},{kind="k"},{kind="k"}}}');
  assert.ok(!many.ok && /at most 2 records/.test(many.error.reason));
});

test('sources are the globals with a list of records, whatever else they contain', () => {
  const file = read(`\u00ef\u00bb\u00bf-- a comment
Other = "text"; Count = 3
Sounds = { records = { "a", "b" } }
Gone = { records = { { kind = "loot" } } }
Late = { records = { [7] = { kind = "c" }, [2] = { kind = "a" }, nil, { kind = "b" } }, installId = "id-of-late" }
Gone = nil
ThirdWitnessDB = {
  ["state"] = { ["deep"] = { { { } } } },
  ["addonVersion"] = "0.5.0",
  ["records"] = {
    { ["kind"] = "loot" }, -- [1]
    "no record",
  },
}`);
  assert.ok(file.ok, file.ok ? '' : file.error.reason);
  assert.deepEqual(
    file.value.sources.map(({ name }) => name),
    ['Late', 'ThirdWitnessDB'],
  );
  const [late, ours] = file.value.sources;
  const kinds = late!.records.map((at) => (readRecord(file.value, at) as { kind: string }).kind);
  assert.deepEqual(kinds, ['b', 'c'], 'in the order of their numbers; the later of two');
  assert.equal(late!.head.installId, 'id-of-late');
  assert.equal(ours!.head.addonVersion, '0.5.0');
  assert.deepEqual(Object.keys(ours!.head), ['addonVersion']);
  assert.equal(ours!.records.length, 2);
});

/** Returns the sources of a text with the fields that their heads have, and the kinds of their records. */
function sourcesIn(text: string) {
  const file = read(text);
  assert.ok(file.ok, file.ok ? '' : file.error.reason);
  return file.value.sources.map(({ name, head, records, damage }) => {
    const kinds = records.map((at) => (readRecord(file.value, at) as { kind?: string } | null)?.kind);
    return { name, head: { ...head }, kinds, ...(damage !== null && { damage }) };
  });
}

test('each set of a global of format 2 is a source, with the fields of the global that it does not name itself', () => {
  const both = `ThirdWitnessDB = {
  ["sets"] = {
    { ["locale"] = "enUS", ["region"] = 3, ["season"] = 2, ["records"] = { { ["kind"] = "loot" }, { ["kind"] = "quest" } } },
    { ["locale"] = "deDE", ["records"] = { { ["kind"] = "vendor" } }, ["seen"] = { ["vendor"] = "1@2" }, ["format"] = 1 },
    { ["locale"] = "frFR", ["records"] = {
    }, },
    nil,
    [9] = { ["addonVersion"] = "0.6.0", ["installId"] = "another", ["records"] = { [3] = { ["kind"] = "a" }, [1] = { ["kind"] = "b" } } },
  },
  ["format"] = 2,
  ["installId"] = "mine", ["addonVersion"] = "0.7.0", ["sharing"] = { ["gold"] = true },
}
ThirdWitnessEarlierDB = { ["format"] = 1, ["locale"] = "koKR", ["records"] = { { ["kind"] = "loot" } } }
`;
  const shared = { format: 2, installId: 'mine', addonVersion: '0.7.0', sharing: { gold: true } };
  const sources = sourcesIn(both).map(({ head: { sharing, ...head }, ...rest }) => {
    return { ...rest, head: { ...head, ...(sharing !== undefined && { sharing: { ...(sharing as object) } }) } };
  });
  assert.deepEqual(sources, [
    {
      name: 'ThirdWitnessDB.sets[1]',
      head: { ...shared, locale: 'enUS', region: 3, season: 2 },
      kinds: ['loot', 'quest'],
    },
    { name: 'ThirdWitnessDB.sets[2]', head: { ...shared, locale: 'deDE' }, kinds: ['vendor'] },
    // The third set is empty, and the fourth is nil.
    {
      name: 'ThirdWitnessDB.sets[9]',
      head: { ...shared, addonVersion: '0.6.0', installId: 'another' },
      kinds: ['b', 'a'],
    },
    { name: 'ThirdWitnessEarlierDB', head: { format: 1, locale: 'koKR' }, kinds: ['loot'] },
  ]);
});

test('a damaged set is named, and the others are read', () => {
  const sets = (list: string, format = 2) => sourcesIn(`A = { format = ${format}, sets = { ${list} } }`);
  const good = '{ records = { { kind = "loot" } } }';
  const damages = (list: string) => sets(list).map(({ name, damage = 'none' }) => [name, damage]);
  const noList = 'records must be a list of tables with a kind; got no such list.';
  assert.deepEqual(damages(`"text", ${good}, { locale = "enUS" }, { records = 5 }, { records = { "a" } }, {}`), [
    ['A.sets[1]', 'a set must be a table with a list records; got another value.'],
    ['A.sets[2]', 'none'],
    ...[3, 4, 5, 6].map((n) => [`A.sets[${n}]`, noList]),
  ]);
  assert.deepEqual(damages(`${good}, { records = { x = { kind = "loot" } } }`)[1], ['A.sets[2]', noList]);
  // A file cut off within a set is refused as a whole, like any other.
  const cut = read(`A = { format = 2, sets = { ${good}, { records = { {`);
  assert.ok(!cut.ok && cut.error.reason.startsWith('the file ends too early'), cut.ok ? '' : cut.error.reason);
});

test('sets of other addons and of other formats are not mistaken for records', () => {
  const good = '{ records = { { kind = "loot" } } }';
  assert.deepEqual(sourcesIn('Outfits = { format = 2, sets = { { name = "Tank" }, { records = { "a" } }, 3 } }'), []);
  assert.deepEqual(sourcesIn(`A = { sets = { ${good} } }`), [], 'without a format');
  assert.deepEqual(sourcesIn(`A = { format = 1, sets = { ${good} } }`), [], 'of an addon that wrote format 1');
  assert.deepEqual(sourcesIn(`A = { format = "2", sets = { ${good} } }`), []);
  const named = sourcesIn(`A = { format = 2, sets = { ["\\27[2J"] = ${good} } }`);
  assert.deepEqual(
    named.map(({ name }) => name),
    ['A.sets[?]'],
    'a key cannot write to the terminal',
  );
  // A global of format 2 may also have records of its own.
  const whole = sourcesIn(`A = { format = 2, records = { { kind = "quest" } }, sets = { ${good} } }`);
  assert.deepEqual(
    whole.map(({ name, kinds }) => [name, kinds]),
    [
      ['A', ['quest']],
      ['A.sets[1]', ['loot']],
    ],
  );
  assert.equal(
    sourcesIn(`A = { format = 3, sets = { ${good} } }`).length,
    1,
    'the uploader says that it cannot read it',
  );
});

const layouts: fc.Arbitrary<LuaLayout> = fc.record({
  newline: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom('', '\t', '  '),
  separator: fc.constantFrom(',', ';'),
  trailing: fc.boolean(),
  bracketedNames: fc.boolean(),
  lists: fc.constantFrom('plain', 'numbered', 'reversed'),
  comments: fc.boolean(),
  escapes: fc.constantFrom('needed', 'decimal', 'hex'),
  quote: fc.constantFrom('"', "'"),
});

const texts = anyText({ maxLength: 12 });

/** Values of a table. There is no nil, which would leave a hole, and an empty table is a list. */
const values: fc.Arbitrary<Written> = fc.letrec<{ one: Written }>((tie) => ({
  one: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.double(),
    fc.integer(),
    fc.boolean(),
    texts,
    fc.array(tie('one'), { maxLength: 4 }),
    // A name that is a number would be an index of a list.
    fc.dictionary(texts, tie('one'), { minKeys: 1, maxKeys: 4 }),
  ),
})).one;

test('values written in any layout are read back', () => {
  fc.assert(
    fc.property(values, layouts, (value, layout) => {
      const literal = new TextEncoder().encode(writeLua(value, layout));
      assert.deepEqual(sorted(literalValue(literal)), sorted(value as LuaValue));
    }),
    { numRuns: 400 },
  );
});

function sorted(value: LuaValue): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => [key, sorted(one)]);
}

test('a corrupted file is either read or refused with a position', () => {
  const wounds = fc.array(
    fc.record({ at: fc.nat(), byte: fc.nat(255), what: fc.constantFrom('cut', 'change', 'remove', 'double') }),
    { minLength: 1, maxLength: 4 },
  );
  const records = fc.array(fc.dictionary(texts, values, { maxKeys: 4 }), { maxLength: 4 });
  fc.assert(
    fc.property(records, layouts, wounds, (list, layout, done) => {
      let bytes = savedFile({ records: list.map((fields) => ({ ...fields, kind: 'loot' })), installId: 'x' }, layout);
      for (const { at, byte, what } of done) {
        const place = at % (bytes.length + 1);
        if (what === 'cut') bytes = bytes.slice(0, place);
        if (what === 'change' && place < bytes.length) bytes[place] = byte;
        if (what === 'remove') bytes = Uint8Array.from([...bytes.slice(0, place), ...bytes.slice(place + 1)]);
        if (what === 'double') bytes = Uint8Array.from([...bytes.slice(0, place), ...bytes.slice(place >> 1)]);
      }
      const file = readSavedFile(bytes);
      if (file.ok)
        for (const { records: places } of file.value.sources) for (const at of places) readRecord(file.value, at);
      else {
        assert.ok(file.error.line >= 1 && file.error.column >= 1);
        assert.match(file.error.reason, /^[^\n]{5,300}\.$/);
      }
    }),
    { numRuns: 600 },
  );
});
