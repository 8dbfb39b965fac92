import type { InArgs } from '@libsql/client';
import { CLIENT_GROUPS, type ClientGroup } from '../../../../domain/ports/build.ts';
import { type GameFamily, type GameView, IMPORT_REPLACED, type LayerCoding } from '../../../../domain/ports/builds.ts';
import type { ClientEdgePlace, EdgeEnds } from '../../../../domain/ports/edges.ts';
import type { ListSlice, PlaceRange } from '../../../../domain/ports/places.ts';
import type { RowsRead } from '../../../../domain/ports/rows.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { requireUtf8 } from '../../text_guard.ts';
import { cutIn, firstPastSql, type ReadBudget, readWithin, type TextList } from '../read_budget.ts';
import { type ReadTexts, textsIn, textsSql } from './row_texts.ts';

/** Returns the view of an import, or null if it is not complete. */
export async function readGameView(client: Runner, n: number): Promise<GameView | null> {
  const rows = await jsonRows<GameView>(
    client,
    `select json_group_array(json_object('n', n, 'build', build, 'extractedAt', extracted_at,
       'importedAtMs', imported_at_ms, 'protocol', protocol, 'items', items, 'edges', json(edges),
       'layerTag', layer_tag)) from imports where n = ? and state = 'whole'`,
    [BigInt(n)],
  );
  return rows[0] ?? null;
}

/**
 * Returns the single value of a query over rows of an import. The same statement checks that the import is complete,
 * and the function throws if it is being removed. So an incomplete list is never returned as complete.
 */
async function guarded(client: Runner, n: number, sql: string, args: InArgs & readonly unknown[]): Promise<unknown> {
  const { rows } = await client.execute({
    sql: `select exists (select 1 from imports where n = ? and state = 'whole'), (${sql})`,
    args: [BigInt(n), ...(args as bigint[])],
  });
  const row = rows[0];
  if (row === undefined || Number(row[0]) !== 1) throw new StorageError(IMPORT_REPLACED);
  return row[1];
}

/** Returns the list that a query over rows of an import builds as JSON, guarded like `guarded`. */
export async function listOf<T>(client: Runner, n: number, sql: string, args: InArgs & readonly unknown[]) {
  const text = await guarded(client, n, sql, args);
  return typeof text === 'string' ? (JSON.parse(text) as readonly T[]) : [];
}

function bytesOf(found: unknown): readonly Uint8Array[] {
  return found instanceof ArrayBuffer ? [requireUtf8(new Uint8Array(found))] : [];
}

const ONE_RANGE = `select cast(group_concat(body, ',') as blob) from (
  select body from game_items where import_n = ? and place >= ? and place < ? order by place)`;

const MANY_RANGES = `select cast(group_concat(body, ',') as blob) from (
  select i.body from json_each(?) as range cross join game_items as i
    on i.import_n = ? and i.place >= range.value->>0 and i.place < range.value->>1
  order by range.key, i.place)`;

const FIRST_ITEM_PAST = firstPastSql(`select range.key as key, i.place as place, octet_length(i.body) as bytes
  from json_each(?) as range cross join game_items as i
    on i.import_n = ? and i.place >= range.value->>1 and i.place < range.value->>2`);

const FIRST_EDGE_PAST = firstPastSql(`select slice.key as key, e.place as place, octet_length(e.body) as bytes
  from json_each(?) as slice cross join client_edges as e
    on e.import_n = ? and e.grp = slice.value->>0 and e.place >= slice.value->>1 and e.place < slice.value->>2`);

function firstPast(client: Runner, n: number, sql: string): TextList['firstPast'] {
  return async (slices, bytesMax, exempt) =>
    cutIn(await guarded(client, n, sql, [listed(slices), BigInt(n), BigInt(exempt), BigInt(bytesMax)]));
}

function listed(slices: readonly ListSlice[]): string {
  return JSON.stringify(slices.map(({ kind, from, to }) => [kind, from, to]));
}

/** Returns the items of these ranges in order, joined by commas, as far as there is room. */
export function readItemRows(
  client: Runner,
  n: number,
  ranges: readonly PlaceRange[],
  room: ReadBudget | null,
): Promise<RowsRead> {
  return readWithin(
    { read: (some) => itemRows(client, n, some), firstPast: firstPast(client, n, FIRST_ITEM_PAST) },
    ranges.map(({ from, to }) => ({ kind: '', from, to })),
    room,
  );
}

async function itemRows(client: Runner, n: number, ranges: readonly PlaceRange[]): Promise<readonly Uint8Array[]> {
  const [first] = ranges;
  if (first === undefined) return [];
  return bytesOf(
    ranges.length === 1
      ? await guarded(client, n, ONE_RANGE, [BigInt(n), BigInt(first.from), BigInt(first.to)])
      : await guarded(client, n, MANY_RANGES, [JSON.stringify(ranges.map(({ from, to }) => [from, to])), BigInt(n)]),
  );
}

const EDGE_ROWS = `select cast(group_concat(body, ',') as blob) from (
  select e.body from json_each(?) as slice cross join client_edges as e
    on e.import_n = ? and e.grp = slice.value->>0 and e.place >= slice.value->>1 and e.place < slice.value->>2
  order by slice.key, e.place)`;

const ONE_SLICE = `select cast(group_concat(body, ',') as blob) from (
  select body from client_edges where import_n = ? and grp = ? and place >= ? and place < ? order by place)`;

/** Returns the edges of these slices in order, joined by commas, as far as there is room. */
export function readClientEdgeRows(
  client: Runner,
  n: number,
  slices: readonly ListSlice[],
  room: ReadBudget | null,
): Promise<RowsRead> {
  return readWithin(
    { read: (some) => edgeRows(client, n, some), firstPast: firstPast(client, n, FIRST_EDGE_PAST) },
    slices,
    room,
  );
}

async function edgeRows(client: Runner, n: number, slices: readonly ListSlice[]): Promise<readonly Uint8Array[]> {
  const [first] = slices;
  if (first === undefined) return [];
  return bytesOf(
    slices.length === 1
      ? await guarded(client, n, ONE_SLICE, [BigInt(n), first.kind, BigInt(first.from), BigInt(first.to)])
      : await guarded(client, n, EDGE_ROWS, [listed(slices), BigInt(n)]),
  );
}

/** Returns SQL for the texts with a column that is 1 if the import is complete. */
function guardedTexts(bodies: string): string {
  return textsSql(bodies, "exists (select 1 from imports where n = ?1 and state = 'whole')");
}

const EDGE_TEXTS = guardedTexts(
  'select body from client_edges where import_n = ?1 and grp = ?4 and place >= ?2 and place < ?3 order by place',
);
const ITEM_TEXTS = guardedTexts(
  'select body from game_items where import_n = ?1 and place >= ?2 and place < ?3 order by place',
);

/** The name of the list of items on the row shelf. The other lists of a build are groups of edges. */
export const ITEM_LIST = 'items';

/** Reads items and edges of the import with this number for the row shelf. */
export const readGameTexts: ReadTexts = async (client, n, kind, from, to) => {
  const places = [BigInt(n), BigInt(from), BigInt(to)];
  const { rows } = await client.execute(
    kind === ITEM_LIST ? { sql: ITEM_TEXTS, args: places } : { sql: EDGE_TEXTS, args: [...places, kind] },
  );
  if (Number(rows[0]?.[2]) !== 1) throw new StorageError(IMPORT_REPLACED);
  return textsIn(rows[0]);
};

const CLIENT_GROUP_NAMES: ReadonlySet<string> = new Set(CLIENT_GROUPS.map(({ name }) => name));

/** Returns whether a slice belongs to the build's edges. */
export function isClientSlice({ kind }: ListSlice): boolean {
  return CLIENT_GROUP_NAMES.has(kind);
}

function placesSql(ends: string): string {
  return `select json_group_array(json_array(grp, place)) from (
     select e.grp, e.place from json_each(?) as g cross join client_edges as e
       on e.import_n = ? and e.grp = g.value and ${ends}
     order by g.key, e.place)`;
}

const PLACES_FROM = placesSql('e.from_id = ?');
const PLACES_TO = placesSql('e.to_id = ?');
const PLACES_BETWEEN = placesSql('e.from_id = ? and e.to_id = ?');

/** Returns the places of the edges with these ends, by group and place. At least one end must be given. */
export async function readClientEdgePlaces(
  client: Runner,
  n: number,
  groups: readonly ClientGroup[],
  { fromId, toId }: EdgeEnds,
): Promise<readonly ClientEdgePlace[]> {
  const sql = toId === null ? PLACES_FROM : fromId === null ? PLACES_TO : PLACES_BETWEEN;
  const ids = [fromId, toId].filter((id) => id !== null).map(BigInt);
  const names = JSON.stringify(groups.map(({ name }) => name));
  const rows = await listOf<[group: string, place: number]>(client, n, sql, [names, BigInt(n), ...ids]);
  return rows.map(([group, place]) => ({ group, place }));
}

/** Returns the build's data on one subject, parsed, or null if it has none. */
export async function readGameFact(client: Runner, n: number, family: GameFamily, subject: string): Promise<unknown> {
  const sql = 'select body from game_facts where import_n = ? and family = ? and subject = ?';
  const body = await guarded(client, n, sql, [BigInt(n), family, subject]);
  return typeof body === 'string' ? (JSON.parse(body) as unknown) : null;
}

/** Returns the build's data on many subjects, in one query. */
export async function readGameFactsAmong(
  client: Runner,
  n: number,
  family: GameFamily,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  if (subjects.length === 0) return new Map();
  // Bodies are JSON already, so their text is inserted unchanged.
  const sql = `select '[' || coalesce(group_concat('[' || json_quote(f.subject) || ',' || f.body || ']', ','), '') || ']'
    from (select distinct value from json_each(?)) as asked
    cross join game_facts as f on f.import_n = ? and f.family = ? and f.subject = asked.value`;
  return new Map(
    await listOf<readonly [string, unknown]>(client, n, sql, [JSON.stringify(subjects), BigInt(n), family]),
  );
}

/** Returns those of these subjects that the build contains. */
export async function readGameSubjectsAmong(
  client: Runner,
  n: number,
  family: GameFamily,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const sql = `select json_group_array(f.subject) from (select distinct value from json_each(?)) as asked
    cross join game_facts as f on f.import_n = ? and f.family = ? and f.subject = asked.value`;
  return new Set(await listOf<string>(client, n, sql, [JSON.stringify(subjects), BigInt(n), family]));
}

/** Returns the stored body of the client layer. */
export async function readClientLayer(client: Runner, n: number, coding: LayerCoding): Promise<readonly Uint8Array[]> {
  const { rows } = await client.execute({
    sql: `select l.bytes from imports as i cross join client_layer as l on l.import_n = i.n and l.coding = ?
          where i.n = ? and i.state = 'whole' order by l.part`,
    args: [coding, BigInt(n)],
  });
  if (rows.length === 0) throw new StorageError(IMPORT_REPLACED);
  return rows.map((row) => new Uint8Array(row[0] as ArrayBuffer));
}
