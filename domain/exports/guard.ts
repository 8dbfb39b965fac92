import type { ExportNotes, FileNotes, ImportMark } from '../ports/exports.ts';
import { counted } from '../values/phrases.ts';
import { SAMPLED_ROWS } from './columns.ts';

/** Rows of a hundred that may be missing without a withdrawal having taken them. */
export const SHRINK_PERCENT_MAX = 5;

/**
 * Why an export must not replace the one before it, as a sentence for the operator; null where it may (contract, section
 * 4, Bulk): a file is missing, no row looked at has a field that every row of the old file had, or more than 5% of the
 * old rows are gone without having been withdrawn. Each layer of a file is held against the same layer of the old one.
 * Withdrawals are counted over all epochs, so that they explain what a rebuild leaves out, too. Another import brings
 * other rows by right: those of the game's files are then not guarded.
 */
export function reasonToHold(before: ExportNotes, next: ExportNotes): string | null {
  const anotherImport = !isSameImport(before.imported ?? null, next.imported ?? null);
  for (const old of before.files) {
    if (anotherImport && layerOf(old) === 'game-files') continue;
    const file = next.files.find((one) => one.name === old.name && layerOf(one) === layerOf(old));
    const reason = file === undefined ? `${old.name} is missing` : changeOf(old, file);
    if (reason !== null) return `${reason}: the export before it stays.`;
  }
  return null;
}

/** Whether two exports are of the same import. A rebuild keeps it; importing a build again is another one. */
export function isSameImport(a: ImportMark | null, b: ImportMark | null): boolean {
  return a?.build === b?.build && a?.importedAtMs === b?.importedAtMs;
}

function layerOf({ layer }: FileNotes): 'observed' | 'game-files' {
  return layer ?? 'observed';
}

function changeOf(old: FileNotes, file: FileNotes): string | null {
  // Fewer than before: what was withdrawn in between could not be carried over from a damaged epoch.
  const withdrawn = Math.max(0, file.withdrawn - old.withdrawn);
  const lost = old.rows - file.rows - withdrawn;
  if (100 * lost > SHRINK_PERCENT_MAX * old.rows) {
    return `${file.name} would shrink from ${counted(old.rows, 'row')} to ${file.rows}, with ${withdrawn} withdrawn between`;
  }
  // An empty file has no fields to compare; and every row that was looked at may be among those withdrawn.
  const incomparable = file.rows === 0 || withdrawn >= Math.min(old.rows, 2 * SAMPLED_ROWS);
  const column = incomparable ? undefined : old.columns.every.find((field) => !file.columns.any.includes(field));
  return column === undefined ? null : `${file.name} would lose the field ${column}, which its rows had`;
}
