import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type LiarsDocument, measureDocument, readDocument } from './document.ts';
import { HONEST } from './measure.ts';

let measured: LiarsDocument;

before(async () => {
  measured = await measureDocument();
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
  const firm = measured.lies.filter(({ figure }) => FIRM.some((pattern) => pattern.test(figure)));
  assert.ok(firm.length >= 2 * FIRM.length);
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
  const extreme = measured.estimates.filter(({ truth, says: [windows, drops] }) => truth === 25 && windows === drops);
  assert.ok(extreme.length >= 7);
  for (const { installs, liars, estimate } of extreme) {
    const points = installs === 5 ? 4 : 2;
    assert.ok(Math.abs(estimate - 25) < points, `${liars} of ${installs} made it ${estimate}%`);
  }
});

test('docs/liars.md has the tables that were measured', () => {
  assert.equal(readDocument(), measured.text, 'run npm run liars');
});
