import type { Coverage, CoverageRow } from './coverage.ts';
import type { LiarsRow } from './liars.ts';

/** Returns docs/honesty.md with both tables. */
export function honestyDocument(coverage: readonly CoverageRow[], pairs: number, liars: readonly LiarsRow[]): string {
  return `# How honest the drop rates are

A drop rate comes with an interval: "About 51%, between 44% and 58%". This page says how often the true rate is in it, and what players who lie can do to it. Both tables come from made-up worlds whose true rates are known; \`npm run honesty\` writes them. In answers, \`estimate\`, \`estimateLow\` and \`estimateHigh\` are the estimate and its interval, and \`low\` and \`high\` are Wilson's interval, which is shown nowhere else.

The usual way is to add up the windows of all players and to take Wilson's interval. It is right only if every player has the same chance. Players differ, though: by quests, groups, other addons and luck. So the estimate lets each player have a rate of their own around a common one (\`domain/values/estimates\`).

## How often the interval contains the true rate

Percent of ${pairs} listed pairs of source and item in each world, then of those that at least three players saw drop, then the mean width of the interval in points.

| world | Wilson, all windows together | estimate |
|---|---|---|
${coverage.map(({ name, pooled, estimated }) => `| ${name} | ${coverageText(pooled)} | ${coverageText(estimated)} |`).join('\n')}

## What liars can do

Where a true rate of 25% goes, in percent (median of 20 draws). Each liar reports 2,000 windows; honest installs opened about 12 each.

| liars | all windows together | estimate | estimate without the liars |
|---|---|---|---|
${liars.map(({ name, pooled, estimated, honest }) => `| ${name} | ${pooled.toFixed(1)} | ${estimated.toFixed(1)} | ${honest.toFixed(1)} |`).join('\n')}

## What it cannot do

- A plausible lie, such as 60% where the truth is 25%, still moves a rate.
- Two liars of five can win where the true rate is below 1%.
- A player who is lucky with every item was not simulated.
- With five players, the test for disagreement finds only strong differences.
- On an instance with fewer than three sources the weights stay close to the default ones.
`;
}

function coverageText({ listed, seenByThree, width }: Coverage): string {
  return `${listed.toFixed(1)} / ${seenByThree.toFixed(1)}, width ${width.toFixed(1)}`;
}
