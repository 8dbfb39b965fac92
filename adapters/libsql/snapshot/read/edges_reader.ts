import { placesAt } from '../../../../domain/paging/ledger.ts';
import type { EdgeReader, EdgesAt } from '../../../../domain/ports/edges.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { textValue } from '../../database.ts';
import { listSlices } from '../row_block.ts';
import { createRowReader, type Query } from './query.ts';
import { type ReadTexts, textsIn, textsSql } from './row_cache.ts';

/** Query for a single slice, the usual case. Every place has a row; a withdrawn edge has an empty body. */
const ONE_SLICE = textsSql('select body from edges where grp = ? and place >= ? and place < ? order by place');

const MANY_SLICES = textsSql(`select e.body from json_each(?) as slice cross join edges as e
  on e.grp = slice.value->>0 and e.place >= slice.value->>1 and e.place < slice.value->>2
  order by slice.key, e.place`);

/** Reads observed edges for the row cache (`createRowShelf`). */
export const readEdgeTexts: ReadTexts = async (client, _, slices) => {
  const { kind, from, to } = slices[0]!;
  const { rows } = await client.execute(
    slices.length === 1
      ? { sql: ONE_SLICE, args: [kind, BigInt(from), BigInt(to)] }
      : { sql: MANY_SLICES, args: [listSlices(slices)] },
  );
  return textsIn(rows[0]);
};

function placesSql(ends: string): string {
  return `select json_group_array(json_array(grp, place, withdrawn_n)) from (
     select e.grp, e.place, e.withdrawn_n from json_each(?) as g cross join edges as e on e.grp = g.value and ${ends}
     order by g.key, e.place)`;
}

const PLACES_FROM = placesSql('e.from_id = ?');
const PLACES_TO = placesSql('e.to_id = ?');
const PLACES_BETWEEN = placesSql('e.from_id = ? and e.to_id = ?');

/** Returns SQL for the first places of a group's public edges that have this id at one end, as of the view. */
function firstPlaces(end: 'from' | 'to', group: string, id: string, before: string): string {
  return `select place from edges indexed by edges_by_${end}
   where grp = ${group} and ${end}_id = ${id} and withdrawn_n is null and place < ${before} order by place`;
}

const ROWS = `'[' || coalesce(group_concat(body, ','), '') || ']'`;

/** Returns the query for a single group, the usual case. It finds the places first and then reads only those rows. */
function atOneSql(end: 'from' | 'to'): string {
  return `select '{"total":' || coalesce((select rows from edge_counts where grp = ?1 and "end" = '${end}' and id = ?2), 0)
     || ',"rows":' || (select ${ROWS} from (
       select e.body from (${firstPlaces(end, '?1', '?2', '?4')} limit ?3) as f
       cross join edges as e on e.grp = ?1 and e.place = f.place order by f.place)) || '}'`;
}

function atManySql(end: 'from' | 'to'): string {
  return `select '{"total":' || cast((select total(c.rows) from json_each(?1) as g cross join edge_counts as c
         on c.grp = g.value->>0 and c."end" = '${end}' and c.id = ?2) as integer)
     || ',"rows":' || (select ${ROWS} from (
       select e.body from (
         select g.key as key, g.value->>0 as grp, e.place as place from json_each(?1) as g
         cross join edges as e indexed by edges_by_${end}
           on e.grp = g.value->>0 and e.${end}_id = ?2 and e.withdrawn_n is null and e.place < g.value->>1
         order by g.key, e.place limit ?3) as f
       cross join edges as e on e.grp = f.grp and e.place = f.place order by f.key, f.place)) || '}'`;
}

const AT_ONE = { from: atOneSql('from'), to: atOneSql('to') };
const AT_MANY = { from: atManySql('from'), to: atManySql('to') };

function atEachSql(end: 'from' | 'to'): string {
  return `select json_group_array(json_array(c.id, c.rows, json((select ${ROWS} from (
       select e.body from (${firstPlaces(end, '?1', 'c.id', '?4')} limit ?3) as f
       cross join edges as e on e.grp = ?1 and e.place = f.place order by f.place)))))
     from (select distinct value from json_each(?2)) as asked
     cross join edge_counts as c on c.grp = ?1 and c."end" = '${end}' and c.id = asked.value and c.rows > 0`;
}

const AT_EACH = { from: atEachSql('from'), to: atEachSql('to') };

/** Creates a reader of observed edges. The database may already contain a newer snapshot than the view. */
export function createEdgeReader(
  { edges, row }: SnapshotView,
  query: Query,
): Pick<EdgeReader, 'at' | 'atEach' | 'ends' | 'from' | 'places'> {
  const readRows = createRowReader(query);
  return {
    places: async (groups, { fromId, toId }) => {
      const sql = toId === null ? PLACES_FROM : fromId === null ? PLACES_TO : PLACES_BETWEEN;
      const ids = [fromId, toId].filter((id) => id !== null).map(BigInt);
      const names = JSON.stringify(groups.map(({ name }) => name));
      const rows = await readRows<[group: string, place: number, withdrawn: number | null]>(sql, [names, ...ids]);
      return rows.map(([group, place, withdrawn]) => ({ group, place, withdrawn }));
    },
    // The rows and their total come from one query, so they agree with each other.
    at: (groups, end, id, limit) =>
      query(async (client) => {
        const asked = groups.map(({ name }) => [name, placesAt(edges, name, row.n)] as const);
        const [first] = asked;
        if (first === undefined) return { rows: [], total: 0 };
        const text =
          asked.length === 1
            ? await textValue(client, AT_ONE[end], [first[0], BigInt(id), BigInt(limit), BigInt(first[1])])
            : await textValue(client, AT_MANY[end], [JSON.stringify(asked), BigInt(id), BigInt(limit)]);
        return JSON.parse(text ?? '') as EdgesAt;
      }),
    atEach: async ({ name }, end, ids, each) => {
      if (ids.length === 0) return new Map();
      const args = [name, JSON.stringify(ids), BigInt(each), BigInt(placesAt(edges, name, row.n))];
      const found = await readRows<readonly [id: number, total: number, rows: EdgesAt['rows']]>(AT_EACH[end], args);
      return new Map(found.map(([id, total, rows]) => [id, { total, rows }]));
    },
    ends: ({ name }, end, limit) =>
      readRows(
        `select json_group_array(json_object('id', id, 'total', rows)) from (
           select id, rows from edge_counts where grp = ? and "end" = ? and rows > 0 order by id limit ?)`,
        [name, end, BigInt(limit)],
      ),
    from: async ({ name }, fromIds, each) => {
      const rows = await readRows<readonly [fromId: number, toIds: readonly number[]]>(
        // Without the index hint, SQLite would scan the whole group in place order.
        `select json_group_array(json_array(asked.value, (select json_group_array(to_id) from (
           select to_id from edges indexed by edges_by_from where grp = ?1 and from_id = asked.value and withdrawn_n is null
           order by place limit ?3)))) from (select distinct value from json_each(?2)) as asked`,
        [name, JSON.stringify(fromIds), BigInt(each)],
      );
      return new Map(rows);
    },
  };
}
