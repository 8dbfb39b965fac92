import { formatDatedFileName } from '../../domain/exports/earlier_lists.ts';
import { type ExportReader, UNKNOWN_EXPORT_HEALTH } from '../../domain/ports/exports.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { createFaultWrapper } from '../libsql/storage_error.ts';
import { openPackedFile } from '../packed_files/read.ts';
import { isMissing } from '../read_if_exists.ts';
import {
  type ExportLayout,
  locateExportedFile,
  locateExports,
  readHeldExport,
  readIndexFile,
  readListedFiles,
  readNotes,
  readServedNumber,
  removeEvidence,
} from './layout.ts';

const wrapFaults = createFaultWrapper('exports');

/**
 * Reads the export folder. Reads the pointer for every request, so a new export is served immediately. `requireFolder`
 * throws if the data folder is missing or was replaced, in which case the state of the exports is unknown. `onDamage` is
 * called when a file turns out to be damaged. Unless `showsEvidence` is true, a file of evidence that an earlier start
 * exported is neither listed nor opened: the next export removes it, but a rebuild may take hours before that.
 */
export function createExportReader(
  root: string,
  requireFolder: () => void = () => {},
  onDamage: () => void = () => {},
  showsEvidence = false,
): ExportReader {
  const layout = locateExports(root);
  const readIndex = async (number: number) => {
    const index = await readIndexFile(layout, number);
    return showsEvidence ? index : removeEvidence(index);
  };
  const readServed = <T>(work: (number: number) => Promise<T>) =>
    wrapFaults(async () => {
      requireFolder();
      return runInServedFolder(layout, work);
    });
  return {
    index: () => readServed(readIndex),
    open: (name, coding) =>
      readServed(async (number) => {
        const entries = await readListedFiles(layout, number);
        const listed = entries.find((file) => file.name === name || formatDatedFileName(file) === name);
        if (listed === undefined || (listed.dataset === 'evidence' && !showsEvidence)) return null;
        return openPackedFile(locateExportedFile(layout.folder(number), listed.name), coding, listed, onDamage);
      }),
    health: async () => {
      const reading = wrapFaults(async () => {
        requireFolder();
        const number = await readServedNumber(layout);
        const notes = number === null ? null : await readNotes(layout, number);
        return { held: await readHeldExport(layout, number), writtenAtMs: notes?.writtenAtMs ?? null };
      });
      const state = await catchFault(reading);
      if (state instanceof StorageFault) return UNKNOWN_EXPORT_HEALTH;
      const { held, writtenAtMs } = state;
      if (held !== null) return { state: held.isDamaged ? 'damaged' : 'held', reason: held.reason, writtenAtMs };
      return writtenAtMs === null ? UNKNOWN_EXPORT_HEALTH : { state: 'ok', reason: null, writtenAtMs };
    },
  };
}

/**
 * Calls `work` with the number of the served export. Returns null if no export is served. If the folder is missing, the
 * export was replaced after the pointer was read, so the pointer is read again.
 */
async function runInServedFolder<T>(layout: ExportLayout, work: (number: number) => Promise<T>): Promise<T | null> {
  for (let before: number | null = null; ; ) {
    const number = await readServedNumber(layout);
    if (number === null) return null;
    try {
      return await work(number);
    } catch (error) {
      if (!isMissing(error) || number === before) throw error;
      before = number;
    }
  }
}
