import type { CardType } from '../../../domain/values/entity_page.ts';
import { html } from '../../pages/html.ts';
import { type NamedEntity, nameOf, numbered } from '../../pages/parts/entity_link.ts';
import { type Fact, factSheet } from '../../pages/parts/facts.ts';

/** What stands at the top of an entity's page. */
export interface Sheet {
  readonly entity: NamedEntity & { readonly kind: CardType };
  /** What it is in a few words beside its number, such as its quality. */
  readonly traits: readonly unknown[];
  readonly quality?: string | null;
  /** Where its icon's picture stands. */
  readonly iconPath?: string | null;
  readonly facts: readonly Fact[];
  /** What the game's files say of it, apart. */
  readonly filed?: unknown;
}

/** What an entity is called on its page: its agreed name, else its number. */
export function titleOf({ kind, id, name }: NamedEntity): string {
  return name ?? numbered(kind, id);
}

export function sheet({ entity, traits, quality = null, iconPath = null, facts, filed = '' }: Sheet): unknown {
  const { kind, id, name, locale } = entity;
  const told = [
    ...(name === null ? [] : [numbered(kind, id)]),
    ...(locale === undefined ? [] : [`name in ${locale}`]),
    ...traits,
  ];
  const look = quality === null ? '' : html` class="q-${quality}"`;
  const icon = iconPath === null ? '' : html`<img src="${iconPath}" alt="" width="40" height="40"> `;
  return html`<div class="sheet">
<hgroup>
<h1${look}>${icon}${name === null ? numbered(kind, id) : nameOf(name)}</h1>
<p>${told.length === 0 ? 'No name is agreed on yet' : told.map((trait, at) => html`${at === 0 ? '' : ' · '}${trait}`)}</p>
</hgroup>
${factSheet(facts)}${filed}</div>
`;
}
