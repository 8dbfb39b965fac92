import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeRate,
  formatPercent,
  percentAbove,
  percentBelow,
} from '../../../../domain/values/estimates/describe_rate.ts';

const ORDINARY = { isAlways: false, isForSome: false };

test('a rate is described with its interval', () => {
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.514, low: 0.446, high: 0.579 }),
    'About 51%, between 44% and 58%',
  );
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.0403, low: 0.0211, high: 0.0693, isForSome: true }),
    'About 4%, between 2.1% and 7%, for players who can get it',
  );
});

test('a wide interval is said in words', () => {
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.0035, low: 0.00102, high: 0.0294 }),
    'Rare: somewhere between 0.1% and 3%',
  );
  assert.equal(
    describeRate({ ...ORDINARY, estimate: 0.2, low: 0.01, high: 0.974 }),
    'Too few looted to say (1% to 98%)',
  );
});

test('an item that was always there is said to be so', () => {
  const always = { estimate: 1, low: 0.9478, high: 1, isAlways: true, isForSome: false };
  assert.equal(describeRate(always), 'Always so far, at least 94%');
});

test('percentages have two significant digits and intervals are rounded outward', () => {
  assert.deepEqual([1, 0.515, 0.0423, 0.00351, 0.000123, 0].map(formatPercent), [
    '100%',
    '52%',
    '4.2%',
    '0.35%',
    '0.012%',
    '0%',
  ]);
  assert.deepEqual([0.579, 0.07, 0.00291, 0.9991, 1].map(percentAbove), ['58%', '7%', '0.3%', '100%', '100%']);
  assert.deepEqual([0.446, 0.07, 0.00291, 0.9991, 1].map(percentBelow), ['44%', '7%', '0.29%', '99%', '100%']);
});
