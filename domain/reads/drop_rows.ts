import type { DropsResponse } from '../../schema/responses/dropsResponse.ts';
import type { StoredRate, StoredZero } from '../ports/drops.ts';
import { figuresOf, topShareOf, zeroHigh } from '../values/rates.ts';
import { wilson } from '../values/wilson.ts';

type RateRow = DropsResponse['rates'][number];
type ZeroRow = DropsResponse['measuredZeros'][number];

/** No row takes more as JSON, its comma included: ten numbers of at most 24 characters beside their names. */
export const DROP_ROW_BYTES_MAX = 384;

/** A public drop rate as answers and exports show it, with its 95% bounds (contract, section 3, Drops). */
export function rateRow(rate: StoredRate): RateRow {
  return {
    ...sourceField(rate),
    itemId: rate.itemId,
    ...figuresOf(rate),
    public: true,
  };
}

/** The same as JSON. Written out, it costs a third: a list has hundreds of thousands of them. */
export function rateText(rate: StoredRate): string {
  const { sourceType, sourceId, itemId, kills, drops, reporters, installs } = rate;
  const { low, high } = wilson(drops, kills);
  return (
    `{"${sourceType === 'npc' ? 'sourceNpcId' : 'sourceObjectId'}":${sourceId},"itemId":${itemId},"kills":${kills},` +
    `"drops":${drops},"rate":${drops / kills},"low":${low},"high":${high},"reporters":${reporters},` +
    `"installs":${installs},"topShare":${topShareOf(rate)},"public":true}`
  );
}

/** A source whose windows were all empty; `high` bounds the rate of anything it might still drop. */
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
