import type { BuildPiece } from '../../ports/build.ts';
import type { ImportHead } from '../../ports/builds.ts';
import type { ChangeLogMode } from '../../ports/change_log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SnapshotRow } from '../../ports/snapshot_view.ts';
import type { SnapshotWriter } from '../../ports/snapshots.ts';
import { ok, type StorageResult } from '../../values/result.ts';
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
  write(): Promise<StorageResult<boolean>>;
  /** Writes what is left and serves the build from then on. */
  finish(): Promise<StorageResult<SnapshotRow>>;
  /** Removes what was written of it. */
  abandon(): Promise<StorageResult<void>>;
}

/** Begins to take a build in. One that was killed leaves the earlier one, and its rows are removed by the next. */
export const beginBuild = async (
  { snapshots, clock }: ImportPorts,
  head: ImportHead,
  { changeLog, goOn }: ImportSettings,
): Promise<StorageResult<BuildTaking>> => {
  const cleared = await removeOld(snapshots);
  if (!cleared.ok) return cleared;
  const begun = await snapshots.beginImport(head);
  if (!begun.ok) return begun;
  const n = begun.value;
  const rows = createRowMaker();
  let taken = 0;
  return ok({
    take: (piece) => {
      rows.take(piece);
      taken++;
      return rows.isFull();
    },
    write: async () => {
      const added = await snapshots.addToImport(n, rows.drain());
      if (!added.ok) return added;
      return ok(goOn === undefined || (await goOn(taken)));
    },
    finish: async () => {
      for (const more of [rows.drain(), rows.last()]) {
        const added = await snapshots.addToImport(n, more);
        if (!added.ok) return added;
      }
      const row = await snapshots.finishImport(n, clock.nowMs(), changeLog);
      if (!row.ok) return row;
      // What it replaced is of no use any more; should this fail, the next import sees to it.
      await removeOld(snapshots);
      return row;
    },
    abandon: () => removeOld(snapshots),
  });
};

/** Takes a whole build in and serves it; null: it was stopped. */
export const takeBuild = async (
  ports: ImportPorts,
  head: ImportHead,
  pieces: AsyncIterable<BuildPiece> | Iterable<BuildPiece>,
  settings: ImportSettings,
): Promise<StorageResult<SnapshotRow | null>> => {
  const taking = await beginBuild(ports, head, settings);
  if (!taking.ok) return taking;
  for await (const piece of pieces) {
    if (!taking.value.take(piece)) continue;
    const written = await taking.value.write();
    if (!written.ok) return written;
    if (!written.value) return ok(null);
  }
  return taking.value.finish();
};

/** Removes every import but the one that is served, a bounded step at a time. */
const removeOld = async (snapshots: SnapshotWriter): Promise<StorageResult<void>> => {
  for (;;) {
    const step = await snapshots.removeImports();
    if (!step.ok) return step;
    if (!step.value) return ok(undefined);
  }
};
