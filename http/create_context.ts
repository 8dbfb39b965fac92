import { createCardReader } from '../domain/cards/read_card.ts';
import type { SnapshotStore } from '../domain/ports/snapshots.ts';
import { LIMITS } from '../schema/limits.ts';
import type { AppDeps, Context } from './context.ts';
import { createGate, GATE_BOUNDS, type GateBounds } from './intake/gate.ts';

/** Bounds that tests lower. */
export interface AppBounds {
  readonly gate: GateBounds;
  readonly bodyWithinMs: number;
  readonly pageBytesMax: number;
}

export const APP_BOUNDS: AppBounds = {
  gate: GATE_BOUNDS,
  bodyWithinMs: 20_000,
  pageBytesMax: LIMITS.pageBytesMax.value,
};

/** Creates the dependencies of routes. */
export function createContext(deps: AppDeps, bounds: AppBounds): Context {
  const { snapshots, lastWrittenAtMs } = rememberLastWritten(deps.snapshots, deps.settings.startedAtMs);
  return {
    ...deps,
    snapshots,
    cards: createCardReader(snapshots, deps.settings),
    gate: createGate(bounds.gate),
    bodyWithinMs: bounds.bodyWithinMs,
    pageBytesMax: bounds.pageBytesMax,
    lastWrittenAtMs,
  };
}

/** Wraps the snapshot store to remember when the last snapshot read through it was written. */
function rememberLastWritten(snapshots: SnapshotStore, startedAtMs: number) {
  let writtenAtMs = startedAtMs;
  const newest: SnapshotStore['newest'] = async () => {
    const snapshot = await snapshots.newest();
    if (snapshot !== null) writtenAtMs = snapshot.view.row.writtenAtMs;
    return snapshot;
  };
  return { snapshots: { ...snapshots, newest }, lastWrittenAtMs: () => writtenAtMs };
}
