import { StorageFault, type StoreName } from '../domain/values/storage_fault.ts';
import type { Failure } from './beyond_use.ts';

/** What several commands tell the operator. */
export const STOPPED =
  'The command was stopped before it was done; what it finished stands, the next run does the rest.';

/** What commands call a store. */
const STORES: Readonly<Record<StoreName, string>> = {
  uploads: 'uploads database',
  evidence: 'evidence database',
  snapshot: 'snapshot database',
  exports: 'folder of exports',
  imports: 'folder of imports',
  documents: 'folder of documents',
  icons: 'folder of icons',
};

/** What a failed snapshot tells the operator. */
export function sentenceOf(failure: Failure): string {
  return failure instanceof StorageFault
    ? `The ${STORES[failure.store]} could not be read or written (${failure.cause}): check its disk and file, then run the command again.`
    : 'The evidence and snapshot databases do not belong together: run `npm run job -- rebuild`.';
}

/** What is said behind a run's own line of records that it passed over. */
export function passedOver(damaged: number): string {
  if (damaged === 0) return '';
  const records = damaged === 1 ? '1 record is damaged and was' : `${damaged} records are damaged and were`;
  return `\nIn the uploads ${records} passed over: \`npm run job -- verify\` names what is damaged.`;
}
