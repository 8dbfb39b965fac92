import type { OperatorAnswers, OperatorCommand } from '../../domain/operator/command.ts';
import { combineUploads, countStoredRecords } from '../../domain/operator/upload_contents.ts';
import { SESSION_RECORDS_MAX, type UploadContents, type UploadFinder } from '../../domain/ports/upload_contents.ts';
import { err, ok } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import { LENGTHS } from '../../schema/limits.ts';
import type { IntakeWorker } from './client.ts';

/** Maximum number of concurrent lookups. New uploads need the same thread and are more important. */
const CONCURRENT_MAX = 2;

/** Maximum number of queued lookups: one upload takes up to 50 ms, a session up to three times as long. */
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
  const read = async <Op extends 'upload' | 'session'>(
    command: Extract<OperatorCommand, { op: Op }>,
  ): Promise<OperatorAnswers[Op]> => {
    const answer = await ask(command);
    if (!answer.ok) throw new StorageFault('uploads', 'UPLOAD_NOT_TOLD');
    return answer.value as OperatorAnswers[Op];
  };
  const readSession = async (session: string): Promise<UploadContents | null> => {
    const { uploads, uploadIds } = await read({ op: 'session', session });
    const found: UploadContents[] = [];
    let records = 0;
    // Asks for one upload at a time, so that new uploads are stored in between.
    for (const uploadId of uploadIds) {
      if (records >= SESSION_RECORDS_MAX) break;
      const contents = await read({ op: 'upload', uploadId });
      if (contents === null) continue;
      found.push(contents);
      records += contents.damaged + countStoredRecords(contents);
    }
    return found.length === 0 ? null : combineUploads(found, uploads);
  };
  return {
    find: async (name) => {
      if (running >= CONCURRENT_MAX && waiting.length >= WAITING_MAX) return err('busy');
      await waitForSlot();
      try {
        const isSession = name.length === LENGTHS.session.max;
        return ok(await (isSession ? readSession(name) : read({ op: 'upload', uploadId: name })));
      } finally {
        releaseSlot();
      }
    },
  };
}
