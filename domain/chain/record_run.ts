import type { KeptRecord } from './source.ts';

/** Records in the order they were kept, taken upload by upload; no more than a page of them is held. */
export interface RecordRun<T extends RunRecord = KeptRecord> {
  /** The records of this upload that come next. */
  of(uploadN: number): Promise<readonly T[]>;
  /** The record that comes next, null behind the last. */
  next(): Promise<T | null>;
  /** The newest record read so far; 0 before the first. */
  seq(): number;
}

interface RunRecord {
  readonly seq: number;
  readonly uploadN: number;
}

/** `page` answers the records behind a number, ascending, none behind the last. */
export const createRecordRun = <T extends RunRecord>(
  page: (after: number) => Promise<readonly T[]>,
  from = 0,
): RecordRun<T> => {
  let records: readonly T[] = [];
  let place = 0;
  let seq = from;
  const next = async (): Promise<T | null> => {
    if (place === records.length) {
      records = await page(seq);
      place = 0;
      seq = records.at(-1)?.seq ?? seq;
    }
    return records[place] ?? null;
  };
  return {
    of: async (uploadN) => {
      const own: T[] = [];
      for (let record = await next(); record?.uploadN === uploadN; record = await next()) {
        own.push(record);
        place++;
      }
      return own;
    },
    next,
    seq: () => seq,
  };
};
