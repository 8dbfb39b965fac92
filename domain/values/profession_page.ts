import { professionSlug } from './profession_slug.ts';

/** Where a profession and its recipes are shown, as paths within the instance. */

export function professionPath(slug: string): string {
  return `/profession/${encodeURIComponent(slug)}`;
}

/** Part of a recipe's name that a profession's page looks for at most, in characters. */
export const RECIPE_CHARS_MAX = 120;

interface RecipeOf {
  readonly recipeId: number | string;
  /** Its agreed name; null: the page is asked for all recipes of the profession. */
  readonly name: string | null;
  readonly profession: string;
}

/** The row of a recipe among those of its profession; null: the profession's name has no letter to make an address of. */
export function recipePath({ recipeId, name, profession }: RecipeOf): string | null {
  const slug = professionSlug(profession);
  if (slug === '') return null;
  const recipe = [...(name ?? '')].slice(0, RECIPE_CHARS_MAX).join('');
  const query = recipe === '' ? '' : `?${new URLSearchParams({ recipe })}`;
  return `${professionPath(slug)}${query}#recipe-${recipeId}`;
}
