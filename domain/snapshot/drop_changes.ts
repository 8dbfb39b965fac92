import { agreedValues } from '../families/counting/agreed.ts';
import {
  createRateEstimator,
  createSourceRates,
  type QuestsByItem,
  type RateEstimator,
} from '../families/counting/source_rates.ts';
import { dropFacts, isPublicSource, queuedOf, withdrawnDrops } from '../families/drops.ts';
import { dropEdge } from '../families/edges.ts';
import { quest_items } from '../families/quest_items.ts';
import type { DropFacts, Source, SourceItem, SourceLoot } from '../ports/drops.ts';
import type { EdgeUpdate } from '../ports/edges.ts';
import type { ChangedEvidence, DirtyPage, DirtySource, LootPage, LootPlace } from '../ports/evidence.ts';
import { isCorroborated } from '../values/corroboration.ts';
import type { RateWeights } from '../values/estimates/model.ts';
import { groupBy } from '../values/group_by.ts';
import { slicesOf } from '../values/slices.ts';

const PAGE_SOURCES = 2_000;

/** Number of items read at a time. A source with more is processed in several pages. */
const PAGE_ITEMS = 20_000;

/** Returns how much the dirty sources change the last snapshot's `queued`. */
export async function queuedChange(evidence: ChangedEvidence): Promise<number> {
  let change = 0;
  for await (const page of sourcePages(evidence)) {
    for (const one of page) {
      change += queuedOf(one) - queuedOf({ reporters: one.reportersBefore, items: one.itemsBefore });
    }
  }
  return change;
}

/**
 * Yields the facts of the dirty sources: all items of public sources, because each window changes the estimates of all
 * of them, and none if a source is no longer public. Sources that were never public are omitted.
 */
export async function* dropChanges(
  evidence: ChangedEvidence,
  weights: RateWeights,
): AsyncGenerator<readonly DropFacts[]> {
  const estimator = createRateEstimator(weights);
  for await (const page of sourcePages(evidence)) {
    for (const group of groupsOf(page)) yield* groupFacts(evidence, group, estimator);
  }
}

/** Yields changed edges from items to the dirty sources that drop them, if public now or before the change. */
export async function* dropEdgeChanges(evidence: ChangedEvidence): AsyncGenerator<readonly EdgeUpdate[]> {
  for await (const page of sourcePages(evidence)) {
    for (const group of groupsOf(page)) yield* edgesOf(evidence, group.sources.map(sourceOf));
  }
}

async function* edgesOf(evidence: ChangedEvidence, sources: readonly Source[]): AsyncGenerator<readonly EdgeUpdate[]> {
  let left = sources;
  for (let afterItem = 0; left.length > 0; ) {
    const read = await evidence.sourceItems(left, 'changed', { afterItem, limit: PAGE_ITEMS });
    const affected = read.filter((one) => isCorroborated(one.installs) || isCorroborated(one.installsBefore));
    if (affected.length > 0) yield affected.map(dropEdge);
    const last = read.at(-1);
    if (read.length < PAGE_ITEMS || last === undefined) return;
    left = left.slice(left.findIndex((source) => sourceKey(source) === sourceKey(last.source)));
    afterItem = last.itemId;
  }
}

/** Yields the rows page by page, skipping empty pages. */
export async function* pages<T>(read: (after: number) => Promise<DirtyPage<T>>): AsyncGenerator<readonly T[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: DirtyPage<T> = await read(after);
    if (page.rows.length > 0) yield page.rows;
    after = page.next;
  }
}

/** Yields all dirty sources, page by page. */
export async function* sourcePages(evidence: ChangedEvidence): AsyncGenerator<readonly DirtySource[]> {
  for (let after: Source | null = null; ; ) {
    const page: readonly DirtySource[] = await evidence.dirtySources(after, PAGE_SOURCES);
    yield page;
    if (page.length < PAGE_SOURCES) return;
    after = page.at(-1)!.source;
  }
}

/** Consecutive sources with few enough items to be read together, or a single source with more items. */
interface Group {
  readonly sources: DirtySource[];
  items: number;
}

function groupsOf(dirty: readonly DirtySource[]): readonly Group[] {
  const groups: Group[] = [];
  for (const one of dirty) {
    if (!isPublicSource(one) && !isPublicSource({ reporters: one.reportersBefore })) continue;
    // Items whose drops are all gone are listed as well.
    const items = one.items + one.itemsBefore;
    const group = groups.at(-1);
    if (group === undefined || group.items + items > PAGE_ITEMS) groups.push({ sources: [one], items });
    else {
      group.sources.push(one);
      group.items += items;
    }
  }
  return groups;
}

/** Yields the facts of a group. A source with more items than fit on a page has several. */
async function* groupFacts(
  evidence: ChangedEvidence,
  { sources }: Group,
  estimator: RateEstimator,
): AsyncGenerator<readonly DropFacts[]> {
  let left: readonly DirtySource[] = sources.filter(isPublicSource);
  let withdrawn = sources.filter((one) => !isPublicSource(one)).map(withdrawnDrops);
  if (left.length === 0) yield withdrawn;
  for (let afterItem = 0; left.length > 0; ) {
    const read = await evidence.sourceItems(left.map(sourceOf), 'all', { afterItem, limit: PAGE_ITEMS });
    const last = read.length < PAGE_ITEMS ? undefined : read.at(-1);
    const at = last === undefined ? left.length - 1 : left.findIndex((one) => isSource(one, last.source));
    const rated = await ratedFacts(evidence, left.slice(0, at + 1), read, estimator);
    yield [...withdrawn, ...rated];
    withdrawn = [];
    if (last === undefined) return;
    left = left.slice(at);
    afterItem = last.itemId;
  }
}

async function ratedFacts(
  evidence: ChangedEvidence,
  sources: readonly DirtySource[],
  items: readonly SourceItem[],
  estimator: RateEstimator,
): Promise<readonly DropFacts[]> {
  const itemsOf = groupBy(items, ({ source }) => sourceKey(source));
  const quests = await questsByItem(evidence, new Set(items.map(({ itemId }) => itemId)));
  const rates = new Map(
    sources.map(({ source }) => {
      const questsOf = new Map(itemsOf.get(sourceKey(source))?.map(({ itemId }) => [itemId, quests.get(itemId) ?? []]));
      return [sourceKey(source), createSourceRates(source, questsOf, estimator)] as const;
    }),
  );
  for await (const { source, installs } of lootPages(evidence, sources.map(sourceOf), quests)) {
    rates.get(sourceKey(source))!.add(installs);
  }
  return sources.map((one) => {
    const key = sourceKey(one.source);
    return dropFacts(one, itemsOf.get(key) ?? [], rates.get(key)!.rateOf);
  });
}

/** Number of items whose quests are read at a time. */
const PAGE_QUEST_ITEMS = 2_000;

/**
 * Returns the quests for which three installs saw each item marked as a quest item, anywhere. Those that count at a
 * source are among them.
 */
async function questsByItem(evidence: ChangedEvidence, itemIds: ReadonlySet<number>): Promise<QuestsByItem> {
  const subjects = [...itemIds].map(String);
  const quests = new Map<number, readonly number[]>();
  for (const some of slicesOf(subjects, PAGE_QUEST_ITEMS)) {
    for await (const page of pages((after) => evidence.tallies(quest_items.name, some, after))) {
      for (const { subject, tallies } of page) {
        const fact = quest_items.facts(subject, tallies);
        if (fact !== null) quests.set(Number(subject), agreedValues(fact.quests));
      }
    }
  }
  return quests;
}

/** Yields the loot of these sources in parts. */
export async function* lootPages(
  evidence: Pick<ChangedEvidence, 'lootOf'>,
  sources: readonly Source[],
  quests: QuestsByItem,
): AsyncGenerator<SourceLoot> {
  const wanted = new Set([...quests.values()].flat());
  let after: LootPlace | null = null;
  do {
    const page: LootPage = await evidence.lootOf(sources, wanted, after);
    yield* page.rows;
    after = page.next;
  } while (after !== null);
}

function isSource({ source }: DirtySource, other: Source): boolean {
  return sourceKey(source) === sourceKey(other);
}

export function sourceOf(one: DirtySource): Source {
  return one.source;
}

export function sourceKey(source: Source): string {
  return `${source.type}:${source.id}`;
}
