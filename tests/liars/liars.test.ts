import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { casesToTry } from '../runner/properties.ts';
import { expectedRows, formatLines, type LiarsTables, measureTables, readLines } from './document.ts';
import { ESTIMATE_CASES, type EstimateRow } from './estimates.ts';
import { LIES } from './lies.ts';
import { HONEST } from './measure.ts';

let measured: LiarsTables;

before(async () => {
  measured = await measureTables(casesToTry);
});

/**
 * Figures that fewer than ten liars must not replace against fifty honest installs, whatever they choose to report. Rates
 * below 3% are not among them.
 */
const FIRM = [
  /^drop rate of (?:25|10)%/,
  /^basis of a drop rate$/,
  /^price at a vendor$/,
  /^(?:name|title|level|giver) of/,
  /^reaction of a creature$/,
  /^limited stock$/,
  /^market value$/,
  /^lowest price$/,
  /^price of the last sixty days$/,
];

test('against fifty honest installs, fewer than ten replace no rate, leading price, agreed value or market value', () => {
  const isFirm = ({ figure }: { readonly figure: string }) => FIRM.some((pattern) => pattern.test(figure));
  assert.ok(LIES.filter(isFirm).length >= 2 * FIRM.length);
  const firm = measured.lies.filter(isFirm);
  assert.deepEqual(
    firm.filter(({ needed }) => (needed[HONEST.indexOf(50)]!.replaces ?? Number.POSITIVE_INFINITY) < 10),
    [],
  );
});

test('an upload of another game changes nothing', () => {
  const others = measured.lies.filter(({ lie }) => lie.includes('another game’s build'));
  assert.ok(others.length > 0);
  for (const { needed } of others) for (const one of needed) assert.deepEqual(one, { adds: null, replaces: null });
});

test('few liars who say all or nothing hardly move an estimate of 25%, however many windows they choose', () => {
  const isExtreme = ({ truth, says: [windows, drops] }: Pick<EstimateRow, 'truth' | 'says'>) =>
    truth === 25 && windows === drops;
  assert.ok(ESTIMATE_CASES.filter(isExtreme).length >= 7);
  for (const { installs, liars, estimate } of measured.estimates.filter(isExtreme)) {
    const points = installs === 5 ? 4 : 2;
    assert.ok(Math.abs(estimate - 25) < points, `${liars} of ${installs} made it ${estimate}%`);
  }
});

test('docs/liars.md has what was measured, and a row for every lie', () => {
  const lines = readLines();
  assert.deepEqual(
    lines.map((line) => line.split(' | ', 2).map((cell) => cell.replace(/^\| /, ''))),
    expectedRows(),
  );
  for (const line of formatLines(measured)) assert.ok(lines.includes(line), `run npm run liars: ${line}`);
});
