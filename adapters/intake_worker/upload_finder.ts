import type { KeptUpload, UploadFinder } from '../../domain/ports/kept_upload.ts';
import { err, ok, unreachable } from '../../domain/values/result.ts';
import type { IntakeWorker } from './client.ts';

/**
 * Finds uploads in the intake thread: reading 2,000 records takes longer than the thread that answers everybody should.
 */
export const createUploadFinder = (ask: IntakeWorker<unknown>['ask']): UploadFinder => ({
  find: async (uploadId) => {
    const answer = await ask({ op: 'upload', uploadId });
    // What stands there is the owner's answer to this very command.
    return answer.ok ? ok(answer.value as KeptUpload | null) : err(unreachable('uploads', 'UPLOAD_NOT_TOLD'));
  },
});
