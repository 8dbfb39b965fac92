import type { Client } from '@libsql/client';
import type { Gap, PlaceRange } from '../../domain/paging/gaps.ts';
import type { CorpusLedger } from '../../domain/paging/ledger.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { SnapshotReader, SnapshotRow, SnapshotView } from '../../domain/ports/snapshots.ts';
import { err, ok, type Reached, unreachable } from '../../domain/result.ts';
import { currentEpoch, type DataDir } from '../data_dir.ts';
import { createCorpusReader } from './corpus_reader.ts';
import { jsonRows, openReader, value } from './database.ts';
import { newestRow, readRow } from './snapshot_row.ts';
import { reach, StorageFault } from './storage_error.ts';

/** How long a view is trusted without looking whether another process wrote a newer one. */
const TRUST_MS = 1000;

/** Blocks of rows are seldom read twice, and facts are small. */
const CACHE_KIB = 8_192;

export interface SnapshotReaderOptions {
  readonly dir: DataDir;
  readonly clock: Clock;
}

/** One open generation: the connection and everything read from it into memory. */
interface Open {
  readonly epoch: string;
  readonly client: Client;
  dataVersion: number;
  view: SnapshotView | null;
}

/**
 * Reads the snapshot that the pointer file names, over one query-only connection. What every request needs (newest
 * row, ledger, gaps) is kept in memory and grows with each snapshot.
 * After a fault the connection is dropped and opened again, at most once a second.
 * Nothing is opened before the first `refresh`: the writer must have recovered the file by then.
 */
export const createSnapshotReader = ({ dir, clock }: SnapshotReaderOptions): SnapshotReader => {
  const corpus = createCorpusReader();
  let open: Open | null = null;
  // A request that began on the epoch before a rebuild may still finish on it.
  let previous: Open | null = null;
  let state: Reached<SnapshotView | null> = err(unreachable('NOT_OPENED'));
  let lookedAtMs = Number.POSITIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();

  const drop = (): void => {
    open?.client.close();
    previous?.client.close();
    open = null;
    previous = null;
    corpus.clear();
  };

  const retire = (): void => {
    previous?.client.close();
    previous = open;
    open = null;
  };

  const look = async (): Promise<Reached<SnapshotView | null>> => {
    const epoch = currentEpoch(dir);
    if (open !== null && open.epoch !== epoch) retire();
    if (epoch === null) return ok(null);
    open ??= {
      epoch,
      client: await openReader(dir.snapshotDb(epoch), { cacheKiB: CACHE_KIB }),
      dataVersion: -1,
      view: null,
    };
    const dataVersion = Number(await value(open.client, 'pragma data_version'));
    if (dataVersion !== open.dataVersion) {
      open.view = await loadView(open.client, epoch, open.view);
      open.dataVersion = dataVersion;
    }
    return ok(open.view);
  };

  const lookOnce = async (): Promise<void> => {
    const looked = await reach(look);
    if (!looked.ok) drop();
    state = looked.ok ? looked.value : looked;
    lookedAtMs = clock.nowMs();
  };

  /** A look under way may have begun before the snapshot that the caller knows of: it is followed by another. */
  const refresh = async (): Promise<Reached<void>> => {
    const own = looking.then(lookOnce);
    looking = own;
    await own;
    return state.ok ? ok(undefined) : state;
  };

  /** Runs a query of a view's epoch; a fault drops the connection, so that the next look opens it afresh. */
  const query = async <T>(view: SnapshotView, work: (client: Client) => Promise<T>): Promise<Reached<T>> => {
    const answer = await reach(() => {
      const generation = [open, previous].find((one) => one?.epoch === view.epoch);
      if (generation == null) throw new StorageFault('EPOCH_REPLACED');
      return work(generation.client);
    });
    if (!answer.ok && answer.error.cause !== 'EPOCH_REPLACED') {
      drop();
      state = answer;
    }
    return answer;
  };

  return {
    view: async () => {
      if (clock.nowMs() - lookedAtMs >= TRUST_MS) {
        // Requests of the same moment share one look.
        lookedAtMs = clock.nowMs();
        await refresh();
      }
      return state;
    },
    current: () => (state.ok && clock.nowMs() - lookedAtMs < TRUST_MS ? state.value : null),
    row: (view, n) => query(view, (client) => readRow(client, n)),
    corpusRows: (view, slices) => query(view, (client) => corpus.rows(client, view.epoch, slices)),
    drops: (view, rates, zeros) => query(view, (client) => readDropRows(client, rates, zeros)),
    refresh,
    close: async () => {
      await looking;
      drop();
      state = err(unreachable('CLOSED'));
      lookedAtMs = Number.POSITIVE_INFINITY;
    },
  };
};

/** The newest view; `before` is an older one of the same epoch, whose ledger is carried on. */
const loadView = async (client: Client, epoch: string, before: SnapshotView | null): Promise<SnapshotView | null> => {
  const row = await newestRow(client);
  if (row === null) return null;
  if (before !== null && before.row.n === row.n) return before;
  return {
    epoch,
    row,
    corpus: await loadLedger(client, row, before?.corpus ?? null),
    rateGaps: await loadGaps(client, 'rates', row),
    zeroGaps: await loadGaps(client, 'zeros', row),
  };
};

const loadLedger = async (client: Client, row: SnapshotRow, before: CorpusLedger | null): Promise<CorpusLedger> => {
  const steps = await jsonRows<[number, Record<string, number>]>(
    client,
    `select '[' || group_concat('[' || n || ',' || counts || ']') || ']'
     from (select n, counts from corpus_steps where n > ? and n <= ? order by n)`,
    [BigInt(before?.snapshots.at(-1) ?? 0), BigInt(row.n)],
  );
  if (steps.length === 0 && before !== null) return before;
  const snapshots = [...(before?.snapshots ?? []), ...steps.map(([n]) => n)];
  const newest = steps.at(-1)?.[1] ?? {};
  const kinds = [...new Set([...(before?.counts.keys() ?? []), ...Object.keys(newest)])].sort();
  const known = before?.snapshots.length ?? 0;
  const counts = new Map<string, Float64Array>();
  for (const kind of kinds) {
    const column = new Float64Array(snapshots.length);
    const earlier = before?.counts.get(kind);
    for (let i = 0; i < known; i++) column[i] = earlier?.[i] ?? 0;
    steps.forEach(([, step], i) => {
      column[known + i] = step[kind] ?? 0;
    });
    counts.set(kind, column);
  }
  return { snapshots, counts };
};

const loadGaps = (client: Client, list: 'rates' | 'zeros', row: SnapshotRow): Promise<readonly Gap[]> =>
  jsonRows<Gap>(
    client,
    `select json_group_array(json_object('place', place, 'snapshot', snapshot_n))
     from (select place, snapshot_n from gaps where list = ? and snapshot_n <= ? order by place)`,
    [list, BigInt(row.n)],
  );

type RateTuple = [
  sourceType: 'npc' | 'object',
  sourceId: number,
  itemId: number,
  drops: number,
  kills: number,
  reporters: number,
];
type ZeroTuple = [sourceType: 'npc' | 'object', sourceId: number, kills: number, reporters: number];

const readDropRows = async (client: Client, rates: PlaceRange, zeros: PlaceRange) => {
  const range = ({ from, to }: PlaceRange) => [BigInt(from), BigInt(to)];
  const [rateRows, zeroRows] = await client.batch(
    [
      {
        sql: `select json_group_array(json_array(source_type, source_id, item_id, drops, kills, reporters)) from (
                select source_type, source_id, item_id, drops, kills, reporters
                from rates join drop_sources using (source_type, source_id)
                where place >= ? and place < ? order by place)`,
        args: range(rates),
      },
      {
        sql: `select json_group_array(json_array(source_type, source_id, kills, reporters)) from (
                select source_type, source_id, kills, reporters
                from measured_zeros join drop_sources using (source_type, source_id)
                where place >= ? and place < ? order by place)`,
        args: range(zeros),
      },
    ],
    'read',
  );
  return {
    rates: (JSON.parse(String(rateRows?.rows[0]?.[0])) as RateTuple[]).map(
      ([sourceType, sourceId, itemId, drops, kills, reporters]) => ({
        sourceType,
        sourceId,
        itemId,
        drops,
        kills,
        reporters,
      }),
    ),
    zeros: (JSON.parse(String(zeroRows?.rows[0]?.[0])) as ZeroTuple[]).map(
      ([sourceType, sourceId, kills, reporters]) => ({ sourceType, sourceId, kills, reporters }),
    ),
  };
};
