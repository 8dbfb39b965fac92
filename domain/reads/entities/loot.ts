import type { object_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { families } from '../../families/mod.ts';
import type { RateList, Source } from '../../ports/drops.ts';
import { computeZeroBound } from '../../values/rates.ts';
import { computeTopShare, pickFigures } from '../drops.ts';
import { NO_ROWS, readFirstEntries } from './first_of.ts';
import { readGathering } from './gathering.ts';
import type { LootLimits, ObjectLimits } from './limits.ts';
import { readPlaces } from './places.ts';
import { type PublishedSnapshot, readEntity } from './snapshot_data.ts';

/** Everything that players reported about an object. */
export type GameObject = NonNullable<AnswerOf<typeof contract>['page']>;

/**
 * Reads an object, with each list up to its limit. Returns null if nothing about the object is public. Its name and
 * locations come from loot windows, so an object that has them has public loot or was gathered from, too.
 */
export async function readObject(
  snapshot: PublishedSnapshot,
  objectId: number,
  max: ObjectLimits,
): Promise<GameObject | null> {
  const [object, fact, zones, loot, gathering] = await Promise.all([
    readEntity(snapshot, 'object', objectId),
    snapshot.fact(families.objects, `${objectId}`),
    readPlaces(snapshot, { kind: 'object', id: objectId }, max),
    readLoot(snapshot, { type: 'object', id: objectId }, max),
    readGathering(snapshot, 'object', objectId, max.drops),
  ]);
  if (loot === null && gathering.total === 0) return null;
  return { object, name: fact?.name ?? null, zones, loot: loot ?? NOT_LOOTED, gathering };
}

/** The loot of a herb or a vein, from which players only gathered. */
const NOT_LOOTED: Loot = {
  kills: 0,
  reporters: 0,
  measuredZero: false,
  zeroHigh: null,
  topShare: 0,
  drops: NO_ROWS,
  dropsSeenByFew: NO_ROWS,
};

/** Number of loot windows with an item, and its rate (schema/tools/page_parts.ts, figures). */
export type DropFigures = ReturnType<typeof pickFigures>;

/** The loot that players found in a source. */
export type Loot = NonNullable<AnswerOf<typeof contract>['page']>['loot'];

/** Returns the public loot of a source, or null if there is none. */
export async function readLoot(snapshot: PublishedSnapshot, source: Source, max: LootLimits): Promise<Loot | null> {
  const found = await snapshot.rates.ofSource(source, max.ratesCompared ?? Math.max(max.drops, max.seenByFew));
  if (found === null) return null;
  const { kills, reporters, measuredZero, corroborated, seenByFew } = found;
  const [drops, dropsSeenByFew] = await Promise.all([
    readDrops(snapshot, corroborated, max.drops),
    readDrops(snapshot, seenByFew, max.seenByFew),
  ]);
  return {
    kills,
    reporters,
    measuredZero,
    zeroHigh: measuredZero ? computeZeroBound(kills) : null,
    topShare: computeTopShare(found),
    drops,
    dropsSeenByFew,
  };
}

function readDrops(snapshot: PublishedSnapshot, { rates, total }: RateList, max: number): Promise<Loot['drops']> {
  return readFirstEntries({ total, rows: rates }, max, async (rate) => {
    const item = await readEntity(snapshot, 'item', rate.itemId);
    return { item, ...pickFigures(rate) };
  });
}
