import type { recipe_thresholds as contract } from '../../../schema/tools/recipe_thresholds.ts';
import type { AnswerOf, ArgumentsOf } from '../../../schema/tools/tool.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import { ok, type Result, together } from '../../values/result.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolGround } from '../tool.ts';
import { craftCost, isFromFiles, namesOf, reagentItems, recipeAnswer, wholeCopper } from './craft_answers.ts';
import { noRecipesOf } from './known_professions.ts';
import { pricedRealm } from './priced_realms.ts';
import { pricesOf } from './prices.ts';
import { professionOf } from './recipes.ts';

type ThresholdsPage = NonNullable<AnswerOf<typeof contract>['page']>;

/** Some of the recipes of a profession as recipe_thresholds tells them. */
export interface RecipeList extends ThresholdsPage {
  /** The ids of all that are meant, in their order. */
  readonly order: readonly number[];
}

/** Which rows of the list: from `first`, counted from 0, at most `max`. */
interface Rows {
  readonly first: number;
  readonly max: number;
}

/** The recipes of a profession by the skills at which they turn; only those of the rows asked for are priced. */
export const recipeList = (
  ground: ToolGround,
  { profession, recipe, realm }: ArgumentsOf<typeof contract>,
  { first, max }: Rows,
): Promise<Result<PageAnswer<RecipeList>, ReadRefusal>> =>
  answerPage(ground, async (view) => {
    const data = { ...ground, view };
    const part = recipe === undefined ? null : realmKey(recipe);
    const known = await professionOf(
      data,
      profession,
      (name) => part === null || (name !== null && realmKey(name).includes(part)),
    );
    if (!known.ok) return known;
    if (known.value === null) return noRecipesOf(data, profession);
    const { spelling, recipes: all, isCut } = known.value;
    if (all.length === 0) {
      return ok({ none: `No public recipe of ${quoted(spelling)} has ${quoted(recipe ?? '')} in its name.` });
    }
    const recipes = all.slice(first, first + max);
    const found = await together([
      pricesOf(data, reagentItems(recipes), realm ?? null),
      pricedRealm(data, realm),
    ] as const);
    if (!found.ok) return found;
    const [prices, priced] = found.value;
    const { byItem } = prices;
    const names = await namesOf(data, recipes, byItem);
    if (!names.ok) return names;
    const rows = recipes.map((one) => {
      const cost = craftCost(one, byItem);
      const fewest = one.makesMin?.value ?? null;
      return {
        ...recipeAnswer(one, byItem, names.value),
        green: one.green,
        costCopper: wholeCopper(cost),
        costPerUnitCopper: cost === null || fewest === null ? null : wholeCopper(cost / fewest),
      };
    });
    const page = {
      ...{ profession: spelling, ...priced, total: all.length, recipes: rows },
      ...{ isCut: isCut || prices.isCut, order: all.map(({ recipeId }) => recipeId) },
    };
    return ok({ page, fromFiles: recipes.some(isFromFiles) });
  });
