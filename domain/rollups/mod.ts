import { DROPS_ROLLUP } from './drops.ts';

/**
 * Every roll-up with the version of its rules. A snapshot database built by other versions holds figures of other
 * rules, so it is built afresh (design, section 1).
 */
export const ROLLUPS: Readonly<Record<string, number>> = Object.fromEntries(
  [DROPS_ROLLUP].map(({ name, version }) => [name, version]),
);
