import { QUALITIES } from '../../schema/vocabulary.ts';
import { type Card, type CardLine, type EntityName, observedLine, placeholder } from './card.ts';
import { type CardDrop, dropLines, fewLines, type Shortlist, seenByFewLines } from './drop_lines.ts';
import { gapLines } from './item_gaps.ts';
import { type ItemRow, itemRowLines } from './item_row.ts';
import { QUALITY_COLOURS } from './vocabulary.ts';
import { pricesText } from './words.ts';

/** The public facts about an item and its row in the game's files. */
export interface ItemFacts {
  readonly itemId: number;
  /** The agreed name, or null. */
  readonly name: string | null;
  readonly quality: string | null;
  readonly itemLevel: number | null;
  readonly drops: Shortlist<CardDrop>;
  readonly dropsSeenByFew: Shortlist<EntityName>;
  readonly sellers: Shortlist<Seller>;
  /** Vendor prices in copper from reports that do not name the vendor. */
  readonly vendorPrices: readonly number[];
  readonly quests: Shortlist<EntityName>;
  /** Recipes by ascending id: they make the item, use it as a reagent, or are taught by it. */
  readonly madeBy: Shortlist<CardRecipe>;
  readonly reagentFor: Shortlist<CardRecipe>;
  readonly teaches: Shortlist<CardRecipe>;
  /** Whether a build of the game was imported. */
  readonly isImported: boolean;
  /** Null if no build was imported or the build has no row for the item. */
  readonly row: ItemRow | null;
}

/** A vendor of an item, or an item of a vendor. Prices are copper, ascending. `stock` is null if no limit is known. */
export interface Seller {
  readonly other: EntityName;
  readonly prices: readonly number[];
  readonly stock: number | null;
}

/** A recipe with its agreed name and profession. Recipes have no cards of their own. */
export interface CardRecipe {
  readonly recipeId: number;
  readonly name: string | null;
  readonly profession: string | null;
}

export function itemCard(facts: ItemFacts): Card {
  const { itemId, row, isImported, itemLevel } = facts;
  const filed = row?.item.qualityId ?? null;
  const filedQuality = filed === null ? null : (QUALITIES[filed] ?? null);
  const quality = facts.quality ?? filedQuality;
  const qualityFromFiles = facts.quality === null && filedQuality !== null;
  const icon = row?.item.icon || null;
  const lines = [...itemRowLines(row, itemLevel), ...observedLines(facts), ...gapLines(row, isImported, itemLevel)];
  return {
    type: 'item',
    id: itemId,
    title: facts.name ?? placeholder('item', itemId),
    quality,
    qualityFromFiles,
    color: quality === null ? null : (QUALITY_COLOURS[quality] ?? null),
    icon,
    lines,
    fromFiles: icon !== null || qualityFromFiles || lines.some((line) => line.fromFiles),
  };
}

function observedLines(facts: ItemFacts): readonly CardLine[] {
  const { drops, dropsSeenByFew, sellers, vendorPrices, quests, ...recipes } = facts;
  return [
    ...dropLines(drops, 'Drops from'),
    ...seenByFewLines(dropsSeenByFew, 'drops from'),
    ...fewLines(sellers, (seller) => sellerLine('Sold by', seller), 'Sold by'),
    ...(sellers.first.length === 0 && vendorPrices.length > 0
      ? [observedLine(`Sold by vendors for ${pricesText(vendorPrices)}`)]
      : []),
    ...fewLines(quests, (quest) => observedLine('Reward from ', quest), 'Reward from'),
    ...recipeLines('Made by', recipes.madeBy),
    ...recipeLines('Reagent for', recipes.reagentFor),
    ...recipeLines('Teaches', recipes.teaches),
  ];
}

/** Returns lines such as `Reagent for Soup (Cooking)`. */
function recipeLines(verb: 'Made by' | 'Reagent for' | 'Teaches', recipes: Shortlist<CardRecipe>): readonly CardLine[] {
  return fewLines(
    recipes,
    ({ recipeId, name, profession }) =>
      observedLine(`${verb} ${name ?? `Recipe ${recipeId}`}${profession === null ? '' : ` (${profession})`}`),
    verb,
  );
}

/** Returns a line such as `Sold by Innkeeper for 25c, 2 in stock`. */
export function sellerLine(verb: 'Sold by' | 'Sells', { other, prices, stock }: Seller): CardLine {
  const price = prices.length === 0 ? '' : ` for ${pricesText(prices)}`;
  return observedLine(`${verb} `, other, `${price}${stock === null ? '' : `, ${stock} in stock`}`);
}
