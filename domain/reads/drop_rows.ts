import type { DropsResponse } from '../../schema/responses/dropsResponse.ts';
import type { StoredRate, StoredZero } from '../ports/drops.ts';
import { figuresOf, topShareOf, wilson, zeroHigh } from '../values/rates.ts';

type RateRow = DropsResponse['rates'][number];
type ZeroRow = DropsResponse['measuredZeros'][number];

/** Maximum size of a row as JSON, including its comma: ten numbers of at most 24 characters each, and their names. */
export const DROP_ROW_BYTES_MAX = 384;

/** Builds the row of a public drop rate, with its 95% bounds, for answers and exports (contract, section 3, Drops). */
export function rateRow(rate: StoredRate): RateRow {
  return {
    ...sourceField(rate),
    itemId: rate.itemId,
    ...figuresOf(rate),
    public: true,
  };
}

/**
 * Like `rateRow`, but returns JSON. The JSON is built by hand because a list has hundreds of thousands of rows, and
 * this takes a third of the time.
 */
export function rateText(rate: StoredRate): string {
  const { sourceType, sourceId, itemId, kills, drops, reporters, installs } = rate;
  const { low, high } = wilson(drops, kills);
  return (
    `{"${sourceType === 'npc' ? 'sourceNpcId' : 'sourceObjectId'}":${sourceId},"itemId":${itemId},"kills":${kills},` +
    `"drops":${drops},"rate":${drops / kills},"low":${low},"high":${high},"reporters":${reporters},` +
    `"installs":${installs},"topShare":${topShareOf(rate)},"public":true}`
  );
}

/**
 * Builds the row of a source whose loot windows were all empty. `high` is the upper bound for the rate of any item that
 * the source might still drop.
 */
export function zeroRow(zero: StoredZero): ZeroRow {
  return {
    ...sourceField(zero),
    kills: zero.kills,
    high: zeroHigh(zero.kills),
    reporters: zero.reporters,
    topShare: topShareOf(zero),
    public: true,
  };
}

function sourceField({ sourceType, sourceId }: StoredZero) {
  return sourceType === 'npc' ? { sourceNpcId: sourceId } : { sourceObjectId: sourceId };
}
