import { buildChangeLog, CHANGE_LOG_AGE_MS } from '../../../../domain/families/lookups/change_log.ts';
import type { ChangedRow } from '../../../../domain/ports/change_files.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import type { SnapshotChange } from '../../../../domain/ports/snapshots.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { catchFault } from '../../../../domain/values/storage_fault.ts';
import type { ChangeFileWriter } from '../../../changes/writer.ts';
import type { Transaction } from '../../database.ts';
import { readNewestSnapshot } from '../row.ts';

/**
 * Notes rows that a snapshot changes. `isLogged` is false if none of them is in the change log: if there is no change
 * file either, a generator of such rows is not run.
 */
export type NoteRows = (rows: Iterable<ChangedRow>, isLogged?: boolean) => Promise<void>;

/** The time of a snapshot, and rules for its lines in the change log (see SnapshotChange). */
type ChangeNotes = Pick<SnapshotRow, 'n' | 'writtenAtMs'> &
  Pick<SnapshotChange, 'changeLog'> &
  Partial<Pick<SnapshotChange, 'erased' | 'forgetsWithdrawn'>>;

/** Number of rows noted at a time, which limits the JSON held in memory. */
const BATCH_ROWS = 5_000;

/**
 * Writes what the rows that `work` notes change in the change feed and the change log, while `work` writes a snapshot in
 * the transaction `tx`. The change file is complete and synced before the transaction is committed. Without `files`
 * there is no file, as in an epoch that is not served yet.
 */
export async function writeWithChanges(
  tx: Transaction,
  files: ChangeFileWriter | null,
  notes: ChangeNotes,
  work: (note: NoteRows) => Promise<SnapshotRow>,
): Promise<SnapshotRow> {
  await beginChangeLines(tx);
  const file = await files?.begin({ n: notes.n, previous: (await readNewestSnapshot(tx))?.n ?? 0 });
  const isSilent = notes.changeLog === 'silent';
  const note: NoteRows = async (rows, isLogged = true) => {
    if (file === undefined && (isSilent || !isLogged)) return;
    for (const some of cutIntoSlices([...rows], BATCH_ROWS)) {
      await file?.add(some);
      if (isLogged && !isSilent) await logChangedRows(tx, some, notes.erased === true);
    }
  };
  try {
    const row = await work(note);
    await finishChangeLog(tx, notes);
    await file?.finish(row.writtenAtMs);
    return row;
  } catch (error) {
    if (file !== undefined) await catchFault(file.discard());
    throw error;
  }
}

/**
 * Creates a temporary table that collects the lines of a snapshot until the snapshot is complete. The number of lines
 * is unlimited, and each line is written once. The table contains only lines that the log will publish.
 */
async function beginChangeLines(tx: Transaction): Promise<void> {
  await tx.execute('drop table if exists temp.coming_lines');
  await tx.execute(`create temp table coming_lines (
    n integer primary key, change text, family text, subject text, field text,
    unique (family, subject, field, change))`);
}

/**
 * Collects the lines about changed rows. If an erasure is carried out, subjects with a withdrawal lose all their lines,
 * so that the log does not even name them.
 */
async function logChangedRows(tx: Transaction, rows: readonly ChangedRow[], erased: boolean): Promise<void> {
  const lines = rows.flatMap(buildChangeLog);
  const forgotten = lines.filter(({ change }) => erased && change === 'withdrawn');
  if (forgotten.length > 0) {
    await tx.execute({
      sql: `delete from changes where (family, subject) in (select value->>0, value->>1 from json_each(?))`,
      args: [JSON.stringify(forgotten.map(({ family, subject }) => [family, subject]))],
    });
  }
  const named = lines.filter(({ change }) => !erased || change !== 'withdrawn');
  if (named.length === 0) return;
  await tx.execute({
    sql: `insert or ignore into coming_lines (change, family, subject, field)
          select value->>0, value->>1, value->>2, value->>3 from json_each(?) order by key`,
    args: [JSON.stringify(named.map(({ change, family, subject, field }) => [change, family, subject, field]))],
  });
}

/** Deletes each subject's lines up to and including its newest withdrawal. */
export const DELETE_WITHDRAWN_LINES = `delete from changes where n <= (
  select max(n) from changes as fell
  where fell.family = changes.family and fell.subject = changes.subject and fell.change = 'withdrawn')`;

/** Writes the collected lines to the log: first those about drops, then about edges. Deletes lines that are too old. */
async function finishChangeLog(tx: Transaction, { writtenAtMs, forgetsWithdrawn }: ChangeNotes): Promise<void> {
  await tx.execute({ sql: 'delete from changes where at_ms < ?', args: [BigInt(writtenAtMs - CHANGE_LOG_AGE_MS)] });
  if (forgetsWithdrawn === true) await tx.execute(DELETE_WITHDRAWN_LINES);
  await tx.execute({
    sql: `insert into changes (at_ms, change, family, subject, field)
          select ?, change, family, subject, field from coming_lines
          order by case family when 'drops' then 0 when 'gathering' then 0 when 'edges' then 2 - (change = 'withdrawn')
            else 3 end, n`,
    args: [BigInt(writtenAtMs)],
  });
  await tx.execute('drop table temp.coming_lines');
}
