import type { ExportState } from '../ports/export_folder.ts';
import type { ExportNotes, ExportSource, FileNotes, ImportMark } from '../ports/exports.ts';
import { DAY_MS } from '../values/instant.ts';
import { formatQuantity } from '../values/phrases.ts';
import { SAMPLED_ROWS } from './write_files.ts';

/** Why an export is requested. `force` skips the guards (contract, section 4, Bulk). */
export type ExportReason = 'schedule' | 'command' | 'force' | 'erasure';

/** Minimum time between two scheduled exports. */
export const EXPORT_INTERVAL_MS = DAY_MS;

type ExportDueSource = Pick<ExportSource, 'epoch' | 'row' | 'game' | 'feedTime' | 'followableFrom'>;

/**
 * Whether to write an export now. The first snapshot triggers a scheduled export; after that, one is due once a day,
 * and held exports count. Unless an export is held, the next one is due immediately if the served export was written
 * before the first upload, contains a different import from the snapshot's, uses a time precision other than
 * TW_FEED_TIME, is damaged, or is of a snapshot whose changes can no longer be followed.
 */
export function isExportDue(
  reason: ExportReason,
  state: ExportState,
  { epoch, row, game, feedTime, followableFrom }: ExportDueSource,
  nowMs: number,
): boolean {
  if (reason !== 'schedule' || state.demanded || state.served === null) return true;
  if (state.held?.isDamaged === true) return true;
  if (state.held === null) {
    if (state.served.dataAsOfMs === null && row.dataAsOfMs !== null) return true;
    if (!isSameImport(state.served.imported ?? null, game)) return true;
    if ((state.served.feedTime ?? 'exact') !== feedTime) return true;
    if (state.served.epoch !== epoch || state.served.n < followableFrom) return true;
  }
  const lastMs = Math.max(state.served.writtenAtMs, state.held?.heldAtMs ?? 0);
  // If the last export's time is in the future, the clock has been set back since.
  return nowMs - lastMs >= EXPORT_INTERVAL_MS || nowMs < lastMs;
}

/** Whether the guards may hold the export. They may not after an erasure, when the served export must be replaced. */
export function isShrinkChecked(reason: ExportReason, state: ExportState): boolean {
  return (reason === 'schedule' || reason === 'command') && !state.demanded;
}

/** Maximum percentage of a file's rows that may disappear without having been withdrawn. */
const SHRINKAGE_PERCENT_MAX = 5;

/**
 * Returns a sentence saying why an export must not replace the previous one, or null if it may (contract, section 4,
 * Bulk). An export is held if a file is missing, if a field present in every sampled row of the old file is in no
 * sampled row of the new one, if more than 5% of the old rows are gone without having been withdrawn, or if a list or
 * the evidence lost more than half of its rows. Withdrawals are counted over all epochs, so they also explain rows that
 * a rebuild left out. Rows of different imports are not compared.
 */
export function findHoldReason(before: ExportNotes, next: ExportNotes): string | null {
  const anotherImport = !isSameImport(before.imported ?? null, next.imported ?? null);
  for (const old of before.files) {
    if (anotherImport && findLayer(old) === 'game-files') continue;
    const file = next.files.find((candidate) => candidate.name === old.name && findLayer(candidate) === findLayer(old));
    const reason = file === undefined ? `${old.name} is missing` : findFileLoss(old, file);
    if (reason !== null) return `${reason}, so the previous export is kept.`;
  }
  const reason = describeShrunkFile(before, next);
  return reason === null ? null : `${reason}, so the previous export is kept.`;
}

/** Lists and evidence that lost at most this many rows are not held. */
const ALARMING_LOSS_ROWS = 100;

/**
 * Compares the lists and the evidence less strictly than the other files: their rows also disappear when votes change,
 * and no count says how many did. Any withdrawn row of the other files may explain a missing row. A missing file is no
 * reason, because the evidence can be turned off.
 */
function describeShrunkFile(before: ExportNotes, next: ExportNotes): string | null {
  const withdrawn = Math.max(0, sumWithdrawnRows(next) - sumWithdrawnRows(before));
  for (const old of before.derived ?? []) {
    const file = next.derived?.find(({ name }) => name === old.name);
    const lost = file === undefined ? 0 : old.rows - file.rows - withdrawn;
    if (lost > ALARMING_LOSS_ROWS && 2 * lost > old.rows) return describeShrinkage(old, file!.rows, withdrawn);
  }
  return null;
}

function sumWithdrawnRows({ files }: ExportNotes): number {
  return files.reduce((sum, { withdrawn }) => sum + withdrawn, 0);
}

function describeShrinkage({ name, rows }: Pick<FileNotes, 'name' | 'rows'>, left: number, withdrawn: number): string {
  return `${name} would shrink from ${formatQuantity(rows, 'row')} to ${left}, with ${withdrawn} withdrawn in between`;
}

/**
 * Whether two exports contain the same import. A rebuild keeps the import; importing again, even the same build,
 * creates a new one.
 */
function isSameImport(a: ImportMark | null, b: ImportMark | null): boolean {
  return a?.build === b?.build && a?.importedAtMs === b?.importedAtMs;
}

function findLayer({ layer }: FileNotes): 'observed' | 'game-files' {
  return layer ?? 'observed';
}

function findFileLoss(old: FileNotes, file: FileNotes): string | null {
  // The count decreases if a damaged epoch was rebuilt and its withdrawal count could not be carried over.
  const withdrawn = Math.max(0, file.withdrawn - old.withdrawn);
  const lost = old.rows - file.rows - withdrawn;
  if (100 * lost > SHRINKAGE_PERCENT_MAX * old.rows) {
    return describeShrinkage(old, file.rows, withdrawn);
  }
  // An empty file has no fields to compare, and with this many withdrawals, every sampled row may have been withdrawn.
  const incomparable = file.rows === 0 || withdrawn >= Math.min(old.rows, 2 * SAMPLED_ROWS);
  const column = incomparable ? undefined : old.columns.every.find((field) => !file.columns.any.includes(field));
  return column === undefined ? null : `${file.name} would lose the field ${column}, which its rows had`;
}
