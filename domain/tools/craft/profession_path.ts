import type { profession_path as contract } from '../../../schema/tools/professions.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { formatMoney } from '../../cards/words.ts';
import { badParameter } from '../../reads/refusal.ts';
import { joinFirstTexts } from '../../values/phrases.ts';
import { err } from '../../values/result.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';
import {
  isFromFiles,
  listReagents,
  type NameMaps,
  priceCraft,
  readCraftNames,
  roundCopper,
  toPriceAnswer,
  toReagentAnswer,
  toRecipeAnswer,
} from './craft_answers.ts';
import { type CraftSources, readCraftSources } from './craft_sources.ts';
import { quoteName, renderRoute } from './path_text.ts';
import { explainNoAuctions, findPricedRealm } from './priced_realms.ts';
import { readUnitPrices, type UnitPrice } from './prices.ts';
import { explainNoRecipes } from './profession_facts.ts';
import { type RecipeFacts, readMatchingProfession } from './recipes.ts';
import { findSkillPath, listUsableRecipes, type PathStep } from './skill_path.ts';

type PathPage = NonNullable<ToolAnswer<typeof contract>['page']>;

const PATH_RULES = [
  'A point of skill takes 1 craft below yellow, then (grey − yellow) / (grey − skill) crafts, on average over all skills that yellow and grey can be; where a recipe may be grey, and where yellow or grey is unknown, it is not counted on.',
  'Where reports bound a threshold on both sides, that is the range; else the game’s files say it (unconfirmed), unless reports deny it; else, of what the one side and the rule that green lies midway between yellow and grey allow, the end that is unknown is taken so that it takes more crafts.',
  'A recipe is used from the skill on that its trainers ask for, else from the one that the item which teaches it, or the recipe itself, asks for in the game’s files; where neither is known, learnableFrom is null, and it is used from the lowest skill at which three players had it, else from the one at which it is yellow.',
  'A reagent costs, of the vendors’ prices that three installs agree on, the one that most installs saw, else its market value in a faction’s house of the realm asked for; where a vendor asks more than that value, the list says so; reagents are counted as bought, also where another recipe makes them, and nothing that is made is sold.',
  'The way has the least total cost of reagents and lessons over all points that a priced recipe gives; a lesson costs what most installs saw and is paid once, one without a known cost counts 0, and items that teach count 0.',
  'The totals count the crafts that are expected on average; the shopping list rounds each step up to whole crafts and uses up first what earlier steps make.',
  'A recipe without a price is used only where no priced one gives the point, with the fewest crafts; one that no trainer or item with a known source teaches and three players did not have at skill 1, only where no other gives it.',
].join(' ');

/** The cheapest known route for raising a profession (contract, section 6). */
export const profession_path: ContractRule<typeof contract> = {
  answer: async (context, { profession, from, to, realm }) => {
    if (from >= to) {
      return err(badParameter('from', `from must be lower than to, which is ${to}; it is ${from}.`));
    }
    return answerPage(context, async (snapshot) => {
      const known = await readMatchingProfession(snapshot, profession);
      if (known === null) return explainNoRecipes(snapshot, profession);
      const { spelling, recipes, isCut } = known;
      const span = { fromSkill: from, toSkill: to };
      const market = await findPricedRealm(snapshot, realm);
      const { realmsWithPrices, house: _, ...priced } = market;
      const prices = await readUnitPrices(snapshot, listReagents(listUsableRecipes(recipes, span)), market);
      const { byItem } = prices;
      const path = findSkillPath(recipes, span, (recipe) => priceCraft(recipe, byItem));
      const used = [...new Set(path.steps.map(({ recipe }) => recipe))];
      const [names, ways] = await Promise.all([
        readCraftNames(snapshot, used, byItem),
        readCraftSources(snapshot, used, byItem),
      ]);
      const shopping = buildShoppingList(path.steps).map((row) => buildShoppingAnswer(row, byItem, names, ways));
      const costs = shopping.flatMap(({ costCopper }) => costCopper ?? []);
      const page: PathPage = {
        profession: spelling,
        from,
        to,
        ...priced,
        steps: path.steps.map((step) => toStepAnswer(step, byItem, names)),
        recipes: used.map((recipe) => ({
          ...toRecipeAnswer(recipe, byItem, names, ways),
          counted: recipe.counted,
          craftCostCopper: roundCopper(priceCraft(recipe, byItem)),
        })),
        shopping,
        shoppingCopper: costs.length === 0 ? null : roundCopper(costs.reduce((sum, cost) => sum + cost, 0)),
        realmsWithPrices,
        gaps: path.gaps,
        ...computeTotals(path, used, byItem, names, realm === undefined || priced.realm !== null ? null : realm),
        couldSaveCopper: path.couldSave < 1e-6 ? 0 : Math.ceil(path.couldSave),
        considered: { recipes: recipes.length, usable: path.usable.length, priced: path.priced },
        isCut: isCut || prices.isCut,
        rule: PATH_RULES,
      };
      return { page, fromFiles: ways.fromFiles || used.some(isFromFiles) };
    });
  },
  text: (answer) => renderPage(answer, renderRoute),
};

function roundToHundredths(figure: number): number {
  return Math.round(figure * 100) / 100;
}

function computeStepCost({ recipe, crafts }: PathStep, prices: ReadonlyMap<number, UnitPrice>): number | null {
  const cost = priceCraft(recipe, prices);
  return cost === null ? null : cost * crafts;
}

function toStepAnswer(
  step: PathStep,
  prices: ReadonlyMap<number, UnitPrice>,
  names: NameMaps,
): PathPage['steps'][number] {
  const { recipe, fromSkill, toSkill, crafts } = step;
  return {
    recipeId: recipe.recipeId,
    name: recipe.name?.value ?? null,
    fromSkill,
    toSkill,
    crafts: roundToHundredths(crafts),
    wholeCrafts: roundUpCrafts(crafts),
    reagents:
      recipe.reagents?.value.map((reagent) => ({
        ...toReagentAnswer(reagent, prices, names),
        needed: roundToHundredths(reagent.count * crafts),
      })) ?? null,
    costCopper: roundCopper(computeStepCost(step, prices)),
  };
}

function buildShoppingAnswer(
  { itemId, needed, made, buy }: ShoppingRow,
  prices: ReadonlyMap<number, UnitPrice>,
  names: NameMaps,
  ways: CraftSources,
): NonNullable<PathPage['shopping']>[number] {
  const price = prices.get(itemId);
  const vendorNpcId = price?.vendorNpcId ?? null;
  return {
    item: names.item(itemId),
    needed,
    made,
    buy,
    price: toPriceAnswer(price, names),
    place: vendorNpcId === null ? null : ways.place(vendorNpcId),
    auctionCopper: price?.auctionCopper ?? null,
    costCopper: buy === 0 ? 0 : roundCopper(price === undefined ? null : price.copper * buy),
  };
}

function computeTotals(
  { steps, untaughtSave }: Pick<ReturnType<typeof findSkillPath>, 'steps' | 'untaughtSave'>,
  used: readonly RecipeFacts[],
  prices: ReadonlyMap<number, UnitPrice>,
  names: NameMaps,
  unknownRealm: string | null,
): Pick<PathPage, 'reagentsCopper' | 'lessonsCopper' | 'totalCopper' | 'leavesOut'> {
  const costs = steps.map((step) => roundCopper(computeStepCost(step, prices)));
  const known = costs.filter((cost) => cost !== null);
  const reagents = known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
  const lessons = used.reduce((sum, { lesson }) => sum + (lesson?.cost?.value ?? 0), 0);
  const unpriced = costs.length - known.length;
  const free = used.filter(({ lesson }) => lesson !== null && lesson.cost === null).length;
  const items = used.flatMap(({ lesson, taughtByItemId }) => (lesson === null && taughtByItemId?.value) || []);
  const itemNames = [...new Set(items)].map((itemId) => quoteName(names.item(itemId)));
  const saved = Math.floor(untaughtSave + 1e-6);
  const untold = used.filter(({ isLearnable, taughtByItemId }) => !isLearnable && taughtByItemId === null).length;
  return {
    reagentsCopper: reagents,
    lessonsCopper: roundCopper(lessons) ?? 0,
    totalCopper: reagents === null ? null : roundCopper(reagents + lessons),
    leavesOut: [
      ...(unknownRealm === null ? [] : [explainNoAuctions(unknownRealm)]),
      ...(unpriced > 0 ? [`The reagents of steps without a price: ${unpriced}.`] : []),
      ...(free > 0 ? [`Lessons whose cost is not agreed on: ${free}.`] : []),
      ...(itemNames.length > 0 ? [`The price of the items that teach recipes: ${joinFirstTexts(itemNames, 3)}.`] : []),
      ...(untold > 0 ? [`Recipes that nobody has reported how to learn: ${untold}.`] : []),
      ...(saved > 0
        ? [`Recipes nobody knows how to learn would save ${formatMoney(saved)} or more, before their lessons.`]
        : []),
    ],
  };
}

/** The amount of one reagent that a whole route needs. */
interface ShoppingRow {
  readonly itemId: number;
  /** The amount that all crafts consume. Crafts are rounded up per step. */
  readonly needed: number;
  /** The part of `needed` that earlier steps make. */
  readonly made: number;
  /** The part of `needed` that has to be bought. */
  readonly buy: number;
}

/**
 * Rounds a number of crafts up to a whole number. The tolerance allows for sums of fractions that end up slightly above
 * a whole number.
 */
function roundUpCrafts(crafts: number): number {
  return Math.ceil(crafts - 1e-9);
}

/**
 * Lists everything that the steps use up, in order of first use. Crafts are rounded up per step. Products of earlier
 * steps are used before anything is bought.
 */
function buildShoppingList(steps: readonly PathStep[]): readonly ShoppingRow[] {
  const rows = new Map<number, { needed: number; made: number }>();
  const stock = new Map<number, number>();
  for (const { recipe, crafts } of steps) {
    const times = roundUpCrafts(crafts);
    for (const { itemId, count } of recipe.reagents?.value ?? []) {
      const row = rows.get(itemId) ?? { needed: 0, made: 0 };
      const [needs, has] = [count * times, stock.get(itemId) ?? 0];
      const used = Math.min(needs, has);
      stock.set(itemId, has - used);
      rows.set(itemId, { needed: row.needed + needs, made: row.made + used });
    }
    if (recipe.makes === null) continue;
    const { value: product } = recipe.makes;
    stock.set(product, (stock.get(product) ?? 0) + times * (recipe.makesMin?.value ?? 1));
  }
  return [...rows].map(([itemId, { needed, made }]) => ({ itemId, needed, made, buy: needed - made }));
}
