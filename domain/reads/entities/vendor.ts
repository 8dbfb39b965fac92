import { LIST_MAX } from '../../../schema/limits.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import { type FirstOf, firstOf } from './first_of.ts';
import type { VendorLimits } from './limits.ts';
import { edgesOf, type LinkedEdge, seenOf } from './observed_edges.ts';
import { type Place, placesOf } from './places.ts';
import { readAhead } from './read_once.ts';
import { type Entity, entityOf, type PublishedSnapshot } from './snapshot_data.ts';

/** An NPC as a vendor: its name, locations and goods. The lists are empty if the NPC sells nothing. */
export interface Vendor {
  readonly vendor: Entity<'npc'>;
  readonly zones: FirstOf<Place>;
  readonly goods: FirstOf<Good>;
}

/** A vendor's price for an item (schema/tools/page_parts.ts, offer). */
export interface Offer extends ObservedEdge {
  readonly prices: readonly AgreedValue<number>[];
  readonly limitedStock: AgreedValue<number> | null;
}

interface Good extends Offer {
  readonly item: Entity<'item'>;
}

export async function readVendor(snapshot: PublishedSnapshot, npcId: number, max: VendorLimits): Promise<Vendor> {
  const [vendor, goods, zones] = await Promise.all([
    entityOf(snapshot, 'npc', npcId),
    goodsOf(snapshot, npcId, max),
    placesOf(snapshot, npcId, max),
  ]);
  return { vendor, zones, goods };
}

/**
 * Returns the goods, ordered by item id. If `pricedGoodsFirst` is set, goods without a public price come last, in the
 * order in which they became public.
 */
async function goodsOf(snapshot: PublishedSnapshot, npcId: number, max: VendorLimits): Promise<FirstOf<Good>> {
  const { rows, total } = await edgesOf(snapshot, 'sold_by:item:npc', { toId: npcId }, max.goodsCompared);
  const byId = rows.toSorted((a, b) => a.fromId - b.fromId);
  const compared = max.pricedGoodsFirst ? byId : byId.slice(0, max.goods);
  const [offers] = await Promise.all([
    Promise.all(compared.map(({ fromId }) => snapshot.fact(families.vendor_goods, `${npcId}:${fromId}`))),
    max.pricedGoodsFirst ? null : namesAhead(snapshot, compared),
  ]);
  const offerOn = new Map(compared.map(({ fromId }, at) => [fromId, offers[at] ?? null]));
  const isPriced = ({ fromId }: LinkedEdge): boolean => offerOn.get(fromId) !== null;
  const listed = max.pricedGoodsFirst
    ? [...byId.filter(isPriced), ...rows.filter((edge) => !isPriced(edge))].slice(0, max.goods)
    : compared;
  await namesAhead(snapshot, listed);
  return firstOf(
    listed,
    max.goods,
    async (edge) => {
      const item = await entityOf(snapshot, 'item', edge.fromId);
      return { item, ...offerOf(edge, offerOn.get(edge.fromId) ?? null) };
    },
    total,
  );
}

function namesAhead(snapshot: PublishedSnapshot, goods: readonly LinkedEdge[]): Promise<void> {
  return readAhead(
    snapshot,
    families.items,
    goods.map(({ fromId }) => fromId),
  );
}

/** Builds an offer from its relation and the agreed price. */
export function offerOf(edge: LinkedEdge, goods: Facts['vendor_goods'] | null): Offer {
  return { prices: pricesIn(goods?.prices), limitedStock: goods?.limitedStock ?? null, ...seenOf(edge) };
}

/** Returns the agreed prices, lowest first. */
export function pricesIn(prices: readonly AgreedValue<number>[] | undefined): readonly AgreedValue<number>[] {
  return (prices ?? []).slice(0, LIST_MAX.prices);
}
