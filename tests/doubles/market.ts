import { byRealmName, newestOf, type PublicDay } from '../../domain/families/market.ts';
import type { House, MarketDay, MarketFacts, MarketItem, MarketRealm } from '../../domain/ports/market.ts';
import { LIST_MAX } from '../../schema/limits.ts';
import { HOUSES } from '../../schema/vocabulary.ts';

/** Public market values in memory, for tests. */
export interface MemoryMarketFacts {
  state(facts: readonly MarketFacts[]): void;
  /** `spellingOf` answers the agreed spelling of a realm, null where there is none. */
  realms(spellingOf: (realmKey: string) => string | null): readonly MarketRealm[];
  items(realmKey: string, house: House | '', limit: number): readonly MarketItem[];
  /** The days of one item, newest first. */
  days(realmKey: string, house: House | '', itemId: number): readonly MarketDay[];
  /** The realms that have a value of an item, all houses together. */
  realmsOf(itemId: number): readonly string[];
}

interface DayOfItem extends PublicDay {
  readonly realmKey: string;
  readonly house: House | '';
  readonly itemId: number;
}

export const createMemoryMarketFacts = (): MemoryMarketFacts => {
  const days = new Map<string, DayOfItem>();

  const itemsOf = (realmKey: string, house: House | ''): readonly MarketItem[] => {
    const own = [...days.values()].filter((one) => one.realmKey === realmKey && one.house === house);
    const itemIds = [...new Set(own.map(({ itemId }) => itemId))];
    return itemIds
      .map((itemId) => ({ itemId, ...newestOf(own.filter((one) => one.itemId === itemId))! }))
      .map(({ itemId, market, min, historical, quantity, day, reporters }) => ({
        ...{ itemId, market, min, historical, quantity, day, reporters },
      }))
      .sort((a, b) => b.quantity - a.quantity || a.itemId - b.itemId);
  };

  return {
    state: (facts) => {
      for (const { subject, houses } of facts) {
        for (const { house, value } of houses) {
          const { realmKey, itemId, day } = subject;
          const key = JSON.stringify([realmKey, house, itemId, day]);
          if (value === null) days.delete(key);
          else days.set(key, { realmKey, house, itemId, day, ...value });
        }
      }
    },
    realms: (spellingOf) =>
      [...new Set([...days.values()].map(({ realmKey }) => realmKey))]
        .map((realmKey) => ({
          realmKey,
          name: spellingOf(realmKey) ?? realmKey,
          houses: HOUSES.filter((house) => itemsOf(realmKey, house).length > 0),
        }))
        .sort(byRealmName),
    items: (realmKey, house, limit) => itemsOf(realmKey, house).slice(0, limit),
    days: (realmKey, house, itemId) =>
      [...days.values()]
        .filter((one) => one.realmKey === realmKey && one.house === house && one.itemId === itemId)
        .sort((a, b) => b.day - a.day)
        .slice(0, LIST_MAX.auctionDays)
        .map(({ day, market, min, quantity, reporters }) => ({ day, market, min, quantity, reporters })),
    realmsOf: (itemId) => {
      const own = [...days.values()].filter((one) => one.itemId === itemId && one.house === '');
      return [...new Set(own.map(({ realmKey }) => realmKey))];
    },
  };
};
