import {
  DOCUMENTS_FOUND_MAX,
  FOUND_MAX,
  type KnowledgeFilter,
  type SearchHit,
  type SearchWord,
  type SearchWords,
} from '../../../../domain/ports/knowledge.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { jsonRows, type Runner, readValue } from '../../database.ts';
import { FILTERED, filterArgs, IS_VISIBLE, NAME, rowsOf } from './knowledge_reader.ts';

/** Number of matches that are examined before filtering, which bounds a search for a word that most names contain. */
const LOOKED_AT_MAX = 5_000;

/**
 * A search ranks by weight only if at most this many texts contain its words. With more, ranking takes longer than it
 * is worth.
 */
const WEIGHED_MAX = 3_000;

/** The same limit for documents. It is higher because documents are ordered only by weight, summed over the words. */
const DOCUMENTS_WEIGHED_MAX = 8_000;

const TABLES = { names: 'knowledge_names', texts: 'knowledge_texts' } as const;

/** Formats a word for a full-text query. It contains only letters and digits, so the quotes need no escaping. */
function termOf({ word, prefix }: SearchWord): string {
  return `"${word}"${prefix ? ' *' : ''}`;
}

function anyOf(group: readonly SearchWord[]): string {
  return `(${group.map(termOf).join(' OR ')})`;
}

function joined(groups: readonly string[], match: 'all' | 'any'): string {
  return groups.join(match === 'all' ? ' AND ' : ' OR ');
}

export async function readKnownWith(
  client: Runner,
  view: SnapshotView,
  words: SearchWords,
  filter: KnowledgeFilter,
): Promise<readonly SearchHit[]> {
  const { among, groups: sought, match } = words;
  if (among === 'documents') return documentsWith(client, view, words, filter);
  const table = TABLES[among];
  const all = sought.filter((group) => group.length > 0).map(anyOf);
  const groups = match === 'all' ? all : await rarest(client, table, all, FOUND_MAX);
  if (groups.length === 0) return [];
  const query = joined(groups, match);
  const find = (weight: string): Promise<readonly SearchHit[]> =>
    rowsOf<SearchHit>(client, view, matching(table, weight), { query, ...filterArgs(filter) });
  const found = await find('0');
  const isWeighed = among === 'texts' && found.length > 1 && (await isRare(client, table, groups));
  return isWeighed ? find(`-bm25(${table}, 4.0, 1.0)`) : found;
}

function matching(table: string, weight: string): string {
  return `select json_group_array(json(row)) from (
     select ${NAME('looked.weight')} as row
     from (select rowid, ${weight} as weight from ${table} where ${table} match :query limit ${LOOKED_AT_MAX}) as looked
     cross join knowledge as k on k.n = looked.rowid where ${IS_VISIBLE} and ${FILTERED} limit ${FOUND_MAX})`;
}

/**
 * Finds documents, ranked by how rare the words are that they contain, how often they contain them, and whether in the
 * name.
 */
async function documentsWith(
  client: Runner,
  view: SnapshotView,
  { groups: sought, match, needed = [] }: SearchWords,
  filter: KnowledgeFilter,
): Promise<readonly SearchHit[]> {
  const table = 'knowledge_documents';
  // The prefix of a word need not be a prefix of its stem, so both are searched for.
  const either = (one: SearchWord): readonly SearchWord[] => (one.prefix ? [{ ...one, prefix: false }, one] : [one]);
  const termsOf = (groups: SearchWords['groups']): readonly string[] =>
    groups.filter((group) => group.length > 0).map((group) => anyOf(group.flatMap(either)));
  const all = termsOf(sought);
  const groups = match === 'all' ? all : await rarest(client, table, all, DOCUMENTS_WEIGHED_MAX);
  const must = termsOf(needed).filter((group) => groups.includes(group));
  if (groups.length === 0 || (needed.length > 0 && must.length === 0)) return [];
  const query = `${must.length === 0 ? '' : `(${must.join(' OR ')}) AND `}(${joined(groups, match)})`;
  const sql = `select json_group_array(json(row)) from (
     select ${NAME('looked.weight')} as row
     from (select rowid, -bm25(${table}, 4.0, 1.0) as weight from ${table} where ${table} match :query
       limit ${DOCUMENTS_WEIGHED_MAX}) as looked
     cross join knowledge as k on k.n = looked.rowid where ${IS_VISIBLE} and ${FILTERED}
     order by looked.weight desc, k.id limit ${DOCUMENTS_FOUND_MAX})`;
  return rowsOf<SearchHit>(client, view, sql, { query, ...filterArgs(filter) });
}

/** Counts the entries that match each of these queries, up to `most` each, in one statement. */
async function countsUpTo(
  client: Runner,
  table: string,
  queries: readonly string[],
  most: number,
): Promise<readonly number[]> {
  return jsonRows<number>(
    client,
    `select json_group_array((select count(*) from (select 1 from ${table} where ${table} match asked.value limit ?)))
     from json_each(?) as asked`,
    [BigInt(most), JSON.stringify(queries)],
  );
}

/**
 * Picks the rarest words of a query that any of them satisfies. Words that most entries contain rank little and cost
 * much.
 */
async function rarest(
  client: Runner,
  table: string,
  groups: readonly string[],
  most: number,
): Promise<readonly string[]> {
  const counts = await countsUpTo(client, table, groups, most + 1);
  const counted = groups.map((group, at) => ({ group, entries: counts[at] ?? 0 })).filter(({ entries }) => entries > 0);
  counted.sort((a, b) => a.entries - b.entries);
  let entries = 0;
  return counted
    .filter((one, i) => {
      entries += one.entries;
      return i === 0 || entries <= most;
    })
    .map(({ group }) => group);
}

/** Returns whether few enough texts contain these words for ranking to be cheap. */
async function isRare(client: Runner, table: string, groups: readonly string[]): Promise<boolean> {
  const counts = await countsUpTo(client, table, groups, WEIGHED_MAX + 1);
  return counts.reduce((sum, entries) => sum + entries, 0) <= WEIGHED_MAX;
}

export async function readKnownAmong(client: Runner, words: readonly string[]): Promise<readonly string[]> {
  const named = await jsonRows<string>(
    client,
    'select json_group_array(word) from knowledge_words where word in (select value from json_each(?))',
    [JSON.stringify(words)],
  );
  const left = words.filter((word) => !named.includes(word));
  const counts = await countsUpTo(
    client,
    'knowledge_documents',
    left.map((word) => termOf({ word, prefix: false })),
    1,
  );
  return [...named, ...left.filter((_, at) => counts[at]! > 0)];
}

export async function readHasDocuments(client: Runner): Promise<boolean> {
  return (
    Number(
      await readValue(
        client,
        `select exists (select 1 from knowledge as k
         where k.layer = 'document' and k.part = (select n from knowledge_sets where state = 'whole'))`,
      ),
    ) === 1
  );
}
