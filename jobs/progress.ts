import type { SnapshotProgress } from '../domain/snapshot/run.ts';
import { counted } from '../domain/values/phrases.ts';

const BAR_CHARS = 20;

/** Formats the progress of a snapshot run as a bar for a terminal. */
export function progressLine({ fromSeq, seq, toSeq }: SnapshotProgress): string {
  const share = toSeq === fromSeq ? 1 : (seq - fromSeq) / (toSeq - fromSeq);
  const filled = Math.round(share * BAR_CHARS);
  return `[${'='.repeat(filled)}${' '.repeat(BAR_CHARS - filled)}] ${Math.floor(share * 100)}% of ${counted(toSeq - fromSeq, 'record')}`;
}
