import { capitalised } from '../../../domain/cards/words.ts';
import { isPaged } from '../../../domain/values/entity_page.ts';
import { html } from '../html.ts';

/** An entity as the tools' answers name it; `url` null: it has no page. */
export interface NamedEntity {
  readonly kind: string;
  readonly id: number;
  readonly name: string | null;
  readonly locale?: string | undefined;
  readonly url?: string | null;
}

/** What an entity is called where it has no agreed name: `NPC 70`. */
export function numbered(kind: string, id: number): string {
  return `${kind === 'npc' ? 'NPC' : capitalised(kind.replaceAll('_', ' '))} ${id}`;
}

/** A name that players sent: isolated, so that its writing direction moves nothing around it, with its language where that is another. */
export function nameOf(name: string, locale?: string): unknown {
  return html`<bdi>${name}</bdi>${languageOf(locale)}`;
}

/** The same in quotes, among the words of a sentence. */
export function quotedName(name: string, locale?: string): unknown {
  return html`“<bdi>${name}</bdi>”${languageOf(locale)}`;
}

function languageOf(locale: string | undefined): unknown {
  return locale === undefined ? '' : html` <small class="lang">${locale}</small>`;
}

/** Paths of entities' pages within the instance. */
export function pathOf(kind: string, id: number): string | null {
  return isPaged(kind) || kind === 'zone' ? `/${kind}/${id}` : null;
}

/**
 * Whether an entity has a page. Answers give an address to what has cards alone; a zone has a page wherever players agree
 * on its name.
 */
function hasPage({ kind, name, url }: NamedEntity): boolean {
  return url !== null || (kind === 'zone' && name !== null);
}

/** An entity's name, as a link where it has a page; its hover card comes by the link. */
export function entityLink(entity: NamedEntity, base: string, quality: string | null = null): unknown {
  const name = entity.name === null ? numbered(entity.kind, entity.id) : nameOf(entity.name, entity.locale);
  const path = hasPage(entity) ? pathOf(entity.kind, entity.id) : null;
  const look = quality === null ? '' : html` class="q-${quality}"`;
  return path === null ? html`<span${look}>${name}</span>` : html`<a href="${base}${path}"${look}>${name}</a>`;
}

/** So many of each of several entities: `4 × Bar, 1 × Shaft`. */
export function countedLinks(
  rows: readonly { readonly item: NamedEntity; readonly count: number }[],
  base: string,
): unknown {
  return rows.map(({ item, count }, at) => html`${at === 0 ? '' : ', '}${count} × ${entityLink(item, base)}`);
}
