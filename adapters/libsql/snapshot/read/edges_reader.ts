import { countListRows } from '../../../../domain/paging/ledger.ts';
import type { EdgePage, EdgeReader } from '../../../../domain/ports/edges.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { readText } from '../../database.ts';
import { formatSlices } from '../row_block.ts';
import { createRowReader, type Query } from './query.ts';
import { buildTextsSql, decodeTexts, type ReadTexts } from './row_cache.ts';

/** Query for a single slice, the usual case. Every place has a row; a withdrawn row has an empty body. */
const SELECT_SLICE = buildTextsSql('select body from rows where list = ? and place >= ? and place < ? order by place');

const SELECT_SLICES = buildTextsSql(`select r.body from json_each(?) as slice cross join rows as r
  on r.list = slice.value->>0 and r.place >= slice.value->>1 and r.place < slice.value->>2
  order by slice.key, r.place`);

/** Reads rows that are stored as they are served, such as edges, for the row cache (`createRowCache`). */
export const readRowTexts: ReadTexts = async (client, _, slices) => {
  const { kind, from, to } = slices[0]!;
  const { rows } = await client.execute(
    slices.length === 1
      ? { sql: SELECT_SLICE, args: [kind, BigInt(from), BigInt(to)] }
      : { sql: SELECT_SLICES, args: [formatSlices(slices)] },
  );
  return decodeTexts(rows[0]);
};

function selectPlaces(ends: string): string {
  return `select json_group_array(json_array(list, place, nullif(until, 0))) from (
     select r.list, r.place, r.until from json_each(?) as g cross join rows as r on r.list = g.value and ${ends}
     order by g.key, r.place)`;
}

const SELECT_START_PLACES = selectPlaces(`r.key = '' and r.a = ?`);
const SELECT_END_PLACES = selectPlaces('r.b = ?');
const SELECT_PAIR_PLACES = selectPlaces(`r.key = '' and r.a = ? and r.b = ?`);

/**
 * The columns of `rows` for the ends of an edge, conditions with which an index finds a row, and the order
 * of these rows. Edges have no rank, but with it the index has this order.
 */
const EDGE_ENDS = {
  from: { end: 'a', index: 'rows_by_key', isAt: (id: string) => `r.key = '' and r.a = ${id}`, order: 'r.place' },
  to: { end: 'b', index: 'rows_by_b', isAt: (id: string) => `r.b = ${id}`, order: 'r.rank desc, r.place' },
} as const;

type EdgeEnd = keyof typeof EDGE_ENDS;

const ROW_BODIES = `'[' || coalesce(group_concat(body, ','), '') || ']'`;

/** Returns SQL for the first rows of a group at one end, as of the view. It finds the places first and then reads rows. */
function selectFirstRows(end: EdgeEnd, id: string): string {
  return `(select ${ROW_BODIES} from (select r.body from (
      select r.place from rows as r indexed by ${EDGE_ENDS[end].index}
      where r.list = ?1 and ${EDGE_ENDS[end].isAt(id)} and r.until = 0 and r.place < ?4 order by ${EDGE_ENDS[end].order} limit ?3) as f
    cross join rows as r on r.list = ?1 and r.place = f.place order by f.place))`;
}

/** Returns the query for a single group, the usual case. */
function selectIdRows(end: EdgeEnd): string {
  return `select '{"total":' || coalesce((
       select rows from row_counts where list = ?1 || ':${EDGE_ENDS[end].end}' and id = ?2), 0)
     || ',"rows":' || ${selectFirstRows(end, '?2')} || '}'`;
}

function selectIdsRows(end: EdgeEnd): string {
  return `select '{"total":' || cast((select total(c.rows) from json_each(?1) as g cross join row_counts as c
         on c.list = g.value->>0 || ':${EDGE_ENDS[end].end}' and c.id = ?2) as integer)
     || ',"rows":' || (select ${ROW_BODIES} from (
       select e.body from (
         select g.key as key, r.list as list, r.place as place from json_each(?1) as g
         cross join rows as r indexed by ${EDGE_ENDS[end].index}
           on r.list = g.value->>0 and ${EDGE_ENDS[end].isAt('?2')} and r.until = 0 and r.place < g.value->>1
         order by g.key, r.place limit ?3) as f
       cross join rows as e on e.list = f.list and e.place = f.place order by f.key, f.place)) || '}'`;
}

const SELECT_AT_ID = { from: selectIdRows('from'), to: selectIdRows('to') };
const SELECT_AT_IDS = { from: selectIdsRows('from'), to: selectIdsRows('to') };

function selectEachIdRows(end: EdgeEnd): string {
  return `select json_group_array(json_array(c.id, c.rows, json(${selectFirstRows(end, 'c.id')})))
     from (select distinct value from json_each(?2)) as asked
     cross join row_counts as c on c.list = ?1 || ':${EDGE_ENDS[end].end}' and c.id = asked.value and c.rows > 0`;
}

const SELECT_AT_EACH_ID = { from: selectEachIdRows('from'), to: selectEachIdRows('to') };

/** Creates a reader of observed edges. The database may already contain a newer snapshot than the view. */
export function createEdgeReader(
  { lists, row }: SnapshotView,
  query: Query,
): Pick<EdgeReader, 'at' | 'atEach' | 'ends' | 'from' | 'places'> {
  const readRows = createRowReader(query);
  return {
    places: async (groups, { fromId, toId }) => {
      const sql = toId === null ? SELECT_START_PLACES : fromId === null ? SELECT_END_PLACES : SELECT_PAIR_PLACES;
      const ids = [fromId, toId].filter((id) => id !== null).map(BigInt);
      const names = JSON.stringify(groups.map(({ name }) => name));
      const rows = await readRows<[group: string, place: number, withdrawn: number | null]>(sql, [names, ...ids]);
      return rows.map(([group, place, withdrawn]) => ({ group, place, withdrawn }));
    },
    // The rows and their total come from one query, so they agree with each other.
    at: (groups, end, id, limit) =>
      query(async (client) => {
        const asked = groups.map(({ name }) => [name, countListRows(lists, name, row.n)] as const);
        const [first] = asked;
        if (first === undefined) return { rows: [], total: 0 };
        const text =
          asked.length === 1
            ? await readText(client, SELECT_AT_ID[end], [first[0], BigInt(id), BigInt(limit), BigInt(first[1])])
            : await readText(client, SELECT_AT_IDS[end], [JSON.stringify(asked), BigInt(id), BigInt(limit)]);
        return JSON.parse(text ?? '') as EdgePage;
      }),
    atEach: async ({ name }, end, ids, each) => {
      if (ids.length === 0) return new Map();
      const args = [name, JSON.stringify(ids), BigInt(each), BigInt(countListRows(lists, name, row.n))];
      const found = await readRows<readonly [id: number, total: number, rows: EdgePage['rows']]>(
        SELECT_AT_EACH_ID[end],
        args,
      );
      return new Map(found.map(([id, total, rows]) => [id, { total, rows }]));
    },
    ends: ({ name }, end, limit) =>
      readRows(
        `select json_group_array(json_object('id', id, 'total', rows)) from (
           select id, rows from row_counts where list = ? and rows > 0 order by id limit ?)`,
        [`${name}:${EDGE_ENDS[end].end}`, BigInt(limit)],
      ),
    from: async ({ name }, fromIds, each) => {
      const rows = await readRows<readonly [fromId: number, toIds: readonly number[]]>(
        // Without the index hint, SQLite would scan the whole group in place order.
        `select json_group_array(json_array(asked.value, (select json_group_array(b) from (
           select r.b from rows as r indexed by rows_by_key
           where r.list = ?1 and ${EDGE_ENDS.from.isAt('asked.value')} and r.until = 0 order by r.place limit ?3))))
         from (select distinct value from json_each(?2)) as asked`,
        [name, JSON.stringify(fromIds), BigInt(each)],
      );
      return new Map(rows);
    },
  };
}
