import type { EstimatedRate } from '../../../schema/response_fields.ts';
import type { LootWindowCounts, WindowContext } from '../../ports/drops.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { decodeCount, findWitnessUnit } from '../../values/witnesses.ts';
import { compareNumbers } from './order.ts';
import { createTimeline, type RateTimeline } from './rate_change.ts';
import {
  addLootToCount,
  createWindowCount,
  type KnownLoot,
  type LootSums,
  sumWindowCounts,
  type WindowCount,
  type WindowTotals,
} from './window_counts.ts';

/** The windows of one install, to be unpacked when a rule looks at their order. */
export type InstallWindows = Pick<KnownLoot, 'installN' | 'known' | 'windowsInTime'>;

/** With fewer solo windows, an estimate uses the windows of groups as well. */
const SOLO_WINDOWS_MIN = 30;

/** The windows on which an estimate is based, and all others, or null if it uses all. */
interface RateBasis {
  readonly name: EstimatedRate['basis'];
  readonly quest: NonNullable<EstimatedRate['quest']> | null;
  readonly isIn: (context: WindowContext) => boolean;
  readonly inside: WindowTotals;
  readonly outside: WindowTotals | null;
}

export type WindowSelection = ReturnType<typeof createWindowSelection>;

/** Chooses the basis of estimates from windows received before `untilDay`. */
export function createWindowSelection(
  parts: readonly LootCounts[],
  questsOf: QuestsByItem,
  installs: readonly InstallWindows[],
  untilDay: number,
) {
  const all = sumWindowCounts(parts.map((part) => part.all));
  const splitTotals = (splitOf: (part: LootCounts) => SplitCount) => ({
    inside: sumWindowCounts(parts.map((part) => splitOf(part).inside)),
    outside: sumWindowCounts(parts.map((part) => splitOf(part).outside)),
  });
  const solo = { ...splitTotals((part) => part.solo), isIn: isSoloContext };
  const isMostlySolo =
    solo.inside.windows >= SOLO_WINDOWS_MIN &&
    isCorroborated(solo.inside.reporters) &&
    2 * solo.inside.reporters >= all.reporters;
  const usual: RateBasis = isMostlySolo
    ? { name: 'solo', quest: null, ...solo }
    : { name: 'all', quest: null, isIn: () => true, inside: all, outside: null };
  const timelines = new Map<string, RateTimeline>();

  /**
   * Returns the windows of players who had the item's quest. It counts if three installs, and half of all that saw the
   * item, saw the mark while they had the quest, so that a few cannot replace what all others saw. Of several such
   * quests, takes the one that most installs had, and the lowest id of those.
   */
  const questBasis = (itemId: number): RateBasis | null => {
    let most: RateBasis | null = null;
    for (const questId of (questsOf.get(itemId) ?? []).toSorted(compareNumbers)) {
      const marked = decodeCount(sumNumbers(parts.map(({ markers }) => markers.get(`${itemId}:${questId}`) ?? 0)));
      if (!isCorroborated(marked) || 2 * marked < all.seers(itemId)) continue;
      const split = splitTotals((part) => part.quests.get(questId)!);
      const { windows: kills, reporters } = split.inside;
      if (most !== null && reporters <= most.inside.reporters) continue;
      const [drops, installs] = [split.inside.drops(itemId), split.inside.seers(itemId)];
      const quest = { questId, kills, drops, rate: drops / kills, installs, reporters };
      most = { name: 'quest', quest, isIn: createQuestTest(questId), ...split };
    }
    return most;
  };

  return {
    all,
    basisOf: (itemId: number): RateBasis => questBasis(itemId) ?? usual,
    /**
     * Returns the windows inside or outside of a basis by day. If `once` is an item, of each install only those up to the
     * first that held it.
     */
    timeline: ({ name, quest, isIn }: RateBasis, inside: boolean, once: number | null): RateTimeline => {
      const key = `${name}:${quest?.questId}:${inside}:${once}`;
      let timeline = timelines.get(key);
      if (timeline === undefined) {
        const isSeen = ({ receivedDay }: LootWindowCounts, context: WindowContext): boolean =>
          receivedDay < untilDay && isIn(context) === inside;
        timeline = createTimeline(selectWindows(installs, isSeen, once));
        timelines.set(key, timeline);
      }
      return timeline;
    },
  };
}

/** Yields the windows of each install that count, in order of time. */
function* selectWindows(
  installs: readonly InstallWindows[],
  isSeen: (window: LootWindowCounts, context: WindowContext) => boolean,
  once: number | null,
): Generator<readonly [installN: number, windows: readonly LootWindowCounts[]]> {
  for (const { installN, known, windowsInTime } of installs) {
    const seen = windowsInTime().filter((window) => isSeen(window, known[window.context]!));
    const first = once === null ? -1 : seen.findIndex(({ itemIds }) => itemIds.includes(once));
    yield [installN, first === -1 ? seen : seen.slice(0, first + 1)];
  }
}

/** Windows in some contexts, and those in all others. */
interface SplitCount {
  readonly inside: WindowCount;
  readonly outside: WindowCount;
}

/** Counts of all windows, and of the windows inside and outside of each possible basis. */
interface LootCounts {
  readonly all: WindowCount;
  readonly solo: SplitCount;
  readonly quests: ReadonlyMap<number, SplitCount>;
  /** Stored counts of the installs that saw an item marked for a quest that they had, by `item:quest`. */
  readonly markers: Map<string, number>;
}

export function createLootCounts(questIds: readonly number[]): LootCounts {
  const split = (): SplitCount => ({ inside: createWindowCount(), outside: createWindowCount() });
  const quests = new Map(questIds.map((questId) => [questId, split()] as const));
  return { all: createWindowCount(), solo: split(), quests, markers: new Map() };
}

export function addToLootCounts({ all, solo, quests, markers }: LootCounts, loot: LootSums): void {
  addLootToCount(all, loot, null);
  addToSplit(solo, loot, isSoloContext);
  for (const [questId, count] of quests) addToSplit(count, loot, createQuestTest(questId));
  for (const { itemId, marked } of loot.items) {
    for (const questId of marked) {
      if (!quests.has(questId)) continue;
      const key = `${itemId}:${questId}`;
      markers.set(key, (markers.get(key) ?? 0) + findWitnessUnit(loot.installN));
    }
  }
}

function addToSplit({ inside, outside }: SplitCount, loot: LootSums, isIn: (context: WindowContext) => boolean): void {
  const isInside = loot.known.map(isIn);
  addLootToCount(inside, loot, isInside);
  addLootToCount(
    outside,
    loot,
    isInside.map((is) => !is),
  );
}

function isSoloContext(context: WindowContext): boolean {
  return context.isSolo;
}

function createQuestTest(questId: number): (context: WindowContext) => boolean {
  return ({ questIds }) => questIds.includes(questId);
}

/** Quests for which the client marks each item as a quest item, by item. */
export type QuestsByItem = ReadonlyMap<number, readonly number[]>;
