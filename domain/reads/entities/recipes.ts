import type { AgreedValue } from '../../families/counting/agreed.ts';
import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { SkillBound, SkillRange } from '../../families/recipe_ranges.ts';
import type { Mentions } from '../../ports/facts.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { firstOf } from './first_of.ts';
import type { ItemLimits } from './limits.ts';
import { readAhead } from './read_once.ts';
import { type Entity, entityOf, namedEntity, type PublishedSnapshot } from './snapshot_data.ts';

/** A recipe that is related to an item (schema/tools/page_parts.ts, recipe). */
export interface NamedRecipe {
  readonly recipe: Entity<'recipe'>;
  readonly profession: AgreedValue<string> | null;
  readonly makes: {
    readonly item: Entity<'item'>;
    readonly installs: number;
    readonly min: AgreedValue<number> | null;
    readonly max: AgreedValue<number> | null;
  } | null;
  readonly reagents: {
    readonly installs: number;
    readonly rows: readonly { readonly item: Entity<'item'>; readonly count: number }[];
  } | null;
  readonly thresholds: (Pick<ReportedThresholds, Colour> & { readonly bounds: ReturnType<typeof oneEnded> }) | null;
  readonly taughtBy: { readonly item: Entity<'item'>; readonly installs: number } | null;
}

/** Returns the recipes that make an item, use it, or are taught by it, each list by id. */
export async function recipesOf(
  snapshot: PublishedSnapshot,
  itemId: number,
  mentions: readonly Mentions[],
  max: Pick<ItemLimits, 'madeBy' | 'reagentFor' | 'teaches' | 'recipeDetails'>,
) {
  const list = async (member: 'itemId' | 'reagents' | 'taughtByItemId', length: number) => {
    const { subjects, total } = mentionsIn(mentions, families.recipes, member);
    const first = subjects.slice(0, length);
    await (max.recipeDetails
      ? recipesAhead(snapshot, first, member !== 'reagents')
      : readAhead(snapshot, families.recipes, first));
    const only = member === 'reagents' ? itemId : null;
    return firstOf(first, length, (subject) => recipeOf(snapshot, Number(subject), only, max.recipeDetails), total);
  };
  return {
    madeBy: await list('itemId', max.madeBy),
    reagentFor: await list('reagents', max.reagentFor),
    teaches: await list('taughtByItemId', max.teaches),
  };
}

/** Prefetches the facts of many recipes, and the items they name. */
async function recipesAhead(
  snapshot: PublishedSnapshot,
  subjects: readonly string[],
  withReagents: boolean,
): Promise<void> {
  await Promise.all([
    readAhead(snapshot, families.recipes, subjects),
    readAhead(snapshot, families.recipe_ranges, subjects),
  ]);
  const facts = await mapInOrder(subjects, (subject) => snapshot.fact(families.recipes, subject));
  const items = facts.flatMap((body) => [
    ...[body?.itemId?.value ?? null, body?.taughtByItemId?.value ?? null],
    ...(withReagents ? (body?.reagents?.value ?? []).map(({ itemId }) => itemId) : []),
  ]);
  return readAhead(snapshot, families.items, [...new Set(items.filter((item) => item !== null))]);
}

async function recipeOf(
  snapshot: PublishedSnapshot,
  recipeId: number,
  only: number | null,
  withDetails: boolean,
): Promise<NamedRecipe> {
  const body = await snapshot.fact(families.recipes, `${recipeId}`);
  const recipe = { ...namedEntity('recipe', recipeId, body?.name), url: null };
  const named = { recipe, profession: body?.profession ?? null };
  if (!withDetails) return { ...named, makes: null, reagents: null, thresholds: null, taughtBy: null };
  const [makes, reagents, ranges, taughtBy] = await Promise.all([
    makesOf(snapshot, body),
    reagentsOf(snapshot, body, only),
    snapshot.fact(families.recipe_ranges, `${recipeId}`),
    teacherOf(snapshot, body),
  ]);
  return { ...named, makes, reagents, thresholds: colours(ranges), taughtBy };
}

/** The thresholds from players' reports, or null if there are none. */
function colours(ranges: Facts['recipe_ranges'] | null): NamedRecipe['thresholds'] {
  if (ranges === null) return null;
  const { yellow = null, green = null, grey = null, bounds = {} } = ranges;
  return { yellow, green, grey, bounds: oneEnded({ yellow, green, grey, bounds }) };
}

async function teacherOf(snapshot: PublishedSnapshot, body: Facts['recipes'] | null): Promise<NamedRecipe['taughtBy']> {
  const taught = body?.taughtByItemId ?? null;
  if (taught === null) return null;
  const item = await entityOf(snapshot, 'item', taught.value);
  return { item, installs: taught.installs };
}

async function makesOf(snapshot: PublishedSnapshot, body: Facts['recipes'] | null): Promise<NamedRecipe['makes']> {
  const made = body?.itemId ?? null;
  if (made === null) return null;
  const item = await entityOf(snapshot, 'item', made.value);
  const [min, max] = [body?.makesMin ?? null, body?.makesMax ?? null];
  return { item, installs: made.installs, min, max };
}

/** Returns the recipe's reagents. If `only` is set, returns just that item. */
async function reagentsOf(
  snapshot: PublishedSnapshot,
  body: Facts['recipes'] | null,
  only: number | null,
): Promise<NamedRecipe['reagents']> {
  const agreed = body?.reagents ?? null;
  if (agreed === null) return null;
  const told = agreed.value.filter(({ itemId }) => only === null || itemId === only);
  const rows = await mapInOrder(told, async ({ itemId, count }) => {
    const item = await entityOf(snapshot, 'item', itemId);
    return { item, count };
  });
  return { installs: agreed.installs, rows };
}

export const COLOURS = ['yellow', 'green', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

/** The thresholds that players reported. */
export interface ReportedThresholds extends Readonly<Record<Colour, SkillRange | null>> {
  /** Every known bound, including one-sided ones. */
  readonly bounds: Readonly<Partial<Record<Colour, SkillBound>>>;
}

/** The thresholds with only one known bound, as answers show them (schema/tools/craft_parts.ts, thresholdBounds). */
export function oneEnded(known: ReportedThresholds) {
  const [yellow, green, grey] = COLOURS.map((colour) => {
    const { atLeast = null, atMost = null, installs = 0 } = known.bounds[colour] ?? {};
    return known[colour] !== null || installs === 0 ? null : { atLeast, atMost, installs };
  });
  return { yellow: yellow ?? null, green: green ?? null, grey: grey ?? null };
}
