import { dayOf } from '../families/counting/family.ts';
import type { EvidenceCursor } from '../ports/evidence.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { DAY_MS } from '../values/instant.ts';
import { ok, type Result, type StorageResult } from '../values/result.ts';
import { type OrderGround, tellInstall } from './add_again.ts';
import { EMPTY_BATCH } from './batch.ts';
import type { SnapshotFailure } from './failure.ts';
import type { SnapshotPorts, SnapshotSettings } from './run.ts';

const NONE: ReadonlySet<number> = new Set();

/** Days from first sending on, and the day by which they are counted. */
export interface WitnessRule {
  readonly ageDays: number;
  /** The day that the evidence is brought to; null: every install is a witness at once. */
  readonly toDay: number | null;
}

/** The rule of a run. The day never goes back, so that a clock that does takes out nobody who counted. */
export const witnessRule = (
  { clock }: Pick<SnapshotPorts, 'clock'>,
  { installAgeDays = 0, witnessDay }: Pick<SnapshotSettings, 'installAgeDays' | 'witnessDay'>,
  { witnessToDay }: EvidenceCursor,
): WitnessRule => {
  if (installAgeDays === 0) return { ageDays: 0, toDay: null };
  const today = witnessDay ?? dayOf(clock.nowMs());
  return { ageDays: installAgeDays, toDay: Math.max(today, witnessToDay ?? today) };
};

/**
 * The installs that are too young to be witnesses on a UTC day: one that sent first on day d is from day d + ageDays on, whatever
 * the hour.
 */
export const youngOn = async (
  uploads: Pick<UploadReader, 'installsSince'>,
  ageDays: number,
  day: number | null,
): Promise<StorageResult<ReadonlySet<number>>> => {
  if (ageDays === 0 || day === null) return ok(NONE);
  const since = await uploads.installsSince(Math.max(0, day - ageDays + 1) * DAY_MS);
  return since.ok ? ok(new Set(since.value)) : since;
};

/**
 * Brings the evidence to the day of the rule: what installs told that have come of age since counts from now on. The day
 * is noted first, so that a run killed in between is ended by the next one whatever the clock says then; an install that
 * was let in half-way is taken out before it is let in again.
 */
export const comeOfAge = async (
  ground: OrderGround,
  from: EvidenceCursor,
  { toDay }: WitnessRule,
  stillWaiting: ReadonlySet<number>,
): Promise<Result<EvidenceCursor, SnapshotFailure>> => {
  const { evidence } = ground;
  const due = [...ground.waiting].filter((installN) => !stillWaiting.has(installN)).sort((a, b) => a - b);
  if (due.length === 0) return ok({ ...from, witnessDay: toDay, witnessToDay: toDay });
  let cursor: EvidenceCursor = { ...from, witnessToDay: toDay };
  const next = (): EvidenceCursor => {
    cursor = { ...cursor, step: cursor.step + 1 };
    return cursor;
  };
  const noted = await evidence.add(next(), EMPTY_BATCH);
  if (!noted.ok) return noted;
  const excluded = await evidence.excluded();
  if (!excluded.ok) return excluded;
  cursor = { ...cursor, dailyDay: null };
  for (const installN of due) {
    if (excluded.value.has(installN)) continue;
    const told = await tellInstall({ ...ground, waiting: stillWaiting }, next, { installN, toSeq: from.seq });
    if (!told.ok) return told;
  }
  cursor = { ...cursor, witnessDay: toDay };
  const come = await evidence.add(next(), EMPTY_BATCH);
  return come.ok ? ok(cursor) : come;
};
