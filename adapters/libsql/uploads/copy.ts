import { closeSync, openSync } from 'node:fs';
import type { BackupContent } from '../../../domain/ports/backups.ts';
import type { ChainLink } from '../../../domain/ports/uploads.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { requireStorageFault } from '../../../domain/values/storage_fault.ts';
import { runWithReader } from '../database.ts';
import { openUploadReader } from './reader.ts';

/**
 * Copies the current state of uploads.db into a new file while its writer keeps writing. The copy is built from the
 * existing rows, so its bytes contain no erased data. `vacuum into` is not allowed in query-only mode, so the
 * connection turns that mode off, but it neither writes to the original nor checkpoints it (contract, section 7, One
 * writer).
 */
export async function copyUploads(from: string, to: string): Promise<void> {
  // SQLite would create a file that other users can read, but it accepts an existing empty file.
  closeSync(openSync(to, 'wx', 0o600));
  await runWithReader(from, async (client) => {
    await client.executeMultiple('pragma wal_autocheckpoint=0; pragma temp_store=file; pragma query_only=off;');
    await client.execute({ sql: 'vacuum into ?', args: [to] });
  });
}

/** Verifies the chain of a copy. Returns the content of the copy, or a sentence describing the fault. */
export async function verifyCopy(
  path: string,
  known: ChainLink | null,
): Promise<Result<Omit<BackupContent, 'bytes'>, string>> {
  const uploads = await openUploadReader(path);
  try {
    const link = await uploads.newestLink();
    const chain = await uploads.verifyChain(known);
    if ('faults' in chain) {
      const { faults } = chain;
      const more = faults.length > 1 ? ` (and ${formatQuantity(faults.length - 1, 'further fault')})` : '';
      return err(`The uploads are not whole: ${faults[0]}${more}`);
    }
    const { uploads: count, records } = chain;
    return ok({ uploads: count, records, link, lastReceipt: await readLastReceipt(path) });
  } catch (error) {
    return err(`The copy of uploads.db could not be read (${requireStorageFault(error).cause}).`);
  } finally {
    await uploads.close();
  }
}

function readLastReceipt(path: string): Promise<BackupContent['lastReceipt']> {
  return runWithReader(path, async (client) => {
    const { rows } = await client.execute('select upload_id, received_at_ms from uploads order by n desc limit 1');
    const [row] = rows;
    return row === undefined ? null : { uploadId: String(row[0]), receivedAtMs: Number(row[1]) };
  });
}
