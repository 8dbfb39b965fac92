import { LIST_MAX } from '../../../schema/limits.ts';
import type { recipe_thresholds as contract } from '../../../schema/tools/recipe_thresholds.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { moneyText } from '../../cards/words.ts';
import { counted } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import { ok, together } from '../../values/result.ts';
import { answerPage, pageText } from '../shared/page.ts';
import { called } from '../shared/snapshot_data.ts';
import type { RuleOf } from '../tool.ts';
import { craftCost, isFromFiles, namesOf, reagentItems, recipeAnswer, wholeCopper } from './craft_answers.ts';
import { noRecipesOf } from './known_professions.ts';
import { pricedRealm, realmsLine } from './priced_realms.ts';
import { pricesOf } from './prices.ts';
import { type KnownRecipe, professionOf } from './recipes.ts';
import { COLOURS, type Colour } from './thresholds.ts';

const LINES_MAX = 18;

/** The recipes of a profession with their thresholds, reagents and costs (contract, section 6). */
export const recipe_thresholds: RuleOf<typeof contract> = {
  answer: (ground, { profession, recipe, realm }) =>
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
      const recipes = all.toSorted(byThresholds).slice(0, LIST_MAX.recipes);
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
        isCut: isCut || prices.isCut,
      };
      return ok({ page, fromFiles: recipes.some(isFromFiles) });
    }),
  text: (answer) =>
    pageText(answer, ({ profession, realm, realmsWithPrices, total, recipes }) => [
      `${JSON.stringify(profession)}: ${counted(total, 'recipe')}, with the skills at which they turn yellow, green and grey${realm == null ? '' : `, at vendors’ prices and the market of ${JSON.stringify(realm)}`}.`,
      ...recipes.slice(0, LINES_MAX).map(({ recipe, costCopper, ...known }) => {
        const cost = costCopper === null ? 'cost unknown' : `${moneyText(costCopper)} a craft`;
        const turns = COLOURS.map((colour) => `${colour} ${colourText(known, colour)}`).join(', ');
        return `${called(recipe)}: ${turns}; ${cost}.`;
      }),
      ...(total > LINES_MAX ? [`And ${total - Math.min(total, LINES_MAX)} more.`] : []),
      ...realmsLine(realmsWithPrices),
    ]),
};

type Row = NonNullable<AnswerOf<typeof contract>['page']>['recipes'][number];

const colourText = (row: Pick<Row, Colour | 'bounds' | 'inFiles'>, colour: Colour): string => {
  const [range, filed, bound] = [row[colour], row.inFiles?.[colour], row.bounds?.[colour]];
  if (range !== null) return range.low === range.high ? `${range.low}` : `${range.low} to ${range.high}`;
  const said = bound == null ? '' : bound.atMost === null ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`;
  const inFiles = filed === undefined ? '' : `${filed} in the game’s files`;
  return [said, inFiles].filter((text) => text !== '').join(', ') || 'unknown';
};

/** Where it turns a colour, as far as it is known: what reports bound on both sides, else the files, else the one side. */
const lowOf = ({ inFiles, bounds, ...ranges }: KnownRecipe, colour: Colour): number =>
  ranges[colour]?.low ??
  inFiles?.[colour] ??
  bounds[colour]?.atLeast ??
  bounds[colour]?.atMost ??
  Number.MAX_SAFE_INTEGER;

const byThresholds = (a: KnownRecipe, b: KnownRecipe): number =>
  lowOf(a, 'yellow') - lowOf(b, 'yellow') ||
  lowOf(a, 'green') - lowOf(b, 'green') ||
  lowOf(a, 'grey') - lowOf(b, 'grey') ||
  a.recipeId - b.recipeId;
