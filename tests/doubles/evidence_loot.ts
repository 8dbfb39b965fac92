import type { LootEvidence, Source, SourceItem } from '../../domain/ports/drops.ts';
import type { DirtySource } from '../../domain/ports/evidence.ts';

/** The evidence of drops in memory, for tests. */
export interface MemoryLoot {
  add(loot: readonly LootEvidence[]): void;
  takeOut(installN: number): void;
  dirty(after: Source | null, limit: number): readonly DirtySource[];
  items(sources: readonly Source[], which: 'all' | 'changed', page: ItemPage): readonly SourceItem[];
  clear(): void;
}

interface ItemPage {
  readonly afterItem: number;
  readonly limit: number;
}

/** Every install's windows and drops on one source; all else is counted from them. */
interface SourceState {
  readonly source: Source;
  readonly installs: Map<number, { windows: number; readonly drops: Map<number, number> }>;
}

interface Mark {
  readonly reportersBefore: number;
  readonly itemsBefore: number;
  /** Items touched, with their drops before. */
  readonly dropsBefore: Map<number, number>;
}

export const createMemoryLoot = (): MemoryLoot => {
  const sources = new Map<string, SourceState>();
  const marks = new Map<string, Mark>();

  const mark = (state: SourceState, touched: Iterable<number>): void => {
    const drops = dropsOf(state);
    const own = marks.get(keyOf(state.source)) ?? {
      reportersBefore: state.installs.size,
      itemsBefore: drops.size,
      dropsBefore: new Map<number, number>(),
    };
    marks.set(keyOf(state.source), own);
    for (const itemId of touched) {
      if (!own.dropsBefore.has(itemId)) own.dropsBefore.set(itemId, drops.get(itemId) ?? 0);
    }
  };

  const addOne = ({ source, installN, windows, drops }: LootEvidence): void => {
    const state = sources.get(keyOf(source)) ?? { source, installs: new Map() };
    sources.set(keyOf(source), state);
    mark(state, drops.keys());
    const own = state.installs.get(installN) ?? { windows: 0, drops: new Map<number, number>() };
    state.installs.set(installN, own);
    own.windows += windows;
    for (const [itemId, count] of drops) own.drops.set(itemId, (own.drops.get(itemId) ?? 0) + count);
  };

  const dirtySource = (key: string, { reportersBefore, itemsBefore }: Mark): DirtySource => {
    const state = sources.get(key)!;
    const drops = dropsOf(state);
    return {
      source: state.source,
      kills: [...state.installs.values()].reduce((sum, { windows }) => sum + windows, 0),
      reporters: state.installs.size,
      topWindows: Math.max(0, ...[...state.installs.values()].map(({ windows }) => windows)),
      items: drops.size,
      ...{ reportersBefore, itemsBefore },
    };
  };

  return {
    add: (loot) => loot.forEach(addOne),
    takeOut: (installN) => {
      for (const state of sources.values()) {
        const own = state.installs.get(installN);
        if (own === undefined) continue;
        mark(state, own.drops.keys());
        state.installs.delete(installN);
      }
    },
    dirty: (after, limit) =>
      [...marks]
        .map(([key, one]) => dirtySource(key, one))
        .filter(({ source }) => after === null || bySource(source, after) > 0)
        .sort((a, b) => bySource(a.source, b.source))
        .slice(0, limit),
    items: (wanted, which, { afterItem, limit }) =>
      wanted
        .flatMap((source, i) => {
          const state = sources.get(keyOf(source));
          const drops = state === undefined ? new Map<number, number>() : dropsOf(state);
          const touched = [...(marks.get(keyOf(source))?.dropsBefore ?? [])]
            .filter(([itemId, before]) => before > 0 || drops.has(itemId))
            .map(([itemId]) => itemId);
          return [...(which === 'all' ? drops.keys() : touched)]
            .filter((itemId) => i > 0 || itemId > afterItem)
            .sort((a, b) => a - b)
            .map((itemId) => ({
              ...{ source, itemId, drops: drops.get(itemId) ?? 0 },
              installs: [...(state?.installs.values() ?? [])].filter((own) => own.drops.has(itemId)).length,
            }));
        })
        .slice(0, limit),
    clear: () => {
      for (const key of marks.keys()) if (sources.get(key)?.installs.size === 0) sources.delete(key);
      marks.clear();
    },
  };
};

const bySource = (a: Source, b: Source): number => (a.type === b.type ? a.id - b.id : a.type < b.type ? -1 : 1);

const keyOf = (source: Source): string => `${source.type}:${source.id}`;

/** In how many windows each item lay, over all installs. */
const dropsOf = ({ installs }: SourceState): ReadonlyMap<number, number> => {
  const sums = new Map<number, number>();
  for (const { drops } of installs.values()) {
    for (const [itemId, count] of drops) sums.set(itemId, (sums.get(itemId) ?? 0) + count);
  }
  return sums;
};
