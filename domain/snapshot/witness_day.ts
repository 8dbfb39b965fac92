import type { EvidenceCursor } from '../ports/evidence.ts';
import type { Order, UploadReader } from '../ports/uploads.ts';
import { DAY_MS, toUtcDay } from '../values/instant.ts';
import { EMPTY_BATCH } from './batch.ts';
import { countInstall, createCursorStepper, NO_INSTALLS, type ReplayContext } from './replay_records.ts';
import type { SnapshotPorts, SnapshotSettings } from './run.ts';

/** Minimum age of a witness in days, and the day on which ages are judged. */
export interface WitnessRule {
  readonly ageDays: number;
  /** Day to which the evidence is brought up to date, or null if every install counts immediately. */
  readonly toDay: number | null;
}

/** Returns a run's rule. The day never goes back, even if the clock is set back. */
export function chooseRule(
  { clock }: Pick<SnapshotPorts, 'clock'>,
  { installAgeDays = 0, witnessDay }: Pick<SnapshotSettings, 'installAgeDays' | 'witnessDay'>,
  { witnessToDay }: EvidenceCursor,
): WitnessRule {
  if (installAgeDays === 0) return { ageDays: 0, toDay: null };
  const today = witnessDay ?? toUtcDay(clock.nowMs());
  return { ageDays: installAgeDays, toDay: Math.max(today, witnessToDay ?? today) };
}

/** Returns installs that are too young to be witnesses: their first upload was on day `day - ageDays + 1` or later. */
export async function readYoungInstalls(
  uploads: Pick<UploadReader, 'installsSince'>,
  ageDays: number,
  day: number | null,
): Promise<ReadonlySet<number>> {
  if (ageDays === 0 || day === null) return NO_INSTALLS;
  const since = await uploads.installsSince(Math.max(0, day - ageDays + 1) * DAY_MS);
  return new Set(since);
}

/**
 * Brings the evidence up to the rule's day: reports of installs that have reached the required age start to count. The
 * day is stored first, so that if this run is killed, the next run finishes the work even if the clock was set back. An
 * install that was only partly added is removed before it is added again.
 */
export async function countGrown(
  ground: ReplayContext,
  from: EvidenceCursor,
  { toDay }: WitnessRule,
  stillWaiting: ReadonlySet<number>,
): Promise<EvidenceCursor> {
  const { evidence } = ground;
  const due = [...ground.waiting].filter((installN) => !stillWaiting.has(installN)).sort((a, b) => a - b);
  if (due.length === 0) return { ...from, witnessDay: toDay, witnessToDay: toDay };
  const steps = createCursorStepper(from);
  await evidence.add(steps.next({ witnessToDay: toDay }), EMPTY_BATCH);
  const excluded = await evidence.excluded();
  for (const installN of due) {
    if (excluded.has(installN)) continue;
    await countInstall({ ...ground, waiting: stillWaiting }, steps, { installN, toSeq: from.seq }, { dailyDay: null });
  }
  await evidence.add(steps.next({ witnessDay: toDay, dailyDay: null }), EMPTY_BATCH);
  return steps.cursor;
}

/** Installs that do not count as witnesses yet. Their records are in the feed, but their claims are not counted. */
export interface PendingWitnesses {
  /** Installs that are too young (`readYoungInstalls`). */
  readonly young: ReadonlySet<number>;
  /** Installs that had no place in their network at first, each with the order since which it counts, or null. */
  readonly unplaced: ReadonlyMap<number, number | null>;
}

/** Returns the installs that had no place in their network at first, or none if networks are not checked. */
export async function readUnplacedInstalls(
  uploads: Pick<UploadReader, 'networkWaits'>,
  witnessNetworks: number,
): Promise<PendingWitnesses['unplaced']> {
  if (witnessNetworks === 1) return new Map();
  const waits = await uploads.networkWaits();
  return new Map(waits.map(({ installN, orderN }) => [installN, orderN]));
}

/** Returns the installs still waiting once every order up to this one has been carried out. */
export function listPendingInstalls({ young, unplaced }: PendingWitnesses, orderN: number): ReadonlySet<number> {
  const waiting = new Set(young);
  for (const [installN, placedBy] of unplaced) {
    if (placedBy === null || placedBy > orderN) waiting.add(installN);
  }
  return waiting;
}

/** Returns whether this order gives an install its place. */
export function assignsNetworkSlot({ unplaced }: PendingWitnesses, order: Order): boolean {
  return order.kind === 'install' && unplaced.get(order.installN) === order.n;
}
