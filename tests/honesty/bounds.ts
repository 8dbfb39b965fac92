import type { ClaimsRow } from './claims.ts';
import type { CoverageRow } from './coverage.ts';
import { type LiarsRow, lieName } from './liars.ts';

/** Returns what the tables must show and do not, as sentences. Without any, the promises of docs/honesty.md hold. */
export function brokenPromises(
  coverage: readonly CoverageRow[],
  pairs: number,
  liars: readonly LiarsRow[],
  claims: readonly ClaimsRow[],
): readonly string[] {
  const below = (percent: number): number => percent - 2 * Math.sqrt((percent * (100 - percent)) / pairs);
  return [
    ...coverage.flatMap(({ name, byDefault, fitted }) => [
      ...(fitted.seenByThree < below(95) ? [`${name}: fitted weights cover ${fitted.seenByThree}%.`] : []),
      ...(byDefault.seenByThree < below(90) && !isRare(name)
        ? [`${name}: default weights cover ${byDefault.seenByThree}%.`]
        : []),
    ]),
    ...liars.flatMap((row) => {
      const moved = Math.abs(row.estimated - row.truth);
      return row.bound !== undefined && moved >= row.bound ? [`${lieName(row)}: moved by ${moved} points.`] : [];
    }),
    ...claims.flatMap(({ name, replacedBy }) =>
      replacedBy !== null && replacedBy < 10 ? [`${name}: replaced by ${replacedBy} installs.`] : [],
    ),
  ];
}

/**
 * Whether a world has only rare items. If three of at most five players found one of them anyway, luck chose the pair,
 * and only weights fitted to such a world know that. The document says so.
 */
function isRare(name: string): boolean {
  return name.includes('rare items');
}
