import { formatMoney } from '../../../domain/cards/words.ts';
import type { DropDays } from '../../../domain/reads/entities/observed_edges.ts';
import type { CardType } from '../../../domain/values/entity_page.ts';
import { appendFewLooters, formatShortRate, type RateRange } from '../../../domain/values/estimates/describe_rate.ts';
import { joinWithAnd } from '../../../domain/values/phrases.ts';
import type { Result } from '../../../domain/values/result.ts';
import type { AskTool } from '../../pages/ask.ts';
import { FEED_PATHS } from '../../pages/feeds.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { createObservedFooter, type ObservedFooter } from '../../pages/observed.ts';
import type { PageState } from '../../pages/page_route.ts';
import type { AgreedValue } from '../../pages/parts/agreed.ts';
import { formatLabel, type NamedEntity, renderName } from '../../pages/parts/entity_link.ts';
import { renderFacts, type SheetFact } from '../../pages/parts/facts.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

export interface EntityPageContext {
  readonly ask: AskTool;
  readonly dropDays: (kind: 'item' | 'npc' | 'object', id: number) => Promise<DropDays>;
  readonly base: string;
}

export type EntityPageResult = Result<(PageContent & PageState) | NothingPublic, Refusal>;

/** The result if nothing about the entity is public. `nothing` explains briefly why, and what would change that. */
interface NothingPublic {
  readonly nothing: string;
}

export function explainNothingPublic({ reason }: { readonly reason?: string | undefined }): NothingPublic {
  return { nothing: reason ?? 'No facts about it are public yet.' };
}

type PageEntity = NamedEntity & { readonly kind: CardType };

/** Builds the content of an entity's page. `parts` make up its description; parts that do not fit are omitted. */
export function buildEntityPage(
  entity: PageEntity,
  answer: ObservedFooter,
  { parts, main }: { readonly parts: readonly (string | null)[]; readonly main: unknown },
): PageContent {
  const { kind, id, url } = entity;
  return {
    title: formatTitle(entity),
    description: formatDescription(entity, parts),
    path: `/${kind}/${id}`,
    data: `/api/tools/${kind}_page?${kind}Id=${id}`,
    feeds: url === null ? [] : [{ title: `Changes to ${formatTitle(entity)}`, path: FEED_PATHS.entity(kind, id) }],
    ...createObservedFooter(answer),
    main,
  };
}

/** Returns an entity's agreed name, or a label with its number. */
export function formatTitle({ kind, id, name }: NamedEntity): string {
  return name ?? formatLabel(kind, id);
}

/** Approximate length at which sites truncate the description of a link. */
const DESCRIPTION_CHARS_MAX = 280;

/** Returns a description such as `Linen Cloth: dropped by Kobold Worker (about 35%); sold by …`. */
function formatDescription(entity: NamedEntity, parts: readonly (string | null)[]): string {
  const [first, ...others] = parts.filter((part) => part !== null);
  let sentence = `${formatTitle(entity)}: ${first ?? 'observations of players'}`;
  for (const part of others) {
    if (sentence.length + part.length > DESCRIPTION_CHARS_MAX) break;
    sentence += `; ${part}`;
  }
  return `${[...sentence].slice(0, 2 * DESCRIPTION_CHARS_MAX).join('')}.`;
}

const NAMES_MAX = 3;

/** Returns text such as `dropped by Kobold Worker (about 35%), Defias Thug (rare) and 4 more`, or null for an empty list. */
export function listFirstNames<R>(
  verb: string,
  { rows, total }: { readonly rows: readonly R[]; readonly total: number },
  nameRow: (row: R) => string,
): string | null {
  if (total === 0 || rows.length === 0) return null;
  const shown = rows.slice(0, NAMES_MAX);
  return `${verb} ${shown.map(nameRow).join(', ')}${formatMoreCount(total - shown.length)}`;
}

/** Returns ` and 1,200 more`, or nothing if a list names everything. */
export function formatMoreCount(count: number): string {
  return count > 0 ? ` and ${count.toLocaleString('en-GB')} more` : '';
}

export function formatRatedName(entity: NamedEntity, rate: RateRange & { readonly reporters: number }): string {
  return `${formatTitle(entity)} (${appendFewLooters(formatShortRate(rate), rate)})`;
}

/** Returns `Innkeeper (25c)`, or only the name if there is no agreed price. */
export function formatPricedName(entity: NamedEntity, prices: readonly AgreedValue<number>[]): string {
  return prices[0] === undefined ? formatTitle(entity) : `${formatTitle(entity)} (${formatMoney(prices[0].value)})`;
}

interface EntityTop {
  readonly entity: PageEntity;
  /** The heading if it differs from the entity's name. */
  readonly heading?: unknown;
  /** Short descriptions below the name. */
  readonly traits: readonly unknown[];
  /** The most important facts as sentences. Empty sentences are omitted. */
  readonly answer: readonly unknown[];
  /** Agreed values with the number of players behind each, which readers can unfold. */
  readonly agreed: readonly SheetFact[];
}

/** Renders the top of an entity's page: its name, an answer at a glance, and the agreed values. */
export function renderTop({ entity, heading, traits, answer, agreed }: EntityTop): unknown {
  const { kind, id, name } = entity;
  return html`<div class="sheet panel">
<hgroup>
<h1>${heading ?? (name === null ? formatLabel(kind, id) : renderName(name))}</h1>
<p>${renderTraits(entity, traits)}</p>
</hgroup>
${renderAnswerSentences(answer)}${renderAgreement(agreed)}</div>
`;
}

/** Renders an entity's number and short descriptions of it in one line. */
export function renderTraits({ kind, id, name, locale }: PageEntity, traits: readonly unknown[]): unknown {
  const about = [
    ...traits,
    ...(name === null ? ['name not confirmed yet'] : [html`<span class="quiet">${formatLabel(kind, id)}</span>`]),
    ...(locale === undefined ? [] : [`name in ${locale}`]),
  ];
  return joinValues(about, ' · ');
}

/** Renders sentences that answer what most readers ask. Empty sentences are omitted. */
export function renderAnswerSentences(sentences: readonly unknown[]): unknown {
  const said = sentences.filter((sentence) => sentence !== '' && sentence !== null);
  return said.length === 0 ? '' : html`<p class="answer">${joinValues(said, ' ')}</p>\n`;
}

/** Renders how many players agree on each value, folded. Facts without an agreed value are omitted. */
export function renderAgreement(facts: readonly SheetFact[]): unknown {
  const agreed = facts.filter(({ value }) => value !== null);
  return agreed.length === 0
    ? ''
    : html`<details class="agreement"><summary>Confirmed by players</summary>
${renderFacts(agreed)}</details>
`;
}

/** Renders values in a row, with a separator between them. */
export function joinValues(values: readonly unknown[], separator = ', '): readonly unknown[] {
  return values.map((value, at) => html`${at === 0 ? '' : separator}${value}`);
}

/** Renders which of these facts are unknown, and how to report them. `beside` is an additional sentence. */
export function renderMissing(
  base: string,
  facts: readonly (readonly [name: string, isKnown: boolean])[],
  beside: string | null = null,
) {
  const unknown = facts.flatMap(([name, isKnown]) => (isKnown ? [] : [name]));
  const sentences = [
    ...(unknown.length === 0
      ? []
      : [html`Not known yet: ${joinWithAnd(unknown)}. <a href="${base}/upload">Your report could be the first</a>.`]),
    ...(beside === null ? [] : [beside]),
  ];
  return sentences.length === 0 ? '' : html`<p class="quiet missing">${joinValues(sentences, ' ')}</p>\n`;
}
