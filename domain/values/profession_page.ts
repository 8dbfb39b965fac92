import { professionSlug } from './profession_slug.ts';

/** Returns the path of a profession's page. */

export function professionPath(slug: string): string {
  return `/profession/${encodeURIComponent(slug)}`;
}

/** Maximum length of the recipe search on a profession's page, in characters. */
export const RECIPE_CHARS_MAX = 120;

interface RecipeOf {
  readonly recipeId: number | string;
  /** Agreed name of the recipe. If null, the link shows all recipes of the profession. */
  readonly name: string | null;
  readonly profession: string;
}

/**
 * Returns the link to a recipe's row on its profession's page, or null if the profession's name has no letters or
 * digits to form a slug.
 */
export function recipePath({ recipeId, name, profession }: RecipeOf): string | null {
  const slug = professionSlug(profession);
  if (slug === '') return null;
  const recipe = [...(name ?? '')].slice(0, RECIPE_CHARS_MAX).join('');
  const query = recipe === '' ? '' : `?${new URLSearchParams({ recipe })}`;
  return `${professionPath(slug)}${query}#recipe-${recipeId}`;
}
