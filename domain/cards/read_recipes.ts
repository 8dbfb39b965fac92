import { mentionsIn } from '../families/lookups/mentioned.ts';
import { families } from '../families/mod.ts';
import type { Mentions } from '../ports/facts.ts';
import { markedText } from '../values/language.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { few, type Shortlist } from './drop_lines.ts';
import type { CardRecipe, ItemFacts } from './item.ts';
import type { CardSnapshot } from './read_sources.ts';

/** Maximum number of recipes in a list on a card. */
const LISTED = 5;

/** Reads the recipes that make an item, use it as a reagent, or are taught by it. */
export async function recipesOf(
  snapshot: CardSnapshot,
  mentions: readonly Mentions[],
): Promise<Pick<ItemFacts, 'madeBy' | 'reagentFor' | 'teaches'>> {
  const [madeBy, reagentFor, teaches] = await Promise.all([
    recipesNaming(snapshot, mentions, 'itemId'),
    recipesNaming(snapshot, mentions, 'reagents'),
    recipesNaming(snapshot, mentions, 'taughtByItemId'),
  ]);
  return { madeBy, reagentFor, teaches };
}

async function recipesNaming(
  snapshot: CardSnapshot,
  mentions: readonly Mentions[],
  member: 'itemId' | 'reagents' | 'taughtByItemId',
): Promise<Shortlist<CardRecipe>> {
  const { subjects, total } = mentionsIn(mentions, families.recipes, member);
  const recipes = await mapInOrder(subjects.slice(0, LISTED), async (subject): Promise<CardRecipe> => {
    const fact = await snapshot.fact(families.recipes, subject);
    const [name, profession] = [markedText(fact?.name), markedText(fact?.profession)];
    return { recipeId: Number(subject), name, profession };
  });
  return few(recipes, LISTED, total);
}
