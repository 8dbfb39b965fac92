import type { StoredRate } from '../ports/drops.ts';
import { wilson } from '../values/rates.ts';

type CountedRate = Pick<StoredRate, 'sourceType' | 'sourceId' | 'itemId' | 'kills' | 'drops' | 'installs'>;

/** A public rate with the figures that files for addons and comparisons use. They are fractions from 0 to 1. */
export interface EstimatedRate extends CountedRate {
  readonly estimate: number;
  readonly estimateLow: number;
  readonly estimateHigh: number;
}

/** Adds the estimate and the interval around it to a stored rate (contract, section 3, Drops). */
export function estimatedRate(rate: CountedRate): EstimatedRate {
  const { low, high } = wilson(rate.drops, rate.kills);
  return { ...rate, estimate: rate.drops / rate.kills, estimateLow: low, estimateHigh: high };
}
