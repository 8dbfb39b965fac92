import type { profession_path as contract } from '../../../schema/tools/professions.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { formatMoney } from '../../cards/words.ts';
import { type Entity, quoteText, toLabel } from '../../reads/entities/snapshot_data.ts';
import { readLocaleField } from '../../values/language.ts';
import { formatQuantity, joinFirstTexts, joinWithAnd, joinWithOr } from '../../values/phrases.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { renderTitledList } from '../shared/page.ts';
import { formatLocation } from './craft_sources.ts';
import { describePrices, renderRealms } from './priced_realms.ts';

type PathPage = NonNullable<ToolAnswer<typeof contract>['page']>;
type PathRecipe = PathPage['recipes'][number];
type ShoppingEntry = NonNullable<PathPage['shopping']>[number];

const PATH_STEPS_MAX = 14;
const SHOPPING_LINES_MAX = 14;
const LEARN_LINES_MAX = 12;
const NAMES_PER_LINE_MAX = 8;
export const UNTAUGHT = 'nobody has reported yet how it is learned';
export const UNKNOWN_SOURCE = ', whose source nobody has reported';
export const ELSEWHERE = ', sold at auction or gathered';
export const UNKNOWN_TITLE = 'Unknown, or not included in the total';
const UNKNOWN_LINES_MAX = 14;

/**
 * Renders a levelling route like a guide: what it costs, and what to buy, craft and learn. Everything unknown is listed
 * once. A short guide has only the cost, the crafts and everything unknown.
 */
export function renderRoute(page: PathPage, isShort = false): readonly string[] {
  const shopping = isShort ? [] : (page.shopping ?? []).filter(({ buy }) => buy > 0);
  return [
    renderRouteCost(page),
    ...(page.totalCopper ? [explainTotal(page)] : []),
    ...renderTitledList('Buy', shopping.map(formatPurchase), SHOPPING_LINES_MAX),
    ...renderTitledList('Craft', page.steps.map(formatStep(page.recipes)), PATH_STEPS_MAX),
    ...(isShort ? [] : renderTitledList('Learn', renderLessons(page), LEARN_LINES_MAX)),
    ...renderTitledList(UNKNOWN_TITLE, renderUnknowns(page), UNKNOWN_LINES_MAX),
    ...(isShort ? [] : [...renderRealms(page.realmsWithPrices), ...renderSearchNote(page)]),
  ];
}

/** Says that the total is an average, and how much a player pays, who buys for whole crafts. */
export function explainTotal({ shopping = [], shoppingCopper = null, lessonsCopper }: PathPage): string {
  const known = shopping.some(({ costCopper }) => costCopper === null) ? ' for all that has a price' : '';
  const both =
    lessonsCopper === 0 ? '' : `, and ${formatMoney((shoppingCopper ?? 0) + lessonsCopper)} with the lessons`;
  const paid = shoppingCopper === null ? '' : `: you pay ${formatMoney(shoppingCopper)}${known}${both}`;
  return `The total is an average, with all reagents bought. The lists are of whole crafts${paid}.`;
}

/** Renders the average total of a route, and the one with auctions if they are cheaper, or null if it is unknown. */
export function formatTotal({ steps, shopping = [], totalCopper }: PathPage): string | null {
  if (totalCopper === null) return null;
  const auctions = new Map(shopping.map(({ item, auctionCopper }) => [item.id, auctionCopper]));
  const reagents = steps.flatMap((step) => (step.costCopper === null ? [] : (step.reagents ?? [])));
  const savings = reagents.map(({ item, needed, price }) =>
    price === null ? 0 : needed * (price.copper - (auctions.get(item.id) ?? price.copper)),
  );
  const [total, saved] = [formatMoney(totalCopper), Math.round(sumNumbers(savings))];
  return saved === 0
    ? total
    : `${formatMoney(totalCopper - saved)} if you buy at auction when that is cheaper, ${total} if you buy from vendors where you can`;
}

/** Returns the skills that a route raises, and the ones before and after that no known recipe raises. */
export function findRaisedSkills({ from, to, steps }: PathPage) {
  const [first, last] = [steps[0]?.fromSkill ?? from, steps.at(-1)?.toSkill ?? to];
  const unraised = [...(first > from ? [`${from} to ${first}`] : []), ...(last < to ? [`${last} to ${to}`] : [])];
  return { skills: `${first} to ${last}`, unraised };
}

function renderRouteCost(page: PathPage): string {
  const { profession, realm, houses, steps, totalCopper, lessonsCopper } = page;
  const { skills, unraised } = findRaisedSkills(page);
  const gaps = unraised.length === 0 ? '' : ` (no known recipe raises ${joinWithAnd(unraised)})`;
  const way = `${JSON.stringify(profession)} from ${skills}${gaps}`;
  if (steps.length === 0) return `${way}: no way is known.`;
  if (totalCopper === 0) return `${way}: nothing to buy that is known of.`;
  const lessons = lessonsCopper === 0 ? '' : `, ${formatMoney(lessonsCopper)} of it for lessons`;
  const total = formatTotal(page);
  const costs = total === null ? 'what it costs is unknown' : `about ${total}${lessons}`;
  return `${way} at ${describePrices(realm, houses)}: ${costs}.`;
}

/** Renders `40 × "Linen Cloth" (item 2589): 4s, at 10c each at auction`. */
export function formatPurchase({ item, buy, made, price, place, costCopper, auctionCopper }: ShoppingEntry): string {
  const what = `${buy} × ${toLabel(item)}${made > 0 ? ` (and ${made} that you make on the way)` : ''}`;
  if (price === null || costCopper === null) return `${what}: no known price`;
  const from =
    price.vendor === null
      ? price.source === 'market'
        ? 'at auction'
        : 'from a vendor'
      : `from ${toLabel(price.vendor)}${formatLocation(place)}`;
  return `${what}: ${formatMoney(costCopper)}, at ${formatMoney(price.copper)} each ${from}${formatDiscount(price)}${auctionCopper == null ? '' : `; auction ${formatMoney(auctionCopper)}`}`;
}

function formatDiscount({ copper, discount }: NonNullable<ShoppingEntry['price']>): string {
  if (discount == null) return '';
  const { fullCopper, reducedCopper, percent } = discount;
  return copper === fullCopper
    ? ` (${formatMoney(reducedCopper)} with ${percent}% off for reputation)`
    : ` (that is ${percent}% off for reputation; the full price is ${formatMoney(fullCopper)})`;
}

function formatStep(recipes: PathPage['recipes']) {
  return ({ recipeId, fromSkill, toSkill, wholeCrafts = 0, reagents }: PathPage['steps'][number]): string => {
    const used = recipes.find(({ recipe }) => recipe.id === recipeId)!;
    const end = used.isLearnable === false ? `; ${used.taughtBy ? 'learned ' : ''}${describeLesson(used)}` : '';
    const each = (reagents ?? []).map(({ item, count }) => `${count} × ${quoteName(item)}`);
    const of = each.length === 0 ? '' : `, each of ${joinWithAnd(each)}`;
    return `${fromSkill} to ${toSkill}: ${wholeCrafts} × ${quoteName(used.recipe)}${of}${end}`;
  };
}

/** Returns a name in quotes, to mark it as data. The ids are in the lists below. */
export function quoteName(entity: Entity): string {
  return entity.name === null ? toLabel(entity) : quoteText({ value: entity.name, ...readLocaleField(entity) });
}

export function renderLessons({ recipes }: PathPage): readonly string[] {
  return recipes.flatMap((recipe, at) =>
    (recipe.lesson ?? recipe.taughtBy) === null
      ? []
      : [`${toLabel(recipe.recipe)} ${describeLesson(recipe, isTaughtTogether(recipes, at))}`],
  );
}

/** Whether the same trainers teach a recipe and the last one before it that trainers teach. */
export function isTaughtTogether(recipes: PathPage['recipes'], at: number): boolean {
  const [before, own] = [recipes.slice(0, at).findLast(({ lesson }) => lesson !== null), recipes[at]].map((one) =>
    JSON.stringify([one?.lesson?.trainer, one?.lesson?.otherTrainers, one?.lesson?.trainers]),
  );
  return before === own;
}

export type LearnedRecipe = Pick<PathRecipe, 'lesson' | 'learnableFrom' | 'taughtBy' | 'isLearnable'>;

/** Renders `from trainer "Georgio" (npc 900) in "Elwynn Forest" or 2 others: 50c (4 players), at skill 5`. */
export function describeLesson(recipe: LearnedRecipe, isSame = false): string {
  const { lesson, learnableFrom, taughtBy, isLearnable } = recipe;
  const at = learnableFrom === null || learnableFrom.skill <= 1 ? '' : `, at skill ${learnableFrom.skill}`;
  if (lesson !== null) {
    const { trainers = 0, otherTrainers = [], cost, ...first } = lesson;
    const named = [first, ...otherTrainers].map(({ trainer, place }) => `${toLabel(trainer)}${formatLocation(place)}`);
    const others = trainers > named.length ? [formatQuantity(trainers - named.length, 'other')] : [];
    const from = isSame ? `${toLabel(first.trainer)} again` : `trainer ${joinWithOr([...named, ...others])}`;
    const asked = cost && `${cost.value === 0 ? 'free' : formatMoney(cost.value)} (${cost.installs} players)`;
    const also = taughtBy === null ? '' : `; also from ${toLabel(taughtBy.item)}`;
    return `from ${from}: ${asked ?? 'cost unknown'}${at}${also}`;
  }
  if (taughtBy === null) return isLearnable === false ? UNTAUGHT : 'comes with the profession';
  const { item, sources } = taughtBy;
  const source = isLearnable === false ? UNKNOWN_SOURCE : sources === undefined ? '' : formatItemSource(sources);
  return `from ${toLabel(item)}${source}${at}`;
}

type ItemSources = NonNullable<NonNullable<PathRecipe['taughtBy']>['sources']>;

function formatItemSource({ soldBy: [seller], droppedBy: [dropper], rewardFrom: [quest], isElsewhere }: ItemSources) {
  if (seller !== undefined) {
    const cost = seller.cost === null ? '' : ` for ${formatMoney(seller.cost.value)}`;
    const seen = ` (${formatQuantity(seller.installs ?? 0, 'player')})`;
    return `, sold by ${toLabel(seller.vendor)}${formatLocation(seller.place)}${cost}${seen}`;
  }
  if (quest !== undefined) return `, a reward of ${toLabel(quest)}`;
  if (dropper !== undefined) return `, dropped by ${toLabel(dropper)}`;
  return isElsewhere ? ELSEWHERE : UNKNOWN_SOURCE;
}

/** Lists everything that is unknown or missing from the total, the same for tools, answers and pages. */
export function renderUnknowns({ recipes, leavesOut, gaps, isCut, to }: PathPage, label = toLabel): readonly string[] {
  const anySkill = recipes.filter(({ learnableFrom, counted }) => learnableFrom === null && counted?.from?.skill !== 1);
  const unmade = recipes.filter(({ reagents }) => reagents === null);
  const recipeNames = (some: readonly PathRecipe[]): readonly string[] => some.map(({ recipe }) => label(recipe));
  return [
    ...renderUnknownNames(
      'No known recipe raises the skill here',
      gaps.map(({ fromSkill, toSkill }) => `${fromSkill} to ${toSkill}`),
    ),
    ...leavesOut,
    ...(to > 75 ? ['The ranks of the profession, such as Journeyman, and their lessons.'] : []),
    ...renderUnknownNames('What it takes to craft these is unknown', recipeNames(unmade)),
    ...renderUnknownNames(
      'The skill that these require is unknown, so each is used from a skill at which it is known',
      anySkill.map(({ recipe, counted }) => {
        const { skill, source } = counted?.from ?? { skill: 1, source: 'reports' };
        return `${label(recipe)} from ${skill}, where ${source === 'yellow' ? 'it is yellow' : 'three players had it'}`;
      }),
    ),
    ...(isCut ? ['There are too many recipes or prices to read all: there may be a cheaper way.'] : []),
  ];
}

function renderUnknownNames(label: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${label}: ${joinFirstTexts(names, NAMES_PER_LINE_MAX)}.`];
}

function renderSearchNote({ steps, couldSaveCopper, considered }: PathPage): readonly string[] {
  if (considered.priced === 0 || steps.length === 0) return [];
  return couldSaveCopper === 0
    ? [`No other way that is known to be learnable is cheaper, of ${formatQuantity(considered.usable, 'recipe')}.`]
    : [`Another way could be cheaper, by ${formatMoney(couldSaveCopper)} at most.`];
}
