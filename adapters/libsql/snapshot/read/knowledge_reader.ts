import type { Client, InValue } from '@libsql/client';
import { IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import {
  EXCERPT_CHARS,
  FOUND_MAX,
  type KnowledgeFilter,
  type KnownEntry,
  type KnownName,
  type SoughtWord,
  type SoughtWords,
} from '../../../../domain/ports/knowledge.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { jsonRows, value } from '../../database.ts';
import { StorageFault } from '../../storage_error.ts';

/**
 * What readers see of the table as `k`: of what is observed, all; of the game's files, the import asked for, but for ids
 * that are observed; of documents, the whole set. `:build` is the import's name, which stands for its version.
 */
const SEEN = `(k.layer = 'observed'
  or (k.layer = 'game-files' and k.part = :import
    and not exists (select 1 from knowledge as o where o.id = k.id and o.layer = 'observed' and o.part = 0))
  or (k.layer = 'document' and k.part = (select n from knowledge_sets where state = 'whole')))`;

const FILTERED = `(:kind is null or k.kind = :kind)
  and (:version is null or k.version = :version or (k.layer = 'game-files' and :version = :build))`;

type Args = Record<string, InValue>;

/** Those that a statement names: the driver takes no others. */
const used = (sql: string, args: Args): Args =>
  Object.fromEntries(Object.entries(args).filter(([name]) => sql.includes(`:${name}`)));

const viewArgs = ({ game }: SnapshotView): Args => ({ import: BigInt(game?.n ?? 0), build: game?.build ?? null });

/**
 * JSON rows of a query, all seen at one moment: a fault where the import is being removed, so that some of its rows are
 * never taken for all.
 */
const rowsOf = async <T>(client: Client, view: SnapshotView, sql: string, args: Args): Promise<readonly T[]> => {
  const guarded = `select :import = 0 or exists (select 1 from imports where n = :import and state = 'whole'), (${sql})`;
  const { rows } = await client.execute({ sql: guarded, args: used(guarded, { ...viewArgs(view), ...args }) });
  const [row] = rows;
  if (row === undefined || Number(row[0]) !== 1) throw new StorageFault(IMPORT_REPLACED);
  return typeof row[1] === 'string' ? (JSON.parse(row[1]) as T[]) : [];
};

const ENTRY = (text: string): string => `json_object('layer', k.layer, 'id', k.id, 'kind', k.kind, 'extId', k.ext_id,
  'name', k.name, 'text', ${text}, 'url', k.url, 'source', k.source, 'licence', k.licence, 'date', k.date,
  'version', k.version)`;

const NAME = (weight: string): string =>
  `json_object('layer', k.layer, 'id', k.id, 'kind', k.kind, 'name', k.name, 'weight', ${weight})`;

export const readKnown = async (client: Client, view: SnapshotView, id: string): Promise<KnownEntry | null> => {
  const sql = `select json_group_array(${ENTRY('k.text')}) from knowledge as k where k.id = :id and ${SEEN}`;
  return (await rowsOf<KnownEntry>(client, view, sql, { id }))[0] ?? null;
};

export const readKnownExcerpts = (
  client: Client,
  view: SnapshotView,
  ids: readonly string[],
): Promise<readonly KnownEntry[]> =>
  rowsOf<KnownEntry>(
    client,
    view,
    `select json_group_array(${ENTRY(`substr(k.text, 1, ${EXCERPT_CHARS})`)}) from json_each(:ids) as asked
     cross join knowledge as k on k.id = asked.value where ${SEEN}`,
    { ids: JSON.stringify(ids) },
  );

export const readKnownNamed = (
  client: Client,
  view: SnapshotView,
  keys: readonly string[],
  filter: KnowledgeFilter,
  limit: number,
): Promise<readonly KnownName[]> =>
  rowsOf<KnownName>(
    client,
    view,
    `select json_group_array(json(row)) from (
       select ${NAME('0')} as row from json_each(:keys) as asked cross join knowledge as k on k.folded = asked.value
       where ${SEEN} and ${FILTERED} order by k.name, k.id limit :limit)`,
    { keys: JSON.stringify(keys), ...filterArgs(filter), limit: BigInt(limit) },
  );

const filterArgs = ({ kind, version }: KnowledgeFilter): Args => ({ kind, version });

/** Matches that are looked at before filters: what bounds a search for a word that most names hold. */
const LOOKED_AT_MAX = 5_000;

/** Texts that hold a word, up to which a search weighs them; beyond, weighing takes longer than it is worth. */
const WEIGHED_MAX = 3_000;

const TABLES = { names: 'knowledge_names', texts: 'knowledge_texts' } as const;

/** A word in a full-text query: letters and digits alone stand between the quotes. */
const termOf = ({ word, prefix }: SoughtWord): string => `"${word}"${prefix ? ' *' : ''}`;

const anyOf = (group: readonly SoughtWord[]): string => `(${group.map(termOf).join(' OR ')})`;

export const readKnownWith = async (
  client: Client,
  view: SnapshotView,
  { among, groups: sought, match }: SoughtWords,
  filter: KnowledgeFilter,
): Promise<readonly KnownName[]> => {
  const table = TABLES[among];
  const all = sought.filter((group) => group.length > 0).map(anyOf);
  const groups = match === 'all' ? all : await rarest(client, table, all);
  if (groups.length === 0) return [];
  const query = groups.join(match === 'all' ? ' AND ' : ' OR ');
  const find = (weight: string): Promise<readonly KnownName[]> =>
    rowsOf<KnownName>(client, view, matching(table, weight), { query, ...filterArgs(filter) });
  const found = await find('0');
  const isWeighed = among === 'texts' && found.length > 1 && (await isRare(client, table, groups));
  return isWeighed ? find(`-bm25(${table}, 4.0, 1.0)`) : found;
};

const matching = (table: string, weight: string): string =>
  `select json_group_array(json(row)) from (
     select ${NAME('looked.weight')} as row
     from (select rowid, ${weight} as weight from ${table} where ${table} match :query limit ${LOOKED_AT_MAX}) as looked
     cross join knowledge as k on k.n = looked.rowid where ${SEEN} and ${FILTERED} limit ${FOUND_MAX})`;

/** How many entries match, at most so many. */
const countUpTo = async (client: Client, table: string, query: string, most: number): Promise<number> =>
  Number(
    await value(client, `select count(*) from (select 1 from ${table} where ${table} match ? limit ?)`, [
      query,
      BigInt(most),
    ]),
  );

/** Of words any of which will do, those that few entries hold: what most hold tells little and costs much. */
const rarest = async (client: Client, table: string, groups: readonly string[]): Promise<readonly string[]> => {
  const counted: { readonly group: string; readonly entries: number }[] = [];
  for (const group of groups) {
    const entries = await countUpTo(client, table, group, FOUND_MAX + 1);
    if (entries > 0) counted.push({ group, entries });
  }
  counted.sort((a, b) => a.entries - b.entries);
  let entries = 0;
  return counted
    .filter((one, i) => {
      entries += one.entries;
      return i === 0 || entries <= FOUND_MAX;
    })
    .map(({ group }) => group);
};

/** Whether so few texts hold these words that weighing them is cheap. */
const isRare = async (client: Client, table: string, groups: readonly string[]): Promise<boolean> => {
  let left = WEIGHED_MAX;
  for (const group of groups) {
    left -= await countUpTo(client, table, group, left + 1);
    if (left < 0) return false;
  }
  return true;
};

export const readKnownOfKind = (
  client: Client,
  view: SnapshotView,
  kind: string,
  limit: number,
): Promise<readonly KnownName[]> =>
  rowsOf<KnownName>(
    client,
    view,
    `select json_group_array(json(row)) from (
       select ${NAME('0')} as row from knowledge as k where k.layer in ('document', 'game-files', 'observed')
         and k.part in (0, :import, (select n from knowledge_sets where state = 'whole')) and k.kind = :kind and ${SEEN}
       order by k.layer, k.folded, k.id limit :limit)`,
    { kind, limit: BigInt(limit) },
  );

export const readKnownWords = (client: Client, fromChars: number, toChars: number): Promise<readonly string[]> =>
  jsonRows<string>(
    client,
    'select json_group_array(word) from knowledge_words indexed by knowledge_words_by_length where chars between ? and ?',
    [BigInt(fromChars), BigInt(toChars)],
  );

export const readKnownAmong = (client: Client, words: readonly string[]): Promise<readonly string[]> =>
  jsonRows<string>(
    client,
    'select json_group_array(word) from knowledge_words where word in (select value from json_each(?))',
    [JSON.stringify(words)],
  );

export const readKnownKinds = async (client: Client, view: SnapshotView): Promise<Readonly<Record<string, number>>> => {
  const rows = await rowsOf<[kind: string, entries: number]>(
    client,
    view,
    `select json_group_array(json_array(kind, entries)) from (
       select k.kind, count(*) as entries from knowledge as k where ${SEEN} group by k.kind order by k.kind)`,
    {},
  );
  return Object.fromEntries(rows);
};
