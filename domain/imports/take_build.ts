import type { BuildPiece } from '../game_files/build.ts';
import type { ImportHead } from '../ports/builds.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChangeLogMode, SnapshotRow, SnapshotWriter } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { createRowMaker } from './import_rows.ts';

export interface ImportPorts {
  readonly snapshots: SnapshotWriter;
  readonly clock: Clock;
}

/** Pieces written in one transaction: what bounds the JSON in hand. */
const PIECES_AT_ONCE = 5_000;

export interface ImportSettings {
  /** `silent` for a rebuild, which carries the old log over. */
  readonly changeLog: ChangeLogMode;
  /** Called between two steps with the pieces taken so far; false stops there. Default: always go on. */
  readonly goOn?: (pieces: number) => Promise<boolean>;
}

/**
 * Takes a build into the public database and serves it from then on; null: it was stopped. Readers see the earlier build
 * until the new one is whole; an import that was killed leaves the earlier one, and its rows are removed by the next.
 */
export const takeBuild = async (
  { snapshots, clock }: ImportPorts,
  head: ImportHead,
  pieces: AsyncIterable<BuildPiece> | Iterable<BuildPiece>,
  { changeLog, goOn }: ImportSettings,
): Promise<Reached<SnapshotRow | null>> => {
  const cleared = await removeOld(snapshots);
  if (!cleared.ok) return cleared;
  const begun = await snapshots.beginImport(head);
  if (!begun.ok) return begun;
  const rows = createRowMaker();
  let taken = 0;
  for await (const piece of pieces) {
    rows.take(piece);
    taken++;
    if (rows.size < PIECES_AT_ONCE) continue;
    const added = await snapshots.addToImport(begun.value, rows.drain());
    if (!added.ok) return added;
    if (goOn !== undefined && !(await goOn(taken))) return ok(null);
  }
  for (const more of [rows.drain(), rows.last()]) {
    const added = await snapshots.addToImport(begun.value, more);
    if (!added.ok) return added;
  }
  const row = await snapshots.finishImport(begun.value, clock.nowMs(), changeLog);
  if (!row.ok) return row;
  // What it replaced is of no use any more; should this fail, the next import sees to it.
  await removeOld(snapshots);
  return row;
};

/** Removes every import but the one that is served, a bounded step at a time. */
const removeOld = async (snapshots: SnapshotWriter): Promise<Reached<void>> => {
  for (;;) {
    const step = await snapshots.removeImports();
    if (!step.ok) return step;
    if (!step.value) return ok(undefined);
  }
};
