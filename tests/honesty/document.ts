import type { ChangeRow, OnceRow } from './changes.ts';
import { type ClaimsRow, CROWDS } from './claims.ts';
import type { Coverage, CoverageRow } from './coverage.ts';
import { type LiarsRow, lieName } from './liars.ts';

/** Returns docs/honesty.md with its tables. */
export function honestyDocument(
  coverage: readonly CoverageRow[],
  pairs: number,
  liars: readonly LiarsRow[],
  draws: number,
  claims: readonly ClaimsRow[],
  windows: WindowRows,
): string {
  return `# How honest the drop rates are

A drop rate comes with an interval: "About 51%, between 44% and 58%". This page says how often the true rate is in it, and what players who lie can do to it. All tables come from made-up worlds whose true rates are known; \`npm run honesty\` writes them, and stops if a promise of this page does not hold. In answers, \`estimate\`, \`estimateLow\` and \`estimateHigh\` are the estimate and its interval, and \`low\` and \`high\` are Wilson's interval, which is shown nowhere else.

The usual way is to add up the windows of all players and to take Wilson's interval. It is right only if every player has the same chance. Players differ, though: by quests, groups, other addons and luck. So the estimate lets each player have a rate of their own around a common one (\`domain/values/estimates\`).

## How often the interval contains the true rate

Percent of ${pairs} listed pairs of source and item in each world, then of ${pairs} pairs that at least three players saw drop, then the mean width of the interval of listed pairs in points. A new instance uses the default weights; after a week with 200 pairs it fits its own. The fourth column has the weights of an instance in which all of these worlds are mixed.

| world | Wilson, all windows together | default weights | weights fitted to the world | weights of the mixed instance |
|---|---|---|---|---|
${coverage.map(({ name, ...row }) => `| ${name} | ${[row.pooled, row.byDefault, row.fitted, row.mixed].map(coverageText).join(' | ')} |`).join('\n')}

With fitted weights, the interval contains the true rate of at least 95% of the pairs that three players saw, less two standard errors; with default weights of 90%. One exception: where all items are rare and at most five players looted a source, luck chooses the few pairs that three of them saw. Only weights fitted to such an instance know that, and all other weights find these rates too high.

## What liars can do with windows

Where a true rate goes, in percent: medians of ${draws.toLocaleString('en-GB')} draws with default weights. Honest installs opened about 12 windows each. The last column says how often the interval contains the true rate in spite of the liars.

| true rate and liars | all windows together | estimate | without the liars | interval holds |
|---|---|---|---|---|
${liars.map((row) => `| ${lieName(row)} | ${[row.pooled, row.estimated, row.honest, row.covered].map((number) => number.toFixed(1)).join(' | ')} |`).join('\n')}

One of five installs that found the item in all of 10 to 60 windows, and two of five with 20 of 20, move 25% by less than four points; five of 52 by less than two. The lower rows are what no method of this kind can mend: lies near the truth, and rates below 3%.

## What liars can do with claims

The rate of fifty honest installs, and the same with liars who agree with each other: the estimate, its interval, and "!" if the rate says that players disagree. The last column is the smallest number of liars with whom the interval no longer contains the true rate.

${claimsTable(claims)}

Fewer than ten installs replace no rate of fifty with claims or with all-or-nothing lies. A creature that does not exist takes three installs. It is then listed after all sources that five installs looted, with the words "only 3 players so far", and files for other addons leave it out, except those whose names end in \`-all\`. With five installs it is listed like any other.

${windowsSection(windows)}
## What it cannot do

- A plausible lie, such as 60% where the truth is 25%, still moves a rate.
- Two liars of five can win where the true rate is below 3%.
- A player who is lucky with every item was not simulated.
- With five players, the test for disagreement finds only strong differences.
- On an instance with fewer than three sources the weights stay close to the default ones.
`;
}

/** How often the rules choose windows rightly, and over how many pairs this was measured. */
export interface WindowRows {
  readonly changes: readonly ChangeRow[];
  readonly once: readonly OnceRow[];
  readonly pairs: number;
}

export function windowsSection({ changes, once, pairs }: WindowRows): string {
  const percent = (number: number): string => `${number.toFixed(1)}%`;
  const names = [...new Set(changes.map(({ name }) => name))];
  const cellsOf = (name: string): string =>
    changes
      .filter((row) => row.name === name)
      .map(({ marked, covered }) => `${percent(marked)}; ${percent(covered)}`)
      .join(' | ');
  return `## Rates that changed, and items that players can have once

Sixty days of play: each install has a chance of its own and loots on up to nine days, 2 to 15 windows each. With 12 installs ${pairs.toLocaleString('en-GB')} pairs, with 50 half as many; default weights; players differ by 0.05 if a rate changes on day 30. In each cell, how many pairs are shown as changed, and how many intervals contain the rate that is true at the end.

| world | 12 installs | 50 installs |
|---|---|---|
${names.map((name) => `| ${name} | ${cellsOf(name)} |`).join('\n')}

At most one pair of 200 that did not change may be shown as changed, in all steady worlds together and less two standard errors. A change that is not found leaves the estimate between both rates.

An item that players can have once drops until an install has it. Over ${pairs.toLocaleString('en-GB')} pairs of each world, how many intervals contain the true rate:

| world | counted until the first find | all windows counted |
|---|---|---|
${once.map(({ name, covered, plain }) => `| ${name} | ${percent(covered)} | ${percent(plain)} |`).join('\n')}
`;
}

export function claimsTable(claims: readonly ClaimsRow[]): string {
  return [
    `| claim | nobody lies | ${CROWDS.map((liars) => `${liars} liars`).join(' | ')} | replaced by |`,
    `|---|${'---|'.repeat(CROWDS.length + 2)}`,
    ...claims.map(
      ({ name, rates, replacedBy }) => `| ${name} | ${rates.map(rateText).join(' | ')} | ${replacedBy ?? '–'} |`,
    ),
  ].join('\n');
}

function rateText({ estimate, estimateLow, estimateHigh, basis, disagrees }: ClaimsRow['rates'][number]): string {
  const [about, from, to] = [estimate, estimateLow, estimateHigh].map((share) => (100 * share).toFixed(1));
  return `${about} (${from}–${to})${basis === 'all' ? '' : `, ${basis}`}${disagrees ? ' !' : ''}`;
}

function coverageText({ listed, seenByThree, width }: Coverage): string {
  return `${listed.toFixed(1)} / ${seenByThree.toFixed(1)}, width ${width.toFixed(1)}`;
}
