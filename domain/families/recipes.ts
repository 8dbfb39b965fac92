import {
  agreeOnText,
  agreeOnValue,
  findMinorityText,
  listOtherTexts,
  omitNulls,
  unwrapAgreedValue,
} from './counting/agreed.ts';
import { buildClaims, markLanguage } from './counting/claims_on.ts';
import { type AnonymousRecord, defineTalliedFamily, type MentionRule } from './counting/family.ts';
import { joinSentence } from './counting/label_text.ts';

export interface Reagent {
  readonly itemId: number;
  readonly count: number;
}

/**
 * A recipe's agreed name and profession, its product (`itemId`, in quantities from `makesMin` to `makesMax`) and its
 * complete list of reagents. `professions` has the profession's name in other languages. The item in a `recipe_seen`
 * record teaches the recipe, and the item in a `recipe_observed` record is the product. The subject is the recipe's id.
 */
export const recipes = defineTalliedFamily({
  name: 'recipes',
  version: 3,
  kinds: ['recipe_seen', 'recipe_observed'],
  subject: { kind: 'recipe', id: 0 },
  witnesses: { recipe: ['ID'] },
  claims: (record, { language }) => {
    const { recipeId, name, profession, itemId } = record;
    return [
      ...markLanguage(language, buildClaims(recipeId, { name, profession })),
      ...buildClaims(recipeId, record.kind === 'recipe_seen' ? { taughtByItemId: itemId } : readProduct(record)),
    ];
  },
  facts: (_subject, tallies) =>
    omitNulls({
      name: agreeOnText<string>(tallies, 'name'),
      otherName: findMinorityText<string>(tallies, 'name'),
      profession: agreeOnText<string>(tallies, 'profession'),
      professions: listOtherTexts<string>(tallies, 'profession'),
      itemId: agreeOnValue<number>(tallies, 'itemId'),
      makesMin: agreeOnValue<number>(tallies, 'makesMin'),
      makesMax: agreeOnValue<number>(tallies, 'makesMax'),
      reagents: agreeOnValue<readonly Reagent[]>(tallies, 'reagents'),
      taughtByItemId: agreeOnValue<number>(tallies, 'taughtByItemId'),
    }),
  label: {
    kind: 'recipe',
    name: (fact) => fact.name,
    text: (fact) => joinSentence('Recipe', unwrapAgreedValue(fact.profession)),
  },
  mentions: (fact) => [
    ['item', unwrapAgreedValue(fact.itemId), 'itemId'],
    ['item', unwrapAgreedValue(fact.taughtByItemId), 'taughtByItemId'],
    ...(unwrapAgreedValue(fact.reagents) ?? []).map(({ itemId }): MentionRule => ['item', itemId, 'reagents']),
  ],
});

function readProduct({ itemId, makesMin, makesMax, reagents }: Extract<AnonymousRecord, { kind: 'recipe_observed' }>) {
  return { itemId, makesMin, makesMax, reagents: mergeReagents(reagents) };
}

/** Merges duplicate items and sorts by item id, so that equal lists have equal JSON. */
function mergeReagents(reagents: readonly Reagent[]): readonly Reagent[] {
  const counts = new Map<number, number>();
  for (const { itemId, count } of reagents) counts.set(itemId, (counts.get(itemId) ?? 0) + count);
  return [...counts].sort(([a], [b]) => a - b).map(([itemId, count]) => ({ itemId, count }));
}
