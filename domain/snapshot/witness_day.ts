import { dayOf } from '../families/counting/family.ts';
import type { EvidenceCursor } from '../ports/evidence.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { DAY_MS } from '../values/instant.ts';
import { type OrderGround, tellInstall } from './add_again.ts';
import { EMPTY_BATCH } from './batch.ts';
import type { SnapshotPorts, SnapshotSettings } from './run.ts';

const NONE: ReadonlySet<number> = new Set();

/** Days from first sending on, and the day by which they are counted. */
export interface WitnessRule {
  readonly ageDays: number;
  /** The day that the evidence is brought to; null: every install is a witness at once. */
  readonly toDay: number | null;
}

/** The rule of a run. The day never goes back, so that a clock that does takes out nobody who counted. */
export function witnessRule(
  { clock }: Pick<SnapshotPorts, 'clock'>,
  { installAgeDays = 0, witnessDay }: Pick<SnapshotSettings, 'installAgeDays' | 'witnessDay'>,
  { witnessToDay }: EvidenceCursor,
): WitnessRule {
  if (installAgeDays === 0) return { ageDays: 0, toDay: null };
  const today = witnessDay ?? dayOf(clock.nowMs());
  return { ageDays: installAgeDays, toDay: Math.max(today, witnessToDay ?? today) };
}

/**
 * The installs that are too young to be witnesses on a UTC day: one that sent first on day d is from day d + ageDays on, whatever
 * the hour.
 */
export async function youngOn(
  uploads: Pick<UploadReader, 'installsSince'>,
  ageDays: number,
  day: number | null,
): Promise<ReadonlySet<number>> {
  if (ageDays === 0 || day === null) return NONE;
  const since = await uploads.installsSince(Math.max(0, day - ageDays + 1) * DAY_MS);
  return new Set(since);
}

/**
 * Brings the evidence to the day of the rule: what installs told that have come of age since counts from now on. The day
 * is noted first, so that a run killed in between is ended by the next one whatever the clock says then; an install that
 * was let in half-way is taken out before it is let in again.
 */
export async function comeOfAge(
  ground: OrderGround,
  from: EvidenceCursor,
  { toDay }: WitnessRule,
  stillWaiting: ReadonlySet<number>,
): Promise<EvidenceCursor> {
  const { evidence } = ground;
  const due = [...ground.waiting].filter((installN) => !stillWaiting.has(installN)).sort((a, b) => a - b);
  if (due.length === 0) return { ...from, witnessDay: toDay, witnessToDay: toDay };
  let cursor: EvidenceCursor = { ...from, witnessToDay: toDay };
  const next = (): EvidenceCursor => {
    cursor = { ...cursor, step: cursor.step + 1 };
    return cursor;
  };
  await evidence.add(next(), EMPTY_BATCH);
  const excluded = await evidence.excluded();
  cursor = { ...cursor, dailyDay: null };
  for (const installN of due) {
    if (excluded.has(installN)) continue;
    await tellInstall({ ...ground, waiting: stillWaiting }, next, { installN, toSeq: from.seq });
  }
  cursor = { ...cursor, witnessDay: toDay };
  await evidence.add(next(), EMPTY_BATCH);
  return cursor;
}
