import { LENGTHS } from '../../../schema/limits.ts';
import { readQuestion } from '../../knowledge/question.ts';
import { type Search, searchKnowledge } from '../../knowledge/search.ts';
import { nameKey } from '../../knowledge/words.ts';
import type { SearchHit } from '../../ports/knowledge.ts';
import type { ToolContext } from '../tool.ts';
import { entriesOf, readKnowledge, type SourcedEntry } from './knowledge.ts';
import { numberedEntry } from './numbered.ts';
import { followedOf, type RelatedEntries } from './related_entries.ts';

/** Number of extra entries to read, which replace duplicates. */
const SPARE = 10;

/**
 * Returns the best matches for a query. If the query names an entity by number, that entity is the only result.
 * Otherwise, the results are the search results and, if the query asks for a relation, the related entries. There are
 * no duplicates, and `fetch` accepts every id.
 */
export async function findEntries(context: ToolContext, search: Search): Promise<readonly SourcedEntry[]> {
  const numbered = await numberedEntry(context, search.query);
  const first = numbered;
  if (first !== null && (search.kind ?? first.kind) === first.kind && search.version === null) return [first];
  return readKnowledge<readonly SourcedEntry[]>(context, [], async (snapshot) => {
    const found = await searchKnowledge(snapshot, { ...search, limit: search.limit + SPARE });
    const followed = await followedOf(snapshot, search);
    const ids = inOrder(found, followed, search.query);
    const entries = await entriesOf(
      snapshot,
      ids.slice(0, 2 * search.limit + SPARE).map((id) => ({ id })),
    );
    const ofKind = entries.filter(({ kind }) => search.kind === null || kind === search.kind);
    return onceEach(ofKind).slice(0, search.limit);
  });
}

/**
 * Puts entries whose whole name occurs in the question first. After that, two related entries alternate with one other
 * search result.
 */
function inOrder(found: readonly SearchHit[], followed: readonly RelatedEntries[], query: string): readonly string[] {
  if (followed.length === 0) return found.map(({ id }) => id);
  const { keys } = readQuestion(query);
  const named = found.filter(({ name }) => keys.includes(nameKey(name))).map(({ id }) => id);
  const others = found.map(({ id }) => id).filter((id) => !named.includes(id));
  const ids = new Set(named);
  let at = 0;
  for (const { subject, related } of followed) {
    ids.add(subject);
    for (const [i, id] of related.entries()) {
      ids.add(id);
      if (i % 2 === 1 && at < others.length) ids.add(others[at++]!);
    }
  }
  for (const id of others) ids.add(id);
  return [...ids];
}

/** Removes documents that have the same address or the same text as an earlier document. */
function onceEach(entries: readonly SourcedEntry[]): readonly SourcedEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ layer, url, text }) => {
    if (layer !== 'document') return true;
    const said = text.replace(/\s+/gu, ' ').trim().slice(0, LENGTHS.documentText.max);
    const marks = [...(url === null ? [] : [`at ${url}`]), ...(said === '' ? [] : [`says ${said}`])];
    const isNew = marks.every((mark) => !seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isNew;
  });
}
