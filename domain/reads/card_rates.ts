import type { SnapshotReader, SnapshotView, StoredRate, StoredZero } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import type { Source } from '../rollups/drops.ts';
import { oncePerSnapshot } from './per_snapshot.ts';

/** Finds the public drop rates of one item or source. Null: this instance has too many to look through. */
export interface RateLookup {
  ofItem(view: SnapshotView, itemId: number): Promise<Reached<readonly StoredRate[] | null>>;
  ofSource(view: SnapshotView, source: Source): Promise<Reached<SourceRates | null>>;
}

/** The rates of a source; where it has none, its measured zero if it is one. */
export interface SourceRates {
  readonly rates: readonly StoredRate[];
  readonly zero: StoredZero | null;
}

/** Rates and zeros that are held in memory at most: some ten megabytes. */
const ROWS_MAX = 50_000;

/** Places read at a time. */
const STRETCH = 2_000;

/**
 * A lookup that reads all rates of a snapshot when the first card asks for one, and keeps them until there is a newer
 * one. The list of rates can be read by place alone.
 */
export const createRateLookup = (reader: SnapshotReader, rowsMax = ROWS_MAX): RateLookup => {
  const indexOf = oncePerSnapshot((view) => readIndex(reader, view, rowsMax));
  return {
    ofItem: async (view, itemId) => {
      const index = await indexOf(view);
      return index.ok ? ok(index.value && (index.value.byItem.get(itemId) ?? [])) : index;
    },
    ofSource: async (view, { type, id }) => {
      const index = await indexOf(view);
      if (!index.ok || index.value === null) return index as Reached<null>;
      const { bySource, zeros } = index.value;
      const source = `${type}:${id}`;
      return ok({ rates: bySource.get(source) ?? [], zero: zeros.get(source) ?? null });
    },
  };
};

interface RateIndex {
  readonly byItem: ReadonlyMap<number, readonly StoredRate[]>;
  readonly bySource: ReadonlyMap<string, readonly StoredRate[]>;
  readonly zeros: ReadonlyMap<string, StoredZero>;
}

const readIndex = async (
  reader: SnapshotReader,
  view: SnapshotView,
  rowsMax: number,
): Promise<Reached<RateIndex | null>> => {
  const { ratePlaces, zeroPlaces } = view.row;
  if (ratePlaces + zeroPlaces > rowsMax) return ok(null);
  const byItem = new Map<number, StoredRate[]>();
  const bySource = new Map<string, StoredRate[]>();
  const zeros = new Map<string, StoredZero>();
  for (let from = 0; from < Math.max(ratePlaces, zeroPlaces); from += STRETCH) {
    const stretch = (places: number) => ({ from: Math.min(from, places), to: Math.min(from + STRETCH, places) });
    const rows = await reader.drops(view, stretch(ratePlaces), stretch(zeroPlaces));
    if (!rows.ok) return rows;
    for (const rate of rows.value.rates) {
      append(byItem, rate.itemId, rate);
      append(bySource, nameOf(rate), rate);
    }
    for (const zero of rows.value.zeros) zeros.set(nameOf(zero), zero);
  }
  return ok({ byItem, bySource, zeros });
};

const nameOf = ({ sourceType, sourceId }: StoredZero): string => `${sourceType}:${sourceId}`;

const append = <K>(lists: Map<K, StoredRate[]>, key: K, rate: StoredRate): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [rate]);
  else list.push(rate);
};
