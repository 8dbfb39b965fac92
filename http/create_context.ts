import { createCardReader } from '../domain/cards/read_card.ts';
import type { SnapshotReader } from '../domain/ports/snapshots.ts';
import { LIMITS } from '../schema/limits.ts';
import type { AppDeps, Context } from './context.ts';
import { createGate, GATE_BOUNDS, type GateBounds } from './intake/gate.ts';

/** Bounds that tests make small. */
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

/** Creates what routes see of an instance. */
export function createContext(deps: AppDeps, bounds: AppBounds): Context {
  const { reader, lastWrittenAtMs } = rememberLastWritten(deps.reader, deps.settings.startedAtMs);
  return {
    ...deps,
    reader,
    cards: createCardReader(reader),
    gate: createGate(bounds.gate),
    bodyWithinMs: bounds.bodyWithinMs,
    pageBytesMax: bounds.pageBytesMax,
    lastWrittenAtMs,
  };
}

/** Wraps the reader so that it remembers when the last snapshot read through it was written. */
function rememberLastWritten(reader: SnapshotReader, startedAtMs: number) {
  let writtenAtMs = startedAtMs;
  const view: SnapshotReader['view'] = async () => {
    const newest = await reader.view();
    if (newest !== null) writtenAtMs = newest.row.writtenAtMs;
    return newest;
  };
  return { reader: { ...reader, view }, lastWrittenAtMs: () => writtenAtMs };
}
