import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import { type Runner, readJson, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';

/** Column names of the snapshot log, by field. */
const SNAPSHOT_COLUMNS = {
  n: 'n',
  writtenAtMs: 'written_at_ms',
  dataAsOfMs: 'data_as_of_ms',
  step: 'step',
  seq: 'seq',
  uploads: 'uploads',
  legacyRecords: 'legacy_records',
  lootUploads: 'loot_uploads',
  lootRecords: 'loot_records',
  lootWindows: 'loot_windows',
  queued: 'queued',
  waitingInstalls: 'waiting_reporters',
  waitingWindows: 'waiting_windows',
  corpusPlaces: 'corpus_places',
  importN: 'import_n',
} as const satisfies Record<keyof SnapshotRow, string>;

const SNAPSHOT_FIELDS = Object.keys(SNAPSHOT_COLUMNS) as (keyof SnapshotRow)[];

/** SQL for a `SnapshotRow` of the snapshots table. */
export const SNAPSHOT_JSON = `json_object(${SNAPSHOT_FIELDS.map((field) => `'${field}', ${SNAPSHOT_COLUMNS[field]}`).join(', ')})`;

/** Returns the newest row of the snapshot log, or null before the first snapshot. */
export async function readNewestSnapshot(runner: Runner): Promise<SnapshotRow | null> {
  const rows = await readJson<SnapshotRow>(
    runner,
    `select json_group_array(${SNAPSHOT_JSON}) from (select * from snapshots order by n desc limit 1)`,
  );
  return rows[0] ?? null;
}

export async function insertSnapshot(tx: Transaction, row: SnapshotRow): Promise<void> {
  const columns = SNAPSHOT_FIELDS.map((field) => SNAPSHOT_COLUMNS[field]);
  await insertRows(tx, 'snapshots', columns.join(', '), [SNAPSHOT_FIELDS.map((field) => row[field])]);
}
