import type { CardType } from '../../../domain/values/entity_page.ts';
import { html } from '../../pages/html.ts';
import { type NamedEntity, nameOf, numbered } from '../../pages/parts/entity_link.ts';
import { type Fact, factSheet } from '../../pages/parts/facts.ts';

/** The top of an entity's page. */
export interface Sheet {
  readonly entity: NamedEntity & { readonly kind: CardType };
  /** Short descriptions beside its number, such as its quality. */
  readonly traits: readonly unknown[];
  readonly quality?: string | null;
  /** Path of its icon. */
  readonly iconPath?: string | null;
  readonly facts: readonly Fact[];
  /** A box with data from the game's files. */
  readonly filed?: unknown;
}

/** Returns an entity's agreed name, or a label with its number. */
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
<p>${told.length === 0 ? 'Name not confirmed yet' : told.map((trait, at) => html`${at === 0 ? '' : ' · '}${trait}`)}</p>
</hgroup>
${factSheet(facts)}${filed}</div>
`;
}
