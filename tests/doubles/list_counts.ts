import type { ListRows } from '../../domain/ports/exports.ts';
import type { SnapshotWriter } from '../../domain/ports/snapshots.ts';
import { ok } from '../../domain/values/result.ts';
import type { GroupedList } from './grouped_list.ts';
import type { PlacedList } from './placed_list.ts';

/** The lists of a snapshot store. */
interface Lists {
  readonly corpus: GroupedList<unknown>;
  readonly edges: { readonly list: GroupedList<unknown> };
  readonly drops: { readonly rates: PlacedList<unknown>; readonly zeros: PlacedList<unknown> };
}

/** What became of the rows of each list, in memory, for tests. */
export const listCountsOn = ({
  corpus,
  edges,
  drops,
}: Lists): Pick<SnapshotWriter, 'listCounts' | 'carryWithdrawn'> => {
  let before: ListRows = { corpus: 0, edges: 0, rates: 0, zeros: 0 };
  const sums = (of: (list: PlacedList<unknown>) => number): ListRows => {
    const grouped = ({ groups }: GroupedList<unknown>): number =>
      [...groups.values()].reduce((sum, list) => sum + of(list), 0);
    return { corpus: grouped(corpus), edges: grouped(edges.list), rates: of(drops.rates), zeros: of(drops.zeros) };
  };
  return {
    listCounts: async () => {
      const own = sums(({ gaps }) => gaps.length);
      const withdrawn = {
        ...{ corpus: own.corpus + before.corpus, edges: own.edges + before.edges },
        ...{ rates: own.rates + before.rates, zeros: own.zeros + before.zeros },
      };
      return ok({ withdrawn, standing: sums(({ places, gaps }) => places.length - gaps.length) });
    },
    carryWithdrawn: async (rows) => {
      before = rows;
      return ok(undefined);
    },
  };
};
