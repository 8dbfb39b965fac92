import { mentionsIn } from '../families/lookups/mentioned.ts';
import { families } from '../families/mod.ts';
import type { Mentions } from '../ports/facts.ts';
import { markedText } from '../values/language.ts';
import { eachOf, ok, type StorageResult, together } from '../values/result.ts';
import { type Few, few } from './drop_lines.ts';
import type { CardRecipe, ItemFacts } from './item.ts';
import type { CardSources } from './read_sources.ts';

/** Recipes that a card names in one list. */
const LISTED = 5;

/** The recipes that name an item: as what they make, as a reagent, as what teaches them. */
export const recipesOf = async (
  sources: CardSources,
  mentions: readonly Mentions[],
): Promise<StorageResult<Pick<ItemFacts, 'madeBy' | 'reagentFor' | 'teaches'>>> => {
  const found = await together([
    recipesNaming(sources, mentions, 'itemId'),
    recipesNaming(sources, mentions, 'reagents'),
    recipesNaming(sources, mentions, 'taughtByItemId'),
  ] as const);
  if (!found.ok) return found;
  const [madeBy, reagentFor, teaches] = found.value;
  return ok({ madeBy, reagentFor, teaches });
};

const recipesNaming = async (
  { reader, view }: CardSources,
  mentions: readonly Mentions[],
  member: 'itemId' | 'reagents' | 'taughtByItemId',
): Promise<StorageResult<Few<CardRecipe>>> => {
  const { subjects, total } = mentionsIn(mentions, families.recipes, member);
  const recipes = await eachOf(subjects.slice(0, LISTED), async (subject): Promise<StorageResult<CardRecipe>> => {
    const fact = await reader.fact(view, families.recipes, subject);
    if (!fact.ok) return fact;
    const [name, profession] = [markedText(fact.value?.name), markedText(fact.value?.profession)];
    return ok({ recipeId: Number(subject), name, profession });
  });
  return recipes.ok ? ok(few(recipes.value, LISTED, total)) : recipes;
};
