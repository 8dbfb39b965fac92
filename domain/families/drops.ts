import type { DropFacts, ItemLoot, LootEvidence, Source, SourceItem, SourceTally } from '../ports/drops.ts';
import { isCorroborated } from '../values/corroboration.ts';
import type { WindowFamily } from './counting/family.ts';
import { namedSource } from './counting/loot_source.ts';

/**
 * Drop rates (contract, section 3, Drops). A loot record with `loot-api` evidence and exactly one source is one loot
 * window. A source becomes public once three installs have opened windows on it, and every item seen in those windows
 * then has a rate. If all windows were empty, the source is a measured zero.
 */
export const drops: WindowFamily = {
  name: 'drops',
  version: 3,
  shape: 'windows',
  kinds: ['loot'],
  subject: { kinds: ['npc', 'object'] },
  witnesses: { npc: ['npc:ID'], object: ['object:ID'] },
};

export interface LootRecord {
  readonly sourceNpcId?: number;
  readonly sourceObjectId?: number;
  readonly sourceEvidence?: string;
  readonly items: readonly { readonly itemId: number }[];
}

/**
 * `legacy`: the source was guessed from the player's target, without evidence; such records are withheld everywhere.
 * `sourceless`: the record has no source or more than one; it is stored but does not count for any source.
 */
export type LootJudgement =
  | { readonly kind: 'legacy' }
  | { readonly kind: 'sourceless' }
  | { readonly kind: 'window'; readonly source: Source; readonly itemIds: readonly number[] };

/** Classifies a loot record. An item counts once per window, no matter how many stacks of it the window had. */
export function judgeLoot(record: LootRecord): LootJudgement {
  if (record.sourceEvidence !== 'loot-api') return { kind: 'legacy' };
  const source = namedSource(record);
  if (source === null) return { kind: 'sourceless' };
  return { kind: 'window', source, itemIds: [...new Set(record.items.map((item) => item.itemId))] };
}

export interface LootWindow {
  readonly installN: number;
  readonly source: Source;
  readonly itemIds: readonly number[];
  readonly day: number;
}

/** Sums windows by source and install. Addition is commutative, so batches may be split and ordered in any way. */
export function gatherLoot(windows: Iterable<LootWindow>): readonly LootEvidence[] {
  const sums = new Map<string, WindowSum>();
  for (const { installN, source, itemIds, day } of windows) {
    const key = `${source.type}:${source.id}:${installN}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { source, installN, windows: 0, items: new Map() };
      sums.set(key, sum);
    }
    sum.windows++;
    for (const itemId of itemIds) addWindow(sum.items, itemId, day);
  }
  return [...sums.values()].map(({ items, ...sum }) => ({
    ...sum,
    items: [...items.values()].sort((a, b) => a.itemId - b.itemId),
  }));
}

interface WindowSum {
  readonly source: Source;
  readonly installN: number;
  windows: number;
  readonly items: Map<number, { -readonly [K in keyof ItemLoot]: ItemLoot[K] }>;
}

function addWindow(items: WindowSum['items'], itemId: number, day: number): void {
  const item = items.get(itemId);
  if (item === undefined) {
    items.set(itemId, { itemId, drops: 1, firstDay: day, lastDay: day });
    return;
  }
  item.drops++;
  if (day < item.firstDay) item.firstDay = day;
  if (day > item.lastDay) item.lastDay = day;
}

/** Builds the facts of a source from its tally. Items are omitted until the source is public. */
export function dropFacts(tally: SourceTally, items: readonly SourceItem[]): DropFacts {
  const isPublic = isCorroborated(tally.reporters);
  const present = items.filter(({ drops }) => drops > 0);
  const gone = items.filter(({ drops }) => drops === 0);
  return {
    source: tally.source,
    public: isPublic,
    kills: tally.kills,
    reporters: tally.reporters,
    topWindows: tally.topWindows,
    measuredZero: isPublic && tally.items === 0,
    items: isPublic ? present.map(({ itemId, drops, installs }) => ({ itemId, drops, installs })) : [],
    itemsGone: isPublic ? gone.map(({ itemId }) => itemId) : [],
  };
}

/**
 * Returns how many rates and measured zeros of a source are waiting for a third install (contract, section 3, Drops).
 */
export function queuedOf(tally: Pick<SourceTally, 'reporters' | 'items'>): number {
  return tally.reporters === 0 || isCorroborated(tally.reporters) ? 0 : Math.max(1, tally.items);
}
