import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TableRow } from '../../../domain/game_files/tables.ts';
import { withFolder } from '../snapshot/support.ts';
import { openWritten } from './support.ts';

/** Rows of every kind: plain, quoted, with unusual numbers, with arrays, and broken. */
const LINES = [
  'ID,Name_lang,Value,Flags_0,Flags_1,List,Order',
  '1,Plain,12,3,4,"1,2",1',
  '2,Empty,,,,,2',
  '3,Minus,-7,-0,+1,5|6,3',
  '4,Large,900719925474099,9007199254740993,12345678901234567890,7,4',
  '5,Other, 8 ,1e3,0x10,[9|10],5.5',
  '6,Zeros,007,1.0,1.5,0,6',
  '7,"Quoted, twice",1,2,3,4,7',
  '8,Short,1',
  'x,No key,1,2,3,4,8',
  '9,Text at the end,1,2,3,4,end',
  '10,Grüße ☃,11,12,13,14,10',
  '-11,Below,1,2,3,4,11',
  '12,Long,1,2,3,4,12,13',
  '',
  '14,Last,1,2,3,4,14',
];

const COLUMNS = ['ID', 'Name_lang', 'Value', 'Flags', 'List', 'Order', 'Absent'];

function seen(row: TableRow) {
  return {
    line: row.line,
    cells: COLUMNS.map((column) => [row.integer(column), row.number(column), row.text(column), row.integers(column)]),
  };
}

for (const [name, end] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
] as const) {
  test(`visit and rows read the same values and skip the same rows (${name})`, () =>
    withFolder(async (dir) => {
      await writeFile(join(dir, 'Talent.csv'), LINES.join(end) + end);
      const table = await openWritten(dir, 'Talent');
      const kept: TableRow[] = [];
      for await (const row of table.rows()) kept.push(row);
      const skipped = [...table.findings().leftOut.first];
      const visited: unknown[] = [];
      await table.visit((row) => visited.push(seen(row)));
      assert.deepEqual(visited, kept.map(seen));
      assert.deepEqual(table.findings().leftOut.first, skipped);
      assert.deepEqual(
        kept.map(({ line }) => line),
        [2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 16],
      );
      assert.deepEqual(
        skipped.map(({ line }) => line),
        [9, 10, 14],
      );
    }));
}

test('numbers are read in all their spellings', () =>
  withFolder(async (dir) => {
    await writeFile(join(dir, 'Talent.csv'), `${LINES.join('\n')}\n`);
    const table = await openWritten(dir, 'Talent');
    const values = new Map<number | null, readonly unknown[]>();
    await table.visit((row) => values.set(row.integer('ID'), [row.integer('Value'), ...row.integers('Flags')]));
    assert.deepEqual(values.get(1), [12, 3, 4]);
    assert.deepEqual(values.get(2), [null, 0, 0]);
    assert.deepEqual(values.get(3), [-7, 0, 0]);
    assert.deepEqual(values.get(4), [900719925474099, 0, 0]);
    assert.deepEqual(values.get(5), [8, 1000, 0]);
    assert.deepEqual(values.get(6), [7, 1, 0]);
  }));

test('an exception in the visitor ends the visit', () =>
  withFolder(async (dir) => {
    await writeFile(join(dir, 'Talent.csv'), `${LINES.join('\n')}\n`);
    const table = await openWritten(dir, 'Talent');
    await assert.rejects(
      table.visit(() => {
        throw new Error('enough');
      }),
      /enough/,
    );
  }));
