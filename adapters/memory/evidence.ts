import type { DirtySource, EvidenceCursor, EvidenceStore } from '../../domain/ports/evidence.ts';
import { ok } from '../../domain/result.ts';
import type { LootEvidence, Source } from '../../domain/rollups/drops.ts';

interface SourceState {
  readonly source: Source;
  kills: number;
  readonly installs: Set<number>;
  readonly drops: Map<number, number>;
}

interface Mark {
  readonly reportersBefore: number;
  readonly itemsBefore: number;
  readonly items: Set<number>;
}

const EMPTY: EvidenceCursor = {
  step: 0,
  clearedStep: 0,
  seq: 0,
  dataAsOfMs: null,
  uploads: 0,
  lastUploadN: 0,
  legacyRecords: 0,
  lootUploads: 0,
  lastLootUploadN: 0,
  lootRecords: 0,
  lootWindows: 0,
};

/** The evidence in memory, for tests. It never fails. */
export const createMemoryEvidence = (): EvidenceStore => {
  const sources = new Map<string, SourceState>();
  const marks = new Map<string, Mark>();
  let cursor = EMPTY;

  const addOne = ({ source, installN, windows, drops }: LootEvidence): void => {
    const key = keyOf(source);
    const state = sources.get(key) ?? { source, kills: 0, installs: new Set<number>(), drops: new Map() };
    sources.set(key, state);
    const mark = marks.get(key) ?? {
      reportersBefore: state.installs.size,
      itemsBefore: state.drops.size,
      items: new Set<number>(),
    };
    marks.set(key, mark);
    state.kills += windows;
    state.installs.add(installN);
    for (const [itemId, count] of drops) {
      state.drops.set(itemId, (state.drops.get(itemId) ?? 0) + count);
      mark.items.add(itemId);
    }
  };

  return {
    cursor: async () => ok(cursor),
    add: async (to, loot) => {
      for (const one of loot) addOne(one);
      cursor = { ...to, clearedStep: cursor.clearedStep };
      return ok(undefined);
    },
    dirtySources: async () => ok([...marks].map(([key, mark]) => dirtySource(sources.get(key)!, mark))),
    sourceItems: async (wanted, which) =>
      ok(
        wanted.flatMap((source) => {
          const items = [...(sources.get(keyOf(source))?.drops ?? [])];
          const marked = marks.get(keyOf(source))?.items;
          return items
            .filter(([itemId]) => which === 'all' || marked?.has(itemId) === true)
            .map(([itemId, drops]) => ({ source, itemId, drops }));
        }),
      ),
    clearMarks: async () => {
      marks.clear();
      cursor = { ...cursor, clearedStep: cursor.step };
      return ok(undefined);
    },
    close: async () => undefined,
  };
};

const keyOf = (source: Source): string => `${source.type}:${source.id}`;

const dirtySource = (state: SourceState, { reportersBefore, itemsBefore }: Mark): DirtySource => ({
  source: state.source,
  kills: state.kills,
  reporters: state.installs.size,
  items: state.drops.size,
  reportersBefore,
  itemsBefore,
});
