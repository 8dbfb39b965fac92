import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRateTable } from '../../../domain/saved_variables/read_rate_table.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { startProcessorClock } from '../../support/processor_time.ts';
import { TABLES } from '../reads/comparison/tables.ts';

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function read(text: string) {
  const table = readRateTable(bytes(text));
  assert.ok(table.ok, table.ok ? '' : table.error.error);
  const { shape, rows, skipped } = table.value;
  return {
    shape,
    rows: rows.map(({ list, first, second, percent }) => `${list} ${first} ${second} ${percent}`),
    skipped,
  };
}

function refusal(text: string | Uint8Array): string {
  const table = readRateTable(typeof text === 'string' ? bytes(text) : text);
  assert.ok(!table.ok);
  return table.error.error;
}

const ITEM_FIRST = ['pair 858 6 1.4', 'pair 858 38 20', 'pair 2589 6 90.25'];

test('a table is read in each shape', () => {
  assert.deepEqual(read(TABLES.questie), { shape: 'questie-or-atlasloot', rows: ITEM_FIRST, skipped: 0 });
  assert.deepEqual(read(TABLES.questieStored), { shape: 'questie-or-atlasloot', rows: ITEM_FIRST, skipped: 0 });
  assert.deepEqual(read(TABLES.csv), { shape: 'csv', rows: ITEM_FIRST, skipped: 0 });
  assert.deepEqual(read(TABLES.pfquest), {
    shape: 'pfquest',
    rows: ['npc 858 6 1.4', 'npc 858 38 20', 'object 858 2843 20', 'npc 2589 6 90.25'],
    skipped: 0,
  });
  assert.deepEqual(read(TABLES.atlasloot).rows, ['pair 6 858 1.4', 'pair 6 2589 90.25', 'pair 38 858 20']);
});

test('fragments and several tables are read', () => {
  assert.deepEqual(read('[2589] = { [6] = 50.5 },\n[858] = { [6] = 1 },').rows, ['pair 2589 6 50.5', 'pair 858 6 1']);
  assert.deepEqual(read('{ [2589] = { [6] = 50.5 } }').rows, ['pair 2589 6 50.5']);
  assert.deepEqual(read('local a = { [1] = { [2] = 3 } }; b.c = { [4] = { [5] = 6 } }').rows, [
    'pair 1 2 3',
    'pair 4 5 6',
  ]);
  assert.deepEqual(read('local a, b = f({})\nx[i + 1] = {}\nt = { data = { [1] = { [2] = 3 } } }').rows, [
    'pair 1 2 3',
  ]);
});

test('entries that are no ids with a percentage are skipped and counted', () => {
  const lua = '{ [2589] = { [6] = 101, [7] = -1, [8] = 1e999, [9] = "50", [1.5] = 1, [0] = 1, [10] = nan, [11] = 5 } }';
  assert.deepEqual(read(lua), { shape: 'questie-or-atlasloot', rows: ['pair 2589 11 5'], skipped: 7 });
  const csv = '1,2,3\n1,2\n1,2,3,4\n=1,2,3\n99999999999,2,3\n1,2,101\n2147483648,2,3\n"1","2","3.5%"\n';
  assert.deepEqual(read(csv), { shape: 'csv', rows: ['pair 1 2 3', 'pair 1 2 3.5'], skipped: 6 });
});

test('tables without rates, and broken ones, are refused with a sentence', () => {
  const none = /^The table must have rates of Questie, pfQuest or AtlasLoot, or lines such as 2589,6,50\.5/;
  for (const text of [
    '',
    'hello',
    '{}',
    'return {}',
    '{ 1, 2, 3 }',
    '{ ["a"] = { [1] = 2 } }',
    '\n\n',
    '{'.repeat(0) + 'x={'.slice(0, 1),
  ])
    assert.match(refusal(text), none, text);
  assert.equal(
    refusal('return {\n[1] = { [2] = }'),
    'Line 2, column 15: a value (text, a number, true, false, nil or a table) is needed here; got "}".',
  );
  assert.match(
    refusal('x = [[return {\n[1] = { [2] = os.exit() } }]]'),
    /^Line 2, column 15: a value .* got "os\.exit\(\) } }"\.$/,
  );
  assert.match(refusal('return { [1] = '), /^Line 1, column 16: .* the end of the file/);
});

test('hostile tables are refused quickly', () => {
  const usedMs = startProcessorClock();
  assert.match(refusal(`x = ${'{'.repeat(1_000_000)}`), /^Line 1, column 15: tables may be nested at most 10 deep\.$/);
  assert.match(refusal(`x = ${'{[1]='.repeat(900_000)}`), /nested at most 10 deep/);
  assert.match(refusal(`x = { "${'a'.repeat(4_000_000)}`), /the text that begins in line 1 has no end/);
  assert.match(refusal(`x = [[${'{ return '.repeat(500_000)}`), /has no end/);
  assert.match(refusal(`--[[ { ${'x'.repeat(4_000_000)}`), /the comment that begins in line 1 has no end/);
  assert.match(refusal('x = {\n'.repeat(800_000)), /deep|needed here/);
  assert.match(refusal(`${'x = [[y]]\n'.repeat(400_000)}{`), /ends too early/);
  assert.match(refusal(`{${'1,'.repeat(2_400_000)}}`), /may hold at most 1,000,000 entries/);
  assert.match(refusal(`${'[[return [[ '.repeat(400_000)}{`), /./);
  assert.match(refusal(new Uint8Array(5_000_000).fill(0xff)), /none was found/);
  assert.match(refusal(`${'9'.repeat(4_900_000)},1,1`), /none was found/);
  assert.match(refusal(' '.repeat(5_000_000)), /none was found/);
  // The engine compiles patterns that are used often, and compiled ones need more stack.
  for (let i = 0; i < 1_000; i++) readRateTable(bytes('{[1]={[2]=12.5}}'));
  for (const digits of ['9', '1.9', '0xf'].map((one) => one + one.at(-1)!.repeat(4_900_000)))
    assert.match(refusal(`{[1]={[2]=${digits}}}`), /column 11: a number may have at most 1,000 characters\.$/);
  // Each of these lines could make a careless reader look through the rest of the text, which would take minutes even
  // with a quarter of the largest text.
  for (const [line, end] of [
    ['a[[[\n', '{'],
    ['a[[[\n', ']] x {'],
    ['a --[[\n', ']] x = {'],
    ['a.b --[[\n', '{'],
    ['a["x"]\n[1]\n', '{'],
    ['a\n.b\n', '{'],
    ['local\n', '{'],
    ['[1]\n', '{'],
    ['x =\n', '{'],
    ['[\n', '{'],
  ] as const)
    assert.match(refusal(line.repeat(Math.floor(1_225_000 / line.length)) + end), /./);
  assert.match(refusal(`${'a'.repeat(4_900_000)} {`), /none was found|ends too early/);
  assert.match(refusal(`${'a.'.repeat(2_400_000)}a {`), /none was found|ends too early/);
  const elapsed = usedMs();
  assert.ok(elapsed < 20_000, `${elapsed} ms`);
});

test('texts that are not UTF-8 do not matter outside of keys', () => {
  const lua = new Uint8Array([...bytes('{ name = "'), 0xff, 0xfe, ...bytes('", [1] = { [2] = 3 } } -- '), 0xc3]);
  const table = readRateTable(lua);
  assert.ok(table.ok && table.value.rows.length === 1);
});

test('the limits are named', () => {
  const rows = LIMITS.compareRowsMax.value;
  const lines = Array.from({ length: rows + 1 }, (_, i) => `${i + 1},1,5`);
  assert.equal(read(lines.slice(1).join('\n')).rows.length, rows);
  assert.match(
    refusal(lines.join('\n')),
    /^A table must have at most 5,000,000 bytes and 100,000 rates; this one has more\.$/,
  );
  assert.match(
    refusal(new Uint8Array(LIMITS.compareBytesMax.value + 1)),
    /^A table must have at most 5,000,000 bytes and 100,000 rates; this one has more\.$/,
  );
});

test('the first line of CSV says what the columns are, in any order', () => {
  const rows = ['pair 858 6 1.4', 'pair 2589 6 90.25'];
  for (const csv of [
    'npcId,itemId,percent\n6,858,1.4\n6,2589,90.25\n',
    '\ufeff"Percent","NPC ID",ITEM_ID\r\n1.4%,6,858\r\n"90.25","6","2589"\r\n',
    'percent, item-id , npc\n1.4, 858, 6\n90.25, 2589, 6',
    '\ufeff858,6,1.4\n2589,6,90.25',
  ]) {
    assert.deepEqual(read(csv), { shape: 'csv', rows, skipped: 0 }, csv);
  }
  assert.deepEqual(read('itemId,npcId,objectId,percent\n858,6,,1.4\n858,,2843,20\n858,6,2843,3\n858,,,4\n'), {
    shape: 'csv',
    rows: ['pair 858 6 1.4', 'object 858 2843 20'],
    skipped: 2,
  });
  assert.deepEqual(read('object,item,percent\n2843,858,20\n').rows, ['object 858 2843 20']);
});

test('columns that are unknown, missing or repeated are refused, and without names the order is item, NPC, percent', () => {
  const needed =
    'Line 1, column 1: the columns must be itemId, npcId or objectId or both, and percent, each once and in any order; got ';
  assert.equal(refusal('itemId,name,npcId,percent\n1,x,2,3'), `${needed}"name".`);
  assert.equal(refusal('a,b,c\n1,2,3'), `${needed}"a".`);
  assert.equal(refusal('itemId,percent\n1,2'), `${needed}"itemId,percent".`);
  assert.equal(refusal('itemId,item,npc,percent\n1,1,2,3'), `${needed}"itemId,item,npc,percent".`);
  assert.deepEqual(read('858,6,1.4\nnpcId,itemId,percent\n'), { shape: 'csv', rows: ['pair 858 6 1.4'], skipped: 1 });
});
