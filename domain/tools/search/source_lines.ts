import { toEntityName } from '../../cards/card.ts';
import { formatMoney } from '../../cards/words.ts';
import { findEdgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { StoredRate } from '../../ports/drops.ts';
import { type PublishedSnapshot, readEntity } from '../../reads/entities/snapshot_data.ts';
import { formatSourceRate } from '../../values/estimates/describe_rate.ts';
import { markLanguage } from '../../values/language.ts';

/** Number of vendors whose prices are compared, in the order in which they became public. */
const VENDORS_COMPARED_MAX = 3;

/** Any other source is easier than one that drops the item more rarely than this. */
const RARE_RATE_MAX = 0.1;

/**
 * Says in a few words where each item comes from, keyed by item: the surest drop (`51% from Kobold`), a vendor (`sold for
 * 10c by Tharynn Bouden`), a profession (`made with Tailoring`) or a quest (`reward from Wolves`). Items without a known
 * source are omitted.
 */
export async function describeSources(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rates = await snapshot.rates.surestOfItems(itemIds);
  const isCommon = (itemId: number): boolean => (rates.get(itemId)?.estimate ?? 0) >= RARE_RATE_MAX;
  const { sold, recipes, rewards } = await readOtherSources(
    snapshot,
    itemIds.filter((itemId) => !isCommon(itemId)),
  );
  const describeSourceOf = async (itemId: number): Promise<string | null> => {
    const rate = rates.get(itemId);
    if (rate !== undefined && isCommon(itemId)) return describeDropSource(snapshot, rate);
    const vendors = sold.get(itemId) ?? [];
    if (vendors.length > 0) return describeVendorSource(snapshot, itemId, vendors);
    const made = await describeRecipeSource(snapshot, recipes.get(itemId));
    if (made !== null) return made;
    const [questId] = rewards.get(itemId) ?? [];
    if (questId !== undefined) return `reward from ${toEntityName(await readEntity(snapshot, 'quest', questId)).name}`;
    return rate === undefined ? null : describeDropSource(snapshot, rate);
  };
  // All at once, so that the names are read in one batch (read_once.ts).
  const lines = await Promise.all(itemIds.map(async (itemId) => [itemId, await describeSourceOf(itemId)] as const));
  return new Map(lines.flatMap(([itemId, line]) => (line === null ? [] : [[itemId, line]])));
}

interface NonDropSources {
  readonly sold: ReadonlyMap<number, readonly number[]>;
  readonly recipes: ReadonlyMap<number, string>;
  readonly rewards: ReadonlyMap<number, readonly number[]>;
}

/** Returns the vendors, recipes and quests of items that need another source than a drop. Most items need none. */
async function readOtherSources(snapshot: PublishedSnapshot, itemIds: readonly number[]): Promise<NonDropSources> {
  if (itemIds.length === 0) return { sold: new Map(), recipes: new Map(), rewards: new Map() };
  const [sold, recipes, rewards] = await Promise.all([
    snapshot.edges.from(findEdgeGroup('sold_by:item:npc'), itemIds, VENDORS_COMPARED_MAX),
    snapshot.recipesMaking(itemIds),
    snapshot.edges.from(findEdgeGroup('reward_from:item:quest'), itemIds, 1),
  ]);
  return { sold, recipes, rewards };
}

async function describeRecipeSource(snapshot: PublishedSnapshot, recipe: string | undefined): Promise<string | null> {
  const fact = recipe === undefined ? null : await snapshot.fact(families.recipes, recipe);
  const profession = markLanguage(fact?.profession ?? undefined);
  return profession === null ? null : `made with ${profession}`;
}

/** Renders `51% from Kobold`. */
export async function describeDropSource(snapshot: PublishedSnapshot, rate: StoredRate): Promise<string> {
  const source = await readEntity(snapshot, rate.sourceType, rate.sourceId);
  return formatSourceRate(rate, toEntityName(source).name);
}

/** Names the cheapest of these vendors. A vendor without a public price comes last. */
async function describeVendorSource(
  snapshot: PublishedSnapshot,
  itemId: number,
  vendors: readonly number[],
): Promise<string> {
  const offers = await Promise.all(
    vendors.map(async (npcId) => {
      const goods = await snapshot.fact(families.vendor_goods, `${npcId}:${itemId}`);
      return { npcId, price: goods?.prices?.[0]?.value ?? null };
    }),
  );
  const { npcId, price } = offers.toSorted((a, b) => (a.price ?? Infinity) - (b.price ?? Infinity))[0]!;
  const name = toEntityName(await readEntity(snapshot, 'npc', npcId)).name;
  return price === null ? `sold by ${name}` : `sold for ${formatMoney(price)} by ${name}`;
}
