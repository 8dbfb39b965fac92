import type { AgreedValue } from '../../families/counting/agreed.ts';
import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { Mentions } from '../../ports/facts.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { type Colour, oneEnded, type RecipeThresholds, thresholdsOf } from '../craft/thresholds.ts';
import { type FirstOf, firstOf } from '../shared/first_of.ts';
import { readAhead } from '../shared/read_once.ts';
import { type Entity, entityOf, namedEntity, type PublishedSnapshot } from '../shared/snapshot_data.ts';
import type { ItemListsMax } from './lists_max.ts';

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
  readonly thresholds: (Pick<RecipeThresholds, Colour> & { readonly bounds: ReturnType<typeof oneEnded> }) | null;
  readonly taughtBy: { readonly item: Entity<'item'>; readonly installs: number } | null;
}

/** The field through which a recipe refers to the item. */
type Member = 'itemId' | 'reagents' | 'taughtByItemId';

/** Returns the recipes that make an item, use it, or are taught by it, each list by id. */
export async function recipesOf(
  snapshot: PublishedSnapshot,
  itemId: number,
  mentions: readonly Mentions[],
  { madeBy, reagentFor, teaches }: Pick<ItemListsMax, 'madeBy' | 'reagentFor' | 'teaches'>,
): Promise<readonly FirstOf<NamedRecipe>[]> {
  const listed = { itemId: madeBy, reagents: reagentFor, taughtByItemId: teaches };
  return mapInOrder(['itemId', 'reagents', 'taughtByItemId'] as const, async (member) => {
    const { subjects, total } = mentionsIn(mentions, families.recipes, member);
    await recipesAhead(snapshot, subjects.slice(0, listed[member]), member !== 'reagents');
    return firstOf(subjects, listed[member], (subject) => recipeOf(snapshot, Number(subject), itemId, member), total);
  });
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
  itemId: number,
  member: Member,
): Promise<NamedRecipe> {
  const body = await snapshot.fact(families.recipes, `${recipeId}`);
  const [makes, reagents, ranges, taughtBy] = await Promise.all([
    makesOf(snapshot, body),
    reagentsOf(snapshot, body, member === 'reagents' ? itemId : null),
    snapshot.fact(families.recipe_ranges, `${recipeId}`),
    teacherOf(snapshot, body),
  ]);
  return {
    recipe: { ...namedEntity('recipe', recipeId, body?.name), url: null },
    profession: body?.profession ?? null,
    makes,
    reagents,
    thresholds: colours(ranges),
    taughtBy,
  };
}

/** The thresholds from players' reports, or null if there are none. */
function colours(ranges: Facts['recipe_ranges'] | null): NamedRecipe['thresholds'] {
  if (ranges === null) return null;
  const known = thresholdsOf(ranges, null);
  const { yellow, green, grey } = known;
  return { yellow, green, grey, bounds: oneEnded(known) };
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
