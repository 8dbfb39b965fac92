import { contextOfKey } from '../../domain/families/drops.ts';
import type { LootEvidence, Source, SourceItem, SourceLoot } from '../../domain/ports/drops.ts';
import type { DirtySource } from '../../domain/ports/evidence.ts';
import { IPV6, largerFamily } from './families.ts';

/** The evidence of drops in memory, for tests. */
export interface MemoryLoot {
  add(loot: readonly LootEvidence[]): void;
  takeOut(installN: number): void;
  dirty(after: Source | null, limit: number): readonly DirtySource[];
  items(sources: readonly Source[], which: 'all' | 'changed', page: ItemPage): readonly SourceItem[];
  looters(sources: readonly Source[]): readonly number[];
  loot(sources: readonly Source[], quests: ReadonlySet<number>): readonly SourceLoot[];
  mark(sources: readonly Source[] | 'all'): void;
  clear(): void;
}

interface ItemPage {
  readonly afterItem: number;
  readonly limit: number;
}

/** Windows and drops of every install on one source. All other values are computed from them. */
interface SourceState {
  readonly source: Source;
  readonly installs: Map<number, InstallState>;
}

interface InstallState {
  windows: number;
  /** All windows, as they were added. */
  readonly added: LootEvidence[];
  readonly items: Map<number, Seen>;
}

/** The number of windows in which an install saw an item, and the days. */
interface Seen {
  readonly drops: number;
  readonly days: readonly number[];
}

interface Mark {
  readonly reportersBefore: number;
  readonly itemsBefore: number;
  /** Items that changed, with their drops and installs before the change. */
  readonly before: Map<number, { readonly drops: number; readonly installs: number }>;
}

export function createMemoryLoot(): MemoryLoot {
  const sources = new Map<string, SourceState>();
  const marks = new Map<string, Mark>();

  const mark = (state: SourceState, touched: Iterable<number>): void => {
    const own = marks.get(keyOf(state.source)) ?? {
      reportersBefore: lootersOf(state),
      itemsBefore: itemsOf(state).size,
      before: new Map(),
    };
    marks.set(keyOf(state.source), own);
    for (const itemId of touched) {
      if (own.before.has(itemId)) continue;
      const seen = seenIn(state, itemId);
      own.before.set(itemId, { drops: sumOf(seen), installs: seersOf(state, itemId) });
    }
  };

  const addOne = (added: LootEvidence): void => {
    const { source, installN, windows, items } = added;
    const state = sources.get(keyOf(source)) ?? { source, installs: new Map() };
    sources.set(keyOf(source), state);
    mark(
      state,
      items.map(({ itemId }) => itemId),
    );
    const own = state.installs.get(installN) ?? { windows: 0, added: [], items: new Map<number, Seen>() };
    state.installs.set(installN, own);
    own.added.push(added);
    own.windows += windows;
    for (const { itemId, drops, firstDay, lastDay } of items) {
      const seen = own.items.get(itemId) ?? { drops: 0, days: [] };
      own.items.set(itemId, { drops: seen.drops + drops, days: [...seen.days, firstDay, lastDay] });
    }
  };

  const dirtySource = (key: string, { reportersBefore, itemsBefore }: Mark): DirtySource => {
    const state = sources.get(key)!;
    return {
      source: state.source,
      kills: [...state.installs.values()].reduce((sum, { windows }) => sum + windows, 0),
      reporters: lootersOf(state),
      topWindows: Math.max(0, ...[...state.installs.values()].map(({ windows }) => windows)),
      items: itemsOf(state).size,
      reportersBefore,
      itemsBefore,
    };
  };

  return {
    add: (loot) => loot.forEach(addOne),
    takeOut: (installN) => {
      for (const state of sources.values()) {
        for (const [witness, own] of state.installs) {
          if (witness % IPV6 !== installN) continue;
          mark(state, own.items.keys());
          state.installs.delete(witness);
        }
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
          const before = marks.get(keyOf(source))?.before;
          const standing = state === undefined ? new Set<number>() : itemsOf(state);
          const touched = [...(before ?? [])]
            .filter(([itemId, { drops }]) => drops > 0 || standing.has(itemId))
            .map(([itemId]) => itemId);
          return [...new Set(which === 'all' ? [...standing, ...touched] : touched)]
            .filter((itemId) => i > 0 || itemId > afterItem)
            .sort((a, b) => a - b)
            .map((itemId): SourceItem => {
              const seen = state === undefined ? [] : seenIn(state, itemId);
              const installs = state === undefined ? 0 : seersOf(state, itemId);
              return {
                source,
                itemId,
                drops: sumOf(seen),
                installs,
                installsBefore: before?.get(itemId)?.installs ?? installs,
                firstDays: ends(seen, (days) => Math.min(...days))
                  .sort((a, b) => a - b)
                  .slice(0, 3),
                lastDays: ends(seen, (days) => Math.max(...days))
                  .sort((a, b) => b - a)
                  .slice(0, 3),
              };
            });
        })
        .slice(0, limit),
    looters: (wanted) =>
      wanted.map((source) => {
        const state = sources.get(keyOf(source));
        return state === undefined ? 0 : lootersOf(state);
      }),
    loot: (wanted, quests) =>
      wanted.map((source) => {
        const installs = [...(sources.get(keyOf(source))?.installs ?? [])].map(([installN, { added }]) =>
          lootOfInstall(installN, added, quests),
        );
        return { source, installs };
      }),
    mark: (wanted) => {
      for (const state of sources.values()) {
        if (wanted === 'all' || wanted.some((source) => keyOf(source) === keyOf(state.source))) mark(state, []);
      }
    },
    clear: () => {
      for (const key of marks.keys()) if (sources.get(key)?.installs.size === 0) sources.delete(key);
      marks.clear();
    },
  };
}

/** Returns an install's windows with a context for each addition and context in it, even if some are equal. */
function lootOfInstall(
  installN: number,
  added: readonly LootEvidence[],
  quests: ReadonlySet<number>,
): SourceLoot['installs'][number] {
  const keys = added.flatMap(({ contexts }) => contexts);
  const before = added.map((_, i) => added.slice(0, i).reduce((sum, { contexts }) => sum + contexts.length, 0));
  const itemIds = [...new Set(added.flatMap(({ items }) => items.map(({ itemId }) => itemId)))].sort((a, b) => a - b);
  const items = itemIds.map((itemId) => {
    const dropsIn = keys.map(() => 0);
    for (const [i, { items: found }] of added.entries()) {
      found
        .find((item) => item.itemId === itemId)
        ?.dropsIn.forEach((drops, at) => {
          dropsIn[before[i]! + at] = drops;
        });
    }
    const drops = dropsIn.reduce((sum, one) => sum + one, 0);
    const marks = added.flatMap(({ items: found }) => found.find((item) => item.itemId === itemId)?.marked ?? []);
    const marked = [...new Set(marks)].sort((a, b) => a - b);
    return { itemId, drops, dropsIn, marked, firstDay: 0, lastDay: 0 };
  });
  return {
    installN,
    windows: added.reduce((sum, { windows }) => sum + windows, 0),
    contexts: keys.map((_, i) => i),
    windowsIn: added.flatMap(({ windowsIn }) => windowsIn),
    items,
    known: keys.map((key) => {
      const { isSolo, questIds } = contextOfKey(key);
      return { isSolo, questIds: questIds.filter((questId) => quests.has(questId)) };
    }),
  };
}

function bySource(a: Source, b: Source): number {
  return a.type === b.type ? a.id - b.id : a.type < b.type ? -1 : 1;
}

function keyOf(source: Source): string {
  return `${source.type}:${source.id}`;
}

/** Returns the items that occurred in a window of a source. */
function itemsOf({ installs }: SourceState): ReadonlySet<number> {
  return new Set([...installs.values()].flatMap(({ items }) => [...items.keys()]));
}

function lootersOf({ installs }: SourceState): number {
  return largerFamily([...installs.keys()]);
}

function seersOf({ installs }: SourceState, itemId: number): number {
  return largerFamily([...installs].filter(([, { items }]) => items.has(itemId)).map(([witness]) => witness));
}

/** Returns the sightings of an item by each install. */
function seenIn({ installs }: SourceState, itemId: number): readonly Seen[] {
  return [...installs.values()].flatMap(({ items }) => items.get(itemId) ?? []);
}

function sumOf(seen: readonly Seen[]): number {
  return seen.reduce((sum, { drops }) => sum + drops, 0);
}

function ends(seen: readonly Seen[], end: (days: readonly number[]) => number): number[] {
  return seen.map(({ days }) => end(days));
}
