import type { EvidenceStore } from '../ports/evidence.ts';
import type { UploadReader } from '../ports/uploads.ts';
import type { SnapshotBounds } from './bounds.ts';
import { countableRecord, type KindRules } from './counting_records.ts';
import { type FeedRow, type FeedRules, feedRow } from './feed.ts';

interface Rules {
  readonly kinds: KindRules;
  readonly excluded: ReadonlySet<number>;
  readonly bounds: SnapshotBounds;
  readonly feed: FeedRules;
}

/** Rows of records that an earlier snapshot took in and that must enter the feed again. */
export interface ReaddedRows {
  readonly rows: readonly FeedRow[];
  /** Pending records covered by these rows: those up to `upTo`, and those after `behind`, which are gathered anyway. */
  readonly done: { readonly upTo: number; readonly behind: number };
  /** True if further rows must wait for the next snapshot. */
  readonly more: boolean;
  /** True if the snapshot carries out an erasure. */
  readonly erased: boolean;
  /** True if that erasure is of an excluded install. */
  readonly erasedOut: boolean;
}

/**
 * Returns the next of these rows, up to the limits of a snapshot. A withheld install with very many records that is
 * readmitted returns over several snapshots. `before` is the last record of the previous snapshot; later records are
 * gathered anyway.
 */
export async function rowsAgain(
  { uploads, evidence }: { readonly uploads: UploadReader; readonly evidence: EvidenceStore },
  { kinds, excluded, bounds, feed }: Rules,
  before: number,
): Promise<ReaddedRows> {
  const pending = await evidence.pending(before, bounds.recordsMax + 1);
  const { erased, erasedOut } = pending;
  const seqs = pending.seqs.slice(0, bounds.recordsMax);
  const rows: FeedRow[] = [];
  let chars = 0;
  let from = 0;
  while (from < seqs.length && chars < bounds.bodyCharsMax) {
    const asked = seqs.slice(from, from + bounds.chunkRecordsMax);
    const records = await uploads.recordsOf(asked);
    for (const record of records) {
      chars += record.body.length;
      if (countableRecord(record, kinds, excluded)?.inFeed === true) rows.push(feedRow(record, feed));
    }
    // Long records arrive a few at a time. If none arrive, the requested records no longer exist.
    const last = records.at(-1)?.seq ?? asked.at(-1)!;
    from += asked.filter((seq) => seq <= last).length;
  }
  const more = from < pending.seqs.length;
  const upTo = more ? (seqs[from - 1] ?? 0) : before;
  return { rows, done: { upTo, behind: before }, more, erased, erasedOut };
}
