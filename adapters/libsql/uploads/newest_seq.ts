import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { openUploadReader } from './reader.ts';

/** Returns the number of the newest record in uploads.db, or null if it cannot be read. */
export async function readNewestSeq(path: string): Promise<number | null> {
  const uploads = await openUploadReader(path);
  const seq = await orStorageFault(uploads.newestSeq());
  await uploads.close();
  return seq instanceof StorageFault ? null : seq;
}
