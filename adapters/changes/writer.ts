import type { ChangedRow, ChangeFile, SnapshotSpan } from '../../domain/ports/change_files.ts';
import { createFeedLines } from '../../domain/reads/changes/feed_lines.ts';
import { createGuardedFiles, type GuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { createFaultWrapper } from '../libsql/storage_error.ts';
import { createPackedFile, type PackedFile } from '../packed_files/write.ts';
import { type ChangeLayout, formatChangeState, locateChanges, readChangeNote, readChangeState } from './layout.ts';

const wrapFaults = createFaultWrapper('changes');

/** The files are written while a snapshot is, so they are compressed quickly rather than well. */
const GZIP_LEVEL = 1;

export type ChangeFileWriter = ReturnType<typeof createChangeFileWriter>;

/** Creates the writer of the change files of one epoch in the folder `root`. Only the holder of the builder lock uses it. */
export function createChangeFileWriter(root: string, epoch: string, requireFolder: () => void) {
  const layout = locateChanges(root, epoch);
  const files = createGuardedFiles(requireFolder);
  return {
    /** Begins the file of a snapshot that is about to be written. Replaces a file that a killed run left behind. */
    begin: (span: SnapshotSpan) =>
      wrapFaults(async () => {
        await files.makeFolder(layout.folder);
        for (const path of layout.allOf(span.n)) await files.removeFile(path);
        await restartAfterGap(layout, files, span);
        const file = await createPackedFile(layout.file(span.n), { newlines: 1, level: GZIP_LEVEL });
        return createDraft(layout, files, span, file, epoch);
      }),
  };
}

/**
 * Makes this the first file that is served, unless the file of the previous snapshot exists. An earlier release writes
 * snapshots without files.
 */
async function restartAfterGap(
  layout: ChangeLayout,
  files: GuardedFiles,
  { n, previous }: SnapshotSpan,
): Promise<void> {
  const state = await readChangeState(layout);
  if (state !== null && state.first === n) return;
  if (state !== null && state.first < n && (await readChangeNote(layout, previous)) !== null) return;
  await files.replace(layout.state, formatChangeState({ first: n, erased: state?.erased ?? null }));
}

/**
 * A change file that is being written. Call `finish` before the snapshot is committed: readers see a file once its
 * snapshot exists, so every visible snapshot has its file, whenever the builder is killed.
 */
function createDraft(layout: ChangeLayout, files: GuardedFiles, span: SnapshotSpan, file: PackedFile, epoch: string) {
  const lines = createFeedLines(epoch, span);
  return {
    add: (rows: readonly ChangedRow[]) => wrapFaults(() => file.add(lines.lines(rows))),
    /** Adds the last line and syncs the file to disk. */
    finish: (writtenAtMs: number) =>
      wrapFaults(async () => {
        await file.add([lines.end()]);
        const written = await file.end();
        await file.close();
        const note: ChangeFile = { ...span, writtenAtMs, ...written };
        await files.write(layout.note(span.n), `${JSON.stringify(note)}\n`);
        await syncFolder(layout.folder);
      }),
    discard: () =>
      wrapFaults(async () => {
        await file.close();
        for (const path of layout.allOf(span.n)) await files.removeFile(path);
      }),
  };
}
