/**
 * Where the corpus' rows are. Each kind's rows have places of their own, 0, 1, 2, … in the order they became public;
 * a snapshot that appends rows appends a run of every kind it brings, kinds in name order. The feed's order is that of
 * the runs. The ledger keeps, for every appending snapshot, how many rows of each kind there were after it, so that
 * any page of any set of kinds is found by binary search (design, Places are dense).
 */
export interface CorpusLedger {
  /** The appending snapshots, ascending. */
  readonly snapshots: readonly number[];
  /** Per kind, the rows there were after each of `snapshots`; kinds in name order. */
  readonly counts: ReadonlyMap<string, ArrayLike<number>>;
}

/** Rows `from <= place < to` of one kind. */
export interface CorpusSlice {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** Which rows a walk visits: those of `kinds` (null: all) that became public after snapshot `after`, up to `upTo`. */
export interface CorpusWalk {
  readonly kinds: readonly string[] | null;
  readonly after: number;
  readonly upTo: number;
}

export interface CorpusPagePlan {
  readonly total: number;
  readonly slices: readonly CorpusSlice[];
}

/** The slices that make up rows `offset` to `offset + limit` of a walk, and how many rows it has in all. */
export const planCorpusPage = (
  ledger: CorpusLedger,
  walk: CorpusWalk,
  offset: number,
  limit: number,
): CorpusPagePlan => {
  const kinds = [...ledger.counts.keys()].filter((kind) => walk.kinds === null || walk.kinds.includes(kind));
  const columns = kinds.map((kind) => ledger.counts.get(kind)!);
  const rowsAfter = (runs: number): number => {
    let rows = 0;
    if (runs > 0) for (const column of columns) rows += column[runs - 1] ?? 0;
    return rows;
  };
  const firstRun = countUpTo(ledger.snapshots, walk.after);
  const endRun = Math.max(firstRun, countUpTo(ledger.snapshots, walk.upTo));
  const base = rowsAfter(firstRun);
  const total = rowsAfter(endRun) - base;
  const slices: CorpusSlice[] = [];
  if (offset >= total) return { total, slices };

  let wanted = Math.min(limit, total - offset);
  let run = runHolding(rowsAfter, firstRun, endRun, base + offset);
  let skip = base + offset - rowsAfter(run);
  for (; wanted > 0 && run < endRun; run++) {
    for (let k = 0; k < columns.length && wanted > 0; k++) {
      const start = run === 0 ? 0 : (columns[k]![run - 1] ?? 0);
      const rows = (columns[k]![run] ?? 0) - start;
      if (skip >= rows) {
        skip -= rows;
        continue;
      }
      const take = Math.min(rows - skip, wanted);
      append(slices, { kind: kinds[k]!, from: start + skip, to: start + skip + take });
      wanted -= take;
      skip = 0;
    }
  }
  return { total, slices };
};

/** Consecutive places of one kind are one slice: a walk of a single kind reads straight on. */
const append = (slices: CorpusSlice[], next: CorpusSlice): void => {
  const last = slices.at(-1);
  if (last !== undefined && last.kind === next.kind && last.to === next.from) {
    slices[slices.length - 1] = { kind: last.kind, from: last.from, to: next.to };
  } else slices.push(next);
};

/** The run in `[first, end)` that holds the row counted `row` from the very first one. */
const runHolding = (rowsAfter: (runs: number) => number, first: number, end: number, row: number): number => {
  let low = first;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowsAfter(middle + 1) > row) high = middle;
    else low = middle + 1;
  }
  return low;
};

const countUpTo = (ascending: readonly number[], bound: number): number => {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
};
