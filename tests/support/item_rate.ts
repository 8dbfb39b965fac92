import type { ItemRate, StoredRate } from '../../domain/ports/drops.ts';
import { pickRateFields } from '../../domain/reads/drops.ts';
import { computeWilsonInterval } from '../../domain/values/rates.ts';
import type { EstimatedRate } from '../../schema/response_fields.ts';
import type { DropsResponse } from '../../schema/responses/dropsResponse.ts';

/** Builds the row that lists and exports have of a rate. */
export function rateRow(rate: StoredRate): DropsResponse['rates'][number] {
  const source = rate.sourceType === 'npc' ? { sourceNpcId: rate.sourceId } : { sourceObjectId: rate.sourceId };
  return { ...source, itemId: rate.itemId, ...pickRateFields(rate), public: true };
}

/** An item's rate for tests that do not depend on estimates: they are as if each window came from another player. */
export function itemRate(itemId: number, drops: number, kills: number, installs = Math.min(3, drops)): ItemRate {
  return { itemId, drops, installs, ...plainEstimate(drops, kills) };
}

export function plainEstimate(drops: number, kills: number): EstimatedRate {
  const { low, high } = computeWilsonInterval(drops, kills);
  return {
    estimate: Math.min(high, Math.max(low, Number((drops / kills).toFixed(6)))),
    estimateLow: low,
    estimateHigh: high,
    effectiveWindows: Math.min(kills, 1e9),
    basis: 'all',
  };
}
