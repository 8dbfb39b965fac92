import type { Client } from '@libsql/client';
import type { ListSlice } from '../../../domain/paging/ledger.ts';
import type { GameView } from '../../../domain/ports/builds.ts';
import type { ExportRows, ExportSource } from '../../../domain/ports/exports.ts';
import type { SnapshotRow, StoredRate, StoredZero } from '../../../domain/ports/snapshots.ts';
import type { Reached } from '../../../domain/result.ts';
import type { SourceType } from '../../../domain/rollups/drops.ts';
import { currentEpoch, type DataDir } from '../../data_dir.ts';
import { jsonRows, openReader, value } from '../database.ts';
import { reach, StorageFault } from '../storage_error.ts';
import { type CorpusBlock, decodeBlock, ROWS_PER_BLOCK } from './corpus_block.ts';
import { CORPUS_LIST } from './corpus_writer.ts';
import { exportedClientEdges, exportedItems } from './export_game_rows.ts';
import { readGameView } from './imports_reader.ts';
import type { GroupCounts, StepsTable } from './ledger_writer.ts';
import { newestRow } from './row.ts';

/** Every row is read once. */
const CACHE_KIB = 2_048;

/** Places read at a time: a long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;
const BLOCKS_PER_READ = 8;
const STEPS_PER_READ = 200;

/** Opens the newest snapshot that is served, to be exported; null where none was written. */
export const openExportSource = (dir: DataDir): Promise<Reached<ExportSource | null>> =>
  reach(async () => {
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

const sourceOn = async (client: Client, epoch: string, row: SnapshotRow): Promise<ExportSource> => {
  const game = await servedGame(client, row);
  return {
    ...{ epoch, row, game },
    withdrawn: await readWithdrawn(client, row.n),
    items: () => exportedItems(client, game),
    clientEdges: () => exportedClientEdges(client, game),
    corpus: () => corpusRows(client, row.n),
    edges: () => edgeRows(client, row.n),
    rates: () => rateRows(client, row.ratePlaces),
    zeros: () => zeroRows(client, row.zeroPlaces),
    close: async () => client.close(),
  };
};

const servedGame = async (client: Client, { importN }: SnapshotRow): Promise<GameView | null> => {
  if (importN === null) return null;
  const game = await readGameView(client, importN);
  if (game === null) throw new StorageFault('IMPORT_MISSING');
  return game;
};

const readWithdrawn = async (client: Client, n: number): Promise<ExportSource['withdrawn']> => {
  const gaps = async (from: string, to: string): Promise<number> =>
    Number(
      await value(client, 'select count(*) from gaps where list >= ? and list < ? and snapshot_n <= ?', [
        ...[from, to],
        BigInt(n),
      ]),
    );
  return {
    corpus: await gaps(CORPUS_LIST, `${CORPUS_LIST}\u{10ffff}`),
    rates: await gaps('rates', 'rates\u0001'),
    zeros: await gaps('zeros', 'zeros\u0001'),
    edges: Number(await value(client, 'select count(*) from edges where withdrawn_n <= ?', [BigInt(n)])),
  };
};

/**
 * The runs of a list in its order, as the ledger has them (domain/paging/ledger.ts): those of every appending snapshot
 * up to `n`, its groups in name order. Runs of one group that follow each other are one.
 */
async function* runsOf(client: Client, table: StepsTable, n: number): AsyncIterable<ListSlice> {
  let before: GroupCounts = {};
  let last: ListSlice | undefined;
  for await (const counts of countsOf(client, table, n)) {
    const runs = last === undefined ? [] : [last];
    for (const kind of Object.keys(counts).sort()) {
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

/** The counts of a list after each appending snapshot up to `n`. */
async function* countsOf(client: Client, table: StepsTable, n: number): AsyncIterable<GroupCounts> {
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

/** The last block read of a kind: the kind's next run begins in it, or behind it. */
interface LastBlock {
  readonly index: number;
  readonly block: CorpusBlock;
}

async function* corpusRows(client: Client, n: number): AsyncIterable<ExportRows> {
  const lastBlocks = new Map<string, LastBlock>();
  for await (const { kind, from, to } of runsOf(client, 'corpus_steps', n)) {
    for (let place = from; place < to; ) {
      const index = Math.floor(place / ROWS_PER_BLOCK);
      const last = lastBlocks.get(kind);
      const blocks =
        last?.index === index
          ? [last.block]
          : await readBlocks(client, kind, index, Math.min(index + BLOCKS_PER_READ, Math.ceil(to / ROWS_PER_BLOCK)));
      for (const [i, block] of blocks.entries()) {
        const first = (index + i) * ROWS_PER_BLOCK;
        const end = Math.min(to - first, ROWS_PER_BLOCK);
        if (block.rows < end) throw new StorageFault('CORPUS_BLOCK_SHORT');
        yield rowsIn(block, place - first, end);
        place = first + end;
      }
      lastBlocks.set(kind, { index: index + blocks.length - 1, block: blocks.at(-1)! });
    }
  }
}

/** Blocks `first <= block < end` of a kind. */
const readBlocks = async (
  client: Client,
  kind: string,
  first: number,
  end: number,
): Promise<readonly CorpusBlock[]> => {
  const { rows } = await client.execute({
    sql: 'select bytes from corpus_blocks where kind = ? and block >= ? and block < ? order by block',
    args: [kind, BigInt(first), BigInt(end)],
  });
  if (rows.length !== end - first) throw new StorageFault('CORPUS_BLOCK_MISSING');
  return rows.map((row) => {
    const block = decodeBlock(row[0] as ArrayBuffer);
    if (block === null) throw new StorageFault('CORPUS_BLOCK_DAMAGED');
    return block;
  });
};

/** Rows `from <= i < to` that stand, without their commas. */
const rowsIn = (block: CorpusBlock, from: number, to: number): readonly Uint8Array[] => {
  const rows: Uint8Array[] = [];
  for (let i = from; i < to; i++) {
    const row = block.slice(i, i + 1);
    if (row.byteLength > 0) rows.push(row.subarray(0, -1));
  }
  return rows;
};

const EDGE_ROWS = `select json_group_array(body) from (
  select e.body from json_each(?) as run
  cross join edges as e on e.grp = run.value->>0 and e.place >= run.value->>1 and e.place < run.value->>2
  where e.withdrawn_n is null order by run.key, e.place)`;

async function* edgeRows(client: Client, n: number): AsyncIterable<ExportRows> {
  let runs: [kind: string, from: number, to: number][] = [];
  let room = PLACES_PER_READ;
  for await (const { kind, from, to } of runsOf(client, 'edge_steps', n)) {
    for (let place = from; place < to; ) {
      const end = Math.min(place + room, to);
      runs.push([kind, place, end]);
      room -= end - place;
      place = end;
      if (room > 0) continue;
      yield await jsonRows<string>(client, EDGE_ROWS, [JSON.stringify(runs)]);
      runs = [];
      room = PLACES_PER_READ;
    }
  }
  if (runs.length > 0) yield await jsonRows<string>(client, EDGE_ROWS, [JSON.stringify(runs)]);
}

/** Ranges of places that are read at once. */
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
  kills: number,
  reporters: number,
];

async function* rateRows(client: Client, places: number): AsyncIterable<readonly StoredRate[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<RateTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, item_id, drops, kills, reporters)) from (
         select source_type, source_id, item_id, drops, kills, reporters
         from rates join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, itemId, drops, kills, reporters]) => ({
      ...{ sourceType, sourceId, itemId, drops, kills, reporters },
    }));
  }
}

type ZeroTuple = [sourceType: SourceType, sourceId: number, kills: number, reporters: number];

async function* zeroRows(client: Client, places: number): AsyncIterable<readonly StoredZero[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<ZeroTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, kills, reporters)) from (
         select source_type, source_id, kills, reporters
         from measured_zeros join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, kills, reporters]) => ({ sourceType, sourceId, kills, reporters }));
  }
}
