import type { DatedFile, ExportNotes, FileEntry } from '../ports/exports.ts';
import { toUtcDay } from '../values/instant.ts';

/** Number of days for which the lists of a day stay available after it. */
export const EARLIER_LIST_DAYS = 7;

/** A list of an earlier day that the next export keeps. */
export interface EarlierList {
  /** Name of its file in the served export. */
  readonly from: string;
  readonly file: DatedFile;
}

/**
 * Returns the lists of the last seven days that an export of `today` (YYYY-MM-DD) keeps from the served one. After an
 * erasure, `erasedFrom` is the sequence number of the first erased record, 0 if it is
 * unknown; lists of snapshots that may contain an erased record are left out.
 */
export function listEarlierLists(
  served: ExportNotes | null,
  today: string,
  erasedFrom: number | null,
): readonly EarlierList[] {
  return (served?.lists ?? []).flatMap(({ seq, entry }) => {
    const { day } = entry;
    if (day === undefined || day >= today || countDaysBetween(day, today) > EARLIER_LIST_DAYS) return [];
    if (erasedFrom !== null && erasedFrom <= seq) return [];
    return [{ from: entry.name, file: { seq, entry: { ...entry, name: formatDatedFileName(entry) } } }];
  });
}

function countDaysBetween(from: string, to: string): number {
  return toUtcDay(Date.parse(to)) - toUtcDay(Date.parse(from));
}

/**
 * Returns the name by which a list can be requested while its day is kept: `lists/2026-11-20-npcs.csv`. Other files have
 * no such name and keep theirs.
 */
export function formatDatedFileName({ name, day }: Pick<FileEntry, 'name' | 'day'>): string {
  return day === undefined ? name : name.replace(/^lists\/(?!\d)/, `lists/${day}-`);
}
