import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { families } from '../../families/mod.ts';
import type { Mentions } from '../../ports/facts.ts';
import { firstOf } from '../shared/first_of.ts';
import { marketValuesOn, spellingOf } from '../shared/market.ts';
import { readAhead } from '../shared/read_once.ts';
import type { PublishedSnapshot } from '../shared/snapshot_data.ts';
import type { ItemPage } from './item_lists.ts';
import type { ItemListsMax } from './lists_max.ts';

type Markets = Pick<ItemPage, 'marketRealms' | 'markets'>;

/** Returns the realms where an item has a public market value and, unless `named`, its values on the first of them. */
export async function marketsOf(
  snapshot: PublishedSnapshot,
  itemId: number,
  mentions: readonly Mentions[],
  named: boolean,
  max: Pick<ItemListsMax, 'marketRealms' | 'markets'>,
): Promise<Markets> {
  const { subjects, total } = mentionsIn(mentions, families.market, 'itemId');
  const keys = subjects.toSorted();
  await readAhead(snapshot, families.realms, keys.slice(0, max.marketRealms));
  const [marketRealms, markets] = await Promise.all([
    firstOf(keys, max.marketRealms, (key) => spellingOf(snapshot, key), total),
    marketValuesOn(snapshot, itemId, named ? [] : keys.slice(0, max.markets)),
  ]);
  return { marketRealms, markets };
}
