import type { DropFacts, LootEvidence, Source, SourceItem, SourceTally } from '../ports/drops.ts';
import { isCorroborated } from '../values/corroboration.ts';
import type { WindowFamily } from './counting/family.ts';

/**
 * Drop rates (contract, section 3, Drops). One loot record with `loot-api` evidence and exactly one source is one loot
 * window. A source is public once three installs opened windows on it; then every item seen in them has a rate, or,
 * where all were empty, the source is a measured zero.
 */
export const drops: WindowFamily = {
  name: 'drops',
  version: 2,
  shape: 'windows',
  kinds: ['loot'],
  subject: { kinds: ['npc', 'object'] },
  logged: true,
  witnesses: { npc: ['npc:ID'], object: ['object:ID'] },
};

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
    topWindows: tally.topWindows,
    measuredZero: isPublic && tally.items === 0,
    items: isPublic ? standing.map(({ itemId, drops, installs }) => ({ itemId, drops, installs })) : [],
    itemsGone: isPublic ? gone.map(({ itemId }) => itemId) : [],
  };
};

/** How many rates and measured zeros of a source wait for its third install (contract, section 3, Drops). */
export const queuedOf = (tally: Pick<SourceTally, 'reporters' | 'items'>): number =>
  tally.reporters === 0 || isCorroborated(tally.reporters) ? 0 : Math.max(1, tally.items);
