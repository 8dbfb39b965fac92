import type { PriceRun } from '../../ports/market.ts';

/**
 * Estimates an item's value from one scan (contract, section 3, Market). The rules apply to units in price order. Units
 * are not expanded, because a run of equal prices can have a million units; every rule treats a run as one block.
 *
 * All sums are bigints. Prices can be as large as 2^53 - 1 and are squared here, so floating point would lose exactly
 * the differences that the rules depend on, and a price that is exactly at a bound must be judged exactly. Only the
 * last step, the mean, becomes a number: its integer part is exact, and its fraction has the precision of a double.
 */

interface PriceBlock {
  readonly price: bigint;
  readonly units: bigint;
}

/** Returns the value of one unit in copper, unrounded. Needs at least one run. Runs have ascending, distinct prices. */
export function computeScanValue(runs: readonly PriceRun[]): number {
  if (runs.length === 1) return runs[0]![0];
  return computeAveragePrice(omitOutlierPrices(takeCheapestUnits(runs)));
}

/**
 * Returns the cheapest units. The first unit is always included. The list ends at 30% of all units, or earlier: once
 * past 15%, it ends before the first unit that costs at least 1.2 times as much as the one before it.
 */
function takeCheapestUnits(runs: readonly PriceRun[]): readonly PriceBlock[] {
  const blocks = runs.map(([price, units]): PriceBlock => ({ price: BigInt(price), units: BigInt(units) }));
  const total = blocks.reduce((sum, { units }) => sum + units, 0n);
  const atMost = clampToOne((3n * total) / 10n);
  const cheap: PriceBlock[] = [];
  let taken = 0n;
  let before = 0n;
  for (const { price, units } of blocks) {
    // Only the first unit of a block can be a price jump, because the other units all cost the same.
    const beyond15Percent = 20n * (taken + 1n) > 3n * total;
    const jumps = 5n * price >= 6n * before;
    if (taken > 0n && beyond15Percent && jumps) break;
    const room = atMost - taken;
    if (room === 0n) break;
    cheap.push({ price, units: units < room ? units : room });
    if (units >= room) break;
    taken += units;
    before = price;
  }
  return cheap;
}

function clampToOne(n: bigint): bigint {
  return n < 1n ? 1n : n;
}

/**
 * Drops units that are 1.5 sample standard deviations or more from the mean, unless all prices are equal. For n units
 * with sum S and sum of squares Q, the variance is (nQ - S²) / n(n - 1), so |p - S/n| >= 1.5 s is, in whole numbers,
 * 4(n - 1)(np - S)² >= 9n(nQ - S²). At least one unit always remains, because the units cannot all be farther than s
 * from the mean.
 */
function omitOutlierPrices(blocks: readonly PriceBlock[]): readonly PriceBlock[] {
  const n = blocks.reduce((sum, { units }) => sum + units, 0n);
  const s = sumPrices(blocks);
  const q = blocks.reduce((sum, { price, units }) => sum + units * price * price, 0n);
  const spread = n * q - s * s;
  if (spread === 0n) return blocks;
  return blocks.filter(({ price }) => 4n * (n - 1n) * (n * price - s) ** 2n < 9n * n * spread);
}

function computeAveragePrice(blocks: readonly PriceBlock[]): number {
  const n = blocks.reduce((sum, { units }) => sum + units, 0n);
  const s = sumPrices(blocks);
  return Number(s / n) + Number(s % n) / Number(n);
}

function sumPrices(blocks: readonly PriceBlock[]): bigint {
  return blocks.reduce((sum, { price, units }) => sum + units * price, 0n);
}
