import { readQuestion } from '../../knowledge/question.ts';
import { snippetOf } from '../../knowledge/snippet.ts';
import { addressOf, type EntrySource, sourceOf } from '../../knowledge/source.ts';
import type { KnowledgeEntry, SearchHit } from '../../ports/knowledge.ts';
import { shareReads } from '../../reads/entities/read_once.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { fromSnapshot } from '../../reads/served_build.ts';
import type { ToolContext } from '../tool.ts';

/** An entry of the knowledge base as answers list it (schema/tools/knowledge.ts, hit). */
export interface Hit {
  readonly id: string;
  readonly kind: string;
  readonly extId: string | null;
  readonly name: string;
  readonly snippet: string;
  readonly url: string | null;
  readonly source: string;
  readonly licence: string;
  readonly date: string;
}

export interface Hits {
  readonly hits: readonly Hit[];
}

/** Reads the knowledge base of the newest snapshot, or returns `empty` if no snapshot has been written yet. */
export async function readKnowledge<T>(
  { snapshot, snapshots, publisher }: ToolContext,
  empty: T,
  read: (snapshot: PublishedSnapshot) => Promise<T>,
): Promise<T> {
  if (snapshot === null) return empty;
  const { value } = await fromSnapshot(snapshots, snapshot, (one) => read(shareReads(one, publisher)));
  return value;
}

/** An entry with its source and address. */
export type SourcedEntry = KnowledgeEntry & EntrySource & { readonly url: string | null };

export function withSource(entry: KnowledgeEntry, { view, publisher }: PublishedSnapshot): SourcedEntry {
  return {
    ...entry,
    ...sourceOf(entry, view, publisher),
    url: addressOf(entry, publisher),
    version: entry.layer === 'game-files' ? (view.game?.build ?? null) : entry.version,
  };
}

/** Returns the entries of these hits, in the same order, with their texts cut. */
export async function entriesOf(
  snapshot: PublishedSnapshot,
  found: readonly Pick<SearchHit, 'id'>[],
): Promise<readonly SourcedEntry[]> {
  const read = await snapshot.knowledge.excerpts(found.map(({ id }) => id));
  const entries = new Map(read.map((entry) => [entry.id, entry]));
  return found.flatMap(({ id }) => {
    const entry = entries.get(id);
    return entry === undefined ? [] : [withSource(entry, snapshot)];
  });
}

/** Like `entriesOf`, but returns hits. Snippets show the words of `query` in context. */
export async function hitsOf(
  snapshot: PublishedSnapshot,
  found: readonly Pick<SearchHit, 'id'>[],
  query: string,
): Promise<Hits> {
  const entries = await entriesOf(snapshot, found);
  return hitsFrom(entries, query);
}

/** Converts entries to hits. */
export function hitsFrom(entries: readonly SourcedEntry[], query: string): Hits {
  const { words } = readQuestion(query);
  return { hits: entries.map((entry) => hitOf(entry, words)) };
}

function hitOf(
  { id, kind, extId, name, text, url, source, licence, date }: SourcedEntry,
  words: readonly string[],
): Hit {
  return { id, kind, extId, name, snippet: snippetOf(text, words), url, source, licence, date };
}

/** Renders hits as lines, or the reason why there are none. */
export function hitLines(hits: readonly Hit[], reason = 'Nothing was found.'): readonly string[] {
  return hits.length === 0 ? [reason] : hits.map(hitLine);
}

function hitLine({ id, kind, name, snippet, source, licence, date }: Hit): string {
  return `${JSON.stringify(name)} (${kind}, id ${JSON.stringify(id)})${snippet === '' ? '' : `: ${JSON.stringify(snippet)}`} Source: ${JSON.stringify(source)}, ${JSON.stringify(licence)}, ${date}.`;
}
