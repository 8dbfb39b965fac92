import { realmKey } from './realm_key.ts';

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

/** Returns the link to a recipe on its profession's page, or null if the profession's name makes no slug. */
export function recipePath({ recipeId, name, profession }: RecipeOf): string | null {
  const slug = professionSlug(profession);
  if (slug === '') return null;
  const recipe = [...(name ?? '')].slice(0, RECIPE_CHARS_MAX).join('');
  const query = recipe === '' ? '' : `?${new URLSearchParams({ recipe })}`;
  return `${professionPath(slug)}${query}#recipe-${recipeId}`;
}

/** Returns a profession's slug, in lower case, with hyphens in place of any characters except letters and digits. */
export function professionSlug(profession: string): string {
  return realmKey(profession)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
