import { isCorroborated } from '../corroboration.ts';

/**
 * Drop rates (contract, section 3, Drops). One loot record with `loot-api` evidence and exactly one source is one loot
 * window. A source is public once three installs opened windows on it; then every item seen in them has a rate, or,
 * where all were empty, the source is a measured zero.
 */
export const DROPS_ROLLUP = { name: 'drops', version: 1 } as const;

export type SourceType = 'npc' | 'object';

/** An NPC or object that players looted. */
export interface Source {
  readonly type: SourceType;
  readonly id: number;
}

/** The parts of a loot record that count. */
export interface LootRecord {
  readonly sourceNpcId?: number;
  readonly sourceObjectId?: number;
  readonly sourceEvidence?: string;
  readonly items: readonly { readonly itemId: number }[];
}

/** `legacy`: a target guess without evidence, withheld everywhere. `sourceless`: no source, or two; kept, counts for none. */
export type LootJudgement =
  | { readonly kind: 'legacy' }
  | { readonly kind: 'sourceless' }
  | { readonly kind: 'window'; readonly source: Source; readonly itemIds: readonly number[] };

/** What one loot record says. An item counts once per window, however often it lies in it. */
export const judgeLoot = (record: LootRecord): LootJudgement => {
  if (record.sourceEvidence !== 'loot-api') return { kind: 'legacy' };
  const { sourceNpcId: npc, sourceObjectId: object } = record;
  if ((npc === undefined) === (object === undefined)) return { kind: 'sourceless' };
  const source: Source = npc !== undefined ? { type: 'npc', id: npc } : { type: 'object', id: object! };
  return { kind: 'window', source, itemIds: [...new Set(record.items.map((item) => item.itemId))] };
};

/** The windows one install opened on one source within a batch, and in how many of them each item lay. */
export interface LootEvidence {
  readonly source: Source;
  readonly installN: number;
  readonly windows: number;
  readonly drops: ReadonlyMap<number, number>;
}

/** A loot window as it counts. */
export interface LootWindow {
  readonly installN: number;
  readonly source: Source;
  readonly itemIds: readonly number[];
}

/** Adds up windows by source and install. Sums commute, so batches may be cut and ordered at will. */
export const gatherLoot = (windows: Iterable<LootWindow>): readonly LootEvidence[] => {
  const sums = new Map<string, { source: Source; installN: number; windows: number; drops: Map<number, number> }>();
  for (const { installN, source, itemIds } of windows) {
    const key = `${source.type}:${source.id}:${installN}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { source, installN, windows: 0, drops: new Map() };
      sums.set(key, sum);
    }
    sum.windows++;
    for (const itemId of itemIds) sum.drops.set(itemId, (sum.drops.get(itemId) ?? 0) + 1);
  }
  return [...sums.values()];
};

/** In how many windows of a source an item lay, over all installs; 0: in none any more. */
export interface SourceItem {
  readonly source: Source;
  readonly itemId: number;
  readonly drops: number;
}

export interface SourceTally {
  readonly source: Source;
  /** Windows opened on it. */
  readonly kills: number;
  /** Distinct installs that opened them. */
  readonly reporters: number;
  /** Distinct items seen in them. */
  readonly items: number;
}

/** What is public of one source. `items` lists the rates to state: all of them, or those whose drops changed. */
export interface DropFacts {
  readonly source: Source;
  readonly public: boolean;
  readonly kills: number;
  readonly reporters: number;
  readonly measuredZero: boolean;
  readonly items: readonly { readonly itemId: number; readonly drops: number }[];
  /** Items of a source that stays public whose rates are withdrawn: no window is left that held them. */
  readonly itemsGone: readonly number[];
}

/** The facts of a source from its tally; the items are left out while it is not public. */
export const dropFacts = (tally: SourceTally, items: readonly SourceItem[]): DropFacts => {
  const isPublic = isCorroborated(tally.reporters);
  const standing = items.filter(({ drops }) => drops > 0);
  const gone = items.filter(({ drops }) => drops === 0);
  return {
    source: tally.source,
    public: isPublic,
    kills: tally.kills,
    reporters: tally.reporters,
    measuredZero: isPublic && tally.items === 0,
    items: isPublic ? standing.map(({ itemId, drops }) => ({ itemId, drops })) : [],
    itemsGone: isPublic ? gone.map(({ itemId }) => itemId) : [],
  };
};

/** How many rates and measured zeros of a source wait for its third install (spec, dropsResponse `queued`). */
export const queuedOf = (tally: Pick<SourceTally, 'reporters' | 'items'>): number =>
  tally.reporters === 0 || isCorroborated(tally.reporters) ? 0 : Math.max(1, tally.items);
