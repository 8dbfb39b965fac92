import { dayOf } from '../families/counting/family.ts';
import type { EvidenceCursor } from '../ports/evidence.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { DAY_MS } from '../values/instant.ts';
import { EMPTY_BATCH } from './batch.ts';
import { countInstall, type ReplayContext } from './replay_records.ts';
import type { SnapshotPorts, SnapshotSettings } from './run.ts';

const NONE: ReadonlySet<number> = new Set();

/** Minimum age of a witness in days, and the day on which ages are judged. */
export interface WitnessRule {
  readonly ageDays: number;
  /** Day that the evidence is brought up to, or null if every install counts immediately. */
  readonly toDay: number | null;
}

/**
 * Returns the rule of a run. The day never goes back, so that a clock set back does not remove an install that
 * already counted.
 */
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
 * Returns the installs that are too young to be witnesses on a UTC day. An install that first sent on day d counts
 * from the start of day d + ageDays, regardless of the hour.
 */
export async function youngInstallsOn(
  uploads: Pick<UploadReader, 'installsSince'>,
  ageDays: number,
  day: number | null,
): Promise<ReadonlySet<number>> {
  if (ageDays === 0 || day === null) return NONE;
  const since = await uploads.installsSince(Math.max(0, day - ageDays + 1) * DAY_MS);
  return new Set(since);
}

/**
 * Brings the evidence up to the day of the rule: reports of installs that have reached the required age start to
 * count. The day is stored first, so that if this run is killed, the next one finishes it even if the clock was set
 * back. An install that was added halfway is removed before it is added again.
 */
export async function comeOfAge(
  ground: ReplayContext,
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
    await countInstall({ ...ground, waiting: stillWaiting }, next, { installN, toSeq: from.seq });
  }
  cursor = { ...cursor, witnessDay: toDay };
  await evidence.add(next(), EMPTY_BATCH);
  return cursor;
}
