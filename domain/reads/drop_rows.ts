import type { DropsResponse } from '../../schema/responses/dropsResponse.ts';
import type { StoredRate, StoredZero } from '../ports/snapshots.ts';
import { wilson } from '../wilson.ts';

type RateRow = DropsResponse['rates'][number];
type ZeroRow = DropsResponse['measuredZeros'][number];

/** A public drop rate as answers and exports show it, with its 95% bounds (spec, dropsResponse; contract, section 3). */
export const rateRow = (rate: StoredRate): RateRow => ({
  ...sourceField(rate),
  itemId: rate.itemId,
  kills: rate.kills,
  drops: rate.drops,
  rate: rate.drops / rate.kills,
  ...wilson(rate.drops, rate.kills),
  reporters: rate.reporters,
  public: true,
});

/** A source whose windows were all empty; `high` bounds the rate of anything it might still drop. */
export const zeroRow = (zero: StoredZero): ZeroRow => ({
  ...sourceField(zero),
  kills: zero.kills,
  high: wilson(0, zero.kills).high,
  reporters: zero.reporters,
  public: true,
});

const sourceField = ({ sourceType, sourceId }: StoredZero) =>
  sourceType === 'npc' ? { sourceNpcId: sourceId } : { sourceObjectId: sourceId };
