import type { BackupContent } from '../domain/ports/backups.ts';
import { instant } from '../domain/values/instant.ts';
import { counted } from '../domain/values/phrases.ts';

/** Describes the content of a backup in one sentence. */
export function describeBackup({ uploads, records, bytes, lastReceipt }: BackupContent): string {
  const last =
    lastReceipt === null
      ? 'no receipt yet'
      : `the last receipt is ${lastReceipt.uploadId} of ${instant(lastReceipt.receivedAtMs)}`;
  return `${counted(uploads, 'upload')} with ${counted(records, 'record')} in ${counted(bytes, 'byte')}; ${last}.`;
}
