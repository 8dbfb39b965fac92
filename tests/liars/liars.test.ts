import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { liarsTable, tableText } from './table.ts';

test('one or two liars among five change no agreed value, price, location, day or bound, and hardly an estimate', async () => {
  const rows = await liarsTable();
  const moved = rows.filter(({ values, isRate }) => !isRate && values.some((value) => value !== values[0]));
  assert.deepEqual(moved, []);
  assert.deepEqual(
    rows.filter(({ values, isRate }) => !isRate && values[0] === 'unknown'),
    [],
    'every line must be known where nobody lies',
  );
  const [estimate, trueDrop, falseDrop] = rows.filter(({ isRate }) => isRate);
  const about = (text: string): number => Number(/about (\d+)%/.exec(text)?.[1]);
  const [honest, ...lied] = estimate!.values.map(about);
  for (const value of lied) assert.ok(Math.abs(value - honest!) <= 5, `${honest}% became ${value}%`);
  assert.deepEqual(
    estimate!.values.map((text) => text.includes('differ')),
    [false, true, true],
  );
  const share = (text: string): number => Number(/one brings ([\d.]+)%/.exec(text)?.[1]);
  assert.deepEqual(trueDrop!.values.map(share), [20, 96.2, 49.3]);
  assert.deepEqual(falseDrop!.values.slice(0, 1), ['none']);
  assert.match(falseDrop!.values[1]!, /seen by 1 of 5 installs/);
  assert.match(falseDrop!.values[2]!, /seen by 2 of 5 installs/);
  const document = readFileSync(new URL('../../docs/liars.md', import.meta.url), 'utf8');
  assert.ok(
    document.includes(tableText(rows)),
    `docs/liars.md must hold this table: npm run liars\n${tableText(rows)}`,
  );
});
