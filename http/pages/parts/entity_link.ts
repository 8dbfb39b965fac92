import { capitalise } from '../../../domain/cards/words.ts';
import { hasEntityPage } from '../../../domain/values/entity_page.ts';
import type { LocalizedText } from '../../../domain/values/language.ts';
import { buildProfessionPath, formatProfessionSlug, toRecipePath } from '../../../domain/values/profession_page.ts';
import { html } from '../html.ts';
import { renderItemPlaceholder } from './placeholders.ts';

/** An entity as tools return it. It has no page if `url` is null. */
export interface NamedEntity {
  readonly kind: string;
  readonly id: number;
  readonly name: string | null;
  readonly locale?: string | undefined;
  readonly url?: string | null;
}

/** Returns the label of an entity without an agreed name, such as `NPC 70`. */
export function formatLabel(kind: string, id: number): string {
  return `${kind === 'npc' ? 'NPC' : capitalise(kind.replaceAll('_', ' '))} ${id}`;
}

/** Renders a name that players sent. `bdi` prevents its writing direction from affecting the surrounding text. */
export function renderName(name: string, locale?: string): unknown {
  return html`<bdi>${name}</bdi>${renderLanguage(locale)}`;
}

/** Renders a quoted name for use in a sentence. */
export function renderQuotedName(name: string, locale?: string): unknown {
  return html`“<bdi>${name}</bdi>”${renderLanguage(locale)}`;
}

function renderLanguage(locale: string | undefined): unknown {
  return locale === undefined ? '' : html` <small class="lang">${locale}</small>`;
}

/** Returns the path of an entity's page within the instance, or null if its kind has no pages. */
export function toEntityPath(kind: string, id: number): string | null {
  return hasEntityPage(kind) || kind === 'zone' ? `/${kind}/${id}` : null;
}

/** Whether an entity has a page. Answers give zones no URL, but a zone with an agreed name has a page. */
function hasOwnPage({ kind, name, url }: NamedEntity): boolean {
  return url !== null || (kind === 'zone' && name !== null);
}

/**
 * Renders an entity's name, linked if it has a page. The link also shows the hover card. Items get their icon and the
 * colour of their quality (placeholders.ts).
 */
export function linkEntity(entity: NamedEntity, base: string): unknown {
  const { kind, id, locale } = entity;
  const name = entity.name === null ? formatLabel(kind, id) : renderName(entity.name, locale);
  const path = hasOwnPage(entity) ? toEntityPath(kind, id) : null;
  if (kind === 'item')
    return renderItemPlaceholder(id, entity.name ?? '', name, path === null ? null : `${base}${path}`);
  return path === null ? html`<span>${name}</span>` : html`<a href="${base}${path}">${name}</a>`;
}

/** Renders entities with counts: `4 × Bar, 1 × Shaft`. */
export function linkItems(
  rows: readonly { readonly item: NamedEntity; readonly count: number }[],
  base: string,
): unknown {
  return rows.map(({ item, count }, at) => html`${at === 0 ? '' : ', '}${count} × ${linkEntity(item, base)}`);
}

/** Renders a profession that has public recipes as a link to its page. */
export function linkProfession({ value, locale }: LocalizedText, base: string): unknown {
  const slug = formatProfessionSlug(value);
  const name = renderName(value, locale);
  return slug === '' ? name : html`<a href="${base}${buildProfessionPath(slug)}">${name}</a>`;
}

/** Renders a recipe, linked to its row on the profession's page if it has one. `shown` replaces the recipe's name. */
export function linkRecipe(
  recipe: NamedEntity,
  profession: Pick<LocalizedText, 'value'> | null,
  base: string,
  shown: unknown = linkEntity({ ...recipe, url: null }, base),
): unknown {
  const path =
    profession === null ? null : toRecipePath({ recipeId: recipe.id, name: recipe.name, profession: profession.value });
  return path === null ? shown : html`<a href="${base}${path}">${shown}</a>`;
}
