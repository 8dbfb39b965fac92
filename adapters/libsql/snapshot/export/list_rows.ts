import { planListPage } from '../../../../domain/paging/ledger.ts';
import { CLIENT_GROUPS } from '../../../../domain/ports/build.ts';
import type { GameBuild } from '../../../../domain/ports/builds.ts';
import type { ExportRows } from '../../../../domain/ports/exports.ts';
import type { ListLedger } from '../../../../domain/ports/places.ts';
import { type Connection, readJson } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { edgeList } from '../lists/edges.ts';
import { readPublicCorpusRows } from '../read/corpus_reader.ts';
import { readImportRows } from '../read/imports_reader.ts';
import { formatSlices } from '../row_block.ts';
import { ROWS_PER_READ } from './read_behind.ts';

/**
 * Number of corpus rows per page. A page that begins inside a block unpacks it again, and its rows are read in small
 * batches in any case.
 */
const CORPUS_ROWS_PER_PAGE = 10_000;

/** Yields the rows of the feed in order, as of snapshot `n`, without rows withdrawn since. */
export async function* readExportedCorpus(
  client: Connection,
  ledger: ListLedger,
  n: number,
): AsyncIterable<ExportRows> {
  for (const slices of readListPages(ledger, null, n, CORPUS_ROWS_PER_PAGE))
    yield* readPublicCorpusRows(client, slices);
}

const SELECT_OBSERVED_EDGES = `select json_group_array(body) from (
  select r.body from json_each(?) as slice
  cross join rows as r on r.list = slice.value->>0 and r.place >= slice.value->>1 and r.place < slice.value->>2
  where r.until = 0 order by slice.key, r.place)`;

/** Yields the observed relations in order, as of snapshot `n`, without relations withdrawn since. */
export async function* readExportedEdges(client: Connection, ledger: ListLedger, n: number): AsyncIterable<ExportRows> {
  for (const slices of readListPages(ledger, edgeList.names, n, ROWS_PER_READ))
    yield await readJson<string>(client, SELECT_OBSERVED_EDGES, [formatSlices(slices)]);
}

/** Yields the places of a list page by page, as the API lists them without an offset. */
function* readListPages(ledger: ListLedger, kinds: readonly string[] | null, n: number, rowsPerPage: number) {
  for (let offset = 0; ; offset += rowsPerPage) {
    const { slices, total } = planListPage(ledger, { kinds, after: 0, upTo: n }, offset, rowsPerPage);
    if (offset >= total) return;
    yield slices;
  }
}

/** Yields the items of the exported build, as `/api/items` lists them. */
export async function* readExportedItems(client: Connection, game: GameBuild | null): AsyncIterable<ExportRows> {
  if (game !== null) yield* readImportedRows(client, game.n, game.items, SELECT_ITEMS, []);
}

/** Yields the relations of the build in the order of `/api/edges`, one group after another. */
export async function* readExportedClientEdges(client: Connection, game: GameBuild | null): AsyncIterable<ExportRows> {
  if (game === null) return;
  for (const { name } of CLIENT_GROUPS)
    yield* readImportedRows(client, game.n, game.edges[name] ?? 0, SELECT_BUILD_EDGES, [name]);
}

const SELECT_ITEMS = `select json_group_array(body) from (
  select body from game_items where import_n = ?1 and place >= ?2 and place < ?3 order by place)`;

const SELECT_BUILD_EDGES = `select json_group_array(body) from (
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
    const bodies = await readImportRows<string>(client, n, sql, [BigInt(from), BigInt(to), ...args]);
    if (bodies.length !== to - from) throw new StorageError('IMPORT_ROWS_MISSING');
    yield bodies;
  }
}
