import { CLIENT_GROUPS } from '../../../../domain/ports/build.ts';
import type { GameView } from '../../../../domain/ports/builds.ts';
import type { ExportRows } from '../../../../domain/ports/exports.ts';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import { type Connection, jsonRows } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { edgeList } from '../lists/edges.ts';
import { listOfImport } from '../read/imports_reader.ts';
import type { GroupCounts, StepsTable } from '../write/ledger_writer.ts';
import { ROWS_PER_READ } from './read_behind.ts';

const OBSERVED_EDGES = `select json_group_array(body) from (
  select r.body from json_each(?) as run
  cross join rows as r on r.list = run.value->>0 and r.place >= run.value->>1 and r.place < run.value->>2
  where r.until = 0 order by run.key, r.place)`;

/** Yields the observed relations in order, as of snapshot `n`, without relations withdrawn since. */
export async function* readExportedEdges(client: Connection, n: number): AsyncIterable<ExportRows> {
  let runs: [kind: string, from: number, to: number][] = [];
  let room = ROWS_PER_READ;
  for await (const { kind, from, to } of readListRuns(client, 'row_steps', n, edgeList.names)) {
    for (let place = from; place < to; ) {
      const end = Math.min(place + room, to);
      runs.push([kind, place, end]);
      room -= end - place;
      place = end;
      if (room > 0) continue;
      yield await jsonRows<string>(client, OBSERVED_EDGES, [JSON.stringify(runs)]);
      runs = [];
      room = ROWS_PER_READ;
    }
  }
  if (runs.length > 0) yield await jsonRows<string>(client, OBSERVED_EDGES, [JSON.stringify(runs)]);
}

/** Yields the items of the exported build, as `/api/items` lists them. */
export async function* readExportedItems(client: Connection, game: GameView | null): AsyncIterable<ExportRows> {
  if (game !== null) yield* readImportedRows(client, game.n, game.items, ITEMS, []);
}

/** Yields the relations of the build in the order of `/api/edges`, one group after another. */
export async function* readExportedClientEdges(client: Connection, game: GameView | null): AsyncIterable<ExportRows> {
  if (game === null) return;
  for (const { name } of CLIENT_GROUPS)
    yield* readImportedRows(client, game.n, game.edges[name] ?? 0, BUILD_EDGES, [name]);
}

const ITEMS = `select json_group_array(body) from (
  select body from game_items where import_n = ?1 and place >= ?2 and place < ?3 order by place)`;

const BUILD_EDGES = `select json_group_array(body) from (
  select body from client_edges where import_n = ?1 and grp = ?4 and place >= ?2 and place < ?3 order by place)`;

/** Yields rows 0 to `rows` of an import. The places of an import have no gaps, so a missing row throws. */
async function* readImportedRows(
  client: Connection,
  n: number,
  rows: number,
  sql: string,
  args: readonly string[],
): AsyncIterable<ExportRows> {
  for (let from = 0; from < rows; from += ROWS_PER_READ) {
    const to = Math.min(from + ROWS_PER_READ, rows);
    const bodies = await listOfImport<string>(client, n, sql, [BigInt(from), BigInt(to), ...args]);
    if (bodies.length !== to - from) throw new StorageError('IMPORT_ROWS_MISSING');
    yield bodies;
  }
}

const STEPS_PER_READ = 200;

/**
 * Yields the runs of a list in order, as its ledger defines them (domain/paging/ledger.ts): for every appending
 * snapshot up to `n`, the new rows of each of these groups, or of all, in name order. Consecutive runs of one group are
 * joined.
 */
export async function* readListRuns(
  client: Connection,
  table: StepsTable,
  n: number,
  kinds: readonly string[] | null = null,
): AsyncIterable<ListSlice> {
  let before: GroupCounts = {};
  let last: ListSlice | undefined;
  for await (const counts of readListCounts(client, table, n)) {
    const runs = last === undefined ? [] : [last];
    for (const kind of Object.keys(counts).sort()) {
      if (kinds !== null && !kinds.includes(kind)) continue;
      const run = { kind, from: before[kind] ?? 0, to: counts[kind]! };
      const earlier = runs.at(-1);
      if (earlier?.kind === kind) runs[runs.length - 1] = { ...run, from: earlier.from };
      else if (run.to > run.from) runs.push(run);
    }
    before = counts;
    last = runs.pop();
    yield* runs;
  }
  if (last !== undefined) yield last;
}

/** Yields the counts of a list after each appending snapshot up to `n`. */
async function* readListCounts(client: Connection, table: StepsTable, n: number): AsyncIterable<GroupCounts> {
  let after = 0;
  for (let known = STEPS_PER_READ; known === STEPS_PER_READ; ) {
    const steps = await jsonRows<[n: number, counts: GroupCounts]>(
      client,
      `select '[' || group_concat('[' || n || ',' || counts || ']') || ']'
       from (select n, counts from ${table} where n > ? and n <= ? order by n limit ?)`,
      [BigInt(after), BigInt(n), BigInt(STEPS_PER_READ)],
    );
    yield* steps.map(([, counts]) => counts);
    after = steps.at(-1)?.[0] ?? after;
    known = steps.length;
  }
}
