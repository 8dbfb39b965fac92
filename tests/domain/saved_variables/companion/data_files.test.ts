import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildDataAddon } from '../../../../domain/saved_variables/companion/data_files.ts';
import { toByteText } from '../../../../domain/saved_variables/lua/byte_text.ts';
import { readValue } from '../../../../domain/saved_variables/lua/read_value.ts';
import { createScanner } from '../../../../domain/saved_variables/lua/scanner.ts';
import { LUA_BOUNDS } from '../../../../domain/saved_variables/lua/values.ts';
import { readSavedFile } from '../../../../domain/saved_variables/read_file.ts';
import { type LuaLayout, type Written, writeLua } from '../lua_writer.ts';

const encoder = new TextEncoder();
const OWN = Object.entries({
  'ThirdWitness_Data/ThirdWitness_Data.toc':
    '## Interface: 11508, 16001\r\n## Title: Third Witness Data\r\n## Version: empty\r\n## X-License: none\r\n\r\ndata.lua\r\n',
  'ThirdWitness_Data/api.lua': 'ThirdWitness = {}\n',
}).map(([path, text]) => ({ path, bytes: encoder.encode(text) }));

function make(text: string | Uint8Array, more: Readonly<Record<string, string>> = {}) {
  const files = { 'ThirdWitness_Data/data.lua': text, ...more };
  return buildDataAddon(
    Object.entries(files).map(([path, one]) => {
      return { path, bytes: typeof one === 'string' ? encoder.encode(one) : new Uint8Array(one) };
    }),
    OWN,
  );
}

function textsOf(result: ReturnType<typeof make>): Readonly<Record<string, string>> {
  assert.ok(result.ok, result.ok ? '' : result.error);
  return Object.fromEntries(result.value.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
}

test('data is taken, and everything else of the addon is the companion’s own', () => {
  const data = [
    '-- Drop rates',
    'ThirdWitness_Data = {',
    'format = 1, instance = "https://witness.example", licence = "CC BY-SA 4.0", credit = "Players\\nof |cffx",',
    'date = "2026-11-24",',
    'drops = {[2589] = "n6:51.2:44:58", ["2589"] = "no number"},',
    'market = {["Nethergarde Keep (EU)|Horde"] = {day = "2026-11-24", [5] = "12:2026-11-24",},},',
    'yes = true, negative = -1.5e-7, zero = -0,',
    '}',
  ].join('\n');
  const evil = 'os.execute("rm -rf /")';
  const texts = textsOf(
    make(data, {
      'ThirdWitness_Data/ThirdWitness_Data.toc': '## Interface: 1\nfunctions.lua\nevil.lua\n',
      'ThirdWitness_Data/functions.lua': evil,
      'ThirdWitness_Data/evil.lua': evil,
      'ThirdWitness_Data/api.lua': evil,
      'ThirdWitness_Data/drops.lua': 'ThirdWitness_Drops = {rates = {n6 = "25:50:40:60"}}',
      'ThirdWitness_Data/LICENSE.txt': evil,
    }),
  );
  assert.deepEqual(Object.keys(texts).sort(), [
    'ThirdWitness_Data/LICENSE.txt',
    'ThirdWitness_Data/ThirdWitness_Data.toc',
    'ThirdWitness_Data/api.lua',
    'ThirdWitness_Data/data.lua',
    'ThirdWitness_Data/drops.lua',
  ]);
  assert.equal(texts['ThirdWitness_Data/api.lua'], 'ThirdWitness = {}\n');
  assert.equal(
    texts['ThirdWitness_Data/drops.lua'],
    'ThirdWitness_Drops = {\n["rates"]={\n["n6"]="25:50:40:60"\n}\n}\n',
  );
  assert.ok(!Object.values(texts).join('').includes('execute'));
  assert.equal(
    texts['ThirdWitness_Data/data.lua'],
    [
      'ThirdWitness_Data = {',
      '["format"]=1,',
      '["instance"]="https://witness.example",',
      '["licence"]="CC BY-SA 4.0",',
      '["credit"]="Players\\010of |cffx",',
      '["date"]="2026-11-24",',
      '["drops"]={',
      '[2589]="n6:51.2:44:58",',
      '["2589"]="no number"',
      '},',
      '["market"]={',
      '["Nethergarde Keep (EU)|Horde"]={',
      '["day"]="2026-11-24",',
      '[5]="12:2026-11-24"',
      '}',
      '},',
      '["yes"]=true,',
      '["negative"]=-1.5e-7,',
      '["zero"]=-0',
      '}',
      '',
    ].join('\n'),
  );
  const toc = texts['ThirdWitness_Data/ThirdWitness_Data.toc']!;
  assert.match(toc, /^## Interface: 11508, 16001\r\n## Title: Third Witness Data\r\n/);
  assert.match(toc, /## Version: 2026-11-24\r\n/);
  assert.deepEqual(
    toc.split('\r\n').filter((line) => line !== '' && !line.startsWith('## ')),
    ['data.lua'],
  );
  assert.match(
    texts['ThirdWitness_Data/LICENSE.txt']!,
    /licensed under CC BY-SA 4\.0\.\r\nCredit: Players of {2}cffx, https/,
  );
});

test('values of the data add no lines to the table of contents', () => {
  const hostile = '"x\\013\\010evil.lua\\226\\128\\168evil.lua|Hx"';
  const texts = textsOf(make(`ThirdWitness_Data = {instance=${hostile},licence=${hostile},date=${hostile}}`));
  const toc = texts['ThirdWitness_Data/ThirdWitness_Data.toc']!;
  assert.deepEqual(
    toc.split(/[\r\n\u2028\u2029]+/).filter((line) => line !== '' && !line.startsWith('## ')),
    ['data.lua'],
  );
  assert.match(toc, /## Version: empty\r\n/);
});

test('anything but one literal is refused', () => {
  const code = [
    'os.execute("x")',
    'ThirdWitness_Data = os.time()',
    'ThirdWitness_Data = {} os.execute("x")',
    'ThirdWitness_Data = {} ThirdWitness = {}',
    'ThirdWitness_Data = {f = function() end}',
    'ThirdWitness_Data = {x = SlashCmdList}',
    'ThirdWitness_Data = {["a" .. "b"] = 1}',
    'ThirdWitness_Data = {[os.time()] = 1}',
    'ThirdWitness_Data = {1 + 1}',
    'ThirdWitness_Data = {#"x"}',
    'ThirdWitness_Data = {("x"):rep(1e9)}',
    'ThirdWitness_Data = {"x" "y"}',
    'ThirdWitness_Data = {x = 0/0}',
    'ThirdWitness_Data = {x = inf}',
    'ThirdWitness_Data = {x = "\\255\\254"}',
    'ThirdWitness_Data = "x"',
    'ThirdWitness_Data = nil',
    'ThirdWitness_Data.x = {}',
    'local ThirdWitness_Data = {}',
    'ThirdWitness = {}',
    'ThirdWitness_DataX = {}',
    'SlashCmdList = {}',
    'return {}',
    'ThirdWitness_Data = {',
    '#!/usr/bin/lua\nThirdWitness_Data = {}',
    '',
    `ThirdWitness_Data = {${'{'.repeat(9)}${'}'.repeat(9)}}`,
  ];
  for (const text of code) {
    const made = make(text);
    assert.ok(!made.ok, text);
    assert.match(made.error, /^data\.lua is not only data: line \d+, column \d+: /, text);
  }
  const drops = make('ThirdWitness_Data = {}', { 'ThirdWitness_Data/drops.lua': 'ThirdWitness_Drops = os.time()' });
  assert.ok(!drops.ok && drops.error.startsWith('drops.lua is not only data: line 1'));
  const missing = buildDataAddon([{ path: 'ThirdWitness_Data/other.lua', bytes: encoder.encode('x = 1') }], OWN);
  assert.deepEqual(missing, { ok: false, error: 'data.lua is missing.' });
  const big = make(new Uint8Array(8_000_001));
  assert.deepEqual(big, { ok: false, error: 'data.lua has more than 8000000 bytes.' });
  const entries = make(`ThirdWitness_Data = {${'1,'.repeat(1_000_001)}}`);
  assert.ok(!entries.ok);
});

test('data means the same after it was written anew, and writing it again changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('n', '"', '\\', ']]', '--[[', '\r\n', '\0', '\\z'),
  );
  const plain = text.map((one) => one.replace(/\p{Cs}/gu, '').replace(/[\u0080-\u009f]/g, ''));
  const leaf = fc.oneof(plain, fc.boolean(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
  const { tree } = fc.letrec<{ tree: Written }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', maxDepth: 5 },
      leaf as fc.Arbitrary<Written>,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(plain, tie('tree'), { maxKeys: 4 }) as fc.Arbitrary<Written>,
    ),
  }));
  const layout: fc.Arbitrary<LuaLayout> = fc.record({
    newline: fc.constantFrom('\n', '\r\n'),
    indent: fc.constantFrom('', '\t'),
    separator: fc.constantFrom(',', ';'),
    trailing: fc.boolean(),
    bracketedNames: fc.boolean(),
    lists: fc.constantFrom('plain', 'numbered', 'reversed'),
    comments: fc.boolean(),
    escapes: fc.constantFrom('needed', 'decimal', 'hex'),
    quote: fc.constantFrom('"', "'"),
  });
  const readData = (file: string): unknown => {
    const bytes = toByteText(encoder.encode(file.slice(file.indexOf('{'))));
    return readValue({ ...createScanner(bytes), bounds: LUA_BOUNDS, entriesLeft: LUA_BOUNDS.entriesMax }, 0);
  };
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), tree), layout, (value, how) => {
      const written = `ThirdWitness_Data = ${writeLua(value, how)}`;
      const once = textsOf(make(written))['ThirdWitness_Data/data.lua']!;
      assert.deepEqual(readData(once), readData(written));
      assert.equal(textsOf(make(once))['ThirdWitness_Data/data.lua'], once);
      assert.ok(readSavedFile(encoder.encode(once)).ok);
      // Nothing of it depends on how a parser reads escapes, long brackets or comments.
      const outside = once.replace(/"(?:[^"\\\p{Cc}]|\\\d{3})*"/gu, '""');
      assert.match(outside, /^ThirdWitness_Data = [{}[\]"=,\n\-+.e\da-z]*$/);
      assert.doesNotMatch(outside, /--/);
    }),
  );
});
