import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DataCell } from '../../../../http/browser/data/cell.ts';
import { formatTableCsv } from '../../../../http/browser/data/csv.ts';

function cell(text: string, more: Partial<DataCell> = {}): DataCell {
  return { text, value: null, isMoney: false, isUnknown: false, ...more };
}

test('a table becomes CSV with plain numbers, money in copper, and empty cells for unknown values', () => {
  const unknown = { isUnknown: true, value: '' };
  assert.equal(
    formatTableCsv(
      ['Item', 'Market', 'Units', 'Drop chance'],
      [
        [
          cell('Wool Cloth'),
          cell('1s 56c', { value: '156', isMoney: true }),
          cell('1,212', { value: '1212' }),
          cell('About 41%', { value: '0.24' }),
        ],
        [cell('=HYPERLINK("x")'), cell('unknown', unknown), cell('unknown', unknown), cell('-', { value: '' })],
      ],
    ),
    '\uFEFFItem,Market (copper),Units,Drop chance\r\nWool Cloth,156,1212,About 41%\r\n"\'=HYPERLINK(""x"")",,,\'-\r\n',
  );
});
