import type { Transaction } from '@libsql/client';
import type { ChangeFileWriter, RowChange } from '../../../../domain/ports/change_files.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { orStorageFault } from '../../../../domain/values/storage_fault.ts';
import { newestRow } from '../row.ts';

/** Notes changed rows for the change file. A generator is not run if no file is written. */
export type NoteRows = (changes: Iterable<RowChange>) => Promise<void>;

/**
 * Writes the change file of snapshot `n` while `work` writes the snapshot in the transaction `tx`. The file is complete
 * and synced before the transaction is committed. Without a `writer` there is no file, as in an epoch that is not served
 * yet.
 */
export async function withChangeFile(
  tx: Transaction,
  writer: ChangeFileWriter | null,
  n: number,
  work: (noteRows: NoteRows) => Promise<SnapshotRow>,
): Promise<SnapshotRow> {
  if (writer === null) return work(async () => undefined);
  const draft = await writer.begin({ n, previous: (await newestRow(tx))?.n ?? 0 });
  try {
    const row = await work(draft.add);
    await draft.finish(row.writtenAtMs);
    return row;
  } catch (error) {
    await orStorageFault(draft.discard());
    throw error;
  }
}
