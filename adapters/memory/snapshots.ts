import type { Gap, PlaceRange } from '../../domain/paging/gaps.ts';
import type { CorpusLedger } from '../../domain/paging/ledger.ts';
import type {
  SnapshotChange,
  SnapshotReader,
  SnapshotRow,
  SnapshotView,
  SnapshotWriter,
} from '../../domain/ports/snapshots.ts';
import { ok } from '../../domain/result.ts';
import type { DropFacts, Source } from '../../domain/rollups/drops.ts';

/** Rows of one list by place; `null` is a gap. */
interface PlacedList<T> {
  readonly places: (T | null)[];
  readonly gaps: Gap[];
}

interface Rate {
  readonly source: Source;
  readonly itemId: number;
  drops: number;
}

interface Store {
  readonly epoch: string;
  readonly rows: SnapshotRow[];
  readonly corpus: Map<string, string[]>;
  readonly steps: { readonly n: number; readonly counts: ReadonlyMap<string, number> }[];
  readonly sources: Map<string, { readonly kills: number; readonly reporters: number }>;
  readonly rates: PlacedList<Rate>;
  readonly zeros: PlacedList<Source>;
}

/** A snapshot database in memory, for tests: writer and reader of one store. Neither ever fails. */
export const createMemorySnapshots = (epoch: string): { writer: SnapshotWriter; reader: SnapshotReader } => {
  const store: Store = {
    epoch,
    rows: [],
    corpus: new Map(),
    steps: [],
    sources: new Map(),
    rates: { places: [], gaps: [] },
    zeros: { places: [], gaps: [] },
  };
  return { writer: writerOf(store), reader: readerOf(store) };
};

const writerOf = (store: Store): SnapshotWriter => ({
  newest: async () => ok(store.rows.at(-1) ?? null),
  write: async (change) => {
    stateDrops(store, change.drops, change.row.n);
    appendCorpus(store, change);
    const row: SnapshotRow = {
      ...change.row,
      corpusPlaces: [...store.corpus.values()].reduce((sum, rows) => sum + rows.length, 0),
      ratePlaces: store.rates.places.length,
      zeroPlaces: store.zeros.places.length,
    };
    store.rows.push(row);
    return ok(row);
  },
  close: async () => undefined,
});

const appendCorpus = (store: Store, { corpus, row }: SnapshotChange): void => {
  if (corpus.length === 0) return;
  for (const { kind, rows } of corpus) store.corpus.set(kind, [...(store.corpus.get(kind) ?? []), ...rows]);
  store.steps.push({ n: row.n, counts: new Map([...store.corpus].map(([kind, rows]) => [kind, rows.length])) });
};

const stateDrops = (store: Store, facts: readonly DropFacts[], n: number): void => {
  for (const fact of [...facts].sort((a, b) => bySource(a.source, b.source))) {
    const key = keyOf(fact.source);
    const isThis = (source: Source) => keyOf(source) === key;
    if (fact.public) store.sources.set(key, { kills: fact.kills, reporters: fact.reporters });
    else store.sources.delete(key);
    if (!fact.measuredZero) withdraw(store.zeros, isThis, n);
    else if (!store.zeros.places.some((zero) => zero !== null && isThis(zero))) store.zeros.places.push(fact.source);
    if (!fact.public) withdraw(store.rates, (rate) => isThis(rate.source), n);
    for (const { itemId, drops } of [...fact.items].sort((a, b) => a.itemId - b.itemId)) {
      const known = store.rates.places.find((rate) => rate !== null && isThis(rate.source) && rate.itemId === itemId);
      if (known != null) known.drops = drops;
      else store.rates.places.push({ source: fact.source, itemId, drops });
    }
  }
};

const withdraw = <T>(list: PlacedList<T>, gone: (row: T) => boolean, n: number): void => {
  list.places.forEach((row, place) => {
    if (row === null || !gone(row)) return;
    list.places[place] = null;
    list.gaps.push({ place, snapshot: n });
  });
  list.gaps.sort((a, b) => a.place - b.place);
};

const readerOf = (store: Store): SnapshotReader => ({
  view: async () => ok(newestView(store)),
  current: () => newestView(store),
  row: async (_view, n) => ok(store.rows.find((row) => row.n === n) ?? null),
  corpusRows: async (_view, slices) =>
    ok(
      slices
        .map(({ kind, from, to }) => (store.corpus.get(kind) ?? []).slice(from, to).join(','))
        .filter((rows) => rows !== '')
        .map((rows, i) => new TextEncoder().encode(i === 0 ? rows : `,${rows}`)),
    ),
  drops: async (_view, rates, zeros) =>
    ok({
      rates: standingIn(store.rates, rates).map(({ source, itemId, drops }) => ({
        ...sourceRow(store, source),
        itemId,
        drops,
      })),
      zeros: standingIn(store.zeros, zeros).map((source) => sourceRow(store, source)),
    }),
  refresh: async () => ok(undefined),
  close: async () => undefined,
});

const newestView = (store: Store): SnapshotView | null => {
  const row = store.rows.at(-1);
  return row === undefined ? null : viewOf(store, row);
};

const viewOf = (store: Store, row: SnapshotRow): SnapshotView => ({
  epoch: store.epoch,
  row,
  corpus: ledgerOf(store),
  rateGaps: [...store.rates.gaps],
  zeroGaps: [...store.zeros.gaps],
});

const ledgerOf = ({ corpus, steps }: Store): CorpusLedger => ({
  snapshots: steps.map(({ n }) => n),
  counts: new Map([...corpus.keys()].sort().map((kind) => [kind, steps.map(({ counts }) => counts.get(kind) ?? 0)])),
});

const standingIn = <T>({ places }: PlacedList<T>, { from, to }: PlaceRange): readonly T[] =>
  places.slice(from, to).filter((row) => row !== null);

const sourceRow = (store: Store, source: Source) => ({
  sourceType: source.type,
  sourceId: source.id,
  ...store.sources.get(keyOf(source))!,
});

const keyOf = (source: Source): string => `${source.type}:${source.id}`;

const bySource = (a: Source, b: Source): number => (a.type === b.type ? a.id - b.id : a.type < b.type ? -1 : 1);
