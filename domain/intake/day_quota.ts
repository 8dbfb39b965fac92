import { LIMITS } from '../../schema/limits.ts';
import type { AdmittedRecord } from '../ports/uploads.ts';
import type { Fault } from './parsers.ts';

/**
 * Returns the maximum number of elements of a kind that one install may report per UTC day of `capturedAt`. Elements
 * are, for example, the items of a scan or the characters of a census. A record without lists counts as one element,
 * and a repeat as none. The quota is many times what a player can see; it stops programs that invent records.
 */
export type DayQuota = (kind: string) => number;

export const findDayQuota: DayQuota = (kind) => {
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

/** Returns the number of elements that a record counts as: the number of entries in its lists, but at least 1. */
export function countRecordElements(record: object): number {
  const fields = record as Readonly<Record<string, unknown>>;
  let listed = 0;
  for (const name in fields) {
    const field = fields[name];
    if (Array.isArray(field)) listed += field.length;
  }
  return Math.max(1, listed);
}

export interface DayTotals {
  /** Adds the record's elements to the total of its install, kind and day. Returns the new total. */
  add(record: AdmittedRecord): number;
  /** Returns the total to which `add` would add the record's elements. */
  count(record: AdmittedRecord): number;
}

/** Whether a quota would be exceeded if every record were new. If not, no repeats have to be looked up. */
export function canExceedQuota(records: readonly AdmittedRecord[], totals: DayTotals, quota: DayQuota): boolean {
  return records.some((record) => totals.add(record) > quota(record.kind));
}

/**
 * Returns the records that exceed their install's quota for the kind and day, with that quota. Repeats do not count.
 */
export function findExcess(
  records: readonly AdmittedRecord[],
  isStored: (index: number) => boolean,
  totals: DayTotals,
  quota: DayQuota,
): ReadonlyMap<AdmittedRecord, number> {
  const seen = new Set<string>();
  const over = new Map<AdmittedRecord, number>();
  for (const [index, record] of records.entries()) {
    const identity = JSON.stringify([record.installId, record.eventId ?? [record.digest]]);
    if (isStored(index) || seen.has(identity)) continue;
    const limit = quota(record.kind);
    if (totals.count(record) + (record.elements ?? 1) > limit) {
      over.set(record, limit);
    } else {
      totals.add(record);
      seen.add(identity);
    }
  }
  return over;
}

export function createQuotaFault(kind: string, capturedAtMs: number, limit: number): Fault {
  return {
    code: 'day-quota',
    pointer: '/capturedAt',
    reason: `An install may report at most ${limit} listed elements of kind ${kind} per day; this record would exceed the limit for ${new Date(capturedAtMs).toISOString().slice(0, 10)}.`,
  };
}
