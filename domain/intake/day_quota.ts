import { LIMITS } from '../../schema/limits.ts';
import type { AdmittedRecord } from '../ports/uploads.ts';
import type { Fault } from './parsers.ts';

/**
 * Returns how many listed elements of a kind one install may report per day of capturedAt. Elements are the items of a
 * scan or the characters of a census; a record without lists counts as one, and a repeat as none. The limit is many
 * times what a player sees and stops programs that invent records.
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

export interface DayTotals {
  /** Adds the record's elements to its total and returns the new total. */
  add(record: AdmittedRecord): number;
  /** Returns the total to which the record would be added. */
  count(record: AdmittedRecord): number;
}

/** Returns whether a quota would be exceeded if every record were new. Otherwise no record has to be looked up. */
export function mayExceedQuota(records: readonly AdmittedRecord[], totals: DayTotals, quota: DayQuota): boolean {
  return records.some((record) => totals.add(record) > quota(record.kind));
}

/** Returns the records that exceed their install's quota for the kind and day, with the limit. Repeats are free. */
export function findOverQuota(
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

export function dayQuotaFault(kind: string, capturedAtMs: number, limit: number): Fault {
  return {
    code: 'day-quota',
    pointer: '/capturedAt',
    reason: `An install may report at most ${limit} listed elements of kind ${kind} per day; this record would exceed the limit for ${new Date(capturedAtMs).toISOString().slice(0, 10)}.`,
  };
}
