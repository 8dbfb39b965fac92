import { writeFileSync } from 'node:fs';
import { measureCoverage } from './coverage.ts';
import { honestyDocument } from './document.ts';
import { measureLiars } from './liars.ts';

/** Listed pairs of each world. The share of covered pairs is then known to about half a point. */
const PAIRS = 2_000;

writeFileSync(
  new URL('../../docs/honesty.md', import.meta.url),
  honestyDocument(measureCoverage(PAIRS), PAIRS, measureLiars()),
);
