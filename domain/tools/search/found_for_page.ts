import { unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { CLAIM_FAMILIES, families } from '../../families/mod.ts';
import { parseQuestion } from '../../knowledge/question.ts';
import { cutSnippet } from '../../knowledge/snippet.ts';
import { foldName } from '../../knowledge/words.ts';
import { NO_FILTER } from '../../ports/knowledge.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { shareReads } from '../../reads/entities/read_once.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { groupBy } from '../../values/group_by.ts';
import { type Locale, readLocaleField } from '../../values/language.ts';
import { ok, type Result } from '../../values/result.ts';
import type { ToolContext } from '../tool.ts';
import { findEntries, type QuestionSearch } from './find_entries.ts';
import { explainEmpty, type SourcedEntry } from './knowledge.ts';
import { renderMissingWords } from './shown_answer.ts';
import { describeEntries } from './suggestion_lines.ts';

/** A search result as shown on a page. */
export interface ShownHit extends Pick<SourcedEntry, 'id' | 'kind' | 'layer' | 'name' | 'source' | 'licence' | 'date'> {
  /** The language of the name if it differs from the instance's language. */
  readonly locale?: Locale;
  /** The best-known fact about the hit, such as `41% from Defias Looter`, or a part of a document. May be empty. */
  readonly line: string;
  /** The recipe that makes the item, if it matches the query, too: the line of a suggestion, and its path. */
  readonly recipe: { readonly line: string; readonly path: string } | null;
  /** The path of the hit's page on this instance, or null if it has no page. */
  readonly path: string | null;
  /** The address of a document on another site. */
  readonly url: string | null;
  readonly itemId: number | null;
}

/** The hits of one kind, best first. */
export interface HitGroup {
  readonly kind: string;
  readonly hits: readonly ShownHit[];
}

export interface SearchPage {
  readonly view: SnapshotView | null;
  /** The lines of the answer, if the query is a question that was understood. */
  readonly answer: readonly string[];
  /** Number of first lines of the answer that say how the question was understood. */
  readonly notes: number;
  /** True if the answer or a hit contains data of the imported build. */
  readonly fromFiles: boolean;
  /** The only hit whose whole name equals the query, or null if there is no such hit or more than one. */
  readonly named: ShownHit | null;
  /** True if there are more matches. */
  readonly isCut: boolean;
  /** Entries that match only after typing errors are corrected, to ask for. */
  readonly guesses: readonly ShownHit[];
  /** Says which words were not found or ignored, or null if the entries contain every word. */
  readonly missing: string | null;
  /** All other hits, grouped by kind. Groups are in the order of their best hits. */
  readonly groups: readonly HitGroup[];
  /** Words of the question to highlight in snippets. */
  readonly words: readonly string[];
  /** The reason why nothing was found, or null if there are results. */
  readonly reason: string | null;
}

/**
 * Runs `search_knowledge` and groups the hits by kind for a page. Hits keep their order within a kind, and each gets
 * the path of its page.
 */
export async function searchForPage(
  context: ToolContext,
  { query, limit, realm }: Pick<QuestionSearch, 'query' | 'limit' | 'realm'>,
): Promise<Result<SearchPage, ReadRefusal>> {
  // Reads one hit more than is shown, to find out whether there are more.
  const found = await findEntries(context, { query, limit: limit + 1, realm, ...NO_FILTER });
  const { answer, entries } = found;
  const isAsked = answer !== null && answer.certainty === 'guess';
  const { words } = parseQuestion(query);
  const { hits, fromFiles } = await describeHits(context, entries.slice(0, limit), words);
  const guessed = new Set(entries.filter(({ isGuess }) => isGuess).map(({ id }) => id));
  // The answer itself asks for its guess.
  const guesses = isAsked ? [] : hits.filter(({ id }) => guessed.has(id));
  const key = foldName(query);
  const called = hits.filter(({ name }) => foldName(name) === key);
  const named = called.length === 1 ? called[0]! : null;
  const groups = [
    ...groupBy(
      hits.filter((hit) => hit !== named && !guesses.includes(hit)),
      ({ kind }) => kind,
    ),
  ];
  const reason = hits.length > 0 || answer !== null ? null : await explainEmpty(context);
  return ok({
    view: context.snapshot?.view ?? null,
    named,
    words,
    reason,
    fromFiles: fromFiles || answer?.fromFiles === true,
    guesses,
    missing: renderMissingWords(found)[0] ?? null,
    isCut: entries.length > limit,
    // The page shows an entry with this name itself.
    answer: answer === null || answer.reading.intent === 'about' ? [] : answer.lines,
    notes: answer?.notes ?? 0,
    groups: groups.map(([kind, ofKind]) => ({ kind, hits: ofKind })),
  });
}

/** Returns the entries with what a suggestion says about them, each thing once. */
async function describeHits(
  { snapshot, publisher }: ToolContext,
  entries: readonly SourcedEntry[],
  words: readonly string[],
): Promise<{ readonly hits: readonly ShownHit[]; readonly fromFiles: boolean }> {
  if (snapshot === null || entries.length === 0) return { hits: [], fromFiles: false };
  const { publicUrl } = publisher;
  const recipeIds = entries.flatMap(({ kind, extId }) => (kind === 'recipe' ? `${extId}` : []));
  const [described, locales, recipes] = await Promise.all([
    describeEntries(shareReads(snapshot, publisher), entries),
    readLocales(snapshot, entries),
    snapshot.factsAmong(families.recipes, recipeIds),
  ]);
  const all = entries.map((entry): ShownHit => {
    const { id, kind, layer, text, extId } = entry;
    const { line, url } = described.get(id)!;
    const path = layer !== 'game-files' && url?.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : null;
    return {
      ...entry,
      ...readLocaleField({ locale: locales.get(id) }),
      line: layer === 'document' || line === '' ? cutSnippet(text, words) : layer === 'game-files' ? '' : line,
      recipe: null,
      path,
      url: layer === 'document' && path === null ? url : null,
      itemId: kind === 'item' && extId !== null ? Number(extId) : null,
    };
  });
  const products = new Map([...recipes].map(([id, fact]) => [`recipe:${id}`, unwrapAgreedValue(fact.itemId)]));
  return { hits: mergeAlikeHits(all, products), fromFiles: [...described.values()].some((one) => one.fromFiles) };
}

/**
 * Merges a recipe into the item that it makes if both have one name, and leaves out spells of the game's files with the
 * name of an item or recipe. `products` has the items that recipes make, by the recipes' entries.
 */
function mergeAlikeHits(hits: readonly ShownHit[], products: ReadonlyMap<string, number | null>): readonly ShownHit[] {
  const names = new Set(
    hits.flatMap(({ layer, kind, name }) =>
      layer === 'observed' && (kind === 'item' || kind === 'recipe') ? foldName(name) : [],
    ),
  );
  const makes = ({ id, itemId, name }: ShownHit, { name: made, itemId: product }: ShownHit): boolean =>
    itemId === null && product !== null && products.get(id) === product && foldName(name) === foldName(made);
  return hits
    .filter((hit) => !(hit.kind === 'spell' && names.has(foldName(hit.name))) && !hits.some((item) => makes(hit, item)))
    .map((item) => {
      const { line, path = null } = hits.find((hit) => makes(hit, item)) ?? { line: '' };
      return { ...item, recipe: path === null ? null : { line, path } };
    });
}

/** Returns the languages of observed names, keyed by entry id. Names in the instance's language are omitted. */
async function readLocales(snapshot: Snapshot, entries: readonly SourcedEntry[]): Promise<ReadonlyMap<string, Locale>> {
  const observed = entries.filter(({ layer }) => layer === 'observed');
  const locales = new Map<string, Locale>();
  for (const family of CLAIM_FAMILIES) {
    const { label } = family;
    const own = observed.filter(({ kind, extId }) => extId !== null && kind === label?.kind);
    if (own.length === 0) continue;
    const subjects = own.map(({ extId }) => `${extId}`);
    const facts = await snapshot.factsAmong(family, subjects);
    for (const { id, extId } of own) {
      const fact = facts.get(`${extId}`);
      const locale = fact === undefined ? undefined : label?.name(fact)?.locale;
      if (locale !== undefined) locales.set(id, locale);
    }
  }
  return locales;
}
