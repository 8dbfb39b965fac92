import type { UploadContents, UploadFinder } from '../../domain/ports/upload_contents.ts';
import { err, ok } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import type { IntakeWorker } from './client.ts';

/** Maximum number of concurrent lookups. New uploads need the same thread and are more important. */
const CONCURRENT_MAX = 2;

/** Maximum number of queued lookups: one second of work, at up to 50 ms per upload. */
const WAITING_MAX = 20;

/**
 * Looks up uploads in the intake thread, because reading 2,000 records would block the thread that answers requests for
 * too long. Only a few lookups run at once, so that the intake thread can keep storing uploads.
 */
export function createUploadFinder(ask: IntakeWorker<unknown>['ask']): UploadFinder {
  let running = 0;
  const waiting: (() => void)[] = [];
  const waitForSlot = async (): Promise<void> => {
    if (running < CONCURRENT_MAX) running++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const releaseSlot = (): void => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  return {
    find: async (uploadId) => {
      if (running >= CONCURRENT_MAX && waiting.length >= WAITING_MAX) return err('busy');
      await waitForSlot();
      try {
        const answer = await ask({ op: 'upload', uploadId });
        if (!answer.ok) throw new StorageFault('uploads', 'UPLOAD_NOT_TOLD');
        // The answer to the `upload` command has this type.
        return ok(answer.value as UploadContents | null);
      } finally {
        releaseSlot();
      }
    },
  };
}
