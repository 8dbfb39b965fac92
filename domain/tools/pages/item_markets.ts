import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { families } from '../../families/mod.ts';
import type { Mentions } from '../../ports/facts.ts';
import { ok, type StorageResult, together } from '../../values/result.ts';
import { firstOf } from '../shared/first_of.ts';
import { marketValuesOn, spellingOf } from '../shared/market.ts';
import { readAhead } from '../shared/read_once.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import type { ItemPage } from './item_lists.ts';
import type { ItemListsMax } from './lists_max.ts';

type Markets = Pick<ItemPage, 'marketRealms' | 'markets'>;

/** The realms on whose auctions an item has a public value, and unless `named` its value on the first of them. */
export const marketsOf = async (
  data: SnapshotData,
  itemId: number,
  mentions: readonly Mentions[],
  named: boolean,
  max: Pick<ItemListsMax, 'marketRealms' | 'markets'>,
): Promise<StorageResult<Markets>> => {
  const { subjects, total } = mentionsIn(mentions, families.market, 'itemId');
  const keys = subjects.toSorted();
  const ahead = await readAhead(data, families.realms, keys.slice(0, max.marketRealms));
  if (!ahead.ok) return ahead;
  const found = await together([
    firstOf(keys, max.marketRealms, (key) => spellingOf(data, key), total),
    marketValuesOn(data, itemId, named ? [] : keys.slice(0, max.markets)),
  ] as const);
  if (!found.ok) return found;
  const [marketRealms, markets] = found.value;
  return ok({ marketRealms, markets });
};
