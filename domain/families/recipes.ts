import { agreedValue, oneText, oneValue, otherTexts, publicMembers } from './counting/agreed.ts';
import { claimsOn, inLanguage } from './counting/claims_on.ts';
import { type Mention, tallied } from './counting/family.ts';
import { sentence } from './counting/label_text.ts';

/** Some of one item. */
export interface Reagent {
  readonly itemId: number;
  readonly count: number;
}

/**
 * What installs agree a recipe is: its name and profession (`professions`: what that is called in other languages, by
 * which recipes known in one language alone are found with the others), what it makes (`itemId`, `makesMin` to `makesMax` of it) and
 * its whole list of reagents. `taughtByItemId` is the item that teaches it: in `recipe_seen` the item is that one, in
 * `recipe_observed` the one it makes. Subject: the recipe's id.
 */
export const recipes = tallied({
  name: 'recipes',
  version: 2,
  dated: false,
  kinds: ['recipe_seen', 'recipe_observed'],
  subject: { kind: 'recipe', id: 0 },
  logged: true,
  witnesses: { recipe: ['ID'] },
  claims: (record, { language }) => {
    switch (record.kind) {
      case 'recipe_seen': {
        const { recipeId, name, profession, itemId: taughtByItemId } = record;
        return [
          ...inLanguage(language, claimsOn(recipeId, { name, profession })),
          ...claimsOn(recipeId, { taughtByItemId }),
        ];
      }
      case 'recipe_observed': {
        const { recipeId, name, profession, itemId, makesMin, makesMax } = record;
        const reagents = addedUp(record.reagents);
        return [
          ...inLanguage(language, claimsOn(recipeId, { name, profession })),
          ...claimsOn(recipeId, { itemId, makesMin, makesMax, reagents }),
        ];
      }
      default:
        return [];
    }
  },
  facts: (_subject, tallies) =>
    publicMembers({
      name: oneText<string>(tallies, 'name'),
      profession: oneText<string>(tallies, 'profession'),
      professions: otherTexts<string>(tallies, 'profession'),
      itemId: oneValue<number>(tallies, 'itemId'),
      makesMin: oneValue<number>(tallies, 'makesMin'),
      makesMax: oneValue<number>(tallies, 'makesMax'),
      reagents: oneValue<readonly Reagent[]>(tallies, 'reagents'),
      taughtByItemId: oneValue<number>(tallies, 'taughtByItemId'),
    }),
  label: {
    kind: 'recipe',
    name: (fact) => fact.name,
    text: (fact) => sentence('Recipe', agreedValue(fact.profession)),
  },
  mentions: (fact) => [
    ['item', agreedValue(fact.itemId), 'itemId'],
    ['item', agreedValue(fact.taughtByItemId), 'taughtByItemId'],
    ...(agreedValue(fact.reagents) ?? []).map(({ itemId }): Mention => ['item', itemId, 'reagents']),
  ],
});

/** Equal items as one, by ascending item id, so that equal lists have equal texts. */
function addedUp(reagents: readonly Reagent[]): readonly Reagent[] {
  const counts = new Map<number, number>();
  for (const { itemId, count } of reagents) counts.set(itemId, (counts.get(itemId) ?? 0) + count);
  return [...counts].sort(([a], [b]) => a - b).map(([itemId, count]) => ({ itemId, count }));
}
