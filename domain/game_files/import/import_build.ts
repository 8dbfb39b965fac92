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
  /** `silent` for a rebuild, which carries the old log over. */
  readonly changeLog: ChangeLogMode;
  /** Called between two steps with the pieces taken so far; false stops there. Default: always go on. */
  readonly goOn?: (pieces: number) => Promise<boolean>;
}

/** A build on its way into the public database. Readers see the earlier build until it is whole. */
export interface BuildTaking {
  /** Takes the next piece; true: rows wait to be written, and `write` must come before the next. */
  take(piece: BuildPiece): boolean;
  /** Writes the rows that wait; false: it was asked to stop. */
  write(): Promise<boolean>;
  /** Writes what is left and serves the build from then on. */
  finish(): Promise<SnapshotRow>;
  /** Removes what was written of it. */
  abandon(): Promise<void>;
}

/** Begins to take a build in. One that was killed leaves the earlier one, and its rows are removed by the next. */
export async function beginBuild(
  { snapshots, clock }: ImportPorts,
  head: ImportHead,
  { changeLog, goOn }: ImportSettings,
): Promise<BuildTaking> {
  await removeOld(snapshots);
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
      // What it replaced is of no use any more; should this fail, the next import sees to it.
      await orStorageFault(removeOld(snapshots));
      return row;
    },
    abandon: () => removeOld(snapshots),
  };
}

/** Takes a whole build in and serves it; null: it was stopped. */
export async function takeBuild(
  ports: ImportPorts,
  head: ImportHead,
  pieces: AsyncIterable<BuildPiece> | Iterable<BuildPiece>,
  settings: ImportSettings,
): Promise<SnapshotRow | null> {
  const taking = await beginBuild(ports, head, settings);
  for await (const piece of pieces) {
    if (!taking.take(piece)) continue;
    const written = await taking.write();
    if (!written) return null;
  }
  return taking.finish();
}

/** Removes every import but the one that is served, a bounded step at a time. */
async function removeOld(snapshots: SnapshotWriter): Promise<void> {
  for (;;) {
    const step = await snapshots.removeImports();
    if (!step) return;
  }
}
