import { buildGameDataNotice } from '../game_files/import/notice.ts';
import type { ExportDraft } from '../ports/export_folder.ts';
import type { ExportRows, ExportSource, FileEntry } from '../ports/exports.ts';
import type { FileOrigin } from './lua_text.ts';

/** An export that is being written, for the functions that write its files. */
export interface ExportRun {
  readonly source: ExportSource;
  readonly draft: ExportDraft;
  readonly origin: FileOrigin;
  /** Called after each batch of rows. Throws if the export is to be stopped. */
  readonly afterBatch: () => Promise<void>;
}

/**
 * The entry of a file before it is written. Without `rows`, the file has as many as the first file that is written with it.
 */
export type ListedFileHead = Pick<FileEntry, 'name' | 'dataset' | 'format' | 'rowsOf' | 'field' | 'day' | 'leftOut'> &
  Partial<Pick<FileEntry, 'rows' | 'data'>>;

/** Rows of several files. Each batch has the rows of each file, in the order of the files. */
type RowBatches = AsyncIterable<readonly ExportRows[]> | Iterable<readonly ExportRows[]>;

/** Writes files in one pass over their rows. Returns their entries in the index (contract, section 4, Bulk). */
export async function writeListedFiles(
  { source, draft, origin, afterBatch }: ExportRun,
  heads: readonly ListedFileHead[],
  batches: RowBatches,
): Promise<readonly FileEntry[]> {
  async function* rowsAtPace(): AsyncIterable<readonly ExportRows[]> {
    for await (const batch of batches) {
      yield batch;
      await afterBatch();
    }
  }
  const names = heads.map(({ name }) => name);
  const written = await draft.write(names, rowsAtPace());
  return heads.map((head, i) => {
    const { name, dataset, format, rowsOf, field, rows = written[0]!.rows, data = 'observed', ...rest } = head;
    const { bytes, sha256 } = written[i]!;
    return {
      name,
      dataset,
      format,
      rowsOf,
      field,
      rows,
      bytes,
      sha256,
      data,
      attribution: data === 'game-files' ? null : origin.attribution,
      gameData: data === 'observed' ? null : buildGameDataNotice(source.game),
      ...rest,
    };
  });
}
