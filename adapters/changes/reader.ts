import type { ChangeFile, ChangeFileReader } from '../../domain/ports/change_files.ts';
import type { OpenExport } from '../../domain/ports/exports.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { openPackedFile } from '../packed_files/read.ts';
import { isMissing } from '../read_if_exists.ts';
import { changeLayout, readChangeNote, readChangeState } from './layout.ts';

const runStorage = storageRunner('changes');

/** Maximum number of descriptions to keep, which is more than the files of 30 days at the usual interval. */
const NOTES_MAX = 10_000;

/** Reads the change files in the folder `root`. Reads the state for every request, so removed files are never listed. */
export function createChangeFileReader(root: string, requireFolder: () => void = () => {}): ChangeFileReader {
  const notes = createNoteCache(root);
  return {
    files: (epoch, after, upTo) =>
      runStorage(async () => {
        requireFolder();
        if (after === upTo) return [];
        const state = await readChangeState(changeLayout(root, epoch));
        if (state === null || after + 1 < state.first) return null;
        const files: ChangeFile[] = [];
        for (let n = after + 1; n <= upTo; n++) {
          const note = await notes(epoch, n);
          if (note === null) return null;
          files.push(note);
        }
        return files;
      }),
    open: (epoch, n, coding) =>
      runStorage(async () => {
        requireFolder();
        const layout = changeLayout(root, epoch);
        const state = await readChangeState(layout);
        const note = state === null || n < state.first ? null : await notes(epoch, n);
        return note === null ? null : openUnlessRemoved(layout.file(n), coding, note);
      }),
  };
}

/** Keeps descriptions in memory, because they never change once their snapshot is visible. */
function createNoteCache(root: string) {
  const kept = new Map<number, ChangeFile>();
  let keptEpoch = '';
  return async (epoch: string, n: number): Promise<ChangeFile | null> => {
    if (epoch !== keptEpoch || kept.size >= NOTES_MAX) kept.clear();
    keptEpoch = epoch;
    const known = kept.get(n);
    if (known !== undefined) return known;
    const note = await readChangeNote(changeLayout(root, epoch), n);
    if (note !== null && epoch === keptEpoch) kept.set(n, note);
    return note;
  };
}

async function openUnlessRemoved(
  path: string,
  coding: 'identity' | 'gzip',
  { bytes, sha256 }: ChangeFile,
): Promise<OpenExport | null> {
  try {
    return await openPackedFile(path, coding, { bytes, sha256, data: 'observed', format: 'ndjson' });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
