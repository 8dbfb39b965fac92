import * as v from 'valibot';
import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { splitWords } from '../../../domain/knowledge/words.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import {
  type HitGroup,
  type SearchPage,
  type ShownHit,
  searchForPage,
} from '../../../domain/tools/search/found_for_page.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { HITS_MAX } from '../../../schema/tools/knowledge.ts';
import type { Context } from '../../context.ts';
import { createAsker } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { describeObserved } from '../../pages/observed.ts';
import { linkEntity, renderName } from '../../pages/parts/entity_link.ts';
import { FILE_FACT_MARK } from '../../pages/parts/facts.ts';
import { formatKind, formatKindHeading } from '../../pages/parts/kinds.ts';
import { QUERY_CHARS_MAX, renderSearchForm, toSearchPath } from '../../pages/parts/search_form.ts';
import { readQuery, text } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { joinValues } from '../entity/entity_page.ts';
import { readRealm } from '../entity/route.ts';

const SEARCH_QUERY = v.object({ q: text() });

/**
 * Creates the search page: results for `q` grouped by kind, or help if `q` is missing. Prices on `realm` come first in
 * the answer to a question.
 */
export async function createSearchPage(context: Context, queryString: string): Promise<Result<PageContent, Refusal>> {
  const asked = readQuery(SEARCH_QUERY, queryString);
  if (!asked.ok) return asked;
  const query = asked.value.q?.trim() ?? '';
  const chars = [...query].length;
  if (chars > QUERY_CHARS_MAX) {
    return err(badParameter('q', `q must be at most ${QUERY_CHARS_MAX} characters; it has ${chars}.`));
  }
  const realm = readRealm(queryString);
  if (!realm.ok) return realm;
  const { settings } = context;
  const base = toBasePath(settings.publicUrl);
  if (query === '') {
    const main = html`<h1>Search</h1>
${renderSearchForm(base)}${explainSearch(base)}`;
    return ok({ title: 'Search', path: '/search', description: SEARCH_DESCRIPTION, searches: true, main });
  }
  const found = await createAsker(context)({ answer: searchForPage }, { query, limit: HITS_MAX, realm: realm.value });
  if (!found.ok) return found;
  const { view, named, groups, reason } = found.value;
  const layers = new Set([named, ...groups.flatMap(({ hits }) => hits)].map((hit) => hit?.layer));
  return ok({
    title: `Search: ${query}`,
    hidden: true,
    searches: true,
    data: `/api/tools/search_knowledge?${new URLSearchParams({ query, limit: `${HITS_MAX}` })}`,
    ...(layers.has('observed') ? { observed: describeObserved(view, settings) } : {}),
    gameData:
      (found.value.fromFiles || layers.has('game-files')) && view?.game != null ? buildGameDataNotice(view.game) : null,
    uncacheable: view === null,
    main: html`<h1 class="unseen">Search: ${renderName(query)}</h1>
${renderSearchForm(base, query)}${reason === null ? renderResults(found.value, settings.publicUrl) : html`<p>${reason}</p>\n${explainSearch(base)}`}`,
  });
}

const SEARCH_DESCRIPTION = 'Find items, creatures, quests, zones, recipes and guides by name, even if misspelt.';

function renderResults(found: SearchPage, publicUrl: string): unknown {
  const { named, answer, notes, guesses, missing, groups, words, isCut } = found;
  const base = toBasePath(publicUrl);
  const total = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  const hasEntity = named !== null || groups.some(({ hits }) => hits.some(({ layer }) => layer !== 'document'));
  const all = isCut ? `The first ${total} results.` : `${formatQuantity(total, 'result')}.`;
  const beside = isCut ? `The first ${total} other results:` : 'Other results:';
  return html`${answer.length === 0 ? '' : renderAnswerBox(answer, publicUrl, notes)}${renderGuesses(guesses, missing, base)}${named === null ? '' : renderNamedHit(named, words, base)}${
    total === 0 ? '' : html`<p class="quiet">${named === null ? all : beside}</p>\n`
  }<div class="results">
${groups.map((group) => renderHitGroup(group, words, base))}</div>
${hasEntity ? '' : answer.length === 0 ? explainSearch(base) : renderEntryPoints(base)}`;
}

/** Number of suggestions in the question that asks for them. */
const GUESSES_SHOWN_MAX = 5;

/** Says which words were not found or ignored, and asks whether one of the suggestions is meant. */
function renderGuesses(guesses: readonly ShownHit[], missing: string | null, base: string): unknown {
  const shown = guesses.slice(0, GUESSES_SHOWN_MAX);
  const links = shown.map(
    (hit, at) => html`${at === 0 ? '' : at === shown.length - 1 ? ' or ' : ', '}${renderHitLink(hit, base)}`,
  );
  return html`${missing === null ? '' : html`<p>${missing}</p>\n`}${
    shown.length === 0 ? '' : html`<p class="meant">Did you mean ${links}?</p>\n`
  }`;
}

function renderNamedHit(hit: ShownHit, words: readonly string[], base: string): unknown {
  return html`<div class="named">
<p class="quiet">${formatKind(hit.kind)}</p>
<p class="name">${renderHitLink(hit, base)}</p>
${renderHitText(hit, words, base)}${renderProvenance(hit)}</div>
`;
}

function renderHitGroup({ kind, hits }: HitGroup, words: readonly string[], base: string): unknown {
  return html`<section>
<h2>${formatKindHeading(kind)}</h2>
<ul class="plain hits">
${hits.map((hit) => html`<li>${renderHitLink(hit, base)}${hit.layer === 'game-files' ? html` ${FILE_FACT_MARK}` : ''}${renderHitText(hit, words, base)}${renderProvenance(hit)}</li>\n`)}</ul>
</section>
`;
}

/** Renders the name of a hit, linked to its page or to the document's URL. */
function renderHitLink({ name, locale, path, url, itemId }: ShownHit, base: string): unknown {
  if (itemId !== null) return linkEntity({ kind: 'item', id: itemId, name, locale, url: path }, base);
  if (path !== null) return html`<a href="${base}${path}">${renderName(name, locale)}</a>`;
  if (url !== null) return html`<a href="${url}" rel="external nofollow">${renderName(name, locale)}</a>`;
  return html`<strong>${renderName(name, locale)}</strong>`;
}

/** Renders the line of a hit, and a link to its recipe. Words are highlighted in documents only; other lines are facts. */
function renderHitText({ line, layer, recipe }: ShownHit, words: readonly string[], base: string): unknown {
  const made = recipe === null ? null : `made with ${recipe.line}`;
  const shown = layer === 'document' ? highlightWords(line, words) : html`<bdi>${line}</bdi>`;
  const link = recipe === null ? '' : html`<a href="${base}${recipe.path}">${made}</a>`;
  const parts = [...(line === '' || line === made ? [] : [shown]), ...(made === null ? [] : [link])];
  return parts.length === 0 ? '' : html`<p class="snippet">${joinValues(parts, ' · ')}</p>\n`;
}

/** Says where a document is from. The page's footer says it of all other hits. */
function renderProvenance({ layer, source, licence, date }: ShownHit): unknown {
  return layer === 'document'
    ? html`<p class="from">From: <bdi>${source}, ${licence}, ${date.slice(0, 10)}</bdi></p>
`
    : '';
}

function explainSearch(base: string): unknown {
  return html`<p>Type a name or a part of it, even misspelt. Questions work as well:
<a href="${base}${toSearchPath('what drops linen cloth')}">what drops linen cloth</a>. You can also search by number:
<a href="${base}${toSearchPath('item 2589')}">item 2589</a>.</p>
${renderEntryPoints(base)}`;
}

function renderEntryPoints(base: string): unknown {
  return html`<p>Or browse:
<a href="${base}/items">items by category</a>, <a href="${base}/npcs">creatures and people by zone</a>,
<a href="${base}/quests">quests</a>, <a href="${base}/professions">professions</a>,
<a href="${base}/talents">talents</a>. About this site: <a href="${base}/upload">report what you found</a>,
<a href="${base}/coverage">what needs reports</a>, <a href="${base}/addons">files for addons</a>.</p>
`;
}

const WORD_PATTERN = /[\p{L}\p{N}\p{M}]+/gu;

/** Renders a text, highlighting the words that begin with one of the words in `sought`. */
export function highlightWords(text: string, sought: readonly string[]): unknown {
  const parts: unknown[] = [];
  let at = 0;
  for (const match of text.matchAll(WORD_PATTERN)) {
    const word = splitWords(match[0])[0] ?? '';
    if (!sought.some((one) => word.startsWith(one))) continue;
    parts.push(text.slice(at, match.index), html`<mark>${match[0]}</mark>`);
    at = match.index + match[0].length;
  }
  return html`<bdi>${[...parts, text.slice(at)]}</bdi>`;
}

/**
 * Renders the answer to a question: its lines as paragraphs, the first of which are `notes` about the question, and lines
 * that begin with a dash as a list.
 */
export function renderAnswerBox(lines: readonly string[], publicUrl: string, notes = 0): unknown {
  const blocks: { readonly isList: boolean; readonly lines: string[] }[] = [];
  for (const line of lines) {
    const isList = line.startsWith('- ');
    const last = blocks.at(-1);
    if (last !== undefined && isList && last.isList) last.lines.push(line);
    else blocks.push({ isList, lines: [line] });
  }
  return html`<section class="named answer" aria-label="Answer">
${blocks.map(({ isList, lines: own }, at) =>
  isList
    ? html`<ul>${own.map((line) => html`<li>${renderAnswerLine(line.slice(2), publicUrl)}</li>`)}</ul>\n`
    : html`<p${at < notes ? html` class="quiet"` : ''}>${renderAnswerLine(own[0]!, publicUrl)}</p>\n`,
)}</section>
`;
}

/** A sentence with the address of a page behind it, without names, which could contain addresses. */
const ADDRESSED = /^([^"]*): (https?:\/\/[^\s"]+)$/u;

/** Links pages of this instance by their paths, so that readers stay on the host under which they opened this page. */
function renderAnswerLine(line: string, publicUrl: string): unknown {
  const base = toBasePath(publicUrl);
  const [, sentence, address] = ADDRESSED.exec(line) ?? [];
  if (address === undefined) return replaceNamesByLinks(line, base);
  const to = address.startsWith(`${publicUrl}/`) ? base + address.slice(publicUrl.length) : address;
  return html`<a href="${to}">${sentence}</a>`;
}

/** A quoted name, as the texts of tools write it, with the kind and number of the entity if it has a page. */
const QUOTED_NAME = /"((?:[^"\\]|\\.)*)"(?: \((item|npc|quest|object|zone) (\d+)(, |\)))?/gu;

/** Renders names without quotation marks. Names of entities become links to their pages, without the number. */
function replaceNamesByLinks(text: string, base: string): unknown {
  const parts: unknown[] = [];
  let at = 0;
  for (const match of text.matchAll(QUOTED_NAME)) {
    const [whole, escaped, kind, id, end] = match;
    const name = html`<bdi>${unescapeName(escaped!)}</bdi>`;
    parts.push(text.slice(at, match.index));
    parts.push(kind === undefined ? name : linkEntity({ kind, id: Number(id), name: unescapeName(escaped!) }, base));
    if (end === ', ') parts.push(' (');
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

/** Returns the text of a quoted name. Escapes of invisible characters (domain/values/quoted.ts) stay visible. */
function unescapeName(escaped: string): string {
  return escaped.replace(/\\(["\\])/gu, '$1');
}
