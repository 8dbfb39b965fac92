import type { object_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { families } from '../../families/mod.ts';
import type { RateList, Source } from '../../ports/drops.ts';
import { computeZeroBound } from '../../values/rates.ts';
import { computeTopShare, pickRateFields } from '../drops.ts';
import { mapFirstRows, NO_FIRST_ROWS } from './first_of.ts';
import { readGathering } from './gathering.ts';
import type { LootLimits, ObjectLimits } from './limits.ts';
import { readPlaces } from './places.ts';
import { type PublishedSnapshot, readEntity } from './snapshot_data.ts';

/** Everything that players reported about an object. */
export type GameObject = NonNullable<ToolAnswer<typeof contract>['page']>;

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
  return { object, name: fact?.name ?? null, zones, loot: loot ?? EMPTY_LOOT, gathering };
}

/** The loot of a herb or a vein, from which players only gathered. */
const EMPTY_LOOT: Loot = {
  kills: 0,
  reporters: 0,
  measuredZero: false,
  zeroHigh: null,
  topShare: 0,
  drops: NO_FIRST_ROWS,
  dropsSeenByFew: NO_FIRST_ROWS,
};

/** Number of loot windows with an item, and its rate (schema/tools/page_parts.ts, figures). */
export type DropRateFields = ReturnType<typeof pickRateFields>;

/** The loot that players found in a source. */
export type Loot = NonNullable<ToolAnswer<typeof contract>['page']>['loot'];

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
  return mapFirstRows({ total, rows: rates }, max, async (rate) => {
    const item = await readEntity(snapshot, 'item', rate.itemId);
    return { item, ...pickRateFields(rate) };
  });
}
