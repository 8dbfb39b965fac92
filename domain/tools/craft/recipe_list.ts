import type { recipe_thresholds as contract } from '../../../schema/tools/professions.ts';
import type { AnswerOf, ArgumentsOf } from '../../../schema/tools/tool.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import type { Result } from '../../values/result.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolContext } from '../tool.ts';
import { craftCost, isFromFiles, namesOf, reagentItems, recipeAnswer, wholeCopper } from './craft_answers.ts';
import { noRecipesOf } from './known_professions.ts';
import { pricedRealm } from './priced_realms.ts';
import { pricesOf } from './prices.ts';
import { professionOf } from './recipes.ts';

type ThresholdsPage = NonNullable<AnswerOf<typeof contract>['page']>;

/** Some of a profession's recipes, in the form that recipe_thresholds returns. */
export interface RecipeList extends ThresholdsPage {
  /** The ids of all matching recipes, in order. */
  readonly order: readonly number[];
}

/** The rows to return: at most `max` rows, starting at index `first`. */
interface Rows {
  readonly first: number;
  readonly max: number;
}

/**
 * Returns recipes of a profession, ordered by the skill levels at which they change colour. Prices are looked up only
 * for the requested rows.
 */
export function recipeList(
  context: ToolContext,
  { profession, recipe, realm }: ArgumentsOf<typeof contract>,
  { first, max }: Rows,
): Promise<Result<PageAnswer<RecipeList>, never>> {
  return answerPage(context, async (snapshot) => {
    const part = recipe === undefined ? null : realmKey(recipe);
    const known = await professionOf(
      snapshot,
      profession,
      (name) => part === null || (name !== null && realmKey(name).includes(part)),
    );
    if (known === null) return noRecipesOf(snapshot, profession);
    const { spelling, recipes: all, isCut } = known;
    if (all.length === 0) {
      return { none: `No public recipe of ${quoted(spelling)} has ${quoted(recipe ?? '')} in its name.` };
    }
    const recipes = all.slice(first, first + max);
    const [prices, priced] = await Promise.all([
      pricesOf(snapshot, reagentItems(recipes), realm ?? null),
      pricedRealm(snapshot, realm),
    ]);
    const { byItem } = prices;
    const names = await namesOf(snapshot, recipes, byItem);
    const rows = recipes.map((one) => {
      const cost = craftCost(one, byItem);
      const fewest = one.makesMin?.value ?? null;
      return {
        ...recipeAnswer(one, byItem, names),
        green: one.green,
        costCopper: wholeCopper(cost),
        costPerUnitCopper: cost === null || fewest === null ? null : wholeCopper(cost / fewest),
      };
    });
    const page = {
      profession: spelling,
      ...priced,
      total: all.length,
      recipes: rows,
      isCut: isCut || prices.isCut,
      order: all.map(({ recipeId }) => recipeId),
    };
    return { page, fromFiles: recipes.some(isFromFiles) };
  });
}
