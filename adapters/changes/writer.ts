import type { ChangeDraft, ChangeFile, ChangeFileWriter, ChangeSpan } from '../../domain/ports/change_files.ts';
import { createChangeLines } from '../../domain/reads/changes/change_lines.ts';
import { createGuardedFiles, type GuardedFiles } from '../data_folder/guarded_files.ts';
import { syncFolder } from '../data_folder/synced_files.ts';
import { storageRunner } from '../libsql/storage_error.ts';
import { createPackedFile, type PackedFile } from '../packed_files/write.ts';
import { type ChangeLayout, changeLayout, formatChangeState, readChangeNote, readChangeState } from './layout.ts';

const runStorage = storageRunner('changes');

/** The files are written while a snapshot is, so they are compressed quickly rather than well. */
const GZIP_LEVEL = 1;

/** Creates the writer of the change files of one epoch in the folder `root`. Only the holder of the builder lock uses it. */
export function createChangeFileWriter(root: string, epoch: string, requireFolder: () => void): ChangeFileWriter {
  const layout = changeLayout(root, epoch);
  const files = createGuardedFiles(requireFolder);
  return {
    begin: (span) =>
      runStorage(async () => {
        await files.makeFolder(layout.folder);
        for (const path of layout.allOf(span.n)) await files.removeFile(path);
        await startAnewAfterGap(layout, files, span);
        return createDraft(
          layout,
          files,
          span,
          await createPackedFile(layout.file(span.n), { newlines: 1, level: GZIP_LEVEL }),
          epoch,
        );
      }),
  };
}

/**
 * Makes this the first file that is served, unless the file of the previous snapshot exists. An earlier release writes
 * snapshots without files.
 */
async function startAnewAfterGap(
  layout: ChangeLayout,
  files: GuardedFiles,
  { n, previous }: ChangeSpan,
): Promise<void> {
  const state = await readChangeState(layout);
  if (state !== null && state.first === n) return;
  if (state !== null && state.first < n && (await readChangeNote(layout, previous)) !== null) return;
  await files.replace(layout.state, formatChangeState({ first: n, erased: state?.erased ?? null }));
}

function createDraft(
  layout: ChangeLayout,
  files: GuardedFiles,
  span: ChangeSpan,
  file: PackedFile,
  epoch: string,
): ChangeDraft {
  const lines = createChangeLines(epoch, span);
  return {
    add: (changes) => runStorage(() => file.add(lines.lines(changes))),
    finish: (writtenAtMs) =>
      runStorage(async () => {
        await file.add([lines.end()]);
        const written = await file.end();
        await file.close();
        const note: ChangeFile = { ...span, ...lines.counts(), writtenAtMs, ...written };
        await files.write(layout.note(span.n), `${JSON.stringify(note)}\n`);
        await syncFolder(layout.folder);
      }),
    discard: () =>
      runStorage(async () => {
        await file.close();
        for (const path of layout.allOf(span.n)) await files.removeFile(path);
      }),
  };
}
