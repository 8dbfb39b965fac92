import type {
  AnySource,
  DropFacts,
  InstallLoot,
  ItemLoot,
  LootContext,
  LootWindowCounts,
  QuestMark,
  TimedLootWindow,
  WindowContext,
  WindowTotals,
} from '../ports/drops.ts';
import type { DirtySource } from '../ports/evidence.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { groupBy } from '../values/group_by.ts';
import { toUtcDay } from '../values/instant.ts';
import type { WindowFamily } from './counting/family.ts';
import { findGatheredSource, findNamedSource, isGatheredSource, isGatheringRecord } from './counting/loot_source.ts';
import { compareNumbers } from './counting/order.ts';
import { RATES_VERSION } from './counting/source_rates.ts';

/**
 * Drop rates (contract, section 3, Drops). A loot record with `loot-api` evidence and exactly one source is one loot
 * window. A source becomes public once three installs have opened windows on it, and every item seen in those windows
 * then has a rate. If all windows were empty, the source is a measured zero.
 */
export const drops: WindowFamily = {
  name: 'drops',
  version: RATES_VERSION,
  shape: 'windows',
  kinds: ['loot'],
  subject: { kinds: ['npc', 'object'] },
  witnesses: { npc: ['npc:ID'], object: ['object:ID'] },
};

export interface JudgedLootRecord {
  readonly sourceNpcId?: number;
  readonly sourceObjectId?: number;
  readonly sourceItemId?: number;
  readonly mapId?: number;
  readonly sourceEvidence?: string;
  readonly method?: string;
  readonly group?: string;
  readonly questIds?: readonly number[];
  readonly items: readonly { readonly itemId: number; readonly questItem?: boolean; readonly questId?: number }[];
}

/**
 * `legacy`: the source was guessed from the player's target, without evidence; such records are withheld everywhere.
 * `gathered`: the items were skinned, fished or the like, and the record does not say from what; it counts for nothing.
 * `sourceless`: the record has no source or more than one; it is stored but does not count for any source.
 */
export type LootJudgement =
  | { readonly kind: 'legacy' }
  | { readonly kind: 'gathered' }
  | { readonly kind: 'sourceless' }
  | {
      readonly kind: 'window';
      readonly source: AnySource;
      readonly itemIds: readonly number[];
      readonly marks: readonly QuestMark[];
      /** See `toContextKey`. */
      readonly context: string;
    };

/** Classifies a loot record. An item counts once per window, no matter how many stacks of it the window had. */
export function judgeLootRecord(record: JudgedLootRecord): LootJudgement {
  // Fishing windows have no source, so they need no evidence of it.
  if (record.sourceEvidence !== 'loot-api' && record.method !== 'fishing') return { kind: 'legacy' };
  const isFromGathering = isGatheringRecord(record);
  const source = isFromGathering ? findGatheredSource(record) : findNamedSource(record);
  if (source === null) return { kind: isFromGathering ? 'gathered' : 'sourceless' };
  const itemIds = [...new Set(record.items.map((item) => item.itemId))].sort(compareNumbers);
  const questIds = record.questIds ?? [];
  let marks: readonly QuestMark[] = record.items.flatMap(({ itemId, questItem, questId }): readonly QuestMark[] =>
    questId !== undefined && questItem !== false && questIds.includes(questId) ? [[itemId, questId]] : [],
  );
  if (marks.length > 1) marks = omitRepeatedMarks(marks);
  return { kind: 'window', source, itemIds, marks, context: toContextKey(record.group === 'solo', questIds) };
}

function omitRepeatedMarks(marks: readonly QuestMark[]): readonly QuestMark[] {
  const sorted = marks.toSorted((a, b) => compareNumbers(a[0], b[0]) || compareNumbers(a[1], b[1]));
  return sorted.filter(([itemId, questId], i) => itemId !== sorted[i - 1]?.[0] || questId !== sorted[i - 1]?.[1]);
}

const SOLO_CONTEXT_KEY = 's';

/** Returns a string that identifies a context, such as "s12,45" for a lone player who had the quests 12 and 45. */
export function toContextKey(isSolo: boolean, questIds: readonly number[]): string {
  const log = questIds.length === 0 ? '' : formatQuestLogKey(questIds);
  return isSolo ? SOLO_CONTEXT_KEY + log : log;
}

/** Returns the part of a context's key that identifies the quests, or an empty string without any. */
export function readQuestLogKey(key: string): string {
  return key.startsWith(SOLO_CONTEXT_KEY) ? key.slice(SOLO_CONTEXT_KEY.length) : key;
}

const QUEST_LOG_KEYS_MAX = 5_000;

/** Keys of quest logs, by their quests in the order of the record. Most records of a player have the same log. */
const questLogKeys = new Map<string, string>();

function formatQuestLogKey(questIds: readonly number[]): string {
  const raw = questIds.join();
  let key = questLogKeys.get(raw);
  if (key === undefined) {
    if (questLogKeys.size === QUEST_LOG_KEYS_MAX) questLogKeys.clear();
    key = [...new Set(questIds)].sort(compareNumbers).join();
    questLogKeys.set(raw, key);
  }
  return key;
}

export function parseContextKey(key: string): WindowContext {
  const log = readQuestLogKey(key);
  return { isSolo: log !== key, questIds: log === '' ? [] : log.split(',').map(Number) };
}

/**
 * Orders windows by time of capture, digest and content, so that their order does not depend on how they were added.
 * Windows that are still equal differ only in their context.
 */
export function compareTimes(a: TimedLootWindow<LootContext>, b: TimedLootWindow<LootContext>): number {
  return (
    a.capturedAtMs - b.capturedAtMs ||
    a.tie - b.tie ||
    a.receivedDay - b.receivedDay ||
    compareNumberLists(a.itemIds, b.itemIds) ||
    compareNumberLists(a.marks.flat(), b.marks.flat())
  );
}

function compareNumberLists(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

/** Adds up the windows of one install on one source, which are in the order of `compareTimes`. */
export function sumLoot<C extends LootContext>(
  installN: number,
  windows: readonly TimedLootWindow<C>[],
): InstallLoot<C> {
  const contexts = [...new Set(windows.map(({ context }) => context))].sort((a, b) => (a < b ? -1 : 1));
  const windowsIn = contexts.map(() => 0);
  const items = new Map<number, MutableItemLoot>();
  let receivedDay = 0;
  for (const window of windows) {
    const at = contexts.indexOf(window.context);
    windowsIn[at]!++;
    receivedDay = Math.max(receivedDay, window.receivedDay);
    const day = toUtcDay(window.capturedAtMs);
    for (const itemId of window.itemIds) {
      let item = items.get(itemId);
      if (item === undefined) {
        item = { itemId, drops: 0, dropsIn: contexts.map(() => 0), marked: NO_QUEST_IDS, firstDay: day, lastDay: day };
        items.set(itemId, item);
      }
      item.drops++;
      item.dropsIn[at]!++;
      item.firstDay = Math.min(item.firstDay, day);
      item.lastDay = Math.max(item.lastDay, day);
    }
    for (const [itemId, questId] of window.marks) {
      const item = items.get(itemId)!;
      if (!item.marked.includes(questId)) item.marked = [...item.marked, questId].sort(compareNumbers);
    }
  }
  return {
    installN,
    windows: windows.length,
    contexts,
    windowsIn,
    receivedDay,
    items: [...items.values()].sort((a, b) => compareNumbers(a.itemId, b.itemId)),
    windowsInTime: () => windows.map((window) => toSeenWindow(window, contexts.indexOf(window.context))),
  };
}

type MutableItemLoot = { -readonly [K in keyof ItemLoot]: ItemLoot[K] } & { readonly dropsIn: number[] };

const NO_QUEST_IDS: readonly number[] = [];

/** Returns a window as rules read it. */
export function toSeenWindow(window: Omit<TimedLootWindow<LootContext>, 'context'>, context: number): LootWindowCounts {
  const { capturedAtMs, receivedDay, itemIds, marks } = window;
  const marked = [...groupBy(marks, ([itemId]) => itemId)].map(
    ([itemId, own]) => [itemId, own.map(([, questId]) => questId)] as const,
  );
  return { capturedDay: Math.min(toUtcDay(capturedAtMs), receivedDay), receivedDay, context, itemIds, marked };
}

/** Whether the rates of a source are public (contract, section 3, Drops). */
export function isPublicSource({ reporters }: Pick<WindowTotals, 'reporters'>): boolean {
  return isCorroborated(reporters);
}

/** Returns the facts of a source that is no longer public. */
export function buildWithdrawnDrops(source: AnySource): DropFacts {
  return { source, public: false, kills: 0, reporters: 0, topWindows: 0, measuredZero: false, items: [] };
}

/**
 * Returns how many drop rates and measured zeros of a source are waiting for a third install (contract, section 3,
 * Drops). Rates of gathering are not counted.
 */
export function countQueue({ source, reporters, items }: Pick<DirtySource, 'source' | 'reporters' | 'items'>): number {
  return reporters === 0 || isCorroborated(reporters) || isGatheredSource(source) ? 0 : Math.max(1, items);
}
