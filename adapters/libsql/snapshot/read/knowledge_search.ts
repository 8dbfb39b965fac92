import type { InValue } from '@libsql/client';
import { IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import {
  DOCUMENT_HITS_MAX,
  HITS_MAX,
  type KnowledgeFilter,
  type KnowledgeReader,
  type SearchHit,
  type SearchWord,
  type SearchWords,
} from '../../../../domain/ports/knowledge.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { type Runner, readJson, readValue } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { IMPORTANCE_SQL } from '../write/knowledge_rows.ts';
import type { Query } from './query.ts';

/** Reads the JSON rows of a query with named arguments. */
type ReadVisibleRows = <T>(sql: string, args: Readonly<Record<string, InValue>>) => Promise<readonly T[]>;

/**
 * SQL condition for the rows of the table, as `k`, that are visible to readers: all observed rows; the rows of the
 * given import whose ids are not among the observed ones; and all rows of the complete document set. `:build` is the
 * name of the import, which is also the version of its rows.
 */
export const IS_VISIBLE = `(k.layer = 'observed'
  or (k.layer = 'game-files' and k.part = :import
    and not exists (select 1 from knowledge as o where o.id = k.id and o.layer = 'observed' and o.part = 0))
  or (k.layer = 'document' and k.part = (select n from knowledge_sets where state = 'whole')))`;

export const IS_WANTED = `(:kind is null or k.kind = :kind)
  and (:version is null or k.version = :version or (k.layer = 'game-files' and :version = :build))`;

/**
 * Returns a function that reads rows as the view sees them. The function throws if the import is being removed: the
 * same statement checks that it is complete, so an incomplete list is never returned as a complete one.
 */
export function createVisibleReader({ game }: SnapshotView, query: Query): ReadVisibleRows {
  const viewArgs = { import: BigInt(game?.n ?? 0), build: game?.build ?? null };
  return <T>(sql: string, args: Readonly<Record<string, InValue>>) =>
    query(async (client) => {
      const guarded = `select :import = 0 or exists (select 1 from imports where n = :import and state = 'whole'), (${sql})`;
      // The driver rejects arguments that do not occur in the statement.
      const used = Object.entries({ ...viewArgs, ...args }).filter(([name]) => guarded.includes(`:${name}`));
      const { rows } = await client.execute({ sql: guarded, args: Object.fromEntries(used) });
      const [row] = rows;
      if (row === undefined || Number(row[0]) !== 1) throw new StorageError(IMPORT_REPLACED);
      return typeof row[1] === 'string' ? (JSON.parse(row[1]) as T[]) : [];
    });
}

/** SQL for a `SearchHit`. */
export function buildHitJson(weight: string): string {
  return `json_object('layer', k.layer, 'id', k.id, 'kind', k.kind, 'name', k.name, 'weight', ${weight},
    'importance', ${IMPORTANCE_SQL})`;
}

/** Maximum number of matches to examine before filtering, which bounds a search for a word that most names contain. */
const MATCHES_READ_MAX = 5_000;

/**
 * A search ranks by weight only if at most this many texts contain its words. Ranking more texts would take too long.
 */
const WEIGHED_ROWS_MAX = 3_000;

/**
 * The same limit for documents. It is higher, because documents can only be ordered by weight, summed over the words.
 */
const DOCUMENTS_WEIGHED_MAX = 8_000;

const SEARCH_TABLES = { names: 'knowledge_names', texts: 'knowledge_texts', documents: 'knowledge_documents' } as const;

type SearchTable = (typeof SEARCH_TABLES)[keyof typeof SEARCH_TABLES];

export function createKnowledgeSearch(
  query: Query,
  readVisible: ReadVisibleRows,
): Pick<KnowledgeReader, 'countMatches' | 'hasDocuments' | 'matching'> {
  return {
    matching: (words, filter, limit = HITS_MAX) =>
      words.among === 'documents'
        ? findDocuments(query, readVisible, words, filter)
        : findEntries(query, readVisible, SEARCH_TABLES[words.among], words, { ...filter, limit: BigInt(limit) }),
    countMatches: (among, words, most) =>
      query((client) => countMatches(client, SEARCH_TABLES[among], words.map(formatTerm), most)),
    hasDocuments: () =>
      query(async (client) => {
        const sql = `select exists (select 1 from knowledge as k
          where k.layer = 'document' and k.part = (select n from knowledge_sets where state = 'whole'))`;
        return Number(await readValue(client, sql)) === 1;
      }),
  };
}

/** Finds names, or finds texts and ranks them by weight if that is cheap. */
async function findEntries(
  query: Query,
  readVisible: ReadVisibleRows,
  table: SearchTable,
  { groups: sought, match }: SearchWords,
  args: KnowledgeFilter & { readonly limit: bigint },
): Promise<readonly SearchHit[]> {
  const all = sought.filter((group) => group.length > 0).map(formatGroup);
  const groups = match === 'all' ? all : await query((client) => pickRarestGroups(client, table, all, HITS_MAX));
  if (groups.length === 0) return [];
  const find = (weight: string): Promise<readonly SearchHit[]> =>
    readVisible<SearchHit>(selectMatches(table, weight, MATCHES_READ_MAX, 'limit :limit'), {
      ...args,
      query: joinGroups(groups, match),
    });
  const found = await find('0');
  const isWeighed =
    table === SEARCH_TABLES.texts && found.length > 1 && (await query((client) => isRare(client, table, groups)));
  return isWeighed ? find(buildRelevance(table)) : found;
}

/**
 * Finds documents, ranked by how rare their words are, how often they occur in the document, and whether they are in
 * the name.
 */
async function findDocuments(
  query: Query,
  readVisible: ReadVisibleRows,
  { groups: sought, match, needed = [] }: SearchWords,
  filter: KnowledgeFilter,
): Promise<readonly SearchHit[]> {
  const table = SEARCH_TABLES.documents;
  // The prefix of a word need not be a prefix of its stem, so the search covers both.
  const either = (one: SearchWord): readonly SearchWord[] => (one.prefix ? [{ ...one, prefix: false }, one] : [one]);
  const formatGroups = (groups: SearchWords['groups']): readonly string[] =>
    groups.filter((group) => group.length > 0).map((group) => formatGroup(group.flatMap(either)));
  const all = formatGroups(sought);
  const groups =
    match === 'all' ? all : await query((client) => pickRarestGroups(client, table, all, DOCUMENTS_WEIGHED_MAX));
  const must = formatGroups(needed).filter((group) => groups.includes(group));
  if (groups.length === 0 || (needed.length > 0 && must.length === 0)) return [];
  const required = must.length === 0 ? '' : `(${joinGroups(must, 'any')}) AND `;
  const mostRelevant = `order by looked.weight desc, k.id limit ${DOCUMENT_HITS_MAX}`;
  const sql = selectMatches(table, buildRelevance(table), DOCUMENTS_WEIGHED_MAX, mostRelevant);
  return readVisible<SearchHit>(sql, { ...filter, query: `${required}(${joinGroups(groups, match)})` });
}

/** Returns SQL for the hits among the first `most` rows that match `:query`. `rest` orders and limits them. */
function selectMatches(table: SearchTable, weight: string, most: number, rest: string): string {
  return `select json_group_array(json(row)) from (
    select ${buildHitJson('looked.weight')} as row
    from (select rowid, ${weight} as weight from ${table} where ${table} match :query
      order by rowid limit ${most}) as looked
    cross join knowledge as k on k.n = looked.rowid where ${IS_VISIBLE} and ${IS_WANTED} ${rest})`;
}

/** SQL for the weight of a row. Words in the name count four times as much. */
function buildRelevance(table: SearchTable): string {
  return `-bm25(${table}, 4.0, 1.0)`;
}

/**
 * Formats a word for a full-text query. Words contain only letters and digits, so the quoted string needs no escaping.
 */
function formatTerm({ word, prefix }: SearchWord): string {
  return `"${word}"${prefix ? ' *' : ''}`;
}

function formatGroup(group: readonly SearchWord[]): string {
  return `(${group.map(formatTerm).join(' OR ')})`;
}

function joinGroups(groups: readonly string[], match: 'all' | 'any'): string {
  return groups.join(match === 'all' ? ' AND ' : ' OR ');
}

/** Counts the entries that match each of these queries, up to `most` each, in one statement. */
function countMatches(
  client: Runner,
  table: SearchTable,
  queries: readonly string[],
  most: number,
): Promise<readonly number[]> {
  return readJson<number>(
    client,
    `select json_group_array((select count(*) from (select 1 from ${table} where ${table} match asked.value limit ?)))
     from json_each(?) as asked`,
    [BigInt(most), JSON.stringify(queries)],
  );
}

/**
 * Picks the rarest words of a query that matches any of its words. Common words contribute little to the ranking and
 * cost much.
 */
async function pickRarestGroups(
  client: Runner,
  table: SearchTable,
  groups: readonly string[],
  most: number,
): Promise<readonly string[]> {
  const counts = await countMatches(client, table, groups, most + 1);
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

/** Returns whether so few texts contain these words that ranking is cheap. */
async function isRare(client: Runner, table: SearchTable, groups: readonly string[]): Promise<boolean> {
  const counts = await countMatches(client, table, groups, WEIGHED_ROWS_MAX + 1);
  return counts.reduce((sum, entries) => sum + entries, 0) <= WEIGHED_ROWS_MAX;
}
