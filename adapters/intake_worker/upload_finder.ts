import type { UploadContents, UploadFinder } from '../../domain/ports/upload_contents.ts';
import { err, ok } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import type { IntakeWorker } from './client.ts';

/** Uploads wait for the thread, too, and come before whoever wants to read about one. */
const AT_ONCE = 2;

/** Who may wait for a turn: a second's work, at up to fifty milliseconds an upload. */
const WAITING_MAX = 20;

/**
 * Finds uploads in the intake thread: reading 2,000 records takes longer than the thread that answers everybody should.
 * A few at a time, so that it goes on taking uploads in.
 */
export function createUploadFinder(ask: IntakeWorker<unknown>['ask']): UploadFinder {
  let looking = 0;
  const waiting: (() => void)[] = [];
  const turn = async (): Promise<void> => {
    if (looking < AT_ONCE) looking++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const done = (): void => {
    const next = waiting.shift();
    if (next === undefined) looking--;
    else next();
  };
  return {
    find: async (uploadId) => {
      if (looking >= AT_ONCE && waiting.length >= WAITING_MAX) return err('busy');
      await turn();
      try {
        const answer = await ask({ op: 'upload', uploadId });
        // What stands there is the owner's answer to this very command.
        if (!answer.ok) throw new StorageFault('uploads', 'UPLOAD_NOT_TOLD');
        return ok(answer.value as UploadContents | null);
      } finally {
        done();
      }
    },
  };
}
