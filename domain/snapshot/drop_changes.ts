import { dropFacts, queuedOf } from '../families/drops.ts';
import { dropEdge } from '../families/edges.ts';
import type { DropFacts, Source, SourceItem } from '../ports/drops.ts';
import type { EdgeUpdate } from '../ports/edges.ts';
import type { ChangedEvidence, DirtyPage, DirtySource } from '../ports/evidence.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { groupBy } from '../values/group_by.ts';

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
 * Yields the facts of the dirty sources, ordered by type and id: all items if the source has just become public, the
 * changed items if it already was public, and none if it no longer is. Sources that were never public are omitted.
 */
export async function* dropChanges(evidence: ChangedEvidence): AsyncGenerator<readonly DropFacts[]> {
  for await (const page of sourcePages(evidence)) {
    for (const group of groupsOf(page)) yield* computeCoverage(evidence, group);
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
    if (!isCorroborated(one.reporters) && !isCorroborated(one.reportersBefore)) continue;
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

/** Returns which of a source's items to list, or null if the source is no longer public. */
function itemSelection(one: DirtySource): 'all' | 'changed' | null {
  return isCorroborated(one.reporters) ? (isCorroborated(one.reportersBefore) ? 'changed' : 'all') : null;
}

async function* computeCoverage(evidence: ChangedEvidence, { sources }: Group): AsyncGenerator<readonly DropFacts[]> {
  const itemsOf = new Map<string, readonly SourceItem[]>();
  for (const which of ['all', 'changed'] as const) {
    let left = sources.filter((one) => itemSelection(one) === which);
    for (let afterItem = 0; left.length > 0; ) {
      const page = { afterItem, limit: PAGE_ITEMS };
      const read = await evidence.sourceItems(left.map(sourceOf), which, page);
      for (const [key, items] of groupBy(read, ({ source }) => sourceKey(source))) itemsOf.set(key, items);
      const last = read.at(-1);
      if (read.length < PAGE_ITEMS || last === undefined) break;
      // The source has more items than fit on a page. Yield the items read so far, and the rest with the next page.
      const at = left.findIndex(({ source }) => sourceKey(source) === sourceKey(last.source));
      const piece = left.slice(0, at + 1);
      yield factsWith(piece, itemsOf);
      for (const one of piece) itemsOf.delete(sourceKey(one.source));
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
  return sources.map((one) => dropFacts(one, itemsOf.get(sourceKey(one.source)) ?? []));
}

function sourceOf(one: DirtySource): Source {
  return one.source;
}

function sourceKey(source: Source): string {
  return `${source.type}:${source.id}`;
}
