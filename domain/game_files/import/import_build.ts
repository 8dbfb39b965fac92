import type { BuildPiece } from '../../ports/build.ts';
import type { ImportHead } from '../../ports/builds.ts';
import type { ChangeLogMode } from '../../ports/change_log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SnapshotRow } from '../../ports/snapshot_view.ts';
import type { SnapshotWriter } from '../../ports/snapshots.ts';
import { orStorageFault } from '../../values/storage_fault.ts';
import { createRowMaker } from './import_rows.ts';

export interface ImportPorts {
  readonly snapshots: SnapshotWriter;
  readonly clock: Clock;
}

export interface ImportSettings {
  /** A rebuild uses `silent`, because it copies the old log. */
  readonly changeLog: ChangeLogMode;
  /**
   * Called between two steps with the number of pieces processed so far. Returns false to stop the import. By default
   * the import runs to the end.
   */
  readonly goOn?: (pieces: number) => Promise<boolean>;
}

/** An import in progress into the public database. Readers see the previous build until the import is complete. */
export interface BuildImport {
  /** Adds the next piece. Returns true if the buffer is full; `write` must then be called before the next piece. */
  take(piece: BuildPiece): boolean;
  /** Writes the buffered rows. Returns false if the import should stop. */
  write(): Promise<boolean>;
  /** Writes the remaining rows and starts serving the build. */
  finish(): Promise<SnapshotRow>;
  /** Deletes the rows written so far. */
  abandon(): Promise<void>;
}

/**
 * Begins an import. If the process is killed, the previous build stays, and the next import deletes the partial rows.
 */
export async function beginBuildImport(
  { snapshots, clock }: ImportPorts,
  head: ImportHead,
  { changeLog, goOn }: ImportSettings,
): Promise<BuildImport> {
  await removeUnserved(snapshots);
  const n = await snapshots.beginImport(head);
  const rows = createRowMaker();
  let taken = 0;
  return {
    take: (piece) => {
      rows.take(piece);
      taken++;
      return rows.isFull();
    },
    write: async () => {
      await snapshots.addToImport(n, rows.drain());
      return goOn === undefined || (await goOn(taken));
    },
    finish: async () => {
      for (const more of [rows.drain(), rows.last()]) {
        await snapshots.addToImport(n, more);
      }
      const row = await snapshots.finishImport(n, clock.nowMs(), changeLog);
      // Delete the replaced import. If this fails, the next import deletes it.
      await orStorageFault(removeUnserved(snapshots));
      return row;
    },
    abandon: () => removeUnserved(snapshots),
  };
}

/** Imports a complete build and serves it. Returns null if the import was stopped. */
export async function importBuild(
  ports: ImportPorts,
  head: ImportHead,
  pieces: AsyncIterable<BuildPiece> | Iterable<BuildPiece>,
  settings: ImportSettings,
): Promise<SnapshotRow | null> {
  const taking = await beginBuildImport(ports, head, settings);
  for await (const piece of pieces) {
    if (!taking.take(piece)) continue;
    const written = await taking.write();
    if (!written) return null;
  }
  return taking.finish();
}

/** Deletes, in bounded steps, every import that is not served. */
async function removeUnserved(snapshots: SnapshotWriter): Promise<void> {
  for (;;) {
    const step = await snapshots.removeImports();
    if (!step) return;
  }
}
