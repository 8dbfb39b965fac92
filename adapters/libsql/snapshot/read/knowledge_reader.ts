import type { InValue } from '@libsql/client';
import { IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import {
  EXCERPT_CHARS,
  type KnowledgeEntry,
  type KnowledgeFilter,
  type NamePlace,
  type SearchHit,
} from '../../../../domain/ports/knowledge.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';

/**
 * SQL condition for the rows of the table, as `k`, that readers see: all observed rows; the rows of the given import
 * whose ids are not observed; and all rows of the complete document set. `:build` is the name of the import, which is
 * the version of its rows.
 */
export const IS_VISIBLE = `(k.layer = 'observed'
  or (k.layer = 'game-files' and k.part = :import
    and not exists (select 1 from knowledge as o where o.id = k.id and o.layer = 'observed' and o.part = 0))
  or (k.layer = 'document' and k.part = (select n from knowledge_sets where state = 'whole')))`;

export const FILTERED = `(:kind is null or k.kind = :kind)
  and (:version is null or k.version = :version or (k.layer = 'game-files' and :version = :build))`;

type Args = Record<string, InValue>;

/** Returns only the arguments that the statement names, because the driver rejects others. */
function used(sql: string, args: Args): Args {
  return Object.fromEntries(Object.entries(args).filter(([name]) => sql.includes(`:${name}`)));
}

function viewArgs({ game }: SnapshotView): Args {
  return { import: BigInt(game?.n ?? 0), build: game?.build ?? null };
}

/**
 * Returns the JSON rows of a query. The same statement checks that the import is complete, and the function throws if
 * it is being removed. So an incomplete list is never returned as complete.
 */
export async function rowsOf<T>(client: Runner, view: SnapshotView, sql: string, args: Args): Promise<readonly T[]> {
  const guarded = `select :import = 0 or exists (select 1 from imports where n = :import and state = 'whole'), (${sql})`;
  const { rows } = await client.execute({ sql: guarded, args: used(guarded, { ...viewArgs(view), ...args }) });
  const [row] = rows;
  if (row === undefined || Number(row[0]) !== 1) throw new StorageError(IMPORT_REPLACED);
  return typeof row[1] === 'string' ? (JSON.parse(row[1]) as T[]) : [];
}

function ENTRY(text: string): string {
  return `json_object('layer', k.layer, 'id', k.id, 'kind', k.kind, 'extId', k.ext_id,
  'name', k.name, 'text', ${text}, 'url', k.url, 'source', k.source, 'licence', k.licence, 'date', k.date,
  'version', k.version)`;
}

export function NAME(weight: string): string {
  return `json_object('layer', k.layer, 'id', k.id, 'kind', k.kind, 'name', k.name, 'weight', ${weight})`;
}

export async function readKnown(client: Runner, view: SnapshotView, id: string): Promise<KnowledgeEntry | null> {
  const sql = `select json_group_array(${ENTRY('k.text')}) from knowledge as k where k.id = :id and ${IS_VISIBLE}`;
  return (await rowsOf<KnowledgeEntry>(client, view, sql, { id }))[0] ?? null;
}

export function readKnownExcerpts(
  client: Runner,
  view: SnapshotView,
  ids: readonly string[],
): Promise<readonly KnowledgeEntry[]> {
  return rowsOf<KnowledgeEntry>(
    client,
    view,
    `select json_group_array(${ENTRY(`substr(k.text, 1, ${EXCERPT_CHARS})`)}) from json_each(:ids) as asked
     cross join knowledge as k on k.id = asked.value where ${IS_VISIBLE}`,
    { ids: JSON.stringify(ids) },
  );
}

export function readKnownNamed(
  client: Runner,
  view: SnapshotView,
  keys: readonly string[],
  filter: KnowledgeFilter,
  limit: number,
): Promise<readonly SearchHit[]> {
  return rowsOf<SearchHit>(
    client,
    view,
    `select json_group_array(json(row)) from (
       select ${NAME('0')} as row from json_each(:keys) as asked cross join knowledge as k on k.folded = asked.value
       where ${IS_VISIBLE} and ${FILTERED} order by k.name, k.id limit :limit)`,
    { keys: JSON.stringify(keys), ...filterArgs(filter), limit: BigInt(limit) },
  );
}

export function filterArgs({ kind, version }: KnowledgeFilter): Args {
  return { kind, version };
}

export function readKnownOfKind(
  client: Runner,
  view: SnapshotView,
  kind: string,
  limit: number,
): Promise<readonly SearchHit[]> {
  return rowsOf<SearchHit>(
    client,
    view,
    `select json_group_array(json(row)) from (
       select ${NAME('0')} as row from knowledge as k where k.layer in ('document', 'game-files', 'observed')
         and k.part in (0, :import, (select n from knowledge_sets where state = 'whole')) and k.kind = :kind and ${IS_VISIBLE}
       order by k.layer, k.folded, k.id limit :limit)`,
    { kind, limit: BigInt(limit) },
  );
}

/** Observed rows all belong to one layer and part, so they are adjacent in the index by kind and name. */
const OBSERVED = `k.layer = 'observed' and k.part = 0 and k.kind = ?1`;

export function readKnownFrom(
  client: Runner,
  kind: string,
  { name, id }: NamePlace,
  limit: number,
): Promise<readonly SearchHit[]> {
  return jsonRows<SearchHit>(
    client,
    `select json_group_array(json(row)) from (
       select ${NAME('0')} as row from knowledge as k indexed by knowledge_by_kind
       where ${OBSERVED} and (k.folded, k.id) >= (?2, ?3) order by k.folded, k.id limit ?4)`,
    [kind, name, id, BigInt(limit)],
  );
}

/** Finds each initial with one seek in the index, however many names share it. */
export function readKnownInitials(client: Runner, kind: string, limit: number): Promise<readonly string[]> {
  const next = (after: string) => `(select substr(k.folded, 1, 1) from knowledge as k indexed by knowledge_by_kind
    where ${OBSERVED} and k.folded >= ${after} order by k.folded limit 1)`;
  return jsonRows<string>(
    client,
    `with recursive initials (initial) as (
       select ${next("''")} union all
       select ${next('initials.initial || char(0x10ffff)')} from initials where initial is not null limit ?2)
     select json_group_array(initial) from initials where initial is not null`,
    [kind, BigInt(limit + 1)],
  ).then((initials) => initials.slice(0, limit));
}

export function readKnownWords(client: Runner, fromChars: number, toChars: number): Promise<readonly string[]> {
  return jsonRows<string>(
    client,
    'select json_group_array(word) from knowledge_words indexed by knowledge_words_by_length where chars between ? and ?',
    [BigInt(fromChars), BigInt(toChars)],
  );
}

export async function readKnownKinds(client: Runner, view: SnapshotView): Promise<Readonly<Record<string, number>>> {
  const rows = await rowsOf<[kind: string, entries: number]>(
    client,
    view,
    `select json_group_array(json_array(kind, entries)) from (
       select k.kind, count(*) as entries from knowledge as k where ${IS_VISIBLE} group by k.kind order by k.kind)`,
    {},
  );
  return Object.fromEntries(rows);
}
