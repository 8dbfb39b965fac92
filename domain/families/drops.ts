import type { DropFacts, KnownContext, LootEvidence, Source, SourceItem, SourceTally } from '../ports/drops.ts';
import { isCorroborated } from '../values/corroboration.ts';
import type { EstimatedRate } from '../values/rates.ts';
import { sumOf } from '../values/sum_of.ts';
import type { WindowFamily } from './counting/family.ts';
import { isGathered, namedSource } from './counting/loot_source.ts';
import { questList, single } from './counting/loot_totals.ts';
import { byNumber, byText } from './counting/order.ts';

/**
 * Drop rates (contract, section 3, Drops). A loot record with `loot-api` evidence and exactly one source is one loot
 * window. A source becomes public once three installs have opened windows on it, and every item seen in those windows
 * then has a rate. If all windows were empty, the source is a measured zero.
 */
export const drops: WindowFamily = {
  name: 'drops',
  version: 6,
  shape: 'windows',
  kinds: ['loot'],
  subject: { kinds: ['npc', 'object'] },
  witnesses: { npc: ['npc:ID'], object: ['object:ID'] },
};

export interface LootRecord {
  readonly sourceNpcId?: number;
  readonly sourceObjectId?: number;
  readonly sourceItemId?: number;
  readonly sourceEvidence?: string;
  readonly method?: string;
  readonly group?: string;
  readonly questIds?: readonly number[];
  readonly items: readonly { readonly itemId: number; readonly questItem?: boolean; readonly questId?: number }[];
}

/** An item of a loot window, and a quest of the player's log for which the client marked it. */
export type QuestMark = readonly [itemId: number, questId: number];

/**
 * `legacy`: the source was guessed from the player's target, without evidence; such records are withheld everywhere.
 * `gathered`: the items were skinned, fished or the like; such records are in the feed and count for nothing yet.
 * `sourceless`: the record has no source or more than one; it is stored but does not count for any source.
 */
export type LootJudgement =
  | { readonly kind: 'legacy' }
  | { readonly kind: 'gathered' }
  | { readonly kind: 'sourceless' }
  | {
      readonly kind: 'window';
      readonly source: Source;
      readonly itemIds: readonly number[];
      readonly marks: readonly QuestMark[];
      /** See `contextKey`. */
      readonly context: string;
    };

/** Classifies a loot record. An item counts once per window, no matter how many stacks of it the window had. */
export function judgeLoot(record: LootRecord): LootJudgement {
  // Fishing windows have no source, so they need no evidence of it.
  if (record.sourceEvidence !== 'loot-api' && record.method !== 'fishing') return { kind: 'legacy' };
  if (isGathered(record)) return { kind: 'gathered' };
  const source = namedSource(record);
  if (source === null) return { kind: 'sourceless' };
  const itemIds = [...new Set(record.items.map((item) => item.itemId))];
  const questIds = record.questIds ?? [];
  const marks = record.items.flatMap(({ itemId, questItem, questId }): readonly QuestMark[] =>
    questId !== undefined && questItem !== false && questIds.includes(questId) ? [[itemId, questId]] : [],
  );
  return { kind: 'window', source, itemIds, marks, context: contextKey(record.group === 'solo', questIds) };
}

const SOLO = 's';

/** Returns a string that identifies a context, such as "s12,45" for a lone player who had the quests 12 and 45. */
export function contextKey(isSolo: boolean, questIds: readonly number[]): string {
  const log = questIds.length === 0 ? '' : logKey(questIds);
  return isSolo ? SOLO + log : log;
}

/** Returns the part of a context's key that identifies the quests, or an empty string without any. */
export function logOfKey(key: string): string {
  return key.startsWith(SOLO) ? key.slice(SOLO.length) : key;
}

const LOG_KEYS_MAX = 5_000;

/** Keys of quest logs, by their quests in the order of the record. Most records of a player have the same log. */
const logKeys = new Map<string, string>();

function logKey(questIds: readonly number[]): string {
  const raw = questIds.join();
  let key = logKeys.get(raw);
  if (key === undefined) {
    if (logKeys.size === LOG_KEYS_MAX) logKeys.clear();
    key = [...new Set(questIds)].sort(byNumber).join();
    logKeys.set(raw, key);
  }
  return key;
}

export function contextOfKey(key: string): KnownContext {
  const log = logOfKey(key);
  return { isSolo: log !== key, questIds: log === '' ? [] : log.split(',').map(Number) };
}

export interface LootWindow {
  readonly installN: number;
  readonly source: Source;
  readonly itemIds: readonly number[];
  readonly marks: readonly QuestMark[];
  readonly context: string;
  readonly day: number;
}

/** Sums windows by source and install. Addition is commutative, so batches may be split and ordered in any way. */
export function gatherLoot(windows: Iterable<LootWindow>): readonly LootEvidence[] {
  const sums = new Map<string, WindowSum>();
  for (const { installN, source, itemIds, marks, context, day } of windows) {
    const key = `${source.type}:${source.id}:${installN}`;
    let sum = sums.get(key);
    if (sum === undefined) {
      sum = { source, installN, contexts: [], windowsIn: [], items: new Map() };
      sums.set(key, sum);
    }
    let at = sum.contexts.indexOf(context);
    if (at === -1) at = sum.contexts.push(context) - 1;
    sum.windowsIn[at] = (sum.windowsIn[at] ?? 0) + 1;
    for (const itemId of itemIds) addWindow(sum.items, itemId, at, day);
    for (const [itemId, questId] of marks) sum.items.get(itemId)!.marked.add(questId);
  }
  return [...sums.values()].map(sortedLoot);
}

interface WindowSum extends Pick<LootEvidence, 'source' | 'installN'> {
  readonly contexts: string[];
  readonly windowsIn: number[];
  readonly items: Map<number, ItemSum>;
}

interface ItemSum {
  readonly itemId: number;
  /** By the index of the context. Missing if the item was in no window of that context. */
  readonly dropsIn: number[];
  readonly marked: Set<number>;
  firstDay: number;
  lastDay: number;
}

function addWindow(items: WindowSum['items'], itemId: number, at: number, day: number): void {
  let item = items.get(itemId);
  if (item === undefined) {
    item = { itemId, dropsIn: [], marked: new Set(), firstDay: day, lastDay: day };
    items.set(itemId, item);
  }
  item.dropsIn[at] = (item.dropsIn[at] ?? 0) + 1;
  item.firstDay = Math.min(item.firstDay, day);
  item.lastDay = Math.max(item.lastDay, day);
}

function sortedLoot({ source, installN, ...sum }: WindowSum): LootEvidence {
  const contexts = sum.contexts.toSorted(byText);
  const order = contexts.map((context) => sum.contexts.indexOf(context));
  const arrange = (numbers: readonly number[]): readonly number[] =>
    order.length === 1 ? single(numbers[0]!) : order.map((at) => numbers[at] ?? 0);
  const windowsIn = arrange(sum.windowsIn);
  const items = [...sum.items.values()]
    .sort((a, b) => byNumber(a.itemId, b.itemId))
    .map(({ itemId, firstDay, lastDay, ...item }) => {
      const dropsIn = arrange(item.dropsIn);
      return { itemId, drops: sumOf(dropsIn), dropsIn, marked: questList(item.marked), firstDay, lastDay };
    });
  return { source, installN, contexts, windowsIn, windows: sumOf(windowsIn), items };
}

/** Whether the rates of a source are public (contract, section 3, Drops). */
export function isPublicSource({ reporters }: Pick<SourceTally, 'reporters'>): boolean {
  return isCorroborated(reporters);
}

/** Builds the facts of a public source from its tally and its items. */
export function dropFacts(
  tally: SourceTally,
  items: readonly SourceItem[],
  rateOf: (itemId: number) => EstimatedRate,
): DropFacts {
  const present = items.filter(({ drops }) => drops > 0);
  const gone = items.filter(({ drops }) => drops === 0);
  return {
    ...withdrawnDrops(tally),
    public: true,
    measuredZero: tally.items === 0,
    items: present.map(({ itemId, drops, installs }) => ({ itemId, drops, installs, ...rateOf(itemId) })),
    itemsGone: gone.map(({ itemId }) => itemId),
  };
}

/** Builds the facts of a source that is no longer public. */
export function withdrawnDrops({ source, kills, reporters, topWindows }: SourceTally): DropFacts {
  return { source, public: false, kills, reporters, topWindows, measuredZero: false, items: [], itemsGone: [] };
}

/**
 * Returns how many rates and measured zeros of a source are waiting for a third install (contract, section 3, Drops).
 */
export function queuedOf(tally: Pick<SourceTally, 'reporters' | 'items'>): number {
  return tally.reporters === 0 || isCorroborated(tally.reporters) ? 0 : Math.max(1, tally.items);
}
