import type { Client } from '@libsql/client';
import type { EdgeEnds, EdgeGroup, EdgePlace, EdgesAt, EndCount } from '../../../../domain/ports/edges.ts';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { RowsRead } from '../../../../domain/ports/rows.ts';
import { bytesValue, jsonRows, value } from '../../database.ts';
import { requireText } from '../../text_guard.ts';
import { cutIn, firstPastSql, type Room, readWithin } from '../rows_within.ts';

/** One stretch of rows, the usual page: without the list of slices a third is saved. */
const ONE_SLICE = `select group_concat(body, ',') from (
  select body from edges where grp = ? and place >= ? and place < ? and withdrawn_n is null order by place)`;

/** Single rows, as a page of one item's or NPC's edges has them. */
const SINGLE_ROWS = `select group_concat(body, ',') from (
  select e.body from json_each(?) as slice cross join edges as e
    on e.grp = slice.value->>0 and e.place = slice.value->>1 and e.withdrawn_n is null
  order by slice.key)`;

/** The rows of each slice are joined on their way along the primary key, then the slices: one query, one value. */
const MANY_SLICES = `select group_concat(part, ',') from (
  select (select group_concat(body, ',') from (
    select e.body from edges as e
    where e.grp = slice.value->>0 and e.place >= slice.value->>1 and e.place < slice.value->>2 and e.withdrawn_n is null
    order by e.place)) as part
  from json_each(?) as slice order by slice.key)`;

const FIRST_PAST = firstPastSql(`select slice.key as key, e.place as place, octet_length(e.body) as bytes
  from json_each(?) as slice cross join edges as e
    on e.grp = slice.value->>0 and e.place >= slice.value->>1 and e.place < slice.value->>2 and e.withdrawn_n is null`);

/** The standing edges of the slices in order, joined by commas, as far as there is room. */
export const readEdgeRows = (client: Client, slices: readonly ListSlice[], room: Room | null): Promise<RowsRead> =>
  readWithin(
    {
      read: (some) => readRows(client, some),
      firstPast: async (some, bytesMax, exempt) =>
        cutIn(await value(client, FIRST_PAST, [listed(some), BigInt(exempt), BigInt(bytesMax)])),
    },
    slices,
    room,
  );

const listed = (slices: readonly ListSlice[]): string =>
  JSON.stringify(slices.map(({ kind, from, to }) => [kind, from, to]));

const readRows = async (client: Client, slices: readonly ListSlice[]): Promise<readonly Uint8Array[]> => {
  const [first] = slices;
  if (first === undefined) return [];
  const bytes =
    slices.length === 1
      ? await bytesValue(client, ONE_SLICE, [first.kind, BigInt(first.from), BigInt(first.to)])
      : await bytesValue(client, slices.every(({ from, to }) => to === from + 1) ? SINGLE_ROWS : MANY_SLICES, [
          listed(slices),
        ]);
  return bytes === null ? [] : [requireText(bytes)];
};

const placesSql = (ends: string): string =>
  `select json_group_array(json_array(grp, place, withdrawn_n)) from (
     select e.grp, e.place, e.withdrawn_n from json_each(?) as g cross join edges as e on e.grp = g.value and ${ends}
     order by g.key, e.place)`;

const PLACES_FROM = placesSql('e.from_id = ?');
const PLACES_TO = placesSql('e.to_id = ?');
const PLACES_BETWEEN = placesSql('e.from_id = ? and e.to_id = ?');

/** Where the edges with these ends stand or stood, by group and place; at least one end is named. */
export const readEdgePlaces = async (
  client: Client,
  groups: readonly EdgeGroup[],
  { fromId, toId }: EdgeEnds,
): Promise<readonly EdgePlace[]> => {
  const sql = toId === null ? PLACES_FROM : fromId === null ? PLACES_TO : PLACES_BETWEEN;
  const ids = [fromId, toId].filter((id) => id !== null).map(BigInt);
  const rows = await jsonRows<[group: string, place: number, withdrawn: number | null]>(client, sql, [
    JSON.stringify(groups.map(({ name }) => name)),
    ...ids,
  ]);
  return rows.map(([group, place, withdrawn]) => ({ group, place, withdrawn }));
};

const firstSql = (end: string): string =>
  `select json_group_array(json_object('group', grp, 'place', place)) from (
     select e.grp, e.place from json_each(?) as g cross join edges as e
       on e.grp = g.value and e.${end} = ? and e.withdrawn_n is null
     order by g.key, e.place limit ?)`;

const FIRST = { from: firstSql('from_id'), to: firstSql('to_id') };

/** Where the first standing edges with this end are, by group and place, and how many there are. */
export const readEdgesAt = async (
  client: Client,
  groups: readonly EdgeGroup[],
  end: 'from' | 'to',
  id: number,
  limit: number,
): Promise<EdgesAt> => {
  const names = JSON.stringify(groups.map(({ name }) => name));
  const total = await value(
    client,
    `select total(rows) from edge_counts where grp in (select value from json_each(?)) and "end" = ? and id = ?`,
    [names, end, BigInt(id)],
  );
  const places =
    total === 0 || limit === 0
      ? []
      : await jsonRows<EdgesAt['places'][number]>(client, FIRST[end], [names, BigInt(id), BigInt(limit)]);
  return { places, total: Number(total) };
};

/** The ends of a group's standing edges, from the counts that are kept of them. */
export const readEdgeEnds = (
  client: Client,
  { name }: EdgeGroup,
  end: 'from' | 'to',
  limit: number,
): Promise<readonly EndCount[]> =>
  jsonRows<EndCount>(
    client,
    `select json_group_array(json_object('id', id, 'total', rows)) from (
       select id, rows from edge_counts where grp = ? and "end" = ? and rows > 0 order by id limit ?)`,
    [name, end, BigInt(limit)],
  );

/** The standing edges of a group from many starts, by start, those that became public first before others. */
export const readEdgesFrom = async (
  client: Client,
  { name }: EdgeGroup,
  fromIds: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows = await jsonRows<readonly [fromId: number, toIds: readonly number[]]>(
    client,
    // By itself SQLite would walk the whole group in the order of places.
    `select json_group_array(json_array(asked.value, (select json_group_array(to_id) from (
       select to_id from edges indexed by edges_by_from where grp = ?1 and from_id = asked.value and withdrawn_n is null
       order by place limit ?3)))) from (select distinct value from json_each(?2)) as asked`,
    [name, JSON.stringify(fromIds), BigInt(each)],
  );
  return new Map(rows);
};
