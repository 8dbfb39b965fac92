import { agreedValue } from '../../families/counting/agreed.ts';
import { CLAIM_FAMILIES, families } from '../../families/mod.ts';
import { readQuestion } from '../../knowledge/question.ts';
import { snippetOf } from '../../knowledge/snippet.ts';
import { nameKey } from '../../knowledge/words.ts';
import { type KnowledgeLayer, NO_FILTER } from '../../ports/knowledge.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import { isPaged } from '../../values/entity_page.ts';
import { groupBy } from '../../values/group_by.ts';
import { type Locale, localeOf } from '../../values/language.ts';
import { recipePath } from '../../values/profession_page.ts';
import { ok, type Result } from '../../values/result.ts';
import type { ToolContext } from '../tool.ts';
import { findEntries } from './find_entries.ts';
import { nothingFound, type SourcedEntry } from './knowledge.ts';
import { missingWordsLine } from './shown_answer.ts';

export interface ShownHit {
  readonly kind: string;
  readonly layer: KnowledgeLayer;
  readonly name: string;
  /** The language of the name if it differs from the instance's language. */
  readonly locale?: Locale;
  readonly snippet: string;
  /** The path of the hit's page on this instance, or null if it has no page. */
  readonly path: string | null;
  /** The external address of a document. */
  readonly url: string | null;
  /** The number of the item, or null if the hit is no item. */
  readonly itemId: number | null;
  readonly source: string;
  readonly licence: string;
  readonly date: string;
}

/** The hits of one kind, best first. */
export interface HitGroup {
  readonly kind: string;
  readonly hits: readonly ShownHit[];
}

export interface FoundForPage {
  readonly view: SnapshotView | null;
  /** The lines of the answer, if the query is a question that was understood. */
  readonly answer: readonly string[];
  /** True if the answer contains data of the imported build. */
  readonly answerFromFiles: boolean;
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
export async function foundForPage(
  context: ToolContext,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<Result<FoundForPage, ReadRefusal>> {
  // Reads one hit more than is shown, to find out whether there are more.
  const found = await findEntries(context, { query, limit: limit + 1, ...NO_FILTER });
  const { answer, entries } = found;
  const isAsked = answer !== null && answer.certainty === 'guess';
  const { words } = readQuestion(query);
  const hits = await shownHits(context, entries.slice(0, limit), words);
  // The answer itself asks for its guess.
  const guesses = isAsked ? [] : hits.filter((_, at) => entries[at]!.isGuess);
  const key = nameKey(query);
  const called = hits.filter(({ name }) => nameKey(name) === key);
  const named = called.length === 1 ? called[0]! : null;
  const groups = [
    ...groupBy(
      hits.filter((hit) => hit !== named && !guesses.includes(hit)),
      ({ kind }) => kind,
    ),
  ];
  const reason = hits.length > 0 || answer !== null ? null : await nothingFound(context);
  return ok({
    view: context.snapshot?.view ?? null,
    named,
    words,
    reason,
    answerFromFiles: answer?.fromFiles === true,
    guesses,
    missing: missingWordsLine(found)[0] ?? null,
    isCut: entries.length > limit,
    // The page shows an entry with this name itself.
    answer: answer === null || answer.reading.intent === 'about' ? [] : answer.lines,
    groups: groups.map(([kind, ofKind]) => ({ kind, hits: ofKind })),
  });
}

async function shownHits(
  { snapshot }: ToolContext,
  entries: readonly SourcedEntry[],
  words: readonly string[],
): Promise<readonly ShownHit[]> {
  if (snapshot === null || entries.length === 0) return [];
  const idsOf = (kind: string): readonly number[] =>
    entries.filter((entry) => entry.kind === kind && entry.extId !== null).map(({ extId }) => Number(extId));
  const [recipes, locales] = await Promise.all([
    snapshot.factsAmong(families.recipes, idsOf('recipe').map(String)),
    readLocales(snapshot, entries),
  ]);
  const professionOf = (id: string): string | null => agreedValue(recipes.get(id)?.profession);
  return entries.map((entry) => {
    const { kind, layer, name, text, source, licence, date } = entry;
    return {
      ...localeOf({ locale: locales.get(entry.id) }),
      kind,
      layer,
      name,
      snippet: snippetOf(text, words),
      source,
      licence,
      date,
      path: pathOf(entry, professionOf),
      url: layer === 'document' ? entry.url : null,
      itemId: kind === 'item' && entry.extId !== null ? Number(entry.extId) : null,
    };
  });
}

/**
 * Returns the path where an observed entity is shown: the entity's page, or for a recipe, the page of its profession.
 */
function pathOf(
  { kind, layer, extId, name }: SourcedEntry,
  professionOf: (recipeId: string) => string | null,
): string | null {
  if (layer !== 'observed' || extId === null) return null;
  if (isPaged(kind) || kind === 'zone') return `/${kind}/${extId}`;
  if (kind !== 'recipe') return null;
  const profession = professionOf(extId);
  return profession === null ? null : recipePath({ recipeId: extId, name, profession });
}

/** Returns the languages of observed names, keyed by entry id. Names in the instance's language are omitted. */
async function readLocales(snapshot: Snapshot, entries: readonly SourcedEntry[]): Promise<ReadonlyMap<string, Locale>> {
  const observed = entries.filter(({ layer }) => layer === 'observed');
  const locales = new Map<string, Locale>();
  for (const family of CLAIM_FAMILIES) {
    const { label } = family;
    const own = observed.filter(({ kind, extId }) => extId !== null && kind === label?.kind);
    if (own.length === 0) continue;
    const facts = await snapshot.factsAmong(
      family,
      own.map(({ extId }) => `${extId}`),
    );
    for (const { id, extId } of own) {
      const fact = facts.get(`${extId}`);
      const locale = fact === undefined ? undefined : label?.name(fact)?.locale;
      if (locale !== undefined) locales.set(id, locale);
    }
  }
  return locales;
}
