import { writeFileSync } from 'node:fs';
import { brokenPromises } from './bounds.ts';
import { measureClaims } from './claims.ts';
import { measureCoverage } from './coverage.ts';
import { honestyDocument } from './document.ts';
import { measureLiars } from './liars.ts';

/** Pairs of each world. The share of covered pairs is then known to about half a point. */
const PAIRS = 2_000;

/** Draws of each lie. */
const DRAWS = 1_000;

const [coverage, liars, claims] = [measureCoverage(PAIRS), measureLiars(DRAWS), measureClaims()];
writeFileSync(
  new URL('../../docs/honesty.md', import.meta.url),
  honestyDocument(coverage, PAIRS, liars, DRAWS, claims),
);
const broken = brokenPromises(coverage, PAIRS, liars, claims);
if (broken.length > 0) throw new Error(broken.join('\n'));
