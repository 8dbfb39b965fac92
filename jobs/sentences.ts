import type { Failure } from '../domain/snapshot/failure.ts';
import { counted } from '../domain/values/phrases.ts';
import { StorageFault, type StoreName } from '../domain/values/storage_fault.ts';

/** Error of a command that stopped because it was asked to. */
export const STOPPED = 'The command was stopped early. Finished work is kept, and the next run does the rest.';

/** Names of the stores as they appear in messages. */
const STORES: Readonly<Record<StoreName, string>> = {
  uploads: 'uploads database',
  evidence: 'evidence database',
  snapshot: 'snapshot database',
  exports: 'folder of exports',
  imports: 'folder of imports',
  documents: 'folder of documents',
  icons: 'folder of icons',
};

/** Describes a failed run to the operator. */
export function sentenceOf(failure: Failure): string {
  return failure instanceof StorageFault
    ? `The ${STORES[failure.store]} could not be read or written (${failure.cause}): check its disk and file, then run the command again.`
    : 'The evidence and snapshot databases do not match: run `npm run job -- rebuild`.';
}

/** Returns a line about damaged records that a run skipped, or an empty string if there were none. */
export function passedOver(damaged: number): string {
  if (damaged === 0) return '';
  return `\nThe run skipped ${counted(damaged, 'damaged record')} in the uploads: \`npm run job -- verify\` lists the damage.`;
}
