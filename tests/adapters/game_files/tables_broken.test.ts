import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { LINE_CHARS_MAX } from '../../../adapters/game_files/lines.ts';
import { LINE_NOTES_MAX } from '../../../domain/game_files/line_notes.ts';
import { openWritten, tableText } from '../../domain/game_files/support.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { propertyRuns } from '../../runner/properties.ts';

/** Reads the rows of a table as (line, key, texts), together with the notes about skipped rows. */
function readText(text: string | Uint8Array, columns: readonly string[], key = 'ID') {
  return withFolder(async (dir) => {
    await writeFile(join(dir, 'Item.csv'), text);
    const table = await openWritten(dir, 'Item');
    const rows: (string | number | null)[][] = [];
    for await (const row of table.rows()) {
      rows.push([row.line, row.integer(key), ...columns.map((column) => row.text(column))]);
    }
    const { leftOut, doubtful, damage } = table.findings();
    return { rows, skipped: leftOut.first, skippedCount: leftOut.count, doubtful: doubtful.first, damage };
  });
}

const BREAK = 'is broken by a line break';
const UNCLOSED = 'opens a quote that never closes';
function cells(has: number, width: number) {
  return `has ${has} ${has === 1 ? 'cell' : 'cells'} where the header names ${width}`;
}

interface Case {
  readonly name: string;
  /** The lines below the header `ID,Name_lang,Flags,Level`. The first row is line 2. */
  readonly lines: readonly string[];
  /** The keys and names that are read. */
  readonly read: readonly (readonly [number, string])[];
  readonly skipped: readonly (readonly [line: number, reason: string])[];
}

const CASES: readonly Case[] = [
  {
    name: 'nothing broken',
    lines: ['1,a,0,1', '2,b,0,1'],
    read: [
      [1, 'a'],
      [2, 'b'],
    ],
    skipped: [],
  },
  { name: 'one cell too few', lines: ['1,a,0', '2,b,0,1'], read: [[2, 'b']], skipped: [[2, cells(3, 4)]] },
  { name: 'one cell too many', lines: ['1,a,0,1,5', '2,b,0,1'], read: [[2, 'b']], skipped: [[2, cells(5, 4)]] },
  {
    name: 'a comma that nobody quoted',
    lines: ['1,a, b,0,1', '2,b,0,1'],
    read: [[2, 'b']],
    skipped: [[2, cells(5, 4)]],
  },
  { name: 'broken in the name', lines: ['1,a', 'b,0,1', '2,b,0,1'], read: [[2, 'b']], skipped: [[2, BREAK]] },
  { name: 'broken twice', lines: ['1,a', 'b', 'c,0,1', '2,b,0,1'], read: [[2, 'b']], skipped: [[2, BREAK]] },
  { name: 'broken by an empty line', lines: ['1,a', '', 'c,0,1', '2,b,0,1'], read: [[2, 'b']], skipped: [[2, BREAK]] },
  { name: 'broken after a comma', lines: ['1,', 'b,0,1', '2,b,0,1'], read: [[2, 'b']], skipped: [[2, BREAK]] },
  {
    name: 'two short rows',
    lines: ['1,a,0', '2,b,0', '3,c,0,1'],
    read: [[3, 'c']],
    skipped: [
      [2, cells(3, 4)],
      [3, cells(3, 4)],
    ],
  },
  { name: 'broken at the end of the file', lines: ['1,a,0,1', '2,b'], read: [[1, 'a']], skipped: [[3, cells(2, 4)]] },
  {
    name: 'an empty line between rows',
    lines: ['1,a,0,1', '', '2,b,0,1', '', ''],
    read: [
      [1, 'a'],
      [2, 'b'],
    ],
    skipped: [],
  },
  {
    name: 'a key that is no number',
    lines: ['x,a,0,1', ',a,0,1', '2,b,0,1'],
    read: [[2, 'b']],
    skipped: [
      [2, 'has no whole number for its key, but x'],
      [3, 'has no whole number for its key, but nothing'],
    ],
  },
  {
    name: 'a shifted row',
    lines: ['a,0,1,7', '2,b,0,1'],
    read: [[2, 'b']],
    skipped: [[2, 'has no whole number for its key, but a']],
  },
  {
    name: 'a line break in quotes',
    lines: ['1,"a', 'b",0,1', '2,b,0,1'],
    read: [
      [1, 'a\nb'],
      [2, 'b'],
    ],
    skipped: [],
  },
  {
    name: 'several, with commas and quotes',
    lines: ['1,"a, ""x""', '', 'b, c",0,1', '2,b,0,1'],
    read: [
      [1, 'a, "x"\n\nb, c'],
      [2, 'b'],
    ],
    skipped: [],
  },
  {
    name: 'a quote that never closes',
    lines: ['1,"a,0,1', '2,b,0,1', '3,c,0,1'],
    read: [
      [2, 'b'],
      [3, 'c'],
    ],
    skipped: [[2, UNCLOSED]],
  },
  {
    name: 'a quote that never closes before a quoted row',
    lines: ['1,"a,0,1', '2,"b",0,1', '3,c,0,1'],
    read: [
      [2, 'b'],
      [3, 'c'],
    ],
    skipped: [[2, UNCLOSED]],
  },
  {
    name: 'a quote that closes in another row',
    lines: ['1,"a,0,1', '2,b",0,1', '3,c,0,1'],
    read: [[3, 'c']],
    skipped: [[2, UNCLOSED]],
  },
  {
    name: 'two quotes that never close',
    lines: ['1,"a,0,1', '2,"b,0,1', '3,c,0,1'],
    read: [[3, 'c']],
    skipped: [
      [2, UNCLOSED],
      [3, UNCLOSED],
    ],
  },
  {
    name: 'a quote that never closes, and a break',
    lines: ['1,"a', 'b,0,1', 'x', '3,c,0,1'],
    read: [[3, 'c']],
    skipped: [[2, UNCLOSED]],
  },
  {
    name: 'a quote that never closes, in the last row',
    lines: ['1,a,0,1', '2,"b,0,1'],
    read: [[1, 'a']],
    skipped: [[3, UNCLOSED]],
  },
  {
    name: 'quotes that nobody doubled',
    lines: ['1,"Mage-Eye" Blunderbuss,0,1', '2,5" nails,0,1', '3,a "b" c,0,1'],
    read: [
      [1, '"Mage-Eye" Blunderbuss'],
      [2, '5" nails'],
      [3, 'a "b" c'],
    ],
    skipped: [],
  },
  {
    name: 'marks that mean nothing',
    lines: ['1,# note,0,1', '#2,b,0,1', "3,'c,0,1"],
    read: [
      [1, '# note'],
      [3, "'c"],
    ],
    skipped: [[3, 'has no whole number for its key, but #2']],
  },
];

for (const { name, lines, read, skipped } of CASES) {
  test(`rows: ${name}`, async () => {
    const found = await readText(`ID,Name_lang,Flags,Level\n${lines.join('\n')}\n`, ['Name_lang']);
    const sorted = (list: readonly (readonly [unknown, string])[]) =>
      list.toSorted((a, b) => Number(a[0]) - Number(b[0]));
    assert.deepEqual(
      found.rows.map(([, id, text]) => [id, text]),
      sorted(read),
    );
    assert.deepEqual(
      found.skipped.map(({ line, reason }) => [line, reason]),
      skipped,
    );
  });
}

test('a text whose lines look like rows is skipped and noted, and ordinary prose is read', async () => {
  const header = 'ID,Description_lang,A,B,C\n';
  const lost = await readText(`${header}1,"a\n5,6,b",0,0,0\n2,c,0,0,0\n`, ['Description_lang']);
  assert.deepEqual(
    lost.rows.map(([, id]) => id),
    [2],
  );
  assert.deepEqual(lost.skipped, [{ line: 2, reason: UNCLOSED }]);
  const end = await readText(`${header}1,"a\n3,000 gold",0,0,0\n2,c,0,0,0\n`, ['Description_lang']);
  assert.deepEqual([end.rows, end.skipped], [[[4, 2, 'c']], [{ line: 2, reason: UNCLOSED }]]);
  const prose = await readText(`${header}1,"a\n5, 6, b\n3 gold, b",0,0,0\n2,c,0,0,0\n`, ['Description_lang']);
  assert.deepEqual(
    prose.rows.map(([, id]) => id),
    [1, 2],
  );
});

test('a row knows its line', async () => {
  const { rows } = await readText('ID,Name_lang\n1,"a\nb"\n\n2,c\n', ['Name_lang']);
  assert.deepEqual(rows, [
    [2, 1, 'a\nb'],
    [5, 2, 'c'],
  ]);
});

test('a truncated name in the last column is not read as the whole name', async () => {
  const text = 'ID,Name_lang\n1,a\n2,Foo\nbar\n3,c\n4,Foo\nbar, baz\n';
  const { rows, skipped } = await readText(text, ['Name_lang']);
  assert.deepEqual(rows, [
    [2, 1, 'a'],
    [5, 3, 'c'],
  ]);
  assert.deepEqual(skipped, [
    { line: 3, reason: BREAK },
    { line: 6, reason: BREAK },
  ]);
});

test('a truncated name in the first column is not read as the whole name', async () => {
  const { rows, skipped } = await readText('Name_lang,ID,Flags\nFirst\nAid,129,0\nPoisons,40,0\n', ['Name_lang']);
  assert.deepEqual(rows, [[4, 40, 'Poisons']]);
  assert.deepEqual(skipped, [{ line: 2, reason: BREAK }]);
});

test('a table without an ID uses the first column whose name ends in ID', async () => {
  const { rows, skipped } = await readText('Name_lang,ClassID\nWeapon,2\n2,Weapon\n', ['Name_lang'], 'ClassID');
  assert.deepEqual(rows, [[2, 2, 'Weapon']]);
  assert.deepEqual(skipped, [{ line: 3, reason: 'has no whole number for its key, but Weapon' }]);
});

test('an unquoted semicolon table loses only the ambiguous rows', async () => {
  const text = tableText(
    {
      name: 'Item',
      columns: ['ID', 'Name_lang', 'Reagent'],
      rows: [
        { ID: 1, Name_lang: '"Mage-Eye" Blunderbuss', Reagent: [1, 2] },
        { ID: 2, Name_lang: 'One; two', Reagent: [1, 2] },
        { ID: 3, Name_lang: 'One, two', Reagent: [1, 2] },
        { ID: 4, Name_lang: '6" pipe', Reagent: [1, 2] },
        { ID: 5, Name_lang: 'Two\nlines', Reagent: [1, 2] },
        { ID: 6, Name_lang: 'Last', Reagent: [1, 2] },
      ],
    },
    { dialect: 'semicolon', unquoted: true },
  );
  const { rows, skipped } = await readText(text, ['Name_lang']);
  assert.deepEqual(
    rows.map(([, , name]) => name),
    ['"Mage-Eye" Blunderbuss', 'One, two', '6" pipe', 'Last'],
  );
  assert.deepEqual(skipped, [
    { line: 3, reason: cells(4, 3) },
    { line: 6, reason: BREAK },
  ]);
});

test('an endless line is skipped and not held in memory', async () => {
  const { rows, skipped } = await readText(`ID,Name_lang\n1,a\n2,${'x'.repeat(3 * LINE_CHARS_MAX)}\n3,c\n`, [
    'Name_lang',
  ]);
  assert.deepEqual(rows, [
    [2, 1, 'a'],
    [4, 3, 'c'],
  ]);
  assert.deepEqual(skipped, [{ line: 3, reason: 'is too long for a row' }]);
});

test('the number of notes about broken rows is bounded', async () => {
  const text = `ID,Name_lang,X\n${'1,a,0,5\n'.repeat(3 * LINE_NOTES_MAX)}1,a,0\n`;
  const { rows, skipped, skippedCount } = await readText(text, []);
  assert.equal(rows.length, 1);
  assert.deepEqual([skipped.length, skippedCount], [LINE_NOTES_MAX, 3 * LINE_NOTES_MAX]);
  assert.deepEqual(skipped.at(-1), { line: LINE_NOTES_MAX + 1, reason: 'has 4 cells where the header names 3' });
});

const UNENDED = 'is the last row and has no line break: if the file was cut, its last cell may be too';
const IN_QUOTES = 'the file ends inside a quoted cell: expected a closing quote, found the end of the file';
function inRow(has: number) {
  return `the file ends inside a row: expected 3 cells, found ${has}`;
}

interface Ending {
  readonly what: string;
  readonly end: string;
  readonly read: readonly number[];
  /** The line in which the file is truncated, and the reason, if it counts as truncated. */
  readonly cut?: readonly [line: number, reason: string];
  readonly isDoubtful?: true;
}

const ENDS: readonly Ending[] = [
  { what: 'whole', end: '2,b,2500\n', read: [1, 2] },
  { what: 'whole, with a carriage return', end: '2,b,2500\r\n', read: [1, 2] },
  { what: 'whole, as a closing quote shows', end: '2,b,"2500"', read: [1, 2] },
  { what: 'as many cells as others, without a line break', end: '2,b,25', read: [1, 2], isDoubtful: true },
  { what: 'an empty last cell, without a line break', end: '2,b,', read: [1, 2], isDoubtful: true },
  { what: 'a text as the last cell, without a line break', end: '2,b,tex', read: [1, 2], isDoubtful: true },
  { what: 'a line break in quotes, and none at the end', end: '2,"b\nc",25', read: [1, 2], isDoubtful: true },
  { what: 'too few cells, but a line break', end: '2,b\n', read: [1] },
  { what: 'too few cells, then empty lines', end: '2,b\n\n\n', read: [1] },
  { what: 'cut between two cells', end: '2,b', read: [1], cut: [3, inRow(2)] },
  { what: 'cut in its key', end: '2', read: [1], cut: [3, inRow(1)] },
  { what: 'cut behind a row that is broken itself', end: '2\n3,c', read: [1], cut: [4, inRow(2)] },
  { what: 'cut in quotes', end: '2,b,"25', read: [1], cut: [3, IN_QUOTES] },
  { what: 'cut in quotes behind a line break', end: '2,"b\n', read: [1], cut: [3, IN_QUOTES] },
  { what: 'cut in quotes that go on', end: '2,"b\nc d', read: [1], cut: [3, IN_QUOTES] },
];

for (const { what, end, read, cut, isDoubtful } of ENDS) {
  test(`the last row of a file: ${what}`, async () => {
    const found = await readText(`ID,Name_lang,Price\n1,a,0\n${end}`, ['Name_lang']);
    assert.deepEqual(
      found.rows.map(([, id]) => id),
      read,
    );
    assert.deepEqual(found.damage, cut === undefined ? null : { kind: 'cut', line: cut[0], reason: cut[1] });
    assert.deepEqual(found.doubtful, isDoubtful ? [{ line: 3, reason: UNENDED }] : []);
    // Every row that was not read has a note.
    assert.equal(read.length === 2, found.skippedCount === 0);
  });
}

test('a file that is cut inside a row is recognised wherever the cut is, unless the row looks complete', async () => {
  const whole = 'ID,Name_lang,Price\n1,a,0\n2,"Größe, ""x""\nof two",2500\n';
  const bytes = Buffer.from(whole);
  const [rowAt, priceAt] = [bytes.indexOf('2,"'), bytes.indexOf('2500')];
  for (let length = rowAt; length < bytes.length; length++) {
    const { damage, rows, doubtful } = await readText(bytes.subarray(0, length), ['Price']);
    // Cut at its beginning, the row is missing completely.
    if (length === rowAt) assert.deepEqual([damage, rows.length], [null, 1]);
    else if (length < priceAt) assert.equal(damage?.kind, 'cut', JSON.stringify(whole.slice(0, length)));
    else assert.deepEqual([damage, rows.length, doubtful.length], [null, 2, 1], String(length));
  }
  const inHeader = await readText('ID,Name_lang,Price', []);
  assert.deepEqual([inHeader.damage?.kind, inHeader.damage?.line], ['cut', 1]);
});

test('a last row without a line break is noted in a file of several chunks', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => `${at + 1},name of ${at + 1},${at}`);
  const { rows: read, doubtful } = await readText(`ID,Name_lang,Price\n${rows.join('\n')}`, []);
  assert.equal(read.length, rows.length);
  assert.deepEqual(doubtful, [{ line: rows.length + 1, reason: UNENDED }]);
});

/** Damages some lines. The values that are read from other lines must be their own. */
test('a cell is never read as a cell of another row or column', async () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'B', ' ', ',', '"', ';', '#', '\n', 'é'), maxLength: 12 });
  const damage = fc.constantFrom('none', 'cut', 'double', 'break', 'quote');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, damage), { minLength: 1, maxLength: 12 }), async (rows) => {
      const written = rows.map(([text, how], at) => {
        const line = tableText({
          name: 'Item',
          columns: ['ID', 'Level', 'Name_lang', 'Flags', 'Last'],
          rows: [{ ID: at + 1, Level: 1000 + at, Name_lang: text, Flags: 2000 + at, Last: 3000 + at }],
        })
          .split('\n')
          .slice(1, -1)
          .join('\n');
        return spoil(line, how);
      });
      const { rows: read } = await readText(`ID,Level,Name_lang,Flags,Last\n${written.join('\n')}\n`, [
        'Level',
        'Flags',
        'Last',
      ]);
      const ids = read.map(([, id]) => Number(id));
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      );
      for (const [, id, level, flags, last] of read) {
        const at = Number(id) - 1;
        assert.deepEqual([level, flags, last], [String(1000 + at), String(2000 + at), String(3000 + at)]);
      }
      // If no row is damaged, all rows are read.
      if (rows.every(([, how]) => how === 'none')) assert.equal(read.length, rows.length);
    }),
    { numRuns: propertyRuns(300) },
  );
});

function spoil(line: string, how: string): string {
  if (how === 'cut') return line.slice(0, Math.max(1, line.lastIndexOf(',')));
  if (how === 'double') return `${line},${line}`;
  if (how === 'break') return line.replace(/,(?=\d+,\d+$)/, '\n,');
  // An unclosed quote. In a quoted text, another quote may give another well-formed row.
  if (how === 'quote' && !line.includes('"')) return line.replace(/^(\d+,\d+,)/, '$1"');
  return line;
}
