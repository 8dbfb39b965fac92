import type { SnapshotRow } from '../../domain/ports/snapshots.ts';
import { jsonRows, type Runner } from './database.ts';

/** The snapshot log's columns as the domain names them, read as JSON. */
const ROW_JSON = `json_object(
  'n', n, 'writtenAtMs', written_at_ms, 'dataAsOfMs', data_as_of_ms, 'step', step, 'seq', seq,
  'uploads', uploads, 'legacyRecords', legacy_records, 'lootUploads', loot_uploads, 'lootRecords', loot_records,
  'lootWindows', loot_windows, 'queued', queued,
  'corpusPlaces', corpus_places, 'ratePlaces', rate_places, 'zeroPlaces', zero_places)`;

/** Row `n` of the snapshot log, null where there is none. */
export const readRow = async (runner: Runner, n: number): Promise<SnapshotRow | null> => {
  const rows = await jsonRows<SnapshotRow>(runner, `select json_group_array(${ROW_JSON}) from snapshots where n = ?`, [
    BigInt(n),
  ]);
  return rows[0] ?? null;
};

/** The newest row of the snapshot log. */
export const newestRow = async (runner: Runner): Promise<SnapshotRow | null> => {
  const rows = await jsonRows<SnapshotRow>(
    runner,
    `select json_group_array(${ROW_JSON}) from (select * from snapshots order by n desc limit 1)`,
  );
  return rows[0] ?? null;
};
