import { parseContextKey } from '../../domain/families/drops.ts';
import { type AnySource, GATHERED_TYPES, type LootWindow, type SourceLoot } from '../../domain/ports/drops.ts';
import type { DirtySource } from '../../domain/ports/evidence.ts';
import { gatherLoot } from '../support/gather_loot.ts';
import { IPV6, largerFamily } from './families.ts';

/** The loot windows of all installs in memory, for tests. Everything else is computed from them. */
export interface MemoryLoot {
  add(windows: readonly LootWindow[]): void;
  takeOut(installN: number): void;
  dirty(after: AnySource | null, limit: number): readonly DirtySource[];
  changed(sources: readonly AnySource[]): readonly (readonly number[])[];
  looters(sources: readonly AnySource[]): readonly number[];
  loot(sources: readonly AnySource[], quests: ReadonlySet<number>): readonly SourceLoot[];
  mark(sources: readonly AnySource[] | 'all'): void;
  beginDay(day: number): void;
  clear(): void;
}

interface Mark extends Reach {
  readonly source: AnySource;
  readonly items: Set<number>;
}

/** Installs of a source up to three, and the items of a source that has fewer. */
interface Reach {
  readonly reportersBefore: number;
  readonly itemsBefore: number;
}

export function createMemoryLoot(): MemoryLoot {
  let stored: LootWindow[] = [];
  let lastDay = 0;
  const marks = new Map<string, Mark>();

  const windowsOf = (source: AnySource): readonly LootWindow[] =>
    stored.filter((one) => keyOf(one.source) === keyOf(source));
  const lootersOf = (source: AnySource): number =>
    largerFamily([...new Set(windowsOf(source).map(({ installN }) => installN))]);
  const reachOf = (source: AnySource): Reach => {
    const reportersBefore = Math.min(3, lootersOf(source));
    const items = new Set(windowsOf(source).flatMap(({ itemIds }) => itemIds));
    return { reportersBefore, itemsBefore: reportersBefore < 3 ? items.size : 0 };
  };
  const mark = (source: AnySource): Mark => {
    const own = marks.get(keyOf(source)) ?? { source, ...reachOf(source), items: new Set() };
    marks.set(keyOf(source), own);
    return own;
  };
  const touch = (windows: readonly LootWindow[]): void => {
    for (const { source, itemIds } of windows) {
      const { items } = mark(source);
      for (const itemId of itemIds) items.add(itemId);
    }
  };

  return {
    add: (windows) => {
      touch(windows);
      stored.push(...windows);
    },
    takeOut: (installN) => {
      const isGone = (one: LootWindow): boolean => one.installN % IPV6 === installN;
      touch(stored.filter(isGone));
      stored = stored.filter((one) => !isGone(one));
    },
    dirty: (after, limit) =>
      [...marks.values()]
        .filter(({ source }) => after === null || bySource(source, after) > 0)
        .sort((a, b) => bySource(a.source, b.source))
        .slice(0, limit)
        .map(({ source, reportersBefore, itemsBefore }): DirtySource => {
          const now = reachOf(source);
          return { source, reporters: now.reportersBefore, items: now.itemsBefore, reportersBefore, itemsBefore };
        }),
    changed: (sources) => sources.map((source) => [...(marks.get(keyOf(source))?.items ?? [])].sort((a, b) => a - b)),
    looters: (sources) => sources.map(lootersOf),
    loot: (sources, quests) =>
      sources.flatMap((source): SourceLoot[] => {
        const installs = gatherLoot(windowsOf(source))
          .toSorted((a, b) => a.installN - b.installN)
          .map(({ source: _, contexts, ...loot }) => ({
            ...loot,
            contexts: contexts.map((_, i) => i),
            known: contexts.map((key) => {
              const { isSolo, questIds } = parseContextKey(key);
              return { isSolo, questIds: questIds.filter((questId) => quests.has(questId)) };
            }),
          }));
        return installs.length === 0 ? [] : [{ source, installs }];
      }),
    mark: (sources) => {
      const known = new Map(stored.map(({ source }) => [keyOf(source), source]));
      for (const source of sources === 'all' ? known.values() : sources) if (known.has(keyOf(source))) mark(source);
    },
    beginDay: (day) => {
      for (const { source, receivedDay } of stored) if (lastDay <= receivedDay && receivedDay < day) mark(source);
      lastDay = Math.max(lastDay, day);
    },
    clear: () => marks.clear(),
  };
}

const TYPES: readonly string[] = ['npc', 'object', ...GATHERED_TYPES];

function bySource(a: AnySource, b: AnySource): number {
  return TYPES.indexOf(a.type) - TYPES.indexOf(b.type) || a.id - b.id;
}

function keyOf(source: AnySource): string {
  return `${source.type}:${source.id}`;
}
