import type { Reagent } from '../../families/recipes.ts';
import { pickOneSided } from '../../reads/entities/recipes.ts';
import { type Entity, nameEntity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import { roundPrice } from '../../reads/market.ts';
import type { CraftSources } from './craft_sources.ts';
import { NAMED_TRAINERS_MAX, type TrainerLesson } from './lessons.ts';
import type { UnitPrice } from './prices.ts';
import type { RecipeFacts } from './recipes.ts';

/** Formats recipes, reagents and prices for answers about professions (schema/tools/craft_parts.ts). */

/**
 * Returns the cost of one craft in copper, or null if a reagent has no price or there is no agreed list of reagents.
 */
export function priceCraft(
  { reagents }: Pick<RecipeFacts, 'reagents'>,
  prices: ReadonlyMap<number, UnitPrice>,
): number | null {
  if (reagents === null) return null;
  let sum = 0;
  for (const { itemId, count } of reagents.value) {
    const price = prices.get(itemId);
    if (price === undefined) return null;
    sum += price.copper * count;
  }
  return sum;
}

/** Returns the reagents of these recipes. Reagents used by the most recipes come first. Ties are ordered by id. */
export function listReagents(recipes: readonly RecipeFacts[]): readonly number[] {
  const uses = new Map<number, number>();
  for (const { reagents } of recipes) {
    for (const { itemId } of reagents?.value ?? []) uses.set(itemId, (uses.get(itemId) ?? 0) + 1);
  }
  return [...uses].sort(([a, left], [b, right]) => right - left || a - b).map(([itemId]) => itemId);
}

/** Names of the entities mentioned by recipes. Each name is read only once. */
export interface NameMaps {
  item(itemId: number): Entity<'item'>;
  npc(npcId: number): Entity<'npc'>;
}

/** Reads the names of all entities that these recipes and prices mention. */
export async function readCraftNames(
  snapshot: PublishedSnapshot,
  recipes: readonly RecipeFacts[],
  prices: ReadonlyMap<number, UnitPrice>,
): Promise<NameMaps> {
  const itemIds = new Set<number>();
  const npcIds = new Set<number>();
  for (const { makes, taughtByItemId, reagents, lesson } of recipes) {
    for (const agreed of [makes, taughtByItemId]) if (agreed !== null) itemIds.add(agreed.value);
    for (const npcId of lesson?.trainerNpcIds.slice(0, NAMED_TRAINERS_MAX) ?? []) npcIds.add(npcId);
    for (const { itemId } of reagents?.value ?? []) {
      itemIds.add(itemId);
      const vendor = prices.get(itemId)?.vendorNpcId ?? null;
      if (vendor !== null) npcIds.add(vendor);
    }
  }
  const [items, npcs] = await Promise.all([
    readEntities(snapshot, 'item', [...itemIds]),
    readEntities(snapshot, 'npc', [...npcIds]),
  ]);
  return {
    item: (itemId) => items.get(itemId) ?? { kind: 'item', id: itemId, name: null, url: null },
    npc: (npcId) => npcs.get(npcId) ?? { kind: 'npc', id: npcId, name: null, url: null },
  };
}

export function toPriceAnswer(price: UnitPrice | undefined, names: NameMaps) {
  if (price === undefined) return null;
  const { copper, source, installs, vendorNpcId, day, discount } = price;
  return { copper, source, installs, vendor: vendorNpcId === null ? null : names.npc(vendorNpcId), day, discount };
}

export function toReagentAnswer({ itemId, count }: Reagent, prices: ReadonlyMap<number, UnitPrice>, names: NameMaps) {
  return { item: names.item(itemId), count, price: toPriceAnswer(prices.get(itemId), names) };
}

/**
 * Builds the part of a recipe that both tools show. With `ways`, also includes the location of the trainer or the
 * sources of the teaching item.
 */
export function toRecipeAnswer(
  recipe: RecipeFacts,
  prices: ReadonlyMap<number, UnitPrice>,
  names: NameMaps,
  ways: CraftSources | null = null,
) {
  const { yellow, grey, inFiles, makes, makesMin, makesMax, reagents, learnableFrom, lesson, taughtByItemId } = recipe;
  return {
    recipe: { ...nameEntity('recipe', recipe.recipeId, recipe.name ?? undefined), url: null },
    yellow,
    grey,
    bounds: pickOneSided(recipe),
    inFiles,
    isLearnable: recipe.isLearnable,
    learnableFrom,
    makes: makes && { item: names.item(makes.value), installs: makes.installs, min: makesMin, max: makesMax },
    reagents: reagents && {
      installs: reagents.installs,
      rows: reagents.value.map((reagent) => toReagentAnswer(reagent, prices, names)),
    },
    lesson: lesson && toLessonAnswer(lesson, names, ways),
    taughtBy: taughtByItemId && {
      item: names.item(taughtByItemId.value),
      installs: taughtByItemId.installs,
      ...(ways === null || lesson !== null ? {} : { sources: ways.nameSources(recipe.itemSources) }),
    },
  };
}

function toLessonAnswer({ trainerNpcIds, ...lesson }: TrainerLesson, names: NameMaps, ways: CraftSources | null) {
  const [first, ...otherTrainers] = trainerNpcIds
    .slice(0, NAMED_TRAINERS_MAX)
    .map((npcId) => ({ trainer: names.npc(npcId), ...(ways === null ? {} : { place: ways.place(npcId) }) }));
  return { ...first!, trainers: trainerNpcIds.length, otherTrainers, ...lesson };
}

/**
 * Rounds copper to whole coins (halves up), and limits the result to the largest integer that a number can represent
 * exactly.
 */
export function roundCopper(copper: number | null): number | null {
  return copper === null ? null : roundPrice(copper);
}

/** Returns whether a recipe shows any value that only the game's files provide. */
export function isFromFiles({ learnableFrom, inFiles }: RecipeFacts): boolean {
  return learnableFrom?.source === 'game-files' || inFiles !== null;
}
