import type { object_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { RateList, Source } from '../../ports/drops.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { figuresOf, topShareOf, zeroHigh } from '../../values/rates.ts';
import { firstOf } from './first_of.ts';
import type { LootLimits } from './limits.ts';
import { entityOf, type PublishedSnapshot } from './snapshot_data.ts';

/**
 * Reads everything public about an object, which is its loot (contract, section 3: objects have no names and no pins),
 * or null if nothing is public.
 */
export async function readObject(snapshot: PublishedSnapshot, objectId: number, max: LootLimits) {
  const loot = await lootOf(snapshot, { type: 'object', id: objectId }, max);
  if (loot === null) return null;
  const url = pageUrl(snapshot.publisher, 'object', objectId);
  return { object: { kind: 'object', id: objectId, name: null, url }, loot } as const;
}

/** Number of loot windows with an item, and its rate (schema/tools/page_parts.ts, figures). */
export type Figures = ReturnType<typeof figuresOf>;

/** The loot that players found in a source. */
export type Loot = NonNullable<AnswerOf<typeof contract>['page']>['loot'];

/** Returns the public loot of a source, or null if there is none. */
export async function lootOf(snapshot: PublishedSnapshot, source: Source, max: LootLimits): Promise<Loot | null> {
  const found = await snapshot.rates.ofSource(source, max.ratesCompared ?? Math.max(max.drops, max.seenByFew));
  if (found === null) return null;
  const { kills, reporters, measuredZero, corroborated, seenByFew } = found;
  const [drops, dropsSeenByFew] = await Promise.all([
    dropsOf(snapshot, corroborated, max.drops),
    dropsOf(snapshot, seenByFew, max.seenByFew),
  ]);
  return {
    kills,
    reporters,
    measuredZero,
    zeroHigh: measuredZero ? zeroHigh(kills) : null,
    topShare: topShareOf(found),
    drops,
    dropsSeenByFew,
  };
}

function dropsOf(snapshot: PublishedSnapshot, { rates, total }: RateList, max: number): Promise<Loot['drops']> {
  return firstOf(
    rates,
    max,
    async (rate) => {
      const item = await entityOf(snapshot, 'item', rate.itemId);
      return { item, ...figuresOf(rate) };
    },
    total,
  );
}
