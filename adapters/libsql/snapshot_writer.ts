import type { Client, Transaction } from '@libsql/client';
import type { SnapshotChange, SnapshotRow, SnapshotWriter } from '../../domain/ports/snapshots.ts';
import type { FeedTime } from '../../domain/snapshot/feed.ts';
import { appendCorpus, keepCounts } from './corpus_writer.ts';
import { inTransaction, jsonRows, openWriter } from './database.ts';
import { stateDrops } from './drops_writer.ts';
import { migrate } from './migrate.ts';
import { newestRow } from './snapshot_row.ts';
import { reach, StorageFault } from './storage_error.ts';

/** What a snapshot database was built with. */
export interface SnapshotOrigin {
  readonly epoch: string;
  readonly feedTime: FeedTime;
  /** The version of each roll-up by its name. */
  readonly rollups: Readonly<Record<string, number>>;
}

/** The writer, and what the database it writes was built with. */
export interface OpenSnapshot {
  readonly writer: SnapshotWriter;
  readonly origin: SnapshotOrigin;
}

/** Makes the snapshot database of a new epoch and opens it as its one writer. */
export const createSnapshotDatabase = (path: string, origin: SnapshotOrigin): Promise<OpenSnapshot> =>
  open(path, origin);

/**
 * Opens a snapshot database as its one writer. Throws what `storageFault` knows where it is missing or damaged,
 * `WrongDatabase` where it is not ours.
 */
export const openSnapshotWriter = (path: string): Promise<OpenSnapshot> => open(path, null);

/** Blocks of corpus rows are some 20 KB: fewer, larger pages are read faster. */
const PAGE_BYTES = 8192;

/** Blocks are appended and facts are few, so that little is read twice. */
const CACHE_KIB = 8_192;

const open = async (path: string, create: SnapshotOrigin | null): Promise<OpenSnapshot> => {
  const client = await openWriter(path, { create: create !== null, cacheKiB: CACHE_KIB, pageBytes: PAGE_BYTES });
  try {
    const { from } = await migrate(client, 'snapshot');
    if (create !== null) await writeOrigin(client, create);
    // An emptied file opens as a fresh database: only a new epoch may begin with one.
    else if (from === 0) throw new StorageFault('DATABASE_EMPTY');
    const origin = await readOrigin(client);
    return { writer: writerOn(client), origin };
  } catch (error) {
    client.close();
    throw error;
  }
};

const writerOn = (client: Client): SnapshotWriter => ({
  newest: () => reach(() => newestRow(client)),
  write: (change) => reach(() => inTransaction(client, (tx) => write(tx, change))),
  close: async () => client.close(),
});

const write = async (tx: Transaction, change: SnapshotChange): Promise<SnapshotRow> => {
  const { n } = change.row;
  const before = await newestRow(tx);
  const places = await stateDrops(
    tx,
    change.drops,
    { rates: before?.ratePlaces ?? 0, zeros: before?.zeroPlaces ?? 0 },
    n,
  );
  const counts = change.corpus.length === 0 ? null : await appendCorpus(tx, change.corpus);
  const appended = change.corpus.reduce((sum, { rows }) => sum + rows.length, 0);
  const row: SnapshotRow = {
    ...change.row,
    corpusPlaces: (before?.corpusPlaces ?? 0) + appended,
    ratePlaces: places.rates,
    zeroPlaces: places.zeros,
  };
  await insertRow(tx, row);
  if (counts !== null) await keepCounts(tx, n, counts);
  return row;
};

/** Column order of the table `snapshots`. */
const ROW_FIELDS = [
  ...(['n', 'writtenAtMs', 'dataAsOfMs', 'step', 'seq', 'uploads', 'legacyRecords', 'lootUploads'] as const),
  ...(['lootRecords', 'lootWindows', 'queued', 'corpusPlaces', 'ratePlaces', 'zeroPlaces'] as const),
];

const insertRow = async (tx: Transaction, row: SnapshotRow): Promise<void> => {
  await tx.execute({
    sql: `insert into snapshots (n, written_at_ms, data_as_of_ms, step, seq, uploads, legacy_records, loot_uploads,
            loot_records, loot_windows, queued, corpus_places, rate_places, zero_places)
          select ${ROW_FIELDS.map((_, i) => `v->>${i}`).join(', ')} from (select ? as v)`,
    args: [JSON.stringify(ROW_FIELDS.map((field) => row[field]))],
  });
};

const writeOrigin = async (client: Client, { epoch, feedTime, rollups }: SnapshotOrigin): Promise<void> => {
  await client.execute({
    sql: 'insert into instance (id, epoch, feed_time, rollups) values (1, ?, ?, ?)',
    args: [epoch, feedTime, JSON.stringify(rollups)],
  });
};

const readOrigin = async (client: Client): Promise<SnapshotOrigin> => {
  const [origin] = await jsonRows<SnapshotOrigin>(
    client,
    `select json_group_array(json_object('epoch', epoch, 'feedTime', feed_time, 'rollups', json(rollups))) from instance`,
  );
  if (origin === undefined) throw new StorageFault('INSTANCE_MISSING');
  return origin;
};
