import type { Client } from '@libsql/client';
import type { GameView } from '../../../../domain/ports/builds.ts';
import type { SourceType, StoredRate, StoredZero } from '../../../../domain/ports/drops.ts';
import type { ExportRows, ExportSource, FeedTime } from '../../../../domain/ports/exports.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { currentEpoch, type DataDir } from '../../../data_folder/data_dir.ts';
import { jsonRows, openReader, readValue } from '../../database.ts';
import { StorageError, storageRunner } from '../../storage_error.ts';
import { decodeBlock, ROWS_PER_BLOCK, rowsOf } from '../corpus_block.ts';
import { readListCounts } from '../list_counts.ts';
import { readGameView } from '../read/imports_reader.ts';
import { newestRow } from '../row.ts';
import { exportedEdges } from './edge_rows.ts';
import { exportedClientEdges, exportedItems } from './game_rows.ts';
import { runsOf } from './runs.ts';

const runStorage = storageRunner('snapshot');

/** Small, because every row is read once. */
const CACHE_KIB = 2_048;

/** Opens the newest snapshot for an export, or returns null before the first one. */
export function openExportSource(dir: DataDir): Promise<ExportSource | null> {
  return runStorage(async () => {
    const epoch = currentEpoch(dir);
    if (epoch === null) return null;
    const client = await openReader(dir.snapshotDb(epoch), { cacheKiB: CACHE_KIB });
    try {
      const row = await newestRow(client);
      if (row !== null) return await sourceOn(client, epoch, row);
      client.close();
      return null;
    } catch (error) {
      client.close();
      throw error;
    }
  });
}

async function sourceOn(client: Client, epoch: string, row: SnapshotRow): Promise<ExportSource> {
  const game = await servedGame(client, row);
  return {
    epoch,
    row,
    game,
    feedTime: await readFeedTime(client),
    lists: await readListCounts(client, row),
    items: () => exportedItems(client, game),
    clientEdges: () => exportedClientEdges(client, game),
    corpus: () => exportedCorpus(client, row.n),
    edges: () => exportedEdges(client, row.n),
    rates: () => exportedRates(client, row.ratePlaces),
    zeros: () => exportedZeros(client, row.zeroPlaces),
    close: async () => client.close(),
  };
}

async function readFeedTime(client: Client): Promise<FeedTime> {
  const feedTime = await readValue(client, 'select feed_time from instance');
  if (feedTime !== 'exact' && feedTime !== 'day') throw new StorageError('INSTANCE_MISSING');
  return feedTime;
}

async function servedGame(client: Client, { importN }: SnapshotRow): Promise<GameView | null> {
  if (importN === null) return null;
  const game = await readGameView(client, importN);
  if (game === null) throw new StorageError('IMPORT_MISSING');
  return game;
}

/** Number of blocks read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const BLOCKS_PER_READ = 8;

/** The last block read of a kind. The kind's next run begins in it or after it. */
interface LastBlock {
  readonly index: number;
  /** All rows of the block. Withdrawn rows are empty. */
  readonly rows: readonly Uint8Array[];
}

/** Yields the rows of the feed in order, as of snapshot `n`, without those withdrawn since. */
async function* exportedCorpus(client: Client, n: number): AsyncIterable<ExportRows> {
  const lastBlocks = new Map<string, LastBlock>();
  for await (const { kind, from, to } of runsOf(client, 'corpus_steps', n)) {
    for (let place = from; place < to; ) {
      const index = Math.floor(place / ROWS_PER_BLOCK);
      const last = lastBlocks.get(kind);
      const blocks =
        last?.index === index
          ? [last.rows]
          : await readBlocks(client, kind, index, Math.min(index + BLOCKS_PER_READ, Math.ceil(to / ROWS_PER_BLOCK)));
      for (const [i, rows] of blocks.entries()) {
        const first = (index + i) * ROWS_PER_BLOCK;
        const end = Math.min(to - first, ROWS_PER_BLOCK);
        if (rows.length < end) throw new StorageError('CORPUS_BLOCK_SHORT');
        yield publicRows(rows, place - first, end);
        place = first + end;
      }
      lastBlocks.set(kind, { index: index + blocks.length - 1, rows: blocks.at(-1)! });
    }
  }
}

/** Reads the rows of blocks `first <= block < end` of a kind. */
async function readBlocks(
  client: Client,
  kind: string,
  first: number,
  end: number,
): Promise<readonly (readonly Uint8Array[])[]> {
  const { rows } = await client.execute({
    sql: 'select bytes from corpus_blocks where kind = ? and block >= ? and block < ? order by block',
    args: [kind, BigInt(first), BigInt(end)],
  });
  if (rows.length !== end - first) throw new StorageError('CORPUS_BLOCK_MISSING');
  return rows.map((row) => {
    const block = decodeBlock(row[0] as ArrayBuffer);
    if (block === null) throw new StorageError('CORPUS_BLOCK_DAMAGED');
    return rowsOf(block);
  });
}

/** Returns the rows `from <= i < to` that are not withdrawn, without their commas. */
function publicRows(rows: readonly Uint8Array[], from: number, to: number): readonly Uint8Array[] {
  return rows
    .slice(from, to)
    .filter(({ byteLength }) => byteLength > 0)
    .map((row) => row.subarray(0, -1));
}

/** Number of places read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;

/** Yields the ranges of places to read, one at a time. */
function* ranges(places: number): Iterable<[from: bigint, to: bigint]> {
  for (let from = 0; from < places; from += PLACES_PER_READ) {
    yield [BigInt(from), BigInt(Math.min(from + PLACES_PER_READ, places))];
  }
}

type RateTuple = [
  sourceType: SourceType,
  sourceId: number,
  itemId: number,
  drops: number,
  installs: number,
  kills: number,
  reporters: number,
  topWindows: number,
];

/** Yields the public rates at the first `places` places, in order. */
async function* exportedRates(client: Client, places: number): AsyncIterable<readonly StoredRate[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<RateTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, item_id, drops, seen_by, kills, reporters,
         top_windows)) from (
         select source_type, source_id, item_id, drops, seen_by, kills, reporters, top_windows
         from rates join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, itemId, drops, installs, kills, reporters, topWindows]) => ({
      sourceType,
      sourceId,
      itemId,
      drops,
      installs,
      kills,
      reporters,
      topWindows,
    }));
  }
}

type ZeroTuple = [sourceType: SourceType, sourceId: number, kills: number, reporters: number, topWindows: number];

/** Yields the public measured zeros at the first `places` places, in order. */
async function* exportedZeros(client: Client, places: number): AsyncIterable<readonly StoredZero[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<ZeroTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, kills, reporters, top_windows)) from (
         select source_type, source_id, kills, reporters, top_windows
         from measured_zeros join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, kills, reporters, topWindows]) => ({
      sourceType,
      sourceId,
      kills,
      reporters,
      topWindows,
    }));
  }
}
