import type { get_by_name } from '../../../schema/tools/knowledge.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { parseQuestion } from '../../knowledge/question.ts';
import { cutSnippet } from '../../knowledge/snippet.ts';
import { buildProvenance, type EntryProvenance, findEntryAddress } from '../../knowledge/source.ts';
import type { KnowledgeEntry, SearchHit } from '../../ports/knowledge.ts';
import { formatAgreedName, readZonesById } from '../../reads/entities/places.ts';
import { shareReads } from '../../reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { FIRST_SNAPSHOT_TEXT } from '../../reads/list.ts';
import { readFromSnapshot } from '../../reads/served_build.ts';
import { joinWithAnd } from '../../values/phrases.ts';
import { explainEmptiness, NO_BUILD_HINT, NO_DOCUMENTS_HINT } from '../shared/empty_hints.ts';
import type { ToolContext } from '../tool.ts';
import { readDirectory } from './directory.ts';

/**
 * Explains why nothing was found and how to add data: there may be no uploads, no build or no documents yet, or the
 * knowledge base may simply not contain these words.
 */
export async function explainEmpty(
  { snapshot }: Pick<ToolContext, 'snapshot'>,
  what = 'Nothing was found.',
): Promise<string> {
  if (snapshot === null) return `${what} ${FIRST_SNAPSHOT_TEXT}`;
  return [
    what,
    explainEmptiness(snapshot.view) ?? 'A name is known once three players have reported it.',
    ...(snapshot.view.game === null ? [NO_BUILD_HINT] : []),
    ...((await snapshot.knowledge.hasDocuments()) ? [] : [NO_DOCUMENTS_HINT]),
  ].join(' ');
}

/** Adds the explanation of `explainEmpty` to an empty answer. Returns any other answer unchanged. */
export async function addReason<T extends object>(
  context: Pick<ToolContext, 'snapshot'>,
  answer: T,
  isEmpty: boolean,
  what?: string,
): Promise<T & { readonly reason?: string }> {
  return isEmpty ? { ...answer, reason: await explainEmpty(context, what) } : answer;
}

/** Entries of the knowledge base as listed in answers. */
export type Hits = Pick<ToolAnswer<typeof get_by_name>, 'hits'>;
export type KnowledgeHit = Hits['hits'][number];

/** Reads the knowledge base of the newest snapshot, or returns `empty` if no snapshot has been written yet. */
export async function readKnowledge<T>(
  { snapshot, snapshots, publisher }: ToolContext,
  empty: T,
  read: (snapshot: PublishedSnapshot) => Promise<T>,
): Promise<T> {
  if (snapshot === null) return empty;
  const { value } = await readFromSnapshot(snapshots, snapshot, (one) => read(shareReads(one, publisher)));
  return value;
}

/** An entry with its source and address. */
export type SourcedEntry = KnowledgeEntry & EntryProvenance & { readonly url: string | null };

export function addProvenance(entry: KnowledgeEntry, { view, publisher }: PublishedSnapshot): SourcedEntry {
  return {
    ...entry,
    ...buildProvenance(entry, view, publisher),
    url: findEntryAddress(entry, publisher),
    version: entry.layer === 'game-files' ? (view.game?.build ?? null) : entry.version,
  };
}

/** Returns the entries with these ids, in the same order, with shortened texts. */
export async function readEntries(
  snapshot: PublishedSnapshot,
  ids: readonly string[],
): Promise<readonly SourcedEntry[]> {
  const read = await addEntryZones(snapshot, await snapshot.knowledge.excerpts(ids));
  const entries = new Map([...read, ...(await readListedEntries(snapshot, ids))].map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => {
    const entry = entries.get(id);
    return entry === undefined ? [] : [addProvenance(entry, snapshot)];
  });
}

/** Returns the professions, classes, realms and roles among these ids. They are in no table of entries. */
async function readListedEntries(
  snapshot: PublishedSnapshot,
  ids: readonly string[],
): Promise<readonly KnowledgeEntry[]> {
  const asked = new Set(ids);
  const listed = (await readDirectory(snapshot)).filter(({ id }) => asked.has(id));
  return listed.map((entry) => createEntry({ ...entry, layer: 'observed', extId: null }));
}

/** Returns an entry that is in no table. Its source follows from its layer. */
export function createEntry(
  entry: Pick<KnowledgeEntry, 'layer' | 'id' | 'kind' | 'extId' | 'name' | 'text'>,
): KnowledgeEntry {
  return { ...entry, url: null, source: null, licence: null, date: null, version: null };
}

/** Adds the zones of objects to their texts, because many objects have the same name. */
async function addEntryZones(
  snapshot: PublishedSnapshot,
  entries: readonly KnowledgeEntry[],
): Promise<readonly KnowledgeEntry[]> {
  const objects = entries.filter(({ layer, kind }) => layer === 'observed' && kind === 'object');
  if (objects.length === 0) return entries;
  const ids = objects.map(({ extId }) => Number(extId));
  const zones = await readZonesById(snapshot, 'object', ids);
  return entries.map((entry) => {
    const own = objects.includes(entry) ? (zones.get(Number(entry.extId)) ?? []) : [];
    const names = own.flatMap((zone) => formatAgreedName(zone) ?? []);
    return names.length === 0 ? entry : { ...entry, text: `${entry.text} Found in ${joinWithAnd(names)}.` };
  });
}

/** Like `readEntries`, but returns hits. Snippets show the words of `query` in context. */
export async function readHits(snapshot: PublishedSnapshot, found: readonly SearchHit[], query: string): Promise<Hits> {
  const ids = found.map(({ id }) => id);
  return buildHits(await readEntries(snapshot, ids), query);
}

/** Returns the member that marks an entry as a suggestion. */
export function buildGuessField(isGuess: boolean): { readonly guess?: true } {
  return isGuess ? { guess: true } : {};
}

export function buildHits(entries: readonly (SourcedEntry & { readonly isGuess?: boolean })[], query: string): Hits {
  const { words } = parseQuestion(query);
  return {
    hits: entries.map(({ id, kind, extId, name, text, url, source, licence, date, isGuess = false }) => {
      const snippet = cutSnippet(text, words);
      return { id, kind, extId, name, snippet, url, source, licence, date, ...buildGuessField(isGuess) };
    }),
  };
}

/** Renders hits as lines, or the reason why there are none. */
export function renderHits(hits: readonly KnowledgeHit[], reason = 'Nothing was found.'): readonly string[] {
  return hits.length === 0 ? [reason] : hits.map(renderHit);
}

export function renderHit({ id, kind, name, snippet, source, licence, date }: KnowledgeHit): string {
  return `${JSON.stringify(name)} (${kind}, id ${JSON.stringify(id)})${snippet === '' ? '' : `: ${JSON.stringify(snippet)}`} Source: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}.`;
}
