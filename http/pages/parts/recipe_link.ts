import { formatRange } from '../../../domain/cards/words.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { professionPath, professionSlug, recipePath } from '../../../domain/values/profession_page.ts';
import { html } from '../html.ts';
import { entityLink, type NamedEntity, renderName } from './entity_link.ts';

/** Renders a profession that has public recipes as a link to its page. */
export function professionLink({ value, locale }: LocalizedText, base: string): unknown {
  const slug = professionSlug(value);
  const name = renderName(value, locale);
  return slug === '' ? name : html`<a href="${base}${professionPath(slug)}">${name}</a>`;
}

/** Renders a recipe, linked to its row on the profession's page if it has one. `shown` replaces the recipe's name. */
export function recipeLink(
  recipe: NamedEntity,
  profession: Pick<LocalizedText, 'value'> | null,
  base: string,
  shown: unknown = entityLink({ ...recipe, url: null }, base),
): unknown {
  const path =
    profession === null ? null : recipePath({ recipeId: recipe.id, name: recipe.name, profession: profession.value });
  return path === null ? shown : html`<a href="${base}${path}">${shown}</a>`;
}

/** The range of skill levels in which a recipe changes colour, or null if it is not bounded on both sides. */
type Turn = { readonly low: number; readonly high: number } | null;

/** Bounds of the skill level at which a recipe changes colour. Each is null if unknown. */
type Bound = { readonly atLeast: number | null; readonly atMost: number | null } | null | undefined;

/** Formats the range: `20–25`, `60 or later` or `60 or earlier`. Returns null if both ends are unknown. */
export function turnWords(turn: Turn, bound: Bound): string | null {
  if (turn !== null) return formatRange(turn.low, turn.high);
  const { atLeast = null, atMost = null } = bound ?? {};
  if (atLeast !== null) return atMost === null ? `${atLeast} or later` : formatRange(atLeast, atMost);
  return atMost === null ? null : `${atMost} or earlier`;
}
