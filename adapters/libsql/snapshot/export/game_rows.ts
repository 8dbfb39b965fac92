import type { Client, InValue } from '@libsql/client';
import { CLIENT_GROUPS } from '../../../../domain/ports/build.ts';
import { type GameView, IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import type { ExportRows } from '../../../../domain/ports/exports.ts';
import { StorageError } from '../../storage_error.ts';

/** Number of rows read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const ROWS_PER_READ = 1_000;

/** Yields the items of the exported build, as `/api/items` lists them. */
export async function* exportedItems(client: Client, game: GameView | null): AsyncIterable<ExportRows> {
  if (game !== null) yield* importedRows(client, game.n, game.items, ITEMS, []);
}

/** Yields the relations of the build in the order of `/api/edges`, one group after another. */
export async function* exportedClientEdges(client: Client, game: GameView | null): AsyncIterable<ExportRows> {
  if (game === null) return;
  for (const { name } of CLIENT_GROUPS) yield* importedRows(client, game.n, game.edges[name] ?? 0, EDGES, [name]);
}

const ITEMS = `select json_group_array(body) from (
  select body from game_items where import_n = ? and place >= ? and place < ? order by place)`;

const EDGES = `select json_group_array(body) from (
  select body from client_edges where import_n = ? and grp = ? and place >= ? and place < ? order by place)`;

/** Yields rows 0 to `rows` of an import. Their places have no gaps, so it throws if any row is missing. */
async function* importedRows(
  client: Client,
  n: number,
  rows: number,
  sql: string,
  args: readonly InValue[],
): AsyncIterable<ExportRows> {
  for (let from = 0; from < rows; from += ROWS_PER_READ) {
    const to = Math.min(from + ROWS_PER_READ, rows);
    const found = await client.execute({
      sql: `select exists (select 1 from imports where n = ? and state = 'whole'), (${sql})`,
      args: [BigInt(n), BigInt(n), ...args, BigInt(from), BigInt(to)],
    });
    const row = found.rows[0];
    if (row === undefined || Number(row[0]) !== 1) throw new StorageError(IMPORT_REPLACED);
    const bodies = JSON.parse(row[1] as string) as readonly string[];
    if (bodies.length !== to - from) throw new StorageError('IMPORT_ROWS_MISSING');
    yield bodies;
  }
}
