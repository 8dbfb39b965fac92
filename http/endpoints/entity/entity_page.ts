import { moneyText } from '../../../domain/cards/words.ts';
import type { CardType } from '../../../domain/values/entity_page.ts';
import { describeBriefly, type ShownRate } from '../../../domain/values/estimates/describe_rate.ts';
import { allOf } from '../../../domain/values/phrases.ts';
import type { Result } from '../../../domain/values/result.ts';
import type { Ask } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { type ObservedFooter, observedFooter } from '../../pages/observed.ts';
import type { PageState } from '../../pages/page_route.ts';
import type { AgreedValue } from '../../pages/parts/agreed.ts';
import { type NamedEntity, nameOf, numbered } from '../../pages/parts/entity_link.ts';
import { type Fact, factSheet } from '../../pages/parts/facts.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** The dependencies of entity pages. */
export interface EntityPageContext {
  readonly ask: Ask;
  /** The base path of the instance (layout.ts, basePath). */
  readonly base: string;
  /** Returns the path of the operator's picture for an icon, or null if there is none. */
  readonly iconPath: (icon: string | null) => Promise<string | null>;
}

export type EntityPageResult = Result<(PageContent & PageState) | NothingPublic, Refusal>;

/** The result if nothing about the entity is public. `nothing` explains briefly why, and what would change that. */
interface NothingPublic {
  readonly nothing: string;
}

export function nothing({ reason }: { readonly reason?: string | undefined }): NothingPublic {
  return { nothing: reason ?? 'No facts about it are public yet.' };
}

type PagedEntity = NamedEntity & { readonly kind: CardType };

/** Builds the content of an entity's page. `parts` make up its description; parts that do not fit are omitted. */
export function entityPage(
  entity: PagedEntity,
  answer: ObservedFooter,
  { parts, main }: { readonly parts: readonly (string | null)[]; readonly main: unknown },
): PageContent {
  const { kind, id } = entity;
  return {
    title: titleOf(entity),
    description: descriptionOf(entity, parts),
    path: `/${kind}/${id}`,
    picture: `/${kind}/${id}/picture.png`,
    data: `/api/tools/${kind}_page?${kind}Id=${id}`,
    ...observedFooter(answer),
    main,
  };
}

/** Returns an entity's agreed name, or a label with its number. */
export function titleOf({ kind, id, name }: NamedEntity): string {
  return name ?? numbered(kind, id);
}

/** Approximate length at which sites truncate the description of a link. */
const CHARS_MAX = 280;

/** Returns a description such as `Linen Cloth: dropped by Kobold Worker (about 35%); sold by …`. */
function descriptionOf(entity: NamedEntity, parts: readonly (string | null)[]): string {
  const [first, ...others] = parts.filter((part) => part !== null);
  let sentence = `${titleOf(entity)}: ${first ?? 'observations of players'}`;
  for (const part of others) {
    if (sentence.length + part.length > CHARS_MAX) break;
    sentence += `; ${part}`;
  }
  return `${[...sentence].slice(0, 2 * CHARS_MAX).join('')}.`;
}

const NAMED = 3;

/** Returns text such as `dropped by Kobold Worker (about 35%), Defias Thug (rare) and 4 more`, or null for an empty list. */
export function listed<R>(
  verb: string,
  { rows, total }: { readonly rows: readonly R[]; readonly total: number },
  nameRow: (row: R) => string,
): string | null {
  if (total === 0 || rows.length === 0) return null;
  const shown = rows.slice(0, NAMED);
  const more = total - shown.length;
  return `${verb} ${shown.map(nameRow).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function withRate(entity: NamedEntity, rate: ShownRate): string {
  return `${titleOf(entity)} (${describeBriefly(rate)})`;
}

/** Returns `Innkeeper (25c)`, or only the name if there is no agreed price. */
export function withPrice(entity: NamedEntity, prices: readonly AgreedValue<number>[]): string {
  return prices[0] === undefined ? titleOf(entity) : `${titleOf(entity)} (${moneyText(prices[0].value)})`;
}

/** The top of an entity's page. */
interface Sheet {
  readonly entity: PagedEntity;
  /** Short descriptions beside the entity's number, such as its quality. */
  readonly traits: readonly unknown[];
  readonly quality?: string | null;
  /** Path of the entity's icon. */
  readonly iconPath?: string | null;
  readonly facts: readonly Fact[];
  /** A box with data from the game's files. */
  readonly filed?: unknown;
}

export function sheet({ entity, traits, quality = null, iconPath = null, facts, filed = '' }: Sheet): unknown {
  const { kind, id, name, locale } = entity;
  const shown = [
    ...(name === null ? [] : [numbered(kind, id)]),
    ...(locale === undefined ? [] : [`name in ${locale}`]),
    ...traits,
  ];
  const look = quality === null ? '' : html` class="q-${quality}"`;
  const icon = iconPath === null ? '' : html`<img src="${iconPath}" alt="" width="40" height="40"> `;
  return html`<div class="sheet">
<hgroup>
<h1${look}>${icon}${name === null ? numbered(kind, id) : nameOf(name)}</h1>
<p>${shown.length === 0 ? 'Name not confirmed yet' : inRow(shown, ' · ')}</p>
</hgroup>
${factSheet(facts)}${filed}</div>
`;
}

/** Renders values in a row, with a separator between them. */
export function inRow(values: readonly unknown[], separator = ', '): readonly unknown[] {
  return values.map((value, at) => html`${at === 0 ? '' : separator}${value}`);
}

/** Renders which of these facts are unknown, and how to report them. `beside` is an additional sentence. */
export function missing(facts: readonly (readonly [name: string, isKnown: boolean])[], beside: string | null = null) {
  const unknown = facts.flatMap(([name, isKnown]) => (isKnown ? [] : [name]));
  const sentences = [
    ...(unknown.length === 0 ? [] : [`Not known yet: ${allOf(unknown)}. Your report could be the first.`]),
    ...(beside === null ? [] : [beside]),
  ];
  return sentences.length === 0 ? '' : html`<p class="quiet missing">${sentences.join(' ')}</p>\n`;
}
