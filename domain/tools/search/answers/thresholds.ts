import { formatRange } from '../../../cards/words.ts';
import { selectMentions } from '../../../families/lookups/mentioned.ts';
import { type Facts, families } from '../../../families/mod.ts';
import type { GameRecipe } from '../../../ports/build.ts';
import type { SearchHit } from '../../../ports/knowledge.ts';
import { COLOURS } from '../../../reads/entities/recipes.ts';
import { addDetails, nameEntity, type PublishedSnapshot, quoteText } from '../../../reads/entities/snapshot_data.ts';
import { quote } from '../../../values/quoted.ts';
import { formatColour, formatColours } from '../../craft/recipe_thresholds.ts';
import { combineThresholds, type RecipeThresholds } from '../../craft/thresholds.ts';
import { type Answerer, addNameNotes, createIntent } from './answer.ts';
import { type Certainty, findName, parseId } from './names.ts';

/** Number of recipes of the same name in an answer. */
const SHOWN_RECIPES_MAX = 3;

/** Answers with the skills at which a recipe turns yellow, green and grey. */
const answerGreyThreshold: Answerer = async ({ snapshot }, { recipe: asked = '' }) => {
  const match = await findRecipes(snapshot, asked, SHOWN_RECIPES_MAX);
  const { recipes } = match;
  const known = await readThresholds(snapshot, recipes);
  if (recipes.length > 0 && known.length === 0) return null;
  const { profession, name } = known[0]?.fact ?? {};
  return addNameNotes([match], {
    lines: known.map(describeThresholds),
    about: known.map(({ recipe }) => `recipe:${recipe.id}`),
    arguments:
      profession === undefined
        ? {}
        : { profession: profession.value, ...(name === undefined ? {} : { recipe: name.value }) },
    fromFiles: known.some(({ thresholds }) => thresholds.inFiles !== null),
  });
};

export const turnsGreyIntent = createIntent('turns_grey', 'recipe_thresholds', answerGreyThreshold)`
  ~atskill [level] ~can {recipe} [recipe] (~go [to] ~colour|stop (giving|to give|raising)|~raise|give) [me|for me] [~skillup] [~skillup]
  ~atskill [level] (~be|~can) {recipe} [recipe] [~be|stay|stays|remain|give] (~colour|~skillup) [~skillup]
  (~can|~be) {recipe} [still] (~colour|give [me] ~skillup [~skillup]) [~skillup] at [skill|level] {skill}
  {recipe} [recipe] [~go|turning] ~colour [when|at] [skill|level|what skill|what level]; {recipe} ~skillup ~skillup
  {recipe} [recipe] ([skill|difficulty] (colours|colors|thresholds)|(skill|difficulty) (levels|ranges|range)|difficulty)
  (colours|colors|thresholds|skill (levels|range|ranges)) (of|for) {recipe}
  what (colour|color|difficulty) ~be {recipe} [at [skill|level] {skill}]
`;

interface RecipeWithFacts {
  readonly recipe: NamedRecipe;
  readonly fact: Facts['recipes'] | undefined;
  readonly thresholds: RecipeThresholds;
}

/** Reads the thresholds of some recipes. Spells that are not recipes are left out. */
async function readThresholds(
  snapshot: PublishedSnapshot,
  recipes: readonly NamedRecipe[],
): Promise<readonly RecipeWithFacts[]> {
  const ids = recipes.map(({ id }) => String(id));
  const [facts, ranges, filed] = await Promise.all([
    snapshot.factsAmong(families.recipes, ids),
    snapshot.factsAmong(families.recipe_ranges, ids),
    snapshot.view.game === null ? new Map<string, unknown>() : snapshot.game.factsAmong('recipe', ids),
  ]);
  return recipes.flatMap((recipe): readonly RecipeWithFacts[] => {
    const id = String(recipe.id);
    const [fact, range, row] = [facts.get(id), ranges.get(id), filed.get(id) as GameRecipe | undefined];
    const isRecipe = fact !== undefined || range !== undefined || row !== undefined;
    return isRecipe ? [{ recipe, fact, thresholds: combineThresholds(range ?? null, row ?? null) }] : [];
  });
}

/** Renders `"Linen Cloak" (recipe 2387, "Tailoring"): turns yellow at 35, green at 47, grey at 60 or later (4 players).` */
function describeThresholds({ recipe, fact, thresholds }: RecipeWithFacts): string {
  const name = fact?.name ?? (recipe.name === null ? undefined : { value: recipe.name });
  const entity = { ...nameEntity('recipe', recipe.id, name), url: null };
  const shown = addDetails(entity, fact?.profession === undefined ? [] : [quoteText(fact.profession)]);
  const reported = COLOURS.filter((colour) => !formatColour(thresholds, colour).includes('game files'));
  const installs = reported.flatMap((colour) => (thresholds[colour] ?? thresholds.bounds[colour])?.installs ?? []);
  const players =
    installs.length === 0 ? '' : ` (${formatRange(Math.min(...installs), Math.max(...installs))} players)`;
  return `${shown}: ${formatColours(thresholds)}${players}.`;
}

interface NamedRecipe {
  readonly id: number;
  /** Name of its entry, or null if the recipe was found by what it makes. */
  readonly name: string | null;
}

interface RecipeMatch {
  readonly certainty: Certainty;
  /** A sentence that says how the name was understood, or null if it is exact. */
  readonly note: string | null;
  readonly recipes: readonly NamedRecipe[];
  readonly items: readonly SearchHit[];
}

/** Finds the recipes with a name, or otherwise those that make an item with this name. */
export async function findRecipes(snapshot: PublishedSnapshot, text: string, max: number): Promise<RecipeMatch> {
  const { hits, certainty, note } = await findName(snapshot, text, ['recipe', 'item', 'spell']);
  const items = hits.filter(({ kind }) => kind === 'item');
  const named = hits.filter(({ kind }) => kind !== 'item').map((hit) => ({ id: parseId(hit), name: hit.name }));
  const distinct = [...new Map(named.toReversed().map((one) => [one.id, one])).values()].toReversed();
  if (named.length > 0 || items.length === 0) return { certainty, note, recipes: distinct.slice(0, max), items };
  const mentions = await snapshot.mentionsOf('item', parseId(items[0]!));
  const { subjects } = selectMentions(mentions, families.recipes, 'itemId');
  const recipes = subjects.slice(0, max).map((subject) => ({ id: Number(subject), name: null }));
  const unmade = `No recipe that makes ${quote(items[0]!.name)} is known yet.`;
  return { certainty, note: recipes.length > 0 ? note : [note ?? '', unmade].join(' ').trim(), recipes, items };
}
