import { LIMITS } from '../../schema/limits.ts';
import type { Fault } from './parsers.ts';

/**
 * How much one install may tell of a kind and day, in listed elements: items of a scan, characters of a census, or one
 * where a record lists nothing. What a player sees of a day fits in many times; what a program makes up ends there. The day
 * is that of capturedAt, so that the verdict does not depend on when a file is sent. A repeat costs nothing.
 */
export type DayQuota = (kind: string) => number;

export const dayQuotaOf: DayQuota = (kind) => {
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

/** What a record counts for. */
export function elementsOf(record: object): number {
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
    reason: `An install may tell at most ${limit} listed elements of kind ${kind} for one day, but with this record it would tell more for ${new Date(capturedAtMs).toISOString().slice(0, 10)}.`,
  };
}
