import { SKILL_MAX } from '../../../schema/limits.ts';
import { type AgreedValue, unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { Reagent } from '../../families/recipes.ts';
import { findRequiredSkill } from '../../game_files/recipes.ts';
import type { GameItem, GameRecipe } from '../../ports/build.ts';
import type { Colour } from '../../reads/entities/recipes.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import { toRealmKey } from '../../values/realm_key.ts';
import { type ItemSources, readItemSources } from './item_sources.ts';
import { createLessonFinder, type RecipeFact, type TrainerLesson, type TrainerLessons } from './lessons.ts';
import { findCommonest, readProfessionFacts } from './profession_facts.ts';
import { combineThresholds, type RecipeThresholds } from './thresholds.ts';

/** The skill level at which a recipe can be learned, and the source of that level: trainers or the game's files. */
interface LearnableSkill {
  readonly skill: number;
  readonly source: 'trainer' | 'game-files';
}

export interface RecipeFacts extends RecipeThresholds {
  readonly recipeId: number;
  readonly name: AgreedValue<string> | null;
  readonly makes: AgreedValue<number> | null;
  readonly makesMin: AgreedValue<number> | null;
  readonly makesMax: AgreedValue<number> | null;
  readonly reagents: AgreedValue<readonly Reagent[]> | null;
  readonly taughtByItemId: AgreedValue<number> | null;
  /** The lesson with the most witnesses, or null if no trainer is known to teach the recipe. */
  readonly lesson: TrainerLesson | null;
  readonly learnableFrom: LearnableSkill | null;
  /** The sources of the item that teaches it, or null if none is known or a trainer states the required skill. */
  readonly itemSources: ItemSources | null;
  /** Whether a trainer teaches it, or an item with a known source, or three installs had it at skill 1. */
  readonly isLearnable: boolean;
  readonly counted: RecipeThresholds['counted'] & { readonly from: ThresholdSource | null };
}

/**
 * The skill from which a calculation counts on a recipe, and why: its trainers or the game's files require that skill,
 * three installs had the recipe there (`reports`), or it is certainly yellow there.
 */
interface ThresholdSource {
  readonly skill: number;
  readonly source: LearnableSkill['source'] | 'reports' | 'yellow';
}

interface ProfessionRecipes {
  /** The spelling that most of the profession's recipes use. */
  readonly spelling: string;
  /** Ordered by the skill levels at which they change colour, with unknown levels last, then by id. */
  readonly recipes: readonly RecipeFacts[];
  /** True if there are more recipes or lessons than are read at once. */
  readonly isCut: boolean;
}

/**
 * Returns the recipes of a profession whose agreed name is accepted by `isAsked`, or null if the profession has no
 * public recipes.
 */
export async function readMatchingProfession(
  snapshot: PublishedSnapshot,
  profession: string,
  isAsked: (name: string | null) => boolean = () => true,
): Promise<ProfessionRecipes | null> {
  const known = await cachedProfessionFacts(snapshot, toRealmKey(profession), () =>
    readProfession(snapshot, profession),
  );
  return (
    known && { ...known, recipes: known.recipes.filter(({ name }) => isAsked(unwrapAgreedValue(name ?? undefined))) }
  );
}

/** Maximum number of recipes cached. Enough for about ten professions in the game, at about five megabytes. */
const CACHED_RECIPES_MAX = 3_500;
const cachedProfessionFacts = createSnapshotCache<ProfessionRecipes | null>(
  CACHED_RECIPES_MAX,
  (known) => known?.recipes.length ?? 1,
);

async function readProfession(snapshot: PublishedSnapshot, profession: string): Promise<ProfessionRecipes | null> {
  const { recipes: facts, services, isCut } = await readProfessionFacts(snapshot, profession);
  if (facts.length === 0) return null;
  const taughtBy = createLessonFinder(facts, services);
  const ranges = await snapshot.factsAmong(
    families.recipe_ranges,
    facts.map(({ subject }) => subject),
  );
  const taught = facts.map((fact) => ({ fact, teaching: taughtBy(fact.subject, unwrapAgreedValue(fact.body.name)) }));
  // Recipes for which no trainer states a required skill.
  const unstated = taught.flatMap(({ fact, teaching }) => (teaching?.fromSkill == null ? [fact] : []));
  const itemIds = [...new Set(unstated.flatMap(({ body }) => unwrapAgreedValue(body.taughtByItemId) ?? []))];
  const [skills, sources] = [await readSkillsOfItems(snapshot, itemIds), await readItemSources(snapshot, itemIds)];
  const filed = await readRecipesInFiles(snapshot, facts);
  const recipes = taught.map(({ fact, teaching }) => {
    const row = filed.get(fact.subject);
    // If an item teaches the recipe, the game's files ask for the item's skill instead of the recipe's own.
    const itemId = unwrapAgreedValue(fact.body.taughtByItemId) ?? 0;
    const askedInFiles = skills.get(itemId) ?? findRequiredSkill(row);
    const thresholds = combineThresholds(ranges.get(fact.subject) ?? null, row ?? null);
    return toRecipe(fact, thresholds, teaching, askedInFiles, sources.get(itemId) ?? null);
  });
  const spelling = findCommonest(facts.flatMap(({ body }) => unwrapAgreedValue(body.profession) ?? []));
  return { spelling: spelling ?? profession, recipes: recipes.sort(compareThresholds), isCut };
}

/**
 * Returns the skill level at which a recipe changes to a colour: the lower bound if reports bound the level on both
 * sides, otherwise the value from the game's files, otherwise the only known bound.
 */
function findLowestSkill({ inFiles, bounds, ...ranges }: RecipeFacts, colour: Colour): number {
  return (
    ranges[colour]?.low ??
    inFiles?.[colour] ??
    bounds[colour]?.atLeast ??
    bounds[colour]?.atMost ??
    Number.MAX_SAFE_INTEGER
  );
}

function compareThresholds(a: RecipeFacts, b: RecipeFacts): number {
  const difference = (colour: Colour): number => findLowestSkill(a, colour) - findLowestSkill(b, colour);
  return difference('yellow') || difference('green') || difference('grey') || a.recipeId - b.recipeId;
}

function toRecipe(
  { subject, body }: RecipeFact,
  thresholds: RecipeThresholds,
  teaching: TrainerLessons | null,
  askedInFiles: number | null,
  itemSources: ItemSources | null,
): RecipeFacts {
  const stated = teaching?.fromSkill?.value ?? null;
  const filed = askedInFiles === null ? null : ({ skill: askedInFiles, source: 'game-files' } as const);
  const learnableFrom = stated === null ? filed : ({ skill: stated, source: 'trainer' } as const);
  return {
    ...thresholds,
    recipeId: Number(subject),
    name: body.name ?? null,
    makes: body.itemId ?? null,
    makesMin: body.makesMin ?? null,
    makesMax: body.makesMax ?? null,
    reagents: body.reagents ?? null,
    taughtByItemId: body.taughtByItemId ?? null,
    lesson: teaching?.lesson ?? null,
    learnableFrom,
    itemSources,
    isLearnable: teaching !== null || itemSources !== null || (thresholds.seenFrom ?? SKILL_MAX) <= 1,
    counted: { ...thresholds.counted, from: learnableFrom ?? findConfirmedSkill(thresholds) },
  };
}

/** Returns a skill at which a recipe is known although nobody says which skill it requires, or null if there is none. */
function findConfirmedSkill({ seenFrom, counted: { yellow } }: RecipeThresholds): ThresholdSource | null {
  if (seenFrom !== null) return { skill: seenFrom, source: 'reports' };
  return yellow === null ? null : { skill: yellow.high, source: 'yellow' };
}

async function readRecipesInFiles(
  snapshot: PublishedSnapshot,
  recipes: readonly RecipeFact[],
): Promise<ReadonlyMap<string, GameRecipe>> {
  return snapshot.view.game === null
    ? new Map()
    : ((await snapshot.game.factsAmong(
        'recipe',
        recipes.map(({ subject }) => subject),
      )) as ReadonlyMap<string, GameRecipe>);
}

/** Returns the skill levels that these items require, from the game's files. Unknown levels are omitted. */
async function readSkillsOfItems(
  snapshot: PublishedSnapshot,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (itemIds.length === 0 || snapshot.view.game === null) return new Map();
  const rows = await snapshot.game.factsAmong('item', itemIds.map(String));
  const skills = [...rows].map(([id, row]) => [Number(id), (row as GameItem).card.requiredSkill ?? 0] as const);
  return new Map(skills.filter(([, skill]) => skill > 0));
}
