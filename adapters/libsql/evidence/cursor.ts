import type { EvidenceCursor, EvidenceTotals, PendingEvidence, UploadPart } from '../../../domain/ports/evidence.ts';
import { type Runner, readJson, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { StorageError } from '../storage_error.ts';
import { splitIntoChunks } from './rows.ts';

/** Creates the cursor's row in the database of a new epoch. */
export async function createCursor(runner: Runner, epoch: string): Promise<void> {
  await runner.execute({
    sql: `insert into cursor (id, epoch, step, cleared_step, seq, data_as_of_ms,
            uploads, legacy_records, loot_uploads, loot_records, loot_windows)
          values (1, ?, 0, 0, 0, null, 0, 0, 0, 0, 0)`,
    args: [epoch],
  });
}

export async function readCursor(runner: Runner): Promise<EvidenceCursor> {
  const [cursor] = await readJson<EvidenceCursor>(
    runner,
    `select json_group_array(json_object('step', step, 'clearedStep', cleared_step, 'seq', seq, 'orderN', order_n,
       'dataAsOfMs', data_as_of_ms, 'dailyDay', daily_day,
       'witnessDay', witness_day, 'witnessToDay', witness_to_day, 'rateFit', json(rate_fit))) from cursor`,
  );
  if (cursor === undefined) throw new StorageError('CURSOR_MISSING');
  return cursor;
}

/** Moves the cursor to `to`, except for its `clearedStep`. */
export async function moveCursor(tx: Transaction, to: EvidenceCursor): Promise<void> {
  await tx.execute({
    sql: `update cursor set (step, seq, order_n, data_as_of_ms, daily_day, witness_day, witness_to_day, rate_fit) =
          (select v->>0, v->>1, v->>2, v->>3, v->>4, v->>5, v->>6, v->>7 from (select ? as v))`,
    args: [
      JSON.stringify([
        ...[to.step, to.seq, to.orderN, to.dataAsOfMs, to.dailyDay, to.witnessDay, to.witnessToDay],
        to.rateFit,
      ]),
    ],
  });
}

/** Records that the dirty marks were cleared because a snapshot of all evidence has been written. */
export async function clearCursorMarks(tx: Transaction, dailyDay: number | null): Promise<void> {
  await tx.execute({
    sql: 'update cursor set cleared_step = step, erased = 0, erased_out = 0, daily_day = ?',
    args: [dailyDay === null ? null : BigInt(dailyDay)],
  });
}

export async function readCounts(runner: Runner): Promise<EvidenceTotals> {
  const [counts] = await readJson<EvidenceTotals>(
    runner,
    `select json_group_array(json_object('uploads', uploads, 'legacyRecords', legacy_records,
       'lootUploads', loot_uploads, 'lootRecords', loot_records, 'lootWindows', loot_windows)) from cursor`,
  );
  if (counts === undefined) throw new StorageError('CURSOR_MISSING');
  return counts;
}

/** Counts the installs among these that have parts of uploads, and their loot windows. */
export async function readBacklog(runner: Runner, installs: ReadonlySet<number>): Promise<PendingEvidence> {
  const [waiting] = await readJson<PendingEvidence>(
    runner,
    `select json_group_array(json_object('installs', installs, 'windows', windows))
     from (select count(distinct p.install_n) as installs, coalesce(sum(p.loot_windows), 0) as windows
       from json_each(?) cross join upload_parts as p on p.install_n = value)`,
    [JSON.stringify([...installs])],
  );
  return waiting!;
}

const PART_COLUMNS = 'upload_n, install_n, feed_records, legacy_records, loot_records, loot_windows';
const UPSERT_COUNTS = `on conflict do update set feed_records = feed_records + excluded.feed_records,
  legacy_records = legacy_records + excluded.legacy_records,
  loot_records = loot_records + excluded.loot_records, loot_windows = loot_windows + excluded.loot_windows`;

/** Adds the counts of upload parts. If the upload already has a part for the install, its counts are increased. */
export async function addParts(tx: Transaction, parts: readonly UploadPart[]): Promise<void> {
  for (const chunk of splitIntoChunks(parts)) {
    const rows = chunk.map((part) => {
      const { uploadN, installN, feedRecords, legacyRecords, lootRecords, lootWindows } = part;
      return [uploadN, installN, feedRecords, legacyRecords, lootRecords, lootWindows];
    });
    await updateCounts(tx, chunk, () =>
      insertRows(tx, 'upload_parts', PART_COLUMNS, rows, `order by 1, 2 ${UPSERT_COUNTS}`),
    );
  }
}

/** Removes an install's records from the counts. */
export async function removeParts(tx: Transaction, installN: number): Promise<void> {
  const uploads = await readJson<number>(
    tx,
    'select json_group_array(upload_n) from upload_parts where install_n = ? order by upload_n',
    [BigInt(installN)],
  );
  for (const chunk of splitIntoChunks(uploads)) {
    const numbered = chunk.map((uploadN) => ({ uploadN }));
    await updateCounts(tx, numbered, () =>
      tx.execute({
        sql: 'delete from upload_parts where install_n = ? and upload_n in (select value from json_each(?))',
        args: [BigInt(installN), JSON.stringify(chunk)],
      }),
    );
  }
}

/** Subtracts single records from the feed counts of their upload parts. */
export async function lowerFeedCounts(
  tx: Transaction,
  records: readonly Pick<UploadPart, 'uploadN' | 'installN'>[],
): Promise<void> {
  for (const chunk of splitIntoChunks(records)) {
    await updateCounts(tx, chunk, async () => {
      const args = [JSON.stringify(chunk.map(({ uploadN, installN }) => [uploadN, installN]))];
      const lowered = '(select value->>0 as upload_n, value->>1 as install_n from json_each(?))';
      await tx.execute({
        sql: `update upload_parts as p set feed_records = max(0, feed_records - l.records)
              from (select upload_n, install_n, count(*) as records from ${lowered} group by 1, 2) as l
              where p.upload_n = l.upload_n and p.install_n = l.install_n`,
        args,
      });
      await tx.execute({
        sql: `delete from upload_parts where (upload_n, install_n) in ${lowered}
              and feed_records = 0 and legacy_records = 0 and loot_records = 0 and loot_windows = 0`,
        args,
      });
    });
  }
}

/** Runs `work`, which changes parts of these uploads, and adds the difference to the totals. */
async function updateCounts(
  tx: Transaction,
  uploads: readonly { readonly uploadN: number }[],
  work: () => Promise<unknown>,
): Promise<void> {
  const numbers = JSON.stringify([...new Set(uploads.map(({ uploadN }) => uploadN))]);
  const before = await countParts(tx, numbers);
  await work();
  const after = await countParts(tx, numbers);
  await tx.execute({
    sql: `update cursor set (uploads, legacy_records, loot_uploads, loot_records, loot_windows) =
          (select uploads + (v->>0), legacy_records + (v->>1), loot_uploads + (v->>2), loot_records + (v->>3),
             loot_windows + (v->>4) from (select ? as v))`,
    args: [
      JSON.stringify([
        ...[after.uploads - before.uploads, after.legacyRecords - before.legacyRecords],
        ...[after.lootUploads - before.lootUploads, after.lootRecords - before.lootRecords],
        after.lootWindows - before.lootWindows,
      ]),
    ],
  });
}

/**
 * Counts these uploads with all their parts. An upload counts if any of its parts does. SQLite computes the sums,
 * because an upload may have thousands of parts and many uploads are counted at once.
 */
async function countParts(tx: Transaction, uploads: string): Promise<EvidenceTotals> {
  const [counts] = await readJson<EvidenceTotals>(
    tx,
    `select json_group_array(json_object('uploads', uploads, 'legacyRecords', legacy_records,
       'lootUploads', loot_uploads, 'lootRecords', loot_records, 'lootWindows', loot_windows))
     from (select coalesce(sum(stands), 0) as uploads, coalesce(sum(legacy), 0) as legacy_records,
         coalesce(sum(has_loot), 0) as loot_uploads, coalesce(sum(loot), 0) as loot_records,
         coalesce(sum(windows), 0) as loot_windows
       from (select max(feed_records + legacy_records > 0) as stands, sum(legacy_records) as legacy,
           max(loot_records > 0) as has_loot, sum(loot_records) as loot, sum(loot_windows) as windows
         from json_each(?) cross join upload_parts as p on p.upload_n = value group by p.upload_n))`,
    [uploads],
  );
  return counts!;
}
