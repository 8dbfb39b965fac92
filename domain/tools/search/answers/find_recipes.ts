import { mentionsIn } from '../../../families/lookups/mentioned.ts';
import { families } from '../../../families/mod.ts';
import type { SearchHit } from '../../../ports/knowledge.ts';
import type { PublishedSnapshot } from '../../../reads/entities/snapshot_data.ts';
import { quoted } from '../../../values/quoted.ts';
import { type Certainty, findName, numberOf } from './names.ts';

export interface NamedRecipe {
  readonly id: number;
  /** Name of its entry, or null if the recipe was found by what it makes. */
  readonly name: string | null;
}

/** The recipes that a name in a question means. */
interface RecipeMatch {
  readonly certainty: Certainty;
  /** A sentence that says how the name was understood, or null if it is exact. */
  readonly note: string | null;
  readonly recipes: readonly NamedRecipe[];
  /** Items with the name. */
  readonly items: readonly SearchHit[];
}

/** Finds the recipes with a name, or otherwise those that make an item with this name. */
export async function findRecipes(snapshot: PublishedSnapshot, text: string, max: number): Promise<RecipeMatch> {
  const { hits, certainty, note } = await findName(snapshot, text, ['recipe', 'item', 'spell']);
  const items = hits.filter(({ kind }) => kind === 'item');
  const named = hits.filter(({ kind }) => kind !== 'item').map((hit) => ({ id: numberOf(hit), name: hit.name }));
  if (named.length > 0 || items.length === 0) return { certainty, note, recipes: distinct(named).slice(0, max), items };
  const mentions = await snapshot.mentionsOf('item', numberOf(items[0]!));
  const { subjects } = mentionsIn(mentions, families.recipes, 'itemId');
  const recipes = subjects.slice(0, max).map((subject) => ({ id: Number(subject), name: null }));
  const unmade = `No recipe that makes ${quoted(items[0]!.name)} is known yet.`;
  return { certainty, note: recipes.length > 0 ? note : [note ?? '', unmade].join(' ').trim(), recipes, items };
}

function distinct(recipes: readonly NamedRecipe[]): readonly NamedRecipe[] {
  return [...new Map(recipes.toReversed().map((one) => [one.id, one])).values()].toReversed();
}
