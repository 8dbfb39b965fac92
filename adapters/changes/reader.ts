import { stat } from 'node:fs/promises';
import type { ChangeFile, ChangeFileReader } from '../../domain/ports/change_files.ts';
import { createFaultWrapper, StorageError } from '../libsql/storage_error.ts';
import { openPackedFile } from '../packed_files/read.ts';
import { ifExists, isMissing } from '../read_if_exists.ts';
import { locateChanges, readChangeNote, readChangeState } from './layout.ts';

const wrapFaults = createFaultWrapper('changes');

/** Maximum number of descriptions to keep, which is more than the files of 30 days at the usual interval. */
const NOTED_LINES_MAX = 10_000;

/**
 * Reads the change files in the folder `root`. Reads the state for every request, so removed files are never listed. A
 * file that is lost or damaged is a storage fault until the builder begins a new chain: before that, a follower who
 * starts again would come to the same file. `onDamage` is called for such a file.
 */
export function createChangeFileReader(
  root: string,
  requireFolder: () => void = () => {},
  onDamage: () => void = () => {},
): ChangeFileReader {
  const notes = createNoteCache(root);
  const fault = (): StorageError => {
    onDamage();
    return new StorageError('CHANGES_DAMAGED');
  };
  return {
    files: (epoch, after, upTo) =>
      wrapFaults(async () => {
        requireFolder();
        if (after === upTo) return [];
        const layout = locateChanges(root, epoch);
        const state = await readChangeState(layout);
        if (state === null || after + 1 < state.first) return null;
        const files: ChangeFile[] = [];
        for (let n = after + 1; n <= upTo; n++) {
          const note = await notes(epoch, n);
          if (note === null || (await ifExists(stat(layout.file(n)))) === null) {
            if (files.length === 0) throw fault();
            break;
          }
          files.push(note);
        }
        return files;
      }),
    open: (epoch, n, coding) =>
      wrapFaults(async () => {
        requireFolder();
        const layout = locateChanges(root, epoch);
        const isServed = async (): Promise<boolean> => n >= ((await readChangeState(layout))?.first ?? Infinity);
        if (!(await isServed())) return null;
        try {
          const note = await notes(epoch, n);
          if (note === null) throw fault();
          return await openPackedFile(
            layout.file(n),
            coding,
            { ...note, data: 'observed', format: 'ndjson' },
            onDamage,
          );
        } catch (error) {
          if (!isMissing(error)) throw error;
          // The builder may have removed it in the meantime.
          if (await isServed()) throw fault();
          return null;
        }
      }),
  };
}

/** Keeps descriptions in memory, because they never change once their snapshot is visible. */
function createNoteCache(root: string) {
  const kept = new Map<number, ChangeFile>();
  let keptEpoch = '';
  return async (epoch: string, n: number): Promise<ChangeFile | null> => {
    if (epoch !== keptEpoch || kept.size >= NOTED_LINES_MAX) kept.clear();
    keptEpoch = epoch;
    const known = kept.get(n);
    if (known !== undefined) return known;
    const note = await readChangeNote(locateChanges(root, epoch), n);
    if (note !== null && epoch === keptEpoch) kept.set(n, note);
    return note;
  };
}
