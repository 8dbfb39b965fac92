import type { SnapshotFailure } from '../domain/snapshot/failure.ts';

/** What several commands tell the operator. */
export const STOPPED =
  'The command was stopped before it was done; what it finished stands, the next run does the rest.';

/** What a failed snapshot tells the operator. */
export const sentenceOf = (failure: SnapshotFailure): string =>
  failure.kind === 'mismatch'
    ? 'The evidence and snapshot databases do not belong together: run `npm run job -- rebuild`.'
    : `The ${failure.store} database could not be read or written (${failure.cause}): see to its disk and file, then run the command again.`;
