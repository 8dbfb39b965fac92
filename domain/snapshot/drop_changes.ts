import { unwrapAgreedValues } from '../families/counting/agreed.ts';
import { createItemDayCounter } from '../families/counting/item_days.ts';
import { isGatheredSource } from '../families/counting/loot_source.ts';
import { compareNumbers } from '../families/counting/order.ts';
import type { QuestsByItem } from '../families/counting/rate_basis.ts';
import { createRateEstimator, createSourceRates, type RateRules } from '../families/counting/source_rates.ts';
import { buildWithdrawnDrops, countQueue, isPublicSource } from '../families/drops.ts';
import { buildDropEdge } from '../families/edges.ts';
import { quest_items } from '../families/quest_items.ts';
import type { AnySource, DropFacts, ItemRate, PublicRateReader, SourceLoot } from '../ports/drops.ts';
import type { EdgeUpdate } from '../ports/edges.ts';
import type { ChangedEvidence, DirtyPage, DirtySource, LootPage, LootPageStart } from '../ports/evidence.ts';
import type { RateWeights } from '../values/estimates/model.ts';
import { cutIntoSlices } from '../values/slices.ts';

const SOURCES_PER_PAGE = 2_000;

/** Number of items whose rates are yielded together. The last source of a part may exceed it. */
const ITEMS_PER_PART = 3_000;

/** A source with more items than this is processed in several parts. Each reads the whole source again. */
const ITEMS_PER_RANGE = 20_000;

export const NO_QUESTS_BY_ITEM: QuestsByItem = new Map();

/** Returns how much the dirty sources change the last snapshot's `queued`. */
export async function countQueuedChange(evidence: ChangedEvidence): Promise<number> {
  let change = 0;
  for await (const page of yieldSourcePages(evidence)) {
    for (const one of page) {
      change += countQueue(one) - countQueue({ ...one, reporters: one.reportersBefore, items: one.itemsBefore });
    }
  }
  return change;
}

/** The rules of rates, and the weights of their estimator. */
export interface DropCountingRules extends Omit<RateRules, 'estimateOf'> {
  readonly weights: RateWeights;
  /**
   * Reads the public rates if they were estimated on the same day with the same weights, from windows of which those
   * received before the day are unchanged. Otherwise null, and every rate is estimated.
   */
  readonly sameDay: PublicRateReader | null;
}

/** A part of a snapshot with facts of sources and the edges that follow from the same loot windows. */
interface DropPart {
  readonly drops: readonly DropFacts[];
  readonly edges: readonly EdgeUpdate[];
}

/**
 * Yields the facts of the dirty sources, and the changed edges from items to them: all items of public sources, because
 * each window changes the estimates of all of them, and none if a source is no longer public. Sources that were never
 * public are omitted. Gathering gives no edges.
 */
export async function* yieldDropChanges(
  evidence: ChangedEvidence,
  { weights, sameDay, ...fixed }: DropCountingRules,
): AsyncGenerator<DropPart> {
  const rules = { ...fixed, estimateOf: createRateEstimator(weights) };
  for await (const page of yieldSourcePages(evidence)) {
    const withdrawn = page
      .filter((one) => !isPublicSource(one) && isPublicSource({ reporters: one.reportersBefore }))
      .map(toLootSource);
    for (const some of cutIntoSlices(withdrawn, SOURCES_PER_READ)) {
      const changed = await evidence.changedItems(some);
      const edges = some.flatMap((source, i) =>
        isGatheredSource(source) ? [] : changed[i]!.map((itemId) => buildDropEdge(source, itemId, 0)),
      );
      yield { drops: some.map(buildWithdrawnDrops), edges };
    }
    let [drops, edges, items]: [DropFacts[], EdgeUpdate[], number] = [[], [], 0];
    for await (const loot of yieldChangedLoot(evidence, page.filter(isPublicSource).map(toLootSource), sameDay)) {
      for await (const part of yieldSourceParts(evidence, loot, rules)) {
        drops.push(part.facts);
        edges.push(...part.edges);
        items += part.facts.items.length + 1;
        if (items < ITEMS_PER_PART) continue;
        yield { drops, edges };
        [drops, edges, items] = [[], [], 0];
      }
    }
    if (drops.length > 0) yield { drops, edges };
  }
}

/** Number of withdrawn sources whose items are read at a time. */
const SOURCES_PER_READ = 100;

/** The loot of one source, and the items whose windows changed. */
interface ChangedLoot {
  readonly source: AnySource;
  readonly changed: readonly number[];
  /** The public rates, if they were estimated on the same day. */
  readonly sameDay: readonly ItemRate[];
  /** Reads the windows of every install, with these quests in their contexts, a limited number at a time. */
  read(quests: QuestsByItem): AsyncIterable<SourceLoot> | readonly SourceLoot[];
}

/** Yields the loot of each source. Reads several small sources at a time, and a large one as often as it is needed. */
async function* yieldChangedLoot(
  evidence: ChangedEvidence,
  sources: readonly AnySource[],
  sameDay: PublicRateReader | null,
): AsyncGenerator<ChangedLoot> {
  for (let after: LootPageStart | null = { source: 0, installN: 0 }; after !== null; ) {
    const page: LootPage = await evidence.lootOf(sources, NO_QUEST_IDS, after);
    const isWhole = page.next === null || page.next.installN === 0;
    const asked = page.rows.map(({ source }) => source);
    const changed = await evidence.changedItems(asked);
    const rates = (await sameDay?.(asked)) ?? [];
    for (const [i, row] of page.rows.entries()) {
      const read = (quests: QuestsByItem) =>
        isWhole && quests.size === 0 ? [row] : yieldLootPages(evidence, [row.source], quests);
      yield { source: row.source, changed: changed[i]!, sameDay: rates[i] ?? [], read };
    }
    after = isWhole ? page.next : { source: page.next!.source + 1, installN: 0 };
  }
}

const NO_QUEST_IDS: ReadonlySet<number> = new Set();

/** Yields the facts of a public source and its changed edges. A source with very many items has several parts. */
async function* yieldSourceParts(
  evidence: ChangedEvidence,
  { source, changed, sameDay, read }: ChangedLoot,
  rules: RateRules,
): AsyncGenerator<{ readonly facts: DropFacts; readonly edges: readonly EdgeUpdate[] }> {
  const [itemIds, marked] = [new Set<number>(), new Set<number>()];
  for await (const { installs } of read(NO_QUESTS_BY_ITEM)) {
    for (const { items } of installs) {
      for (const item of items) {
        itemIds.add(item.itemId);
        if (item.marked.length > 0) marked.add(item.itemId);
      }
    }
  }
  const quests = await readQuestsByItem(evidence, marked);
  const known = new Map(sameDay.map((rate) => [rate.itemId, rate]));
  for (const [first, last] of splitIdsIntoRanges([...itemIds].sort(compareNumbers))) {
    const isIn = (itemId: number): boolean => first <= itemId && itemId <= last;
    const isPart = last - first < Number.MAX_SAFE_INTEGER;
    const own = isPart ? new Map([...quests].filter(([itemId]) => isIn(itemId))) : quests;
    const days = createItemDayCounter();
    const rates = createSourceRates(source, own, rules);
    for await (const { installs } of read(own)) {
      const counted = isPart
        ? installs.map((one) => ({ ...one, items: one.items.filter((item) => isIn(item.itemId)) }))
        : installs;
      days.add(counted);
      rates.add(counted);
    }
    const { windows: kills, reporters, drops, seers } = rates.totals();
    yield {
      facts: {
        source,
        public: true,
        kills,
        reporters,
        topWindows: days.topWindows(),
        measuredZero: itemIds.size === 0 && !isGatheredSource(source),
        items: days.itemIds().map((itemId) => {
          const rate = rates.rateOf(itemId, known.get(itemId) ?? null);
          return { ...rate, itemId, drops: drops(itemId), installs: seers(itemId) };
        }),
        ...(isPart ? { itemRange: [first, last] } : {}),
      },
      edges: isGatheredSource(source)
        ? []
        : changed.filter(isIn).map((itemId) => buildDropEdge(source, itemId, seers(itemId), days.daysOf(itemId))),
    };
  }
}

/** Divides all item ids into ranges that contain at most `ITEMS_PER_RANGE` of these ids. */
function splitIdsIntoRanges(itemIds: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const firsts = [0];
  for (let at = ITEMS_PER_RANGE; at < itemIds.length; at += ITEMS_PER_RANGE) firsts.push(itemIds[at]!);
  return firsts.map((first, i) => [first, (firsts[i + 1] ?? Number.MAX_SAFE_INTEGER + 1) - 1]);
}

/** Yields the rows page by page, skipping empty pages. */
export async function* yieldPages<T>(read: (after: number) => Promise<DirtyPage<T>>): AsyncGenerator<readonly T[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: DirtyPage<T> = await read(after);
    if (page.rows.length > 0) yield page.rows;
    after = page.next;
  }
}

/** Yields all dirty sources, page by page. */
export async function* yieldSourcePages(evidence: ChangedEvidence): AsyncGenerator<readonly DirtySource[]> {
  for (let after: AnySource | null = null; ; ) {
    const page: readonly DirtySource[] = await evidence.dirtySources(after, SOURCES_PER_PAGE);
    yield page;
    if (page.length < SOURCES_PER_PAGE) return;
    after = page.at(-1)!.source;
  }
}

const QUEST_ITEMS_PER_PAGE = 2_000;

/**
 * Returns the quests for which three installs saw each item marked as a quest item, anywhere. Those that count at a
 * source are among them.
 */
async function readQuestsByItem(evidence: ChangedEvidence, itemIds: ReadonlySet<number>): Promise<QuestsByItem> {
  const subjects = [...itemIds].map(String);
  const quests = new Map<number, readonly number[]>();
  for (const some of cutIntoSlices(subjects, QUEST_ITEMS_PER_PAGE)) {
    for await (const page of yieldPages((after) => evidence.tallies(quest_items.name, some, after))) {
      for (const { subject, tallies } of page) {
        const fact = quest_items.facts(subject, tallies);
        if (fact !== null) quests.set(Number(subject), unwrapAgreedValues(fact.quests));
      }
    }
  }
  return quests;
}

/** Yields the loot of these sources in parts. */
export async function* yieldLootPages(
  evidence: Pick<ChangedEvidence, 'lootOf'>,
  sources: readonly AnySource[],
  quests: QuestsByItem,
): AsyncGenerator<SourceLoot> {
  const wanted = new Set([...quests.values()].flat());
  let after: LootPageStart | null = null;
  do {
    const page: LootPage = await evidence.lootOf(sources, wanted, after);
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}

export function toLootSource(one: DirtySource): AnySource {
  return one.source;
}

export function toSourceKey(source: AnySource): string {
  return `${source.type}:${source.id}`;
}
