import type { Client } from '@libsql/client';
import type { GameView } from '../../../../domain/ports/builds.ts';
import type { ExportSource, FeedTime } from '../../../../domain/ports/exports.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { currentEpoch, type DataDir } from '../../../data_folder/data_dir.ts';
import { openReader, readValue } from '../../database.ts';
import { StorageError, storageRunner } from '../../storage_error.ts';
import { readListCounts } from '../list_counts.ts';
import { readGameView } from '../read/imports_reader.ts';
import { newestRow } from '../row.ts';
import { exportedCorpus } from './corpus_rows.ts';
import { exportedRates, exportedZeros } from './drop_rows.ts';
import { exportedEdges } from './edge_rows.ts';
import { exportedClientEdges, exportedItems } from './game_rows.ts';

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
