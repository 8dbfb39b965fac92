import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureCoverage } from './coverage.ts';
import { measureLiars } from './liars.ts';

test('however players differ, the interval contains the true rate more than nine times of ten', () => {
  for (const { name, pooled, estimated } of measureCoverage(200)) {
    assert.ok(estimated.listed > 90, `${name}: ${estimated.listed}%`);
    assert.ok(estimated.width < 3 * pooled.width, `${name}: ${estimated.width} points`);
  }
});

test('few liars who report 0% or 100% move a rate of 25% by less than three points', () => {
  for (const { name, estimated, honest } of measureLiars()) {
    if (/^(?:1 of 5|2 of 52|5 of 52) installs report (?:0|100)%$/.test(name)) {
      assert.ok(Math.abs(estimated - honest) < 3, `${name}: ${estimated}, without them ${honest}`);
    }
  }
});
