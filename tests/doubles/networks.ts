import { type NetworkRule, SLOT_LIFETIME_DAYS, UNKNOWN_NETWORK } from '../../domain/intake/network_rule.ts';
import type { NetworkWaiter, NewUpload } from '../../domain/ports/uploads.ts';
import { toUtcDay } from '../../domain/values/instant.ts';

/**
 * Keeps the places of networks and the waiting installs in memory. `order` adds an order for the builder and returns
 * its number.
 */
export function createMemoryNetworks(rule: NetworkRule | null, order: (installN: number) => number) {
  let places: { readonly network: string; readonly installN: number; readonly day: number }[] = [];
  const waits = new Map<number, number | null>();
  const ipv6 = new Set<number>();
  const forget = (nowMs: number): void => {
    places = places.filter(({ day }) => day > toUtcDay(nowMs) - SLOT_LIFETIME_DAYS);
  };
  /** `added` are installs seen for the first time, `known` are the others. */
  const judge = (
    { network = UNKNOWN_NETWORK, receivedAtMs }: NewUpload,
    added: readonly number[],
    known: readonly number[],
  ): void => {
    if (rule === null) return;
    forget(receivedAtMs);
    const takePlace = (installN: number): boolean => {
      if (places.filter((place) => place.network === network).length >= rule.installsMax) return false;
      places.push({ network, installN, day: toUtcDay(receivedAtMs) });
      if (network.includes(':')) ipv6.add(installN);
      return true;
    };
    const waiting = known.filter((installN) => waits.get(installN) === null).sort((a, b) => a - b);
    for (const installN of waiting) if (takePlace(installN)) waits.set(installN, order(installN));
    for (const installN of added) if (!takePlace(installN)) waits.set(installN, null);
  };
  return {
    judge,
    forget,
    erase: (installN: number): void => {
      places = places.filter((place) => place.installN !== installN);
      waits.delete(installN);
      ipv6.delete(installN);
    },
    isIpv6: (installN: number): boolean => ipv6.has(installN),
    clearOrders: (upTo: number): void => {
      for (const [installN, orderN] of waits) if (orderN !== null && orderN <= upTo) waits.delete(installN);
    },
    waits: (): readonly NetworkWaiter[] =>
      [...waits].sort(([a], [b]) => a - b).map(([installN, orderN]) => ({ installN, orderN })),
  };
}
