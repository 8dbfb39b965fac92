import type { Order, UploadReader } from '../ports/uploads.ts';

/** Installs that do not count as witnesses yet. Their records are in the feed, but their claims do not count. */
export interface PendingWitnesses {
  /** Installs that are too young (witness_day.ts). */
  readonly young: ReadonlySet<number>;
  /**
   * Installs without a place in their network when they first sent. The value is the order since which each counts,
   * or null if it is still waiting.
   */
  readonly unplaced: ReadonlyMap<number, number | null>;
}

const NONE: ReadonlyMap<number, number | null> = new Map();

/** Returns installs without a place in their network, or none if networks are not checked. */
export async function unplacedInstalls(
  uploads: Pick<UploadReader, 'networkWaits'>,
  witnessNetworks: number,
): Promise<PendingWitnesses['unplaced']> {
  if (witnessNetworks === 1) return NONE;
  const waits = await uploads.networkWaits();
  return new Map(waits.map(({ installN, orderN }) => [installN, orderN]));
}

/** Returns the installs that still wait once every order up to this one has been carried out. */
export function pendingAfterOrder({ young, unplaced }: PendingWitnesses, orderN: number): ReadonlySet<number> {
  const waiting = new Set(young);
  for (const [installN, placedBy] of unplaced) {
    if (placedBy === null || placedBy > orderN) waiting.add(installN);
  }
  return waiting;
}

/** Returns whether this order is the one that gives an install its place. */
export function findsPlace({ unplaced }: PendingWitnesses, order: Order): boolean {
  return order.kind === 'install' && unplaced.get(order.installN) === order.n;
}
