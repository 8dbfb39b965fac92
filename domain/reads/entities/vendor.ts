import { LIST_MAX } from '../../../schema/limits.ts';
import type { vendor_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import { mapFirstRows } from './first_of.ts';
import type { VendorLimits } from './limits.ts';
import { type LinkedEdge, pickSeenDates, readEdges } from './observed_edges.ts';
import { readPlaces } from './places.ts';
import { type PublishedSnapshot, readEntity } from './snapshot_data.ts';

/** An NPC's locations and the goods that it sells, ordered by item id. The lists are empty if it sells nothing. */
export type Vendor = Omit<NonNullable<ToolAnswer<typeof contract>['page']>, 'name'>;

/** A vendor's price for an item (schema/tools/page_parts.ts, offer). */
export interface Offer extends ObservedEdge {
  /** The leading price comes first. */
  readonly prices: readonly AgreedValue<number>[];
  readonly withReputation: readonly AgreedValue<number>[];
  readonly limited: AgreedValue<boolean> | null;
  readonly limitedStock: AgreedValue<number> | null;
}

export async function readVendor(snapshot: PublishedSnapshot, npcId: number, max: VendorLimits): Promise<Vendor> {
  const [vendor, goods, zones] = await Promise.all([
    readEntity(snapshot, 'npc', npcId),
    readGoods(snapshot, npcId, max),
    readPlaces(snapshot, { kind: 'npc', id: npcId }, max),
  ]);
  return { vendor, zones, goods };
}

async function readGoods(snapshot: PublishedSnapshot, npcId: number, max: VendorLimits): Promise<Vendor['goods']> {
  const { rows, total } = await readEdges(snapshot, 'sold_by:item:npc', { toId: npcId }, max.goodsCompared);
  const offered = ({ fromId }: LinkedEdge) => snapshot.fact(families.vendor_goods, `${npcId}:${fromId}`);
  const byId = rows.toSorted((a, b) => a.fromId - b.fromId);
  const ordered = max.pricedGoodsFirst ? await sortPricedGoods(byId, rows, offered) : byId;
  return mapFirstRows({ total, rows: ordered }, max.goods, async (edge) => {
    const [item, goods] = await Promise.all([readEntity(snapshot, 'item', edge.fromId), offered(edge)]);
    return { item, ...buildOffer(edge, goods) };
  });
}

/** Puts goods without a public price last, in the order in which they became public. */
async function sortPricedGoods(
  byId: readonly LinkedEdge[],
  rows: readonly LinkedEdge[],
  offered: (edge: LinkedEdge) => Promise<object | null>,
): Promise<readonly LinkedEdge[]> {
  const facts = await Promise.all(byId.map(offered));
  const first = new Set(byId.filter((_, at) => facts[at] !== null));
  return [...first, ...rows.filter((edge) => !first.has(edge))];
}

/** Builds an offer from its relation and the agreed price. */
export function buildOffer(edge: LinkedEdge, goods: Facts['vendor_goods'] | null): Offer {
  return {
    prices: listPrices(goods?.prices),
    withReputation: listPrices(goods?.withReputation),
    limited: goods?.limited ?? null,
    limitedStock: goods?.limitedStock ?? null,
    ...pickSeenDates(edge),
  };
}

/** Returns the agreed prices, the leading one first. */
export function listPrices(prices: readonly AgreedValue<number>[] | undefined): readonly AgreedValue<number>[] {
  return (prices ?? []).slice(0, LIST_MAX.prices);
}
