import { writeFileSync } from 'node:fs';
import { brokenPromises } from './bounds.ts';
import { measureChanges, measureOnce } from './changes.ts';
import { measureClaims } from './claims.ts';
import { measureCoverage } from './coverage.ts';
import { honestyDocument } from './document.ts';
import { measureLiars } from './liars.ts';

/** Pairs of each world. The share of covered pairs is then known to about half a point. */
const PAIRS = 2_000;

/** Draws of each lie. */
const DRAWS = 1_000;

/** Pairs of each world with windows in time. */
const TIMED_PAIRS = 1_000;

const [coverage, liars, claims] = [measureCoverage(PAIRS), measureLiars(DRAWS), measureClaims()];
const windows = { changes: measureChanges(TIMED_PAIRS), once: measureOnce(TIMED_PAIRS), pairs: TIMED_PAIRS };
writeFileSync(
  new URL('../../docs/honesty.md', import.meta.url),
  honestyDocument(coverage, PAIRS, liars, DRAWS, claims, windows),
);
const broken = [
  ...brokenPromises(coverage, PAIRS, liars, claims),
  ...brokenPromises([], TIMED_PAIRS, [], [], windows.changes),
];
if (broken.length > 0) throw new Error(broken.join('\n'));
