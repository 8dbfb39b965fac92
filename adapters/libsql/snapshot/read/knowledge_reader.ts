import {
  EXCERPT_CHARS,
  type KnowledgeEntry,
  type KnowledgeReader,
  type SearchHit,
} from '../../../../domain/ports/knowledge.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { buildHitJson, createKnowledgeSearch, createVisibleReader, IS_VISIBLE, IS_WANTED } from './knowledge_search.ts';
import { createRowReader, type Query } from './query.ts';

/** SQL for a `KnowledgeEntry`. */
function buildEntryJson(text: string): string {
  return `json_object('layer', k.layer, 'id', k.id, 'kind', k.kind, 'extId', k.ext_id,
  'name', k.name, 'text', ${text}, 'url', k.url, 'source', k.source, 'licence', k.licence, 'date', k.date,
  'version', k.version)`;
}

/** All observed rows are in one layer and part, so they are adjacent in the index by kind and name. */
const OBSERVED_ENTRIES = `k.layer = 'observed' and k.part = 0 and k.kind = ?1`;

export function createKnowledgeReader(view: SnapshotView, query: Query): KnowledgeReader {
  const readRows = createRowReader(query);
  const readVisible = createVisibleReader(view, query);
  return {
    ...createKnowledgeSearch(query, readVisible),
    entry: async (id) => {
      const sql = `select json_group_array(${buildEntryJson('k.text')}) from knowledge as k where k.id = :id and ${IS_VISIBLE}`;
      return (await readVisible<KnowledgeEntry>(sql, { id }))[0] ?? null;
    },
    excerpts: (ids) =>
      readVisible(
        `select json_group_array(${buildEntryJson(`substr(k.text, 1, ${EXCERPT_CHARS})`)}) from json_each(:ids) as asked
         cross join knowledge as k on k.id = asked.value where ${IS_VISIBLE}`,
        { ids: JSON.stringify(ids) },
      ),
    named: (keys, filter, limit) =>
      readVisible(
        `select json_group_array(json(row)) from (
           select ${buildHitJson('0')} as row from json_each(:keys) as asked cross join knowledge as k on k.folded = asked.value
           where ${IS_VISIBLE} and ${IS_WANTED} order by k.n limit :limit)`,
        { keys: JSON.stringify(keys), ...filter, limit: BigInt(limit) },
      ),
    ofKind: (kind, limit) =>
      readVisible(
        `select json_group_array(json(row)) from (
           select ${buildHitJson('0')} as row from knowledge as k where k.layer in ('document', 'game-files', 'observed')
             and k.part in (0, :import, (select n from knowledge_sets where state = 'whole')) and k.kind = :kind
             and ${IS_VISIBLE}
           order by k.layer, k.folded, k.id limit :limit)`,
        { kind, limit: BigInt(limit) },
      ),
    namesFrom: (kind, { name, id }, limit) =>
      readRows<SearchHit>(
        `select json_group_array(json(row)) from (
           select ${buildHitJson('0')} as row from knowledge as k indexed by knowledge_by_kind
           where ${OBSERVED_ENTRIES} and (k.folded, k.id) >= (?2, ?3) order by k.folded, k.id limit ?4)`,
        [kind, name, id, BigInt(limit)],
      ),
    // Finds each initial with one index seek, however many names share it.
    initials: async (kind, limit) => {
      const next = (after: string) => `(select substr(k.folded, 1, 1) from knowledge as k indexed by knowledge_by_kind
        where ${OBSERVED_ENTRIES} and k.folded >= ${after} order by k.folded limit 1)`;
      const initials = await readRows<string>(
        `with recursive initials (initial) as (
           select ${next("''")} union all
           select ${next('initials.initial || char(0x10ffff)')} from initials where initial is not null limit ?2)
         select json_group_array(initial) from initials where initial is not null`,
        [kind, BigInt(limit + 1)],
      );
      return initials.slice(0, limit);
    },
    nameKeys: () =>
      readRows('select json_group_array(folded) from (select distinct folded from knowledge order by folded)'),
    nameWords: () => readRows('select json_group_array(term) from knowledge_words'),
    kinds: async () => {
      const rows = await readVisible<[kind: string, entries: number]>(
        `select json_group_array(json_array(kind, entries)) from (
           select k.kind, count(*) as entries from knowledge as k where ${IS_VISIBLE} group by k.kind order by k.kind)`,
        {},
      );
      return Object.fromEntries(rows);
    },
  };
}
