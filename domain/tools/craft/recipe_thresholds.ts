import { LIST_MAX } from '../../../schema/limits.ts';
import type { recipe_thresholds as contract } from '../../../schema/tools/professions.ts';
import type { ToolAnswer, ToolArguments } from '../../../schema/tools/tool.ts';
import { formatMoney } from '../../cards/words.ts';
import { COLOURS, type Colour } from '../../reads/entities/recipes.ts';
import { toLabel } from '../../reads/entities/snapshot_data.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { toRealmKey } from '../../values/realm_key.ts';
import { ok, type Result } from '../../values/result.ts';
import { answerPage, type PageAnswer, renderPage } from '../shared/page.ts';
import type { ContractRule, ToolContext } from '../tool.ts';
import { isFromFiles, listReagents, priceCraft, readCraftNames, roundCopper, toRecipeAnswer } from './craft_answers.ts';
import { readCraftSources } from './craft_sources.ts';
import { describePrices, findPricedRealm, renderRealms } from './priced_realms.ts';
import { readUnitPrices } from './prices.ts';
import { explainNoRecipes } from './profession_facts.ts';
import { readMatchingProfession } from './recipes.ts';

const RECIPE_LINES_MAX = 18;

/** The recipes of a profession with their thresholds, reagents and costs (contract, section 6). */
export const recipe_thresholds: ContractRule<typeof contract> = {
  answer: async (context, asked) => {
    const found = await readRecipeList(context, asked, { first: 0, max: LIST_MAX.recipes });
    if (!found.ok || found.value.page === undefined) return found;
    const { order: _, ...page } = found.value.page;
    return ok({ ...found.value, page });
  },
  text: (answer) =>
    renderPage(answer, ({ profession, realm, houses, realmsWithPrices, total, recipes }) => [
      `${JSON.stringify(profession)}: ${formatQuantity(total, 'recipe')}, with the skills at which they turn yellow, green and grey${realm == null ? '' : `, at ${describePrices(realm, houses)}`}.`,
      ...recipes.slice(0, RECIPE_LINES_MAX).map((row) => `${formatThresholds(row)}.`),
      ...(total > RECIPE_LINES_MAX ? [`And ${total - Math.min(total, RECIPE_LINES_MAX)} more.`] : []),
      ...renderRealms(realmsWithPrices),
    ]),
};

type ThresholdRow = NonNullable<ToolAnswer<typeof contract>['page']>['recipes'][number];

/** Renders a recipe with the skills at which it changes colour, and what a craft costs. */
export function formatThresholds({ recipe, costCopper, ...known }: ThresholdRow): string {
  const cost = costCopper === null ? 'cost unknown' : `${formatMoney(costCopper)} a craft`;
  return `${toLabel(recipe)}: ${formatColours(known)}; ${cost}`;
}

/** Renders `turns yellow by 226, green between 230 and 240, grey at about 267 (game files)`. */
export function formatColours(row: ColourThresholds): string {
  const turns = COLOURS.map((colour) => `${colour} ${formatColour(row, colour)}`);
  const isUnknown = turns.every((turn) => turn.endsWith('unknown skill'));
  return isUnknown ? 'turns yellow, green and grey at unknown skills' : `turns ${turns.join(', ')}`;
}

type ColourBound = { readonly atLeast?: number | null; readonly atMost?: number | null };

type ColourThresholds = Pick<ThresholdRow, Colour> & {
  readonly inFiles?: ThresholdRow['inFiles'];
  readonly bounds?: Readonly<Partial<Record<Colour, ColourBound | null>>> | undefined;
};

/** Renders when a recipe turns to a colour: what players saw, or the game's files if that has an open end within it. */
export function formatColour({ inFiles, bounds, ...known }: ColourThresholds, colour: Colour): string {
  const [range, filed] = [known[colour], inFiles?.[colour] ?? null];
  const bound = bounds?.[colour] ?? {};
  const { atLeast = null, atMost = null } = range ? { atLeast: range.low, atMost: range.high } : bound;
  if (range === null && filed !== null && filed >= (atLeast ?? filed) && filed <= (atMost ?? filed))
    return `at about ${filed} (game files)`;
  if (atLeast === null) return atMost === null ? 'at an unknown skill' : `by ${atMost}`;
  if (atMost === null) return `at ${atLeast} or later`;
  return atLeast === atMost ? `at ${atLeast}` : `between ${atLeast} and ${atMost}`;
}

type ThresholdsPage = NonNullable<ToolAnswer<typeof contract>['page']>;

/** Some of a profession's recipes, in the form that recipe_thresholds returns. */
export interface RecipeList extends ThresholdsPage {
  /** The ids of all matching recipes, in order. */
  readonly order: readonly number[];
}

/** The rows to return: at most `max` rows, starting at index `first`. */
interface RecipeRange {
  readonly first: number;
  readonly max: number;
  /** Whether to read who teaches or sells each recipe, as pages show. */
  readonly hasSources?: boolean;
}

/**
 * Returns recipes of a profession, ordered by the skill levels at which they change colour. Prices are looked up only
 * for the requested rows.
 */
export function readRecipeList(
  context: ToolContext,
  { profession, recipe, realm }: ToolArguments<typeof contract>,
  { first, max, hasSources = false }: RecipeRange,
): Promise<Result<PageAnswer<RecipeList>, never>> {
  return answerPage(context, async (snapshot) => {
    const part = recipe === undefined ? null : toRealmKey(recipe);
    const known = await readMatchingProfession(
      snapshot,
      profession,
      (name) => part === null || (name !== null && toRealmKey(name).includes(part)),
    );
    if (known === null) return explainNoRecipes(snapshot, profession);
    const { spelling, recipes: all, isCut } = known;
    if (all.length === 0) {
      return { none: `No public recipe of ${quote(spelling)} has ${quote(recipe ?? '')} in its name.` };
    }
    const recipes = all.slice(first, first + max);
    const { house, ...priced } = await findPricedRealm(snapshot, realm);
    const prices = await readUnitPrices(snapshot, listReagents(recipes), { house, ...priced });
    const { byItem } = prices;
    const names = await readCraftNames(snapshot, recipes, byItem);
    const sources = hasSources ? await readCraftSources(snapshot, recipes, byItem) : null;
    const rows = recipes.map((one) => {
      const cost = priceCraft(one, byItem);
      const fewest = one.makesMin?.value ?? null;
      return {
        ...toRecipeAnswer(one, byItem, names, sources),
        green: one.green,
        costCopper: roundCopper(cost),
        costPerUnitCopper: cost === null || fewest === null ? null : roundCopper(cost / fewest),
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
    return { page, fromFiles: sources?.fromFiles === true || recipes.some(isFromFiles) };
  });
}
