import { LIST_MAX } from '../../../schema/limits.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import { type FirstOf, firstOf } from './first_of.ts';
import { edgesOf, type LinkedEdge, seenOf } from './observed_edges.ts';
import { readAhead } from './read_once.ts';
import { type Entity, entityOf, type PublishedSnapshot } from './snapshot_data.ts';

/** A vendor's price for an item (schema/tools/page_parts.ts, offer). */
export interface Offer extends ObservedEdge {
  readonly prices: readonly AgreedValue<number>[];
  readonly limitedStock: AgreedValue<number> | null;
}

export interface Good extends Offer {
  readonly item: Entity<'item'>;
}

/** Maximum number of goods sorted. No vendor of the game has more. */
const EDGES_MAX = 500;

/** Returns the items a vendor sells, ordered by id. */
export async function goodsOf(snapshot: PublishedSnapshot, npcId: number, max: number): Promise<FirstOf<Good>> {
  const sold = await edgesOf(snapshot, 'sold_by:item:npc', { toId: npcId }, EDGES_MAX);
  const listed = sold.rows.toSorted((a, b) => a.fromId - b.fromId).slice(0, max);
  const subjectOf = (edge: LinkedEdge): string => `${npcId}:${edge.fromId}`;
  await readAhead(
    snapshot,
    families.items,
    listed.map(({ fromId }) => fromId),
  );
  const bodies = await snapshot.factsAmong(families.vendor_goods, listed.map(subjectOf));
  return firstOf(
    listed,
    max,
    async (edge) => {
      const item = await entityOf(snapshot, 'item', edge.fromId);
      return { item, ...offerOf(edge, bodies.get(subjectOf(edge)) ?? null) };
    },
    sold.total,
  );
}

/** Builds an offer from its relation and the agreed price. */
export function offerOf(edge: LinkedEdge, goods: Facts['vendor_goods'] | null): Offer {
  return {
    prices: pricesIn(goods?.prices),
    limitedStock: goods?.limitedStock ?? null,
    ...seenOf(edge),
  };
}

/** Returns the agreed prices, lowest first. */
export function pricesIn(prices: readonly AgreedValue<number>[] | undefined): readonly AgreedValue<number>[] {
  return (prices ?? []).slice(0, LIST_MAX.prices);
}
