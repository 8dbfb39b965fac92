import type { ProofRecord } from './source.ts';

/** Reads records in insertion order, upload by upload. Buffers little more than one page. */
export interface RecordIterator<T extends SequencedRecord = ProofRecord> {
  /** Takes and returns all following records that belong to this upload. */
  of(uploadN: number): Promise<readonly T[]>;
  next(): Promise<T | null>;
  /** Returns the highest `seq` read from the database so far, or the `seq` after which reading started. */
  seq(): number;
}

interface SequencedRecord {
  readonly seq: number;
  readonly uploadN: number;
}

/**
 * Creates a reader of the records with a `seq` above `from`. `page` returns the records after a given `seq`, ascending,
 * or an empty list at the end. `of` must be called for uploads in ascending order. `stray` receives each record stored
 * among another upload's records, so that an altered upload number does not hide the records after it.
 */
export function createRecordIterator<T extends SequencedRecord>(
  page: (after: number) => Promise<readonly T[]>,
  from = 0,
  stray: (record: T) => void = () => {},
): RecordIterator<T> {
  let buffer: readonly T[] = [];
  let position = 0;
  let ended = false;
  const seq = (): number => buffer.at(-1)?.seq ?? from;
  /** Returns the record `ahead` positions after the next one without taking it. */
  const peek = async (ahead: number): Promise<T | null> => {
    while (!ended && position + ahead >= buffer.length) {
      const more = await page(seq());
      ended = more.length === 0;
      if (ended) break;
      buffer = [...buffer.slice(position), ...more];
      position = 0;
    }
    return buffer[position + ahead] ?? null;
  };
  const isStray = async (record: T, uploadN: number): Promise<boolean> => {
    if (record.uploadN < uploadN) return true;
    const following = await peek(1);
    return following !== null && following.uploadN >= uploadN && following.uploadN < record.uploadN;
  };
  return {
    of: async (uploadN) => {
      const own: T[] = [];
      for (let record = await peek(0); record !== null; record = await peek(0)) {
        if (record.uploadN === uploadN) own.push(record);
        else if (await isStray(record, uploadN)) stray(record);
        else break;
        position++;
      }
      return own;
    },
    next: async () => {
      const record = await peek(0);
      if (record !== null) position++;
      return record;
    },
    seq,
  };
}
