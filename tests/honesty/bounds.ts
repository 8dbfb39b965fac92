import type { ChangeRow } from './changes.ts';
import type { ClaimsRow } from './claims.ts';
import type { CoverageRow } from './coverage.ts';
import { type LiarsRow, lieName } from './liars.ts';

/** Returns what the tables must show and do not, as sentences. Without any, the promises of docs/honesty.md hold. */
export function brokenPromises(
  coverage: readonly CoverageRow[],
  pairs: number,
  liars: readonly LiarsRow[],
  claims: readonly ClaimsRow[],
  changes: readonly ChangeRow[] = [],
): readonly string[] {
  const below = (percent: number): number => percent - 2 * Math.sqrt((percent * (100 - percent)) / pairs);
  const steady = changes.filter(({ isSteady }) => isSteady);
  const falsely = steady.reduce((sum, { marked }) => sum + marked, 0) / steady.length;
  return [
    ...(falsely > 0.5 + 2 * Math.sqrt((0.5 * 99.5) / (pairs * steady.length))
      ? [`${falsely}% of the rates that did not change are shown as changed.`]
      : []),
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
