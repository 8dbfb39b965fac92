import { compareStrings } from '../../domain/families/counting/order.ts';
import type { CorpusWithdrawal } from '../../domain/ports/corpus.ts';
import type { EvidenceTotals, PendingEvidence, UploadPart } from '../../domain/ports/evidence.ts';
import type {
  FeedPosition,
  FeedRecord,
  PendingFeedRows,
  PendingRecord,
  RecordToReview,
} from '../../domain/ports/pending_feed.ts';

/** The feed places and counts of records in memory, for tests. */
export interface MemoryFeed {
  add(parts: readonly UploadPart[], feed: readonly PendingRecord[]): void;
  counts(): EvidenceTotals;
  waiting(installs: ReadonlySet<number>): PendingEvidence;
  takeOut(installN: number, how: { readonly erased: boolean; readonly wasOut: boolean }): void;
  takeOutRecords(records: readonly RecordToReview[]): void;
  standing(seqs: readonly number[]): readonly FeedRecord[];
  note(places: readonly FeedPosition[]): void;
  pending(before: number, limit: number): PendingFeedRows;
  withdrawals(after: CorpusWithdrawal | null, limit: number): readonly CorpusWithdrawal[];
  clear(done: { readonly upTo: number; readonly behind: number } | null): void;
}

type Part = { -readonly [K in keyof UploadPart]: UploadPart[K] };

export function createMemoryFeed(): MemoryFeed {
  const parts = new Map<string, Part>();
  const places = new Map<number, FeedPosition>();
  const withdrawals = new Map<string, Pick<FeedPosition, 'kind' | 'place'>>();
  /** Records to append, with the install of each. */
  const seqs = new Map<number, number>();
  let erasing = false;
  let erasingOut = false;

  const keyOf = ({ uploadN, installN }: Pick<UploadPart, 'uploadN' | 'installN'>): string => `${uploadN}:${installN}`;

  const addPart = (part: UploadPart): void => {
    const own = parts.get(keyOf(part));
    if (own === undefined) {
      parts.set(keyOf(part), { ...part });
      return;
    }
    own.feedRecords += part.feedRecords;
    own.legacyRecords += part.legacyRecords;
    own.lootRecords += part.lootRecords;
    own.lootWindows += part.lootWindows;
  };

  const withdraw = ({ seq, kind, place }: FeedPosition): void => {
    withdrawals.set(`${kind}:${place}`, { kind, place });
    places.delete(seq);
    seqs.delete(seq);
  };

  const stands = (seq: number): boolean => places.has(seq) || seqs.has(seq);

  const takeOutRecord = (record: RecordToReview): void => {
    const part = parts.get(keyOf(record));
    if (stands(record.seq) && part !== undefined) {
      part.feedRecords = Math.max(0, part.feedRecords - 1);
      if (part.feedRecords + part.legacyRecords + part.lootRecords + part.lootWindows === 0) parts.delete(keyOf(part));
    }
    const place = places.get(record.seq);
    if (place !== undefined) withdraw(place);
    seqs.delete(record.seq);
  };

  return {
    add: (added, feed) => {
      added.forEach(addPart);
      for (const { seq, installN } of feed) seqs.set(seq, installN);
    },
    counts: () => countsOf([...parts.values()]),
    waiting: (installs) => {
      const own = [...parts.values()].filter(({ installN }) => installs.has(installN));
      return { installs: new Set(own.map(({ installN }) => installN)).size, windows: countsOf(own).lootWindows };
    },
    takeOut: (installN, { erased, wasOut }) => {
      for (const [key, part] of parts) if (part.installN === installN) parts.delete(key);
      for (const place of [...places.values()]) if (place.installN === installN) withdraw(place);
      for (const [seq, owner] of seqs) if (owner === installN) seqs.delete(seq);
      erasing ||= erased;
      erasingOut ||= erased && wasOut;
    },
    takeOutRecords: (records) => records.forEach(takeOutRecord),
    standing: (asked) =>
      asked.filter(stands).map((seq) => ({ seq, self: seqs.has(seq) ? null : places.get(seq)?.self === true })),
    note: (noted) => {
      for (const seq of seqs.keys()) places.delete(seq);
      for (const place of noted) places.set(place.seq, place);
    },
    pending: (before, limit) => ({
      seqs: [...seqs.keys()]
        .filter((seq) => seq <= before)
        .sort((a, b) => a - b)
        .slice(0, limit),
      erased: erasing,
      erasedOut: erasingOut,
    }),
    withdrawals: (after, limit) =>
      [...withdrawals.values()]
        .sort(byPlace)
        .filter((one) => after === null || byPlace(one, after) > 0)
        .slice(0, limit),
    clear: (done) => {
      withdrawals.clear();
      for (const seq of seqs.keys()) {
        if (done === null ? places.has(seq) : seq <= done.upTo || seq > done.behind) seqs.delete(seq);
      }
      erasing = false;
      erasingOut = false;
    },
  };
}

function byPlace(a: CorpusWithdrawal, b: CorpusWithdrawal): number {
  return compareStrings(a.kind, b.kind) || a.place - b.place;
}

/**
 * Computes the counts over these parts (contract, section 3, Corpus and Drops). An upload counts if any of its
 * installs' records do, so `parts` must contain either all parts of an upload or none.
 */
function countsOf(parts: readonly UploadPart[]): EvidenceTotals {
  return {
    uploads: distinctUploads(parts.filter((part) => part.feedRecords + part.legacyRecords > 0)),
    legacyRecords: sum(parts.map((part) => part.legacyRecords)),
    lootUploads: distinctUploads(parts.filter((part) => part.lootRecords > 0)),
    lootRecords: sum(parts.map((part) => part.lootRecords)),
    lootWindows: sum(parts.map((part) => part.lootWindows)),
  };
}

function distinctUploads(parts: readonly UploadPart[]): number {
  return new Set(parts.map(({ uploadN }) => uploadN)).size;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, n) => total + n, 0);
}
