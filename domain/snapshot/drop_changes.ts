import { dropFacts, queuedOf } from '../families/drops.ts';
import { dropEdge } from '../families/edges.ts';
import type { DropFacts, Source, SourceItem } from '../ports/drops.ts';
import type { StatedEdge } from '../ports/edges.ts';
import type { ChangedEvidence, DirtySource } from '../ports/evidence.ts';
import { isCorroborated } from '../values/corroboration.ts';

/** Sources read at a time. */
const PAGE_SOURCES = 2_000;

/** Items read at a time; a source with more comes in several pieces. */
const PAGE_ITEMS = 20_000;

/** What the dirty sources add to the last snapshot's `queued`. */
export async function queuedChange(evidence: ChangedEvidence): Promise<number> {
  let change = 0;
  for await (const page of sourcePages(evidence)) {
    for (const one of page)
      change += queuedOf(one) - queuedOf({ reporters: one.reportersBefore, items: one.itemsBefore });
  }
  return change;
}

/**
 * The facts of the dirty sources, in the order of their type and id. A source that has just become public states all its
 * items, one that was public already only those whose drops changed, one that is not public none; one that never was is
 * left out.
 */
export async function* dropChanges(evidence: ChangedEvidence): AsyncGenerator<readonly DropFacts[]> {
  for await (const page of sourcePages(evidence)) {
    for (const group of groupsOf(page)) yield* factsOf(evidence, group);
  }
}

/**
 * The relations of items to the dirty sources that hold them: of those items whose windows changed, where three installs
 * saw them there, or had.
 */
export async function* dropEdgeChanges(evidence: ChangedEvidence): AsyncGenerator<readonly StatedEdge[]> {
  for await (const page of sourcePages(evidence)) {
    for (const group of groupsOf(page)) yield* edgesOf(evidence, group.sources.map(sourceOf));
  }
}

async function* edgesOf(evidence: ChangedEvidence, sources: readonly Source[]): AsyncGenerator<readonly StatedEdge[]> {
  let left = sources;
  for (let afterItem = 0; left.length > 0; ) {
    const read = await evidence.sourceItems(left, 'changed', { afterItem, limit: PAGE_ITEMS });
    const telling = read.filter((one) => isCorroborated(one.installs) || isCorroborated(one.installsBefore));
    if (telling.length > 0) yield telling.map(dropEdge);
    const last = read.at(-1);
    if (read.length < PAGE_ITEMS || last === undefined) return;
    left = left.slice(left.findIndex((source) => keyOf(source) === keyOf(last.source)));
    afterItem = last.itemId;
  }
}

/** All dirty sources, some at a time. */
export async function* sourcePages(evidence: ChangedEvidence): AsyncGenerator<readonly DirtySource[]> {
  for (let after: Source | null = null; ; ) {
    const page: readonly DirtySource[] = await evidence.dirtySources(after, PAGE_SOURCES);
    yield page;
    if (page.length < PAGE_SOURCES) return;
    after = page.at(-1)!.source;
  }
}

/** Sources, one behind the other, that state few enough items to be read together; or one that states more. */
interface Group {
  readonly sources: DirtySource[];
  items: number;
}

function groupsOf(dirty: readonly DirtySource[]): readonly Group[] {
  const groups: Group[] = [];
  for (const one of dirty) {
    if (!isCorroborated(one.reporters) && !isCorroborated(one.reportersBefore)) continue;
    // Items that are gone are stated, too.
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

/** How a source states its items; null for one that is not public any more. */
function whichOf(one: DirtySource): 'all' | 'changed' | null {
  return isCorroborated(one.reporters) ? (isCorroborated(one.reportersBefore) ? 'changed' : 'all') : null;
}

async function* factsOf(evidence: ChangedEvidence, { sources }: Group): AsyncGenerator<readonly DropFacts[]> {
  const itemsOf = new Map<string, readonly SourceItem[]>();
  for (const which of ['all', 'changed'] as const) {
    let left = sources.filter((one) => whichOf(one) === which);
    for (let afterItem = 0; left.length > 0; ) {
      const page = { afterItem, limit: PAGE_ITEMS };
      const read = await evidence.sourceItems(left.map(sourceOf), which, page);
      for (const [key, items] of bySource(read)) itemsOf.set(key, items);
      const last = read.at(-1);
      if (read.length < PAGE_ITEMS || last === undefined) break;
      // A source with more items than a page: what is read is stated, and the rest with the next page.
      const at = left.findIndex(({ source }) => keyOf(source) === keyOf(last.source));
      const piece = left.slice(0, at + 1);
      yield factsWith(piece, itemsOf);
      for (const one of piece) itemsOf.delete(keyOf(one.source));
      left = left.slice(at);
      afterItem = last.itemId;
    }
  }
  yield factsWith(sources, itemsOf);
}

function factsWith(
  sources: readonly DirtySource[],
  itemsOf: ReadonlyMap<string, readonly SourceItem[]>,
): readonly DropFacts[] {
  return sources.map((one) => dropFacts(one, itemsOf.get(keyOf(one.source)) ?? []));
}

function sourceOf(one: DirtySource): Source {
  return one.source;
}

function keyOf(source: Source): string {
  return `${source.type}:${source.id}`;
}

function bySource(items: readonly SourceItem[]): ReadonlyMap<string, readonly SourceItem[]> {
  const groups = new Map<string, SourceItem[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item.source));
    if (group === undefined) groups.set(keyOf(item.source), [item]);
    else group.push(item);
  }
  return groups;
}
