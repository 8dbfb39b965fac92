import { formatMoney } from '../../cards/words.ts';
import type { MarketDay, MarketItem } from '../../ports/market.ts';
import type { Zone } from '../../reads/entities/places.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import { findRealm, readRealmSpelling } from '../../reads/realms.ts';
import type { CardType } from '../../values/entity_page.ts';
import { DAY_MS, formatDayNumber, formatInstant } from '../../values/instant.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { readKnownZone } from '../browse/zones.ts';
import { readPagedEntity } from '../shared/paged_entity.ts';
import { type ChangeStatement, groupChanges } from './change_digest.ts';
import { readEntityLines, readSubjectLines, type SubjectLine } from './change_reader.ts';
import { CHANGE_TOPIC_WORDS } from './change_topics.ts';

/** Something that happened, for programs that read feeds (contract, section 4, Feeds). */
export interface FeedEntry {
  /** Identifies the entry within all feeds. It is the same after a restart, an erasure and a rebuild. */
  readonly key: string;
  readonly atMs: number;
  readonly heading: string;
  readonly statements: readonly ChangeStatement[];
}

export const FEED_ENTRIES_MAX = 50;

const FEED_LINES_MAX = 300;

/** Returns all recent changes, newest first. Changes of one snapshot and topic form an entry. */
export async function readRecentEntries(snapshot: PublishedSnapshot): Promise<readonly FeedEntry[]> {
  const lines = await readSubjectLines(snapshot, { sinceMs: 0, kind: null, limit: FEED_LINES_MAX });
  return buildFeedEntries(snapshot, 'recent', lines);
}

interface TitledFeed<T> {
  readonly about: T;
  readonly entries: readonly FeedEntry[];
}

/** Returns the changes to a zone and to the locations in it, or null if nothing about the zone is known. */
export async function readZoneEntries(snapshot: PublishedSnapshot, mapId: number): Promise<TitledFeed<Zone> | null> {
  const zone = await readKnownZone(snapshot, mapId);
  return zone === null ? null : { about: zone, entries: await readSubjectEntries(snapshot, 'zone', mapId) };
}

/** Returns the changes to an entity, its relations and its loot, or null if no report about the entity is public. */
export async function readEntityEntries(
  snapshot: PublishedSnapshot,
  kind: CardType,
  id: number,
): Promise<TitledFeed<Entity> | null> {
  const entity = await readPagedEntity(snapshot, kind, id);
  return entity.url === null ? null : { about: entity, entries: await readSubjectEntries(snapshot, kind, id) };
}

async function readSubjectEntries(
  snapshot: PublishedSnapshot,
  kind: CardType | 'zone',
  id: number,
): Promise<readonly FeedEntry[]> {
  return buildFeedEntries(snapshot, `${kind}/${id}`, await readEntityLines(snapshot, kind, id, FEED_LINES_MAX));
}

/**
 * Returns a realm's market: the prices of its most traded items on each of the last days, unusual prices, and changes to
 * facts about the realm. Returns null if no price on the realm is public.
 */
export async function readRealmEntries(snapshot: PublishedSnapshot, realm: string): Promise<TitledFeed<string> | null> {
  const { key } = await findRealm(snapshot, realm);
  const [items, spelling, lines] = await Promise.all([
    snapshot.market.items(key, '', MARKET_ITEMS_READ),
    readRealmSpelling(snapshot, key),
    snapshot.log.changes({ sinceMs: 0, families: ['realms'], subjectPrefix: '', subject: key, limit: FEED_LINES_MAX }),
  ]);
  if (items.length === 0) return null;
  const dataAsOfMs = snapshot.view.row.dataAsOfMs ?? 0;
  const traded = items.slice(0, SHOWN_MARKET_ITEMS_MAX);
  const shown = [...traded, ...items.filter(({ unusual }) => unusual)].map(({ itemId }) => itemId);
  const entities = await readEntities(snapshot, 'item', shown);
  const feed: MarketFeed = { name: `realm/${encodeURIComponent(key)}`, entities, dataAsOfMs };
  const days = await mapInOrder(traded, ({ itemId }) => snapshot.market.days(key, '', itemId, SHOWN_MARKET_DAYS_MAX));
  const changes = await buildFeedEntries(
    snapshot,
    feed.name,
    lines.map((line) => ({ line, about: { kind: 'realm', id: null } })),
  );
  const entries = [...buildUnusualEntries(feed, items), ...buildPriceEntries(feed, traded, days), ...changes];
  return { about: spelling, entries: entries.sort((a, b) => b.atMs - a.atMs).slice(0, FEED_ENTRIES_MAX) };
}

/** Number of a realm's items that are searched for unusual prices, and of those whose prices are listed. */
const MARKET_ITEMS_READ = 400;
const SHOWN_MARKET_ITEMS_MAX = 20;
const SHOWN_MARKET_DAYS_MAX = 7;

interface MarketFeed {
  readonly name: string;
  readonly entities: ReadonlyMap<number, Entity>;
  readonly dataAsOfMs: number;
}

/** Returns an entry for each of the last days on which an item had a public price. */
function buildPriceEntries(
  feed: MarketFeed,
  items: readonly MarketItem[],
  days: readonly (readonly MarketDay[])[],
): readonly FeedEntry[] {
  const newest = [...new Set(days.flat().map(({ day }) => day))].sort((a, b) => b - a).slice(0, SHOWN_MARKET_DAYS_MAX);
  return newest.map((day) => {
    const subjects = items.flatMap(({ itemId }, at) => {
      const value = days[at]!.find((one) => one.day === day);
      return value === undefined
        ? []
        : [{ parts: [feed.entities.get(itemId)!, ` ${formatMarketPrice(value)}`], times: 1 }];
    });
    return {
      key: `${feed.name}/prices/${formatDayNumber(day)}`,
      atMs: findMarketTime(feed, day),
      heading: `Prices of ${formatDayNumber(day)}`,
      statements: [{ text: 'Typical prices of the most traded items', zone: null, subjects }],
    };
  });
}

/** Returns one entry per day with the items whose newest price is far from their earlier ones. */
function buildUnusualEntries(feed: MarketFeed, items: readonly MarketItem[]): readonly FeedEntry[] {
  const unusual = items.filter((item) => item.unusual);
  const days = [...new Set(unusual.map(({ day }) => day))].sort((a, b) => b - a).slice(0, SHOWN_MARKET_DAYS_MAX);
  return days.map((day) => ({
    key: `${feed.name}/unusual/${formatDayNumber(day)}`,
    atMs: findMarketTime(feed, day),
    heading: `Unusual prices of ${formatDayNumber(day)}`,
    statements: [
      {
        text: 'Prices far from the usual ones',
        zone: null,
        subjects: unusual
          .filter((item) => item.day === day)
          .map((item) => ({
            parts: [
              feed.entities.get(item.itemId)!,
              ` ${formatMarketPrice(item)}, usually ${formatMoney(Math.round(item.historical))}`,
            ],
            times: 1,
          })),
      },
    ],
  }));
}

function formatMarketPrice({ market }: Pick<MarketDay, 'market'>): string {
  return formatMoney(Math.round(market));
}

/** Returns the end of a day, or the time of the newest upload before that. Both are the same after a rebuild. */
function findMarketTime({ dataAsOfMs }: MarketFeed, day: number): number {
  return Math.min((day + 1) * DAY_MS - 1, Math.max(dataAsOfMs, day * DAY_MS));
}

async function buildFeedEntries(
  snapshot: PublishedSnapshot,
  name: string,
  lines: readonly SubjectLine[],
): Promise<readonly FeedEntry[]> {
  const groups = await groupChanges(snapshot, lines, (atMs) => atMs);
  // The oldest snapshot may be cut by the limit, and would change with every new one.
  const oldestMs = groups.at(-1)?.periodMs;
  const isCut = lines.length === FEED_LINES_MAX && groups[0]!.periodMs !== oldestMs;
  const whole = isCut ? groups.filter(({ periodMs }) => periodMs !== oldestMs) : groups;
  return whole.slice(0, FEED_ENTRIES_MAX).map(({ topic, atMs, statements }) => ({
    key: `${name}/${topic}/${formatInstant(atMs)}`,
    atMs,
    heading: CHANGE_TOPIC_WORDS[topic],
    statements,
  }));
}
