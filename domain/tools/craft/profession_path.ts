import type { profession_path as contract } from '../../../schema/tools/profession_path.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { moneyText } from '../../cards/words.ts';
import { readSpelling } from '../../reads/market.ts';
import { badParameter } from '../../reads/refusal.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import { err, ok } from '../../values/result.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import {
  craftCost,
  isFromFiles,
  type Names,
  namesOf,
  reagentAnswer,
  reagentItems,
  recipeAnswer,
  wholeCopper,
} from './craft_answers.ts';
import { type KnownPrice, pricesOf } from './prices.ts';
import { type KnownRecipe, professionOf } from './recipes.ts';
import { type PathStep, skillPath, usableBetween } from './skill_path.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;

const RULE = [
  'A point of skill takes 1 craft below yellow, then (grey − yellow) / (grey − skill) crafts, on average over all skills that yellow and grey can be; where a recipe may be grey, and where yellow or grey is unknown, it is not counted on.',
  'Where reports bound a threshold on both sides, that is the range; else the game’s files say it (unconfirmed), unless reports deny it; else, of what the one side and the rule that green lies midway between yellow and grey allow, the end that is unknown is taken so that it takes more crafts.',
  'A recipe is used from the skill on that its trainers ask for, else from the one that the item which teaches it, or the recipe itself, asks for in the game’s files; where neither is known, from any skill, and learnableFrom is null.',
  'A reagent costs, of the vendors’ prices that three installs agree on, the one that most installs saw, else its market value on the realm asked for; reagents are counted as bought, also where another recipe makes them, and nothing that is made is sold.',
  'The way has the least total cost of reagents and lessons over all points that a priced recipe gives; a lesson costs what most installs saw and is paid once, one without a known cost counts 0, and items that teach count 0.',
  'A recipe without a price is used only where no priced one gives the point, with the fewest crafts.',
].join(' ');

/** The cheapest known way to raise a profession (contract, section 6). */
export const profession_path: RuleOf<typeof contract> = {
  answer: async (ground, { profession, from, to, realm }) => {
    if (from >= to) {
      return err(badParameter('from', `from must be lower than to, which is ${to}; it is ${from}.`));
    }
    return answerPage(ground, async (view) => {
      const data = { ...ground, view };
      const known = await professionOf(data, profession);
      if (!known.ok) return known;
      if (known.value === null) return ok({ none: `No recipe of the profession ${quoted(profession)} is public.` });
      const { spelling, recipes, isCut } = known.value;
      const span = { fromSkill: from, toSkill: to };
      const prices = await pricesOf(data, reagentItems(usableBetween(recipes, span)), realm ?? null);
      if (!prices.ok) return prices;
      const { byItem } = prices.value;
      const path = skillPath(recipes, span, (recipe) => craftCost(recipe, byItem));
      const used = [...new Set(path.steps.map(({ recipe }) => recipe))];
      const names = await namesOf(data, used, byItem);
      if (!names.ok) return names;
      const scanned = realm === undefined ? ok(null) : await readSpelling(ground.reader, view, realmKey(realm));
      if (!scanned.ok) return scanned;
      const page: Page = {
        ...{ profession: spelling, from, to, realm: scanned.value },
        steps: path.steps.map((step) => stepAnswer(step, byItem, names.value)),
        recipes: used.map((recipe) => ({
          ...recipeAnswer(recipe, byItem, names.value),
          counted: recipe.counted,
          craftCostCopper: wholeCopper(craftCost(recipe, byItem)),
        })),
        gaps: path.gaps,
        ...totalsOf(path.steps, used, byItem, realm === undefined || scanned.value !== null ? null : realm),
        couldSaveCopper: path.couldSave < 1e-6 ? 0 : Math.ceil(path.couldSave),
        considered: { recipes: recipes.length, usable: path.usable.length, priced: path.priced },
        isCut: isCut || prices.value.isCut,
        rule: RULE,
      };
      return ok({ page, fromFiles: used.some(isFromFiles) });
    });
  },
  text: (answer) => pageText(answer, linesOf),
};

const twoDecimals = (figure: number): number => Math.round(figure * 100) / 100;

const costOfStep = ({ recipe, crafts }: PathStep, prices: ReadonlyMap<number, KnownPrice>): number | null => {
  const cost = craftCost(recipe, prices);
  return cost === null ? null : cost * crafts;
};

const stepAnswer = (step: PathStep, prices: ReadonlyMap<number, KnownPrice>, names: Names): Page['steps'][number] => {
  const { recipe, fromSkill, toSkill, crafts } = step;
  return {
    recipeId: recipe.recipeId,
    name: recipe.name?.value ?? null,
    ...{ fromSkill, toSkill, crafts: twoDecimals(crafts) },
    reagents:
      recipe.reagents?.value.map((reagent) => ({
        ...reagentAnswer(reagent, prices, names),
        needed: twoDecimals(reagent.count * crafts),
      })) ?? null,
    costCopper: wholeCopper(costOfStep(step, prices)),
  };
};

const totalsOf = (
  steps: readonly PathStep[],
  used: readonly KnownRecipe[],
  prices: ReadonlyMap<number, KnownPrice>,
  /** A realm that was asked for but that nobody knows. */
  unknownRealm: string | null,
): Pick<Page, 'reagentsCopper' | 'lessonsCopper' | 'totalCopper' | 'leavesOut'> => {
  const costs = steps.map((step) => costOfStep(step, prices));
  const known = costs.filter((cost) => cost !== null);
  const reagents = known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
  const lessons = used.reduce((sum, { lesson }) => sum + (lesson?.cost?.value ?? 0), 0);
  const unpriced = costs.length - known.length;
  const free = used.filter(({ lesson }) => lesson !== null && lesson.cost === null).length;
  const taught = used.filter(({ lesson, taughtByItemId }) => lesson === null && taughtByItemId !== null).length;
  const untold = used.filter(({ lesson, taughtByItemId }) => lesson === null && taughtByItemId === null).length;
  return {
    reagentsCopper: wholeCopper(reagents),
    lessonsCopper: wholeCopper(lessons) ?? 0,
    totalCopper: reagents === null ? null : wholeCopper(reagents + lessons),
    leavesOut: [
      ...(unknownRealm === null
        ? []
        : [`Auctions: no three installs have scanned any of a realm called ${quoted(unknownRealm)}.`]),
      ...(unpriced > 0 ? [`The reagents of steps without a price: ${unpriced}.`] : []),
      ...(free > 0 ? [`Lessons whose cost is not agreed on: ${free}.`] : []),
      ...(taught > 0 ? [`Items that teach a recipe no trainer is known to teach: ${taught}.`] : []),
      ...(untold > 0
        ? [`Whatever it takes to learn recipes of which nobody says how they are learned: ${untold}.`]
        : []),
    ],
  };
};

const STEP_LINES_MAX = 14;
const GAPS_NAMED_MAX = 8;

const linesOf = (page: Page): readonly string[] => {
  const { profession, from, to, realm, steps, gaps, totalCopper, lessonsCopper, leavesOut, couldSaveCopper } = page;
  const where = realm === null ? 'at vendors’ prices' : `at vendors’ prices and the market of ${JSON.stringify(realm)}`;
  const cost =
    totalCopper === null
      ? 'no step has a price'
      : `${moneyText(totalCopper)}, of which lessons ${moneyText(lessonsCopper)}`;
  const unknown = new Set(
    page.recipes.filter(({ learnableFrom }) => learnableFrom === null).map((one) => one.recipe.id),
  );
  return [
    `${JSON.stringify(profession)} from ${from} to ${to} ${where}: ${cost}.`,
    ...steps.slice(0, STEP_LINES_MAX).map((step) => stepLine(step, unknown.has(step.recipeId))),
    ...(steps.length > STEP_LINES_MAX ? [`And ${steps.length - STEP_LINES_MAX} more steps.`] : []),
    ...(gaps.length === 0 ? [] : [gapsLine(gaps)]),
    ...(leavesOut.length === 0 ? [] : [`The total leaves out: ${leavesOut.join(' ')}`]),
    couldSaveCopper === 0
      ? `Of the ${page.considered.usable} usable recipes that players reported, no way over the priced points is cheaper.`
      : `Another way could be cheaper by at most ${moneyText(couldSaveCopper)}.`,
  ];
};

const stepLine = (step: Page['steps'][number], isUnknown: boolean): string => {
  const { recipeId, name, fromSkill, toSkill, crafts, reagents, costCopper } = step;
  const what = name === null ? `recipe ${recipeId}` : `${JSON.stringify(name)} (recipe ${recipeId})`;
  const of = (reagents ?? []).map(
    ({ item, needed }) => `${needed} ${item.name === null ? `item ${item.id}` : JSON.stringify(item.name)}`,
  );
  const parts = [
    `${fromSkill} to ${toSkill}: ${crafts} × ${what}`,
    ...(reagents === null ? ['reagents unknown'] : of.length === 0 ? ['no reagents'] : [of.join(' + ')]),
    costCopper === null ? 'cost unknown' : moneyText(costCopper),
    ...(isUnknown ? ['from which skill it can be learned is unknown'] : []),
  ];
  return `${parts.join('; ')}.`;
};

const gapsLine = (gaps: Page['gaps']): string => {
  const named = gaps.slice(0, GAPS_NAMED_MAX).map(({ fromSkill, toSkill }) => `${fromSkill} to ${toSkill}`);
  const more = gaps.length > GAPS_NAMED_MAX ? ` and ${gaps.length - GAPS_NAMED_MAX} more` : '';
  return `No known recipe raises the skill here: ${named.join(', ')}${more}.`;
};
