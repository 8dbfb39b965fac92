import { LIST_MAX } from '../../../schema/limits.ts';
import type { recipe_thresholds as contract } from '../../../schema/tools/recipe_thresholds.ts';
import { moneyText } from '../../cards/words.ts';
import type { SkillRange } from '../../families/recipe_ranges.ts';
import { counted } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import { ok } from '../../values/result.ts';
import { answerPage, pageText } from '../shared/page.ts';
import { called } from '../shared/snapshot_data.ts';
import type { RuleOf } from '../tool.ts';
import { craftCost, isFromFiles, namesOf, reagentItems, recipeAnswer, wholeCopper } from './craft_answers.ts';
import { pricesOf } from './prices.ts';
import { type KnownRecipe, professionOf } from './recipes.ts';

const LINES_MAX = 18;

/** The recipes of a profession with their thresholds, reagents and costs (contract, section 6). */
export const recipe_thresholds: RuleOf<typeof contract> = {
  answer: (ground, { profession, recipe }) =>
    answerPage(ground, async (view) => {
      const data = { ...ground, view };
      const part = recipe === undefined ? null : realmKey(recipe);
      const known = await professionOf(
        data,
        profession,
        (name) => part === null || (name !== null && realmKey(name).includes(part)),
      );
      if (!known.ok) return known;
      if (known.value === null) return ok({ none: `No recipe of the profession ${quoted(profession)} is public.` });
      const { spelling, recipes: all, isCut } = known.value;
      if (all.length === 0) {
        return ok({ none: `No public recipe of ${quoted(spelling)} has ${quoted(recipe ?? '')} in its name.` });
      }
      const recipes = all.toSorted(byThresholds).slice(0, LIST_MAX.recipes);
      const prices = await pricesOf(data, reagentItems(recipes), null);
      if (!prices.ok) return prices;
      const { byItem } = prices.value;
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
      const page = { profession: spelling, total: all.length, recipes: rows, isCut: isCut || prices.value.isCut };
      return ok({ page, fromFiles: recipes.some(isFromFiles) });
    }),
  text: (answer) =>
    pageText(answer, ({ profession, total, recipes }) => [
      `${JSON.stringify(profession)}: ${counted(total, 'recipe')}, with the skills at which they turn yellow, green and grey.`,
      ...recipes.slice(0, LINES_MAX).map(({ recipe, yellow, green, grey, costCopper }) => {
        const cost = costCopper === null ? 'cost unknown' : `${moneyText(costCopper)} a craft`;
        return `${called(recipe)}: yellow ${rangeText(yellow)}, green ${rangeText(green)}, grey ${rangeText(grey)}; ${cost}.`;
      }),
      ...(total > LINES_MAX ? [`And ${total - Math.min(total, LINES_MAX)} more.`] : []),
    ]),
};

const rangeText = (range: Pick<SkillRange, 'low' | 'high'> | null): string =>
  range === null ? 'unknown' : range.low === range.high ? `${range.low}` : `${range.low} to ${range.high}`;

const lowOf = (range: SkillRange | null): number => range?.low ?? Number.MAX_SAFE_INTEGER;

const byThresholds = (a: KnownRecipe, b: KnownRecipe): number =>
  lowOf(a.yellow) - lowOf(b.yellow) ||
  lowOf(a.green) - lowOf(b.green) ||
  lowOf(a.grey) - lowOf(b.grey) ||
  a.recipeId - b.recipeId;
