import type { PriceRun } from '../../ports/market.ts';

/**
 * What one scan says an item is worth (contract, section 3, Market), worked out on units in price order without laying
 * them out one by one: a run of equal prices can be a million units, and every rule treats it as a block.
 *
 * All sums are big integers. A price can be 2^53 - 1 and is squared here, so floating point would lose the very
 * differences that the rules look at; and a price exactly at a bound is judged exactly. Only the last step, the mean,
 * becomes a number: its whole part is exact, its fraction is that of a double.
 */

/** So many units at one price. */
interface Block {
  readonly price: bigint;
  readonly units: bigint;
}

/**
 * The value of one unit in copper, not rounded. `runs` holds at least one run, by ascending price, each price once, with
 * at least one unit each.
 */
export function scanValue(runs: readonly PriceRun[]): number {
  if (runs.length === 1) return runs[0]![0];
  return meanPrice(withoutOutliers(cheapest(runs)));
}

/**
 * The cheapest units: always the first; of the others, none beyond 30% of all, and beyond 15% none that costs at least
 * 1.2 times the one before it, nor any that follows.
 */
function cheapest(runs: readonly PriceRun[]): readonly Block[] {
  const blocks = runs.map(([price, units]): Block => ({ price: BigInt(price), units: BigInt(units) }));
  const total = blocks.reduce((sum, { units }) => sum + units, 0n);
  const atMost = atLeastOne((3n * total) / 10n);
  const kept: Block[] = [];
  let taken = 0n;
  let before = 0n;
  for (const { price, units } of blocks) {
    // Only the first unit of a block can jump: the others cost what the one before them costs.
    const beyond15Percent = 20n * (taken + 1n) > 3n * total;
    const jumps = 5n * price >= 6n * before;
    if (taken > 0n && beyond15Percent && jumps) break;
    const room = atMost - taken;
    if (room === 0n) break;
    kept.push({ price, units: units < room ? units : room });
    if (units >= room) break;
    taken += units;
    before = price;
  }
  return kept;
}

function atLeastOne(n: bigint): bigint {
  return n < 1n ? 1n : n;
}

/**
 * Drops what lies 1.5 sample standard deviations or more from the mean, where they differ at all. With n units, their
 * sum S and the sum Q of their squares, the variance is (nQ - S²) / n(n - 1), so |p - S/n| >= 1.5 s is, in whole
 * numbers, 4(n - 1)(np - S)² >= 9n(nQ - S²). Some unit always remains: not all can be farther from the mean than s.
 */
function withoutOutliers(blocks: readonly Block[]): readonly Block[] {
  const n = blocks.reduce((sum, { units }) => sum + units, 0n);
  const s = sumOfPrices(blocks);
  const q = blocks.reduce((sum, { price, units }) => sum + units * price * price, 0n);
  const spread = n * q - s * s;
  if (spread === 0n) return blocks;
  return blocks.filter(({ price }) => 4n * (n - 1n) * (n * price - s) ** 2n < 9n * n * spread);
}

function meanPrice(blocks: readonly Block[]): number {
  const n = blocks.reduce((sum, { units }) => sum + units, 0n);
  const s = sumOfPrices(blocks);
  return Number(s / n) + Number(s % n) / Number(n);
}

function sumOfPrices(blocks: readonly Block[]): bigint {
  return blocks.reduce((sum, { price, units }) => sum + units * price, 0n);
}
