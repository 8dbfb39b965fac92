import type { ExportNotes, FileNotes, ImportMark } from '../ports/exports.ts';
import { counted } from '../values/phrases.ts';
import { SAMPLED_ROWS } from './columns.ts';

/** Maximum percentage of a file's rows that may disappear without having been withdrawn. */
export const SHRINK_PERCENT_MAX = 5;

/**
 * Returns the reason why an export must not replace the previous one, as a sentence for the operator, or null if it may
 * (contract, section 4, Bulk). An export is held if a file is missing, if a field that every sampled row of the old
 * file had is missing from every sampled row of the new file, or if more than 5% of the old rows are gone without
 * having been withdrawn. Each layer of a file is compared with the same layer of the old file. Withdrawals are counted
 * over all epochs, so they also explain rows that a rebuild left out. Rows of game files are not compared if they come
 * from a different import, which may differ in any way.
 */
export function findHoldReason(before: ExportNotes, next: ExportNotes): string | null {
  const anotherImport = !isSameImport(before.imported ?? null, next.imported ?? null);
  for (const old of before.files) {
    if (anotherImport && layerOf(old) === 'game-files') continue;
    const file = next.files.find((candidate) => candidate.name === old.name && layerOf(candidate) === layerOf(old));
    const reason = file === undefined ? `${old.name} is missing` : findLoss(old, file);
    if (reason !== null) return `${reason}, so the previous export is kept.`;
  }
  return null;
}

/**
 * Whether two exports contain the same import. A rebuild keeps the import. Importing a build again creates a new
 * import.
 */
export function isSameImport(a: ImportMark | null, b: ImportMark | null): boolean {
  return a?.build === b?.build && a?.importedAtMs === b?.importedAtMs;
}

function layerOf({ layer }: FileNotes): 'observed' | 'game-files' {
  return layer ?? 'observed';
}

function findLoss(old: FileNotes, file: FileNotes): string | null {
  // The count can decrease if a damaged epoch was rebuilt and its withdrawal count could not be carried over.
  const withdrawn = Math.max(0, file.withdrawn - old.withdrawn);
  const lost = old.rows - file.rows - withdrawn;
  if (100 * lost > SHRINK_PERCENT_MAX * old.rows) {
    return `${file.name} would shrink from ${counted(old.rows, 'row')} to ${file.rows}, with ${withdrawn} withdrawn in between`;
  }
  // An empty file has no fields to compare. After this many withdrawals, all sampled rows may have been withdrawn.
  const incomparable = file.rows === 0 || withdrawn >= Math.min(old.rows, 2 * SAMPLED_ROWS);
  const column = incomparable ? undefined : old.columns.every.find((field) => !file.columns.any.includes(field));
  return column === undefined ? null : `${file.name} would lose the field ${column}, which its rows had`;
}
