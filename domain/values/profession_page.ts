import { toRealmKey } from './realm_key.ts';

export function buildProfessionPath(slug: string): string {
  return `/profession/${encodeURIComponent(slug)}`;
}

/** Maximum length of the recipe search on a profession's page, in characters. */
export const RECIPE_CHARS_MAX = 120;

interface NamedRecipe {
  readonly recipeId: number | string;
  /** The recipe's agreed name. If null, the link shows all recipes of the profession. */
  readonly name: string | null;
  readonly profession: string;
}

/** Returns the link to a recipe on its profession's page, or null if no slug can be made from the profession's name. */
export function toRecipePath({ recipeId, name, profession }: NamedRecipe): string | null {
  const slug = formatProfessionSlug(profession);
  if (slug === '') return null;
  const recipe = [...(name ?? '')].slice(0, RECIPE_CHARS_MAX).join('');
  const query = recipe === '' ? '' : `?${new URLSearchParams({ recipe })}`;
  return `${buildProfessionPath(slug)}${query}#recipe-${recipeId}`;
}

/** Returns a profession's slug: its name in lower case, with hyphens in place of anything but letters and digits. */
export function formatProfessionSlug(profession: string): string {
  return toRealmKey(profession)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
