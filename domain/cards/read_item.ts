import { agreedValues } from '../families/counting/agreed.ts';
import { type Item, readItem } from '../reads/entities/item.ts';
import { CARD_LIMITS } from '../reads/entities/limits.ts';
import { markedText } from '../values/language.ts';
import type { Card } from './card.ts';
import { type CardRecipe, itemCard } from './item.ts';
import { itemRowOf } from './read_item_row.ts';
import { type CardSnapshot, cardName, markedName, shortlist } from './read_sources.ts';

/** Builds an item's card. Returns null if there are no public facts about the item. */
export async function readItemCard(snapshot: CardSnapshot, itemId: number): Promise<Card | null> {
  const { files } = snapshot;
  const item = await readItem(snapshot, itemId, CARD_LIMITS.item);
  if (!item.isObserved) return null;
  return itemCard({
    itemId,
    name: item.name?.value ?? null,
    quality: item.quality?.value ?? null,
    itemLevel: item.itemLevel?.value ?? null,
    drops: shortlist(item.droppedBy, ({ source, drops, kills }) => ({
      other: cardName(source),
      counts: { drops, kills },
    })),
    dropsSeenByFew: shortlist(item.droppedBySeenByFew, ({ source }) => cardName(source)),
    sellers: shortlist(item.soldBy, ({ vendor, prices, limitedStock }) => ({
      other: cardName(vendor),
      prices: agreedValues(prices),
      stock: limitedStock?.value ?? null,
    })),
    vendorPrices: agreedValues(item.vendorPrices),
    quests: shortlist(item.rewardFrom, ({ quest }) => cardName(quest)),
    madeBy: shortlist(item.madeBy, cardRecipe),
    reagentFor: shortlist(item.reagentFor, cardRecipe),
    teaches: shortlist(item.teaches, cardRecipe),
    isImported: files !== null,
    row: files === null ? null : await itemRowOf(snapshot, files, itemId),
  });
}

function cardRecipe({ recipe, profession }: Item['madeBy']['rows'][number]): CardRecipe {
  return { recipeId: recipe.id, name: markedName(recipe), profession: markedText(profession ?? undefined) };
}
