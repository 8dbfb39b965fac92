import { countEarlierRows, planListPage } from '../paging/ledger.ts';
import type { TextPiece } from '../ports/rows.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { err, ok, type Result } from '../values/result.ts';
import { type ListPage, type ListQuery, nextOffset, resolvePin } from './list.ts';
import { canServePin, type SnapshotPin } from './pinned_snapshot.ts';
import { type ReadRefusal, refusePin } from './refusal.ts';

/** Query for one page of the corpus feed (contract, section 4, Corpus page). */
export interface CorpusQuery extends ListQuery {
  /** Kinds to return, or null for every public kind. */
  readonly kinds: readonly string[] | null;
  /** If set, only rows that became public after this snapshot. */
  readonly since: SnapshotPin | null;
}

export interface CorpusPage extends ListPage {
  /** The rows as comma-separated final JSON, in pieces to be concatenated. */
  readonly pieces: readonly TextPiece[];
}

/** Returns one page of the anonymous public records, in the order in which they became public. */
export async function readCorpus(
  snapshots: SnapshotStore,
  query: CorpusQuery,
): Promise<Result<CorpusPage, ReadRefusal>> {
  const pinned = await resolvePin(snapshots, query.pin);
  if (!pinned.ok) return pinned;
  const { snapshot, at } = pinned.value;
  const { view } = snapshot;
  if (query.since !== null && !canServePin(query.since, view.epoch, view.row.n)) return err(refusePin('since'));
  const plan = planListPage(
    view.corpus,
    { kinds: query.kinds, after: query.since?.n ?? 0, upTo: at.n },
    query.offset,
    query.limit,
  );
  const { pieces, cut } = await snapshot.corpus.rows(plan.slices, query.bytesMax);
  const taken = cut === null ? query.limit : countEarlierRows(view.corpus, at.n, plan.slices, cut);
  return ok({ snapshot, at, total: plan.total, pieces, nextOffset: nextOffset(query.offset, taken, plan.total) });
}
