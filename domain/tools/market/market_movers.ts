import type { MarketItem, MarketRealm, RisingAndFalling } from '../../ports/market.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import { roundPrice } from '../../reads/market.ts';
import { formatDayNumber } from '../../values/instant.ts';

/** An item whose market value on a realm changed over a week. */
export interface MarketMover {
  readonly item: Entity<'item'>;
  readonly realm: string;
  /** Market value in copper per unit on `day`, the newest public day (YYYY-MM-DD). */
  readonly market: number;
  readonly day: string;
  /** Change over a week as a fraction of the earlier value: 0.5 is half as much again, -0.5 half as much. */
  readonly change: number;
  /** Market value on the calendar days that end with `day`, oldest first. Null if a day is not public. */
  readonly trend: readonly (number | null)[];
}

/** The greatest rises and falls, each with the greatest first. Empty if too few days are public to tell. */
export interface MarketMovers {
  readonly rising: readonly MarketMover[];
  readonly falling: readonly MarketMover[];
}

const MOVING_REALMS_MAX = 12;

/** Maximum age in days of a realm's newest prices, compared with the newest prices of all realms. */
const DAYS_OLD_MAX = 7;

/**
 * Returns the items whose market value changed most over a week on the largest realms, at most `limit` in each direction
 * (contract, section 3, Market).
 */
export async function readMarketMovers(snapshot: PublishedSnapshot, limit: number): Promise<MarketMovers> {
  const realms = await readLargestRealms(snapshot, MOVING_REALMS_MAX);
  const newest = Math.max(...realms.map(({ newestDay }) => newestDay));
  const lately = realms.filter(({ newestDay }) => newestDay >= newest - DAYS_OLD_MAX);
  const movers = [...(await readRealmMovers(snapshot, lately, limit)).values()];
  const all = (direction: keyof MarketMovers): readonly MarketMover[] =>
    movers.flatMap((ofRealm) => ofRealm[direction]).toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  return { rising: all('rising').slice(0, limit), falling: all('falling').slice(0, limit) };
}

/** A realm with the size of its market. Days are UTC days since 1970. */
export interface SizedRealm extends MarketRealm {
  readonly items: number;
  readonly newestDay: number;
}

/** Returns the realms on which most items have a market value, at most `limit` of them. */
export async function readLargestRealms(snapshot: PublishedSnapshot, limit: number): Promise<readonly SizedRealm[]> {
  const sized = await readSizedRealms(snapshot, await snapshot.market.realms());
  return sized.toSorted((a, b) => b.items - a.items).slice(0, limit);
}

/** Adds the sizes of their markets to realms. Leaves out realms without one. */
export async function readSizedRealms({ market }: PublishedSnapshot, realms: readonly MarketRealm[]) {
  const keys = realms.map(({ realmKey }) => realmKey);
  const sizes = await market.sizes(keys, '');
  return realms.flatMap((realm): readonly SizedRealm[] => {
    const size = sizes.get(realm.realmKey);
    return size === undefined ? [] : [{ ...realm, ...size }];
  });
}

/** Returns the movers of each of these realms, all houses together, keyed by realm key. */
export async function readRealmMovers(
  snapshot: PublishedSnapshot,
  realms: readonly Pick<SizedRealm, 'realmKey' | 'name'>[],
  limit: number,
): Promise<ReadonlyMap<string, MarketMovers>> {
  const keys = realms.map(({ realmKey }) => realmKey);
  const moves = await snapshot.market.moves(keys, '', limit);
  const items = [...moves.values()].flatMap(({ rising, falling }) => [...rising, ...falling]);
  const entities = await readEntities(snapshot, 'item', [...new Set(items.map(({ itemId }) => itemId))]);
  const moverOf = (realm: string) => (item: MarketItem) => ({
    item: entities.get(item.itemId)!,
    realm,
    market: roundPrice(item.market),
    day: formatDayNumber(item.day),
    change: (item.weekChange ?? 0) / 10_000,
    trend: item.trend,
  });
  const none: RisingAndFalling = { rising: [], falling: [] };
  return new Map(
    realms.map(({ realmKey, name }) => {
      const { rising, falling } = moves.get(realmKey) ?? none;
      return [realmKey, { rising: rising.map(moverOf(name)), falling: falling.map(moverOf(name)) }];
    }),
  );
}
