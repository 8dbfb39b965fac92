import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brokenPromises } from './bounds.ts';
import { measureClaims } from './claims.ts';
import { measureCoverage } from './coverage.ts';
import { claimsTable } from './document.ts';
import { measureLiars } from './liars.ts';

/** Smaller than the tables of docs/honesty.md, which `npm run honesty` measures and checks in whole. */
const [PAIRS, DRAWS] = [200, 60];

test('however players differ, intervals contain the true rate as often as docs/honesty.md promises', () => {
  const coverage = measureCoverage(PAIRS);
  assert.deepEqual(brokenPromises(coverage, PAIRS, [], []), []);
  for (const { name, pooled, fitted } of coverage) {
    assert.ok(fitted.listed > 90, `${name}: ${fitted.listed}%`);
    assert.ok(fitted.width < 3 * pooled.width, `${name}: ${fitted.width} points`);
  }
});

test('few liars with all or nothing hardly move a rate, however many windows they choose', () => {
  const liars = measureLiars(DRAWS);
  assert.deepEqual(brokenPromises([], PAIRS, liars, []), []);
  for (const { truth, liars: lying, installs, drops, windows, estimated, honest } of liars) {
    if (truth !== 25 || lying / installs > 0.2 || (drops > 0 && drops < windows)) continue;
    const text = `${lying} of ${installs}, ${drops} of ${windows}: ${estimated}, without them ${honest}`;
    assert.ok(Math.abs(estimated - honest) < 3, text);
  }
});

test('fewer than ten installs replace no rate of fifty with claims, and docs/honesty.md says how many do', () => {
  const claims = measureClaims();
  assert.deepEqual(brokenPromises([], PAIRS, [], claims), []);
  const document = readFileSync(new URL('../../docs/honesty.md', import.meta.url), 'utf8');
  assert.ok(document.includes(claimsTable(claims)), `npm run honesty\n${claimsTable(claims)}`);
});

test('the tables of docs/honesty.md keep its promises', () => {
  const document = readFileSync(new URL('../../docs/honesty.md', import.meta.url), 'utf8');
  const [worlds, lies] = document.split('\n## ').slice(1, 3);
  const rows = (text: string): string[][] =>
    [...text.matchAll(/^\| (?!world|true rate)(.*) \|$/gm)].map(([, row]) => row!.split(' | '));
  const below = (percent: number): number => percent - 2 * Math.sqrt((percent * (100 - percent)) / 2_000);
  const seen = (cell: string): number => Number(/ \/ ([\d.]+),/.exec(cell)![1]);
  assert.equal(rows(worlds!).length, 7);
  for (const [name, , byDefault, fitted] of rows(worlds!)) {
    assert.ok(seen(fitted!) >= below(95), `${name}: ${fitted}`);
    if (!name!.includes('rare items')) assert.ok(seen(byDefault!) >= below(90), `${name}: ${byDefault}`);
  }
  const bounded = rows(lies!).filter(([name]) =>
    /^25%, (?:1 of 5|5 of 52) .* (\d+) of \1$|^25%, 2 of 5 .*20 of 20/.test(name!),
  );
  assert.ok(bounded.length >= 8, `${bounded.length} rows`);
  for (const [name, , estimated] of bounded) {
    assert.ok(Math.abs(Number(estimated) - 25) < (name!.includes('52') ? 2 : 4), `${name}: ${estimated}`);
  }
});
