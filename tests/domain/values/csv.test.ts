import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCsv, formatCsvCell } from '../../../domain/values/csv.ts';

/** Reads a file as spreadsheets do: quotes count at the start of a cell only, and text behind the closing one is kept. */
function readCells(text: string, separator: string): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
    }
    for (; at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n'; at++) cell += text[at];
    cells.push(cell);
  }
  return cells;
}

const FORMULA = /^\s*[=+\-@＝＋－＠]/;

const SEPARATORS = [',', ';', '\t'];

/** Texts that are formulas for some spreadsheet, and how a cell has them. */
const DEFUSED: readonly (readonly [text: string, cell: string])[] = [
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(1)', "'@SUM(1)"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['\t=1+1', "'\t'=1+1"],
  ['\tx', "'\tx"],
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x;＝1+1;y', "x;'＝1+1;y"],
  ['x; =1+1', "x;' =1+1"],
  ['x;"=1+1', `"x;'""=1+1"`],
  ['x\t-1', "x\t'-1"],
  ['x,y\n@A1', `"x,y\n'@A1"`],
  ['x,y\r+A1', `"x,y\r'+A1"`],
  ['x;+1;-1', "x;'+1;'-1"],
];

for (const [text, cell] of DEFUSED) {
  test(`no spreadsheet runs ${JSON.stringify(text)} as a formula`, () => {
    assert.equal(formatCsvCell(text), cell);
  });
}

test('cells are quoted if they must be, and numbers are kept', () => {
  assert.deepEqual(['a,b', 'a"b', null, undefined, -1].map(formatCsvCell), ['"a,b"', '"a""b"', '', '', '-1']);
});

for (const text of ['Wool Cloth', 'x=1', 'Kill; then rest', 'Ann-Marie; Bo', 'a+b', "'=1", '“Quoted”']) {
  test(`${JSON.stringify(text)} is kept as it is`, () => {
    assert.equal(formatCsvCell(text), text);
  });
}

test('no text in a file becomes a formula, with commas, semicolons or tabs between cells', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝; \t,"\r\nx') });
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 3 }), (rows) => {
      const file = formatCsv(['id'], rows);
      for (const separator of SEPARATORS) {
        const formulas = readCells(file, separator).filter((cell) => FORMULA.test(cell));
        assert.deepEqual(formulas, [], JSON.stringify({ file, separator }));
      }
    }),
    { numRuns: 3000 },
  );
});

test('JSON in a cell stays valid', () => {
  const value = { name: 'x;=1', names: ['a;', '-b', ';'], 'c;': -5 };
  const cell = formatCsvCell(JSON.stringify(value)).slice(1, -1).replaceAll('""', '"');
  assert.deepEqual(JSON.parse(cell), { ...value, name: "x;'=1" });
});

test('a file with texts begins with a byte order mark, and one of numbers does not', () => {
  assert.equal(formatCsv(['name'], [['Éclat']]), '\uFEFFname\r\nÉclat\r\n');
  assert.equal(formatCsv(['id'], [[5]], true), 'id\r\n5\r\n');
});
