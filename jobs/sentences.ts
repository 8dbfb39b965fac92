import type { SnapshotFault } from '../domain/snapshot/failure.ts';
import type { SnapshotProgress } from '../domain/snapshot/run.ts';
import { formatUtcDay } from '../domain/values/instant.ts';
import { formatQuantity } from '../domain/values/phrases.ts';
import { StorageFault, type StoreName } from '../domain/values/storage_fault.ts';

/** The error of a command that stopped on request. */
export const STOPPED_EARLY = 'The command was stopped early. Finished work is kept, and the next run does the rest.';

/** Names of the stores as they appear in messages. */
const STORE_NAMES: Readonly<Record<StoreName, string>> = {
  uploads: 'uploads database',
  evidence: 'evidence database',
  snapshot: 'snapshot database',
  exports: 'folder of exports',
  changes: 'folder of change files',
  publication: 'folder of files for edges',
  imports: 'folder of imports',
  companion: 'folder of the companion',
  documents: 'folder of documents',
  icons: 'folder of icons',
  maps: 'folder of map pictures',
};

/** Describes a failed run to the operator. */
export function describeFailure(failure: SnapshotFault): string {
  return failure instanceof StorageFault
    ? `The ${STORE_NAMES[failure.store]} could not be read or written (${failure.cause}): check its disk and file, then run the command again.`
    : 'The evidence and snapshot databases do not match: run `npm run job -- rebuild`.';
}

/** Returns a line about damaged records that a run skipped, or an empty string if there were none. */
export function describeSkipped(damaged: number): string {
  if (damaged === 0) return '';
  return `\nThe run skipped ${formatQuantity(damaged, 'damaged record')} in the uploads: \`npm run job -- verify\` lists the damage.`;
}

/** Formats rows as aligned columns below headings. The strings have already been checked for control characters. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => countCharacters(line[column]))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - countCharacters(cell)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function countCharacters(cell = ''): number {
  return [...cell].length;
}

/** Formats a time as its UTC day, or as a dash if it is null. */
export function formatDay(ms: number | null): string {
  return ms === null ? '–' : formatUtcDay(ms);
}

const BAR_CHARS = 20;

/** Formats the progress of a snapshot run as a bar for a terminal. */
export function formatProgress({ fromSeq, seq, toSeq }: SnapshotProgress): string {
  const share = toSeq === fromSeq ? 1 : (seq - fromSeq) / (toSeq - fromSeq);
  const filled = Math.round(share * BAR_CHARS);
  return `[${'='.repeat(filled)}${' '.repeat(BAR_CHARS - filled)}] ${Math.floor(share * 100)}% of ${formatQuantity(toSeq - fromSeq, 'record')}`;
}

/** Says why a file could not be read. `cause` is a code such as ENOENT. */
export function describeUnreadFile(path: string, cause: string): string {
  return cause === 'ENOENT'
    ? `${path} was not found: give the full path of the file, in quotation marks if it contains spaces.`
    : `${path} could not be read (${cause}).`;
}
