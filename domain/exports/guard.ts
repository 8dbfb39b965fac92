import type { ExportNotes, FileNotes } from '../ports/exports.ts';

/** Rows of a hundred that may be missing without a withdrawal having taken them. */
export const SHRINK_PERCENT_MAX = 5;

/**
 * Why an export must not replace the one before it, as a sentence for the operator; null where it may (contract, section
 * 4, Bulk): a file is missing, no row looked at has a field that every row of the old file had, or more than 5% of the
 * old rows are gone without having been withdrawn. A rebuild begins a new epoch, in which nothing was withdrawn yet.
 */
export const reasonToHold = (before: ExportNotes, next: ExportNotes): string | null => {
  for (const old of before.files) {
    const file = next.files.find(({ name }) => name === old.name);
    const reason = file === undefined ? `${old.name} is missing` : changeOf(old, file, before.epoch === next.epoch);
    if (reason !== null) return `${reason}: the export before it stays.`;
  }
  return null;
};

const changeOf = (old: FileNotes, file: FileNotes, sameEpoch: boolean): string | null => {
  const withdrawn = sameEpoch ? Math.max(0, file.withdrawn - old.withdrawn) : 0;
  const lost = old.rows - file.rows - withdrawn;
  if (100 * lost > SHRINK_PERCENT_MAX * old.rows) {
    return `${file.name} would shrink from ${old.rows} rows to ${file.rows}, with ${withdrawn} withdrawn between`;
  }
  // An empty file has no fields to compare.
  const column = file.rows === 0 ? undefined : old.columns.every.find((field) => !file.columns.any.includes(field));
  return column === undefined ? null : `${file.name} would lose the field ${column}, which its rows had`;
};
