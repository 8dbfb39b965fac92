import type { Order, UploadReader } from '../ports/uploads.ts';

/** Installs that are no witnesses: their records stand in the feed, and nothing that they tell counts. */
export interface Waiting {
  /** They began too short a time ago (witness_day.ts). */
  readonly young: ReadonlySet<number>;
  /** They found no place in their network, with the order by which each counts since; null: it waits still. */
  readonly unplaced: ReadonlyMap<number, number | null>;
}

const NONE: ReadonlyMap<number, number | null> = new Map();

/** The installs without a place in their network; none where networks are not looked at. */
export async function unplacedInstalls(
  uploads: Pick<UploadReader, 'networkWaits'>,
  witnessNetworks: number,
): Promise<Waiting['unplaced']> {
  if (witnessNetworks === 1) return NONE;
  const waits = await uploads.networkWaits();
  return new Map(waits.map(({ installN, orderN }) => [installN, orderN]));
}

/** Who waits once every order up to this one was carried out. */
export function waitingBehind({ young, unplaced }: Waiting, orderN: number): ReadonlySet<number> {
  const waiting = new Set(young);
  for (const [installN, placedBy] of unplaced) {
    if (placedBy === null || placedBy > orderN) waiting.add(installN);
  }
  return waiting;
}

/** Whether it is by this order that an install has found its place. */
export function findsPlace({ unplaced }: Waiting, order: Order): boolean {
  return order.kind === 'install' && unplaced.get(order.installN) === order.n;
}
