import type { ProofRecord } from './source.ts';

/** Records in the order they were kept, taken upload by upload; hardly more than a page of them is held. */
export interface RecordRun<T extends RunRecord = ProofRecord> {
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

/**
 * `page` answers the records behind a number, ascending, none behind the last. Uploads are asked for in their order;
 * `stray` is handed every record that does not stand where its upload does, so that one whose number was altered does
 * not hide those behind it.
 */
export function createRecordRun<T extends RunRecord>(
  page: (after: number) => Promise<readonly T[]>,
  from = 0,
  stray: (record: T) => void = () => {},
): RecordRun<T> {
  let held: readonly T[] = [];
  let place = 0;
  let ended = false;
  const seq = (): number => held.at(-1)?.seq ?? from;
  /** The record `ahead` places behind the one that comes next. */
  const peek = async (ahead: number): Promise<T | null> => {
    while (!ended && place + ahead >= held.length) {
      const more = await page(seq());
      ended = more.length === 0;
      if (ended) break;
      held = [...held.slice(place), ...more];
      place = 0;
    }
    return held[place + ahead] ?? null;
  };
  const isStray = async (record: T, uploadN: number): Promise<boolean> => {
    if (record.uploadN < uploadN) return true;
    const behind = await peek(1);
    return behind !== null && behind.uploadN >= uploadN && behind.uploadN < record.uploadN;
  };
  return {
    of: async (uploadN) => {
      const own: T[] = [];
      for (let record = await peek(0); record !== null; record = await peek(0)) {
        if (record.uploadN === uploadN) own.push(record);
        else if (await isStray(record, uploadN)) stray(record);
        else break;
        place++;
      }
      return own;
    },
    next: async () => {
      const record = await peek(0);
      if (record !== null) place++;
      return record;
    },
    seq,
  };
}
