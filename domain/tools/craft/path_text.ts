import type { profession_path as contract } from '../../../schema/tools/professions.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { moneyText } from '../../cards/words.ts';
import { called, type Entity, quotedText } from '../../reads/entities/snapshot_data.ts';
import { localeOf } from '../../values/language.ts';
import { allOf, counted } from '../../values/phrases.ts';
import { titledLines } from '../shared/page.ts';
import { spotText } from './craft_sources.ts';
import { noAuctionsOn, pricesOfText, realmsLine } from './priced_realms.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Recipe = Page['recipes'][number];
type Bought = NonNullable<Page['shopping']>[number];

const STEP_LINES_MAX = 14;
const SHOPPING_LINES_MAX = 14;
const LEARN_LINES_MAX = 12;
const NAMED_MAX = 8;

/**
 * Renders a levelling route like a guide: what it costs, and what to buy, craft and learn. Everything unknown is listed
 * once.
 */
export function pathLines(page: Page, realm: string | undefined): readonly string[] {
  const shopping = page.shopping ?? [];
  return [
    headLine(page),
    ...titledLines('Buy', shopping.filter(({ buy }) => buy > 0).map(boughtText), SHOPPING_LINES_MAX),
    ...craftLines(page),
    ...titledLines('Learn', page.recipes.flatMap(learnText), LEARN_LINES_MAX),
    ...unknownLines(page),
    ...(realm === undefined || page.realm !== null ? [] : [noAuctionsOn(realm)]),
    ...realmsLine(page.realmsWithPrices),
    ...cheapestLine(page),
  ];
}

/** Renders only the cost of a route, its crafts, and the skills that no recipe raises. */
export function shortPathLines(page: Page): readonly string[] {
  return [headLine(page), ...craftLines(page), ...gapsLine(page)];
}

function craftLines({ steps, recipes }: Page): readonly string[] {
  return titledLines('Craft', steps.map(stepText(recipes)), STEP_LINES_MAX);
}

/** Renders what a route costs, and what the total leaves out. */
export function headLine(page: Page): string {
  const { profession, from, to, realm, steps, shopping, shoppingCopper, lessonsCopper } = page;
  const where = `at ${pricesOfText(realm)}`;
  const way = `${JSON.stringify(profession)} from ${from} to ${to}`;
  if (steps.length === 0) return `${way}: no way is known.`;
  const isPriced = shoppingCopper != null || (shopping ?? []).length === 0;
  const lessons = lessonsCopper === 0 ? '' : `, ${moneyText(lessonsCopper)} of it for lessons`;
  if ((shopping ?? []).length === 0 && lessonsCopper === 0)
    return `${way}: nothing to buy that is known of${uncountedText(page)}.`;
  const total = isPriced ? `about ${moneyText((shoppingCopper ?? 0) + lessonsCopper)}${lessons}` : 'no price is known';
  return `${way} ${where}: ${total}${isPriced ? uncountedText(page) : ''}.`;
}

/** Lists the expenses that are not included in the total on the first line. */
function uncountedText({ recipes, shopping }: Page): string {
  const unpriced = (shopping ?? []).filter(({ buy, price }) => buy > 0 && price === null).length;
  const unpaid = recipes.filter(({ lesson }) => lesson !== null && lesson.cost === null).length;
  const taught = recipes.filter(({ lesson, taughtBy }) => lesson === null && taughtBy !== null).length;
  const uncounted = [
    ...(unpriced === 0 ? [] : [`${counted(unpriced, 'item')} without a known price`]),
    ...(unpaid === 0 ? [] : [`${counted(unpaid, 'lesson')} without a known cost`]),
    ...(taught === 0 ? [] : [`${counted(taught, 'recipe')} to buy or find`]),
  ];
  return uncounted.length === 0 ? '' : `; not counted: ${uncounted.join(', ')}`;
}

/** Renders `40 × "Linen Cloth" (item 2589): 4s, at 10c each at auction`. */
export function boughtText({ item, buy, made, price, place, costCopper }: Bought): string {
  const what = `${buy} × ${called(item)}${made > 0 ? ` (and ${made} that you make on the way)` : ''}`;
  if (price === null || costCopper === null) return `${what}: no known price`;
  const from =
    price.vendor === null
      ? price.source === 'market'
        ? 'at auction'
        : 'from a vendor'
      : `from ${called(price.vendor)}${spotText(place)}`;
  return `${what}: ${moneyText(costCopper)}, at ${moneyText(price.copper)} each ${from}${discountText(price)}`;
}

function discountText({ copper, discount }: NonNullable<Bought['price']>): string {
  if (discount == null) return '';
  const { fullCopper, reducedCopper, percent } = discount;
  return copper === fullCopper
    ? ` (${moneyText(reducedCopper)} with ${percent}% off for reputation)`
    : ` (that is ${percent}% off for reputation; the full price is ${moneyText(fullCopper)})`;
}

function stepText(recipes: Page['recipes']) {
  return ({ recipeId, fromSkill, toSkill, wholeCrafts = 0, reagents }: Page['steps'][number]): string => {
    const used = recipes.find(({ recipe }) => recipe.id === recipeId)!;
    const each = (reagents ?? []).map(({ item, count }) => `${count} × ${named(item)}`);
    const of = each.length === 0 ? '' : `, each of ${allOf(each)}`;
    return `${fromSkill} to ${toSkill}: ${wholeCrafts} × ${named(used.recipe)}${of}`;
  };
}

/** Returns a name in quotes, to mark it as data. The ids are in the lists below. */
function named(entity: Entity): string {
  return entity.name === null ? called(entity) : quotedText({ value: entity.name, ...localeOf(entity) });
}

/** Says how a recipe is learned, if known. */
export function learnText({ recipe, lesson, learnableFrom, taughtBy }: Recipe): readonly string[] {
  const at = learnableFrom === null || learnableFrom.skill <= 1 ? '' : `, at skill ${learnableFrom.skill}`;
  if (lesson !== null) {
    const copper = lesson.cost?.value ?? null;
    const cost = copper === null ? 'cost unknown' : copper === 0 ? 'free' : moneyText(copper);
    return [`${called(recipe)} from trainer ${called(lesson.trainer)}${spotText(lesson.place)}: ${cost}${at}`];
  }
  return taughtBy === null
    ? []
    : [`${called(recipe)} from ${called(taughtBy.item)}, ${sourceText(taughtBy.sources)}${at}`];
}

function sourceText(sources: NonNullable<Recipe['taughtBy']>['sources']): string {
  const { soldBy = [], droppedBy = [], rewardFrom = [] } = sources ?? {};
  const [seller, dropper, quest] = [soldBy[0], droppedBy[0], rewardFrom[0]];
  if (seller !== undefined) {
    const cost = seller.cost === null ? '' : ` for ${moneyText(seller.cost.value)}`;
    return `sold by ${called(seller.vendor)}${spotText(seller.place)}${cost}`;
  }
  if (quest !== undefined) return `a reward of ${called(quest)}`;
  return dropper === undefined ? 'whose source nobody has reported' : `dropped by ${called(dropper)}`;
}

/** Lists everything that is still unknown, without duplicates. */
export function unknownLines({ recipes, ...page }: Page): readonly string[] {
  const isTaught = ({ lesson, taughtBy }: Recipe): boolean => lesson !== null || taughtBy !== null;
  const untaught = recipes.filter((one) => !isTaught(one));
  const anySkill = recipes.filter((one) => isTaught(one) && one.learnableFrom === null);
  const unmade = recipes.filter(({ reagents }) => reagents === null);
  const recipeNames = (some: readonly Recipe[]): readonly string[] => some.map(({ recipe }) => called(recipe));
  return [
    ...gapsLine(page),
    ...unknownLine('What it takes to craft these is unknown', recipeNames(unmade)),
    ...unknownLine('Where these are learned is unknown', recipeNames(untaught)),
    ...unknownLine('At which skill these can be learned is unknown', recipeNames(anySkill)),
  ];
}

function gapsLine({ gaps }: Pick<Page, 'gaps'>): readonly string[] {
  const spans = gaps.map(({ fromSkill, toSkill }) => `${fromSkill} to ${toSkill}`);
  return unknownLine('No known recipe raises the skill here', spans);
}

function unknownLine(label: string, names: readonly string[]): readonly string[] {
  const more = names.length > NAMED_MAX ? ` and ${names.length - NAMED_MAX} more` : '';
  return names.length === 0 ? [] : [`${label}: ${names.slice(0, NAMED_MAX).join(', ')}${more}.`];
}

function cheapestLine({ steps, couldSaveCopper, considered }: Page): readonly string[] {
  if (considered.priced === 0 || steps.length === 0) return [];
  return couldSaveCopper === 0
    ? [`No other way is cheaper, of ${counted(considered.usable, 'recipe')} that could be used.`]
    : [`Another way could be cheaper, by ${moneyText(couldSaveCopper)} at most.`];
}
