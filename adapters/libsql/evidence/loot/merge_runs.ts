import { groupBy } from '../../../../domain/values/group_by.ts';
import type { Runner } from '../../database.ts';
import {
  BYTES_AT_ONCE,
  cutRun,
  deleteLevel,
  groupsBySize,
  installsOf,
  type Piece,
  RUNS_A_LEVEL,
  readLevel,
  unpackInstalls,
  writePieces,
} from './pieces.ts';
import type { SourceRow } from './sources.ts';

/** Sources smaller than this number of bytes are merged in groups. */
const LIGHT_BYTES = 200_000;

/**
 * Merges the level 0 runs of these sources, which must have enough of them, and then the runs of each higher level that
 * fills up. This spreads the windows of an install on a source over few pieces, and rewrites each window only a few
 * times. Returns the changed rows.
 */
export async function mergeRuns(
  runner: Runner,
  rows: readonly SourceRow[],
  step: number,
): Promise<ReadonlyMap<number, SourceRow>> {
  const merged = new Map<number, SourceRow>();
  let due = rows;
  for (let level = 0; due.length > 0; level++) {
    for (const group of groupsBySize(due, bytesOf, BYTES_AT_ONCE)) {
      const done =
        group.length === 1
          ? [await mergeLarge(runner, group[0]!, level, step)]
          : await mergeTogether(runner, group, level, step);
      for (const row of done) merged.set(row.n, row);
    }
    due = due.map(({ n }) => merged.get(n)!).filter(({ runs }) => (runs[level + 1] ?? 0) >= RUNS_A_LEVEL);
  }
  return merged;
}

/** A large source is merged by itself. */
function bytesOf({ bytes }: SourceRow): number {
  return bytes > LIGHT_BYTES ? BYTES_AT_ONCE + 1 : bytes;
}

async function mergeTogether(
  runner: Runner,
  rows: readonly SourceRow[],
  level: number,
  step: number,
): Promise<readonly SourceRow[]> {
  const read = await readLevel(
    runner,
    rows.map(({ n }) => n),
    level,
  );
  const bySource = groupBy(read, ({ key: [sourceN] }) => sourceN);
  const written: Piece[] = [];
  const merged = rows.map((row) => {
    const old = bySource.get(row.n) ?? [];
    const installs = [...unpackInstalls(old, null).values()].sort((a, b) => a.installN - b.installN);
    const run = cutRun(row.n, level + 1, step, installs);
    written.push(...run);
    return mergedRow(row, level, weightOf(run) - weightOf(old));
  });
  await deleteLevel(
    runner,
    rows.map(({ n }) => n),
    level,
  );
  await writePieces(runner, written);
  return merged;
}

/** Merges one large source, a limited number of installs at a time. */
async function mergeLarge(runner: Runner, row: SourceRow, level: number, step: number): Promise<SourceRow> {
  let grown = 0;
  for await (const installs of installsOf(runner, row.n, level)) {
    const run = cutRun(row.n, level + 1, step, installs);
    await writePieces(runner, run);
    grown += weightOf(run);
  }
  const old = await deleteLevel(runner, [row.n], level);
  return mergedRow(row, level, grown - old);
}

function weightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { body }) => sum + body.byteLength, 0);
}

function mergedRow(row: SourceRow, level: number, grown: number): SourceRow {
  const runs = [...row.runs];
  runs[level] = 0;
  runs[level + 1] = (runs[level + 1] ?? 0) + 1;
  return { ...row, runs, bytes: row.bytes + grown };
}
