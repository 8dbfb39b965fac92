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

/** Rows of records that an earlier snapshot took in and that have to stand in the feed again. */
export interface FeedAgain {
  readonly rows: readonly FeedRow[];
  /** The pending records that are done with these rows: up to the one, and behind the other, which are gathered anew. */
  readonly done: { readonly upTo: number; readonly behind: number };
  /** Others wait for the next snapshot. */
  readonly more: boolean;
  /** Whether an erasure is among what the snapshot carries out. */
  readonly erased: boolean;
  /** Whether it is that of an install that was out. */
  readonly erasedOut: boolean;
}

/**
 * The next of these rows, as many as a snapshot may take: a withheld install of very many records that is let in again
 * comes back in several snapshots. `before` is the record that the last snapshot came to; those behind it are gathered.
 */
export async function rowsAgain(
  { uploads, evidence }: { readonly uploads: UploadReader; readonly evidence: EvidenceStore },
  { kinds, excluded, bounds, feed }: Rules,
  before: number,
): Promise<FeedAgain> {
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
    // Long records come a few at a time; where none comes, those asked for are gone.
    const last = records.at(-1)?.seq ?? asked.at(-1)!;
    from += asked.filter((seq) => seq <= last).length;
  }
  const more = from < pending.seqs.length;
  const upTo = more ? (seqs[from - 1] ?? 0) : before;
  return { rows, done: { upTo, behind: before }, more, erased, erasedOut };
}
