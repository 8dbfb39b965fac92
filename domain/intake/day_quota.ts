import { LIMITS } from '../../schema/limits.ts';
import type { Fault } from './parsers.ts';

/**
 * Returns how many listed elements of a kind one install may report per day. Elements are the items of a scan or the
 * characters of a census; a record without lists counts as one. The limit is many times what a player sees in a day and
 * stops programs that invent records. The day is the day of capturedAt, so the result does not depend on when a file is
 * sent. A repeat costs nothing.
 */
export type DayQuota = (kind: string) => number;

export const dayQuotaForKind: DayQuota = (kind) => {
  switch (kind) {
    case 'auction_scan':
    case 'auction_snapshot':
      return LIMITS.dayAuctionElementsMax.value;
    case 'census_seen':
      return LIMITS.dayCensusElementsMax.value;
    default:
      return LIMITS.dayElementsMax.value;
  }
};

/** Returns the number of elements that a record counts as: the entries of its lists, at least 1. */
export function countElements(record: object): number {
  const fields = record as Readonly<Record<string, unknown>>;
  let listed = 0;
  for (const name in fields) {
    const field = fields[name];
    if (Array.isArray(field)) listed += field.length;
  }
  return Math.max(1, listed);
}

export function dayQuotaFault(kind: string, capturedAtMs: number, limit: number): Fault {
  return {
    code: 'day-quota',
    pointer: '/capturedAt',
    reason: `An install may report at most ${limit} listed elements of kind ${kind} per day; this record would exceed the limit for ${new Date(capturedAtMs).toISOString().slice(0, 10)}.`,
  };
}
