import { isCorroborated } from '../corroboration.ts';
import type { DirtySource, EvidenceStore } from '../ports/evidence.ts';
import { ok, type Reached } from '../result.ts';
import { type DropFacts, dropFacts, queuedOf, type Source, type SourceItem } from '../rollups/drops.ts';

/** Sources read at a time. */
const PAGE_SOURCES = 2_000;

/** Items read at a time; a source with more comes in several pieces. */
const PAGE_ITEMS = 20_000;

/** What the dirty sources add to the last snapshot's `queued`. */
export const queuedChange = async (evidence: EvidenceStore): Promise<Reached<number>> => {
  let change = 0;
  for await (const page of sourcePages(evidence)) {
    if (!page.ok) return page;
    for (const one of page.value)
      change += queuedOf(one) - queuedOf({ reporters: one.reportersBefore, items: one.itemsBefore });
  }
  return ok(change);
};

/**
 * The facts of the dirty sources, in the order of their type and id. A source that has just become public states all its
 * items, one that was public already only those whose drops changed, one that is not public none; one that never was is
 * left out.
 */
export const dropChanges = async function* (evidence: EvidenceStore): AsyncGenerator<Reached<readonly DropFacts[]>> {
  for await (const page of sourcePages(evidence)) {
    if (!page.ok) yield page;
    else for (const group of groupsOf(page.value)) yield* factsOf(evidence, group);
  }
};

const sourcePages = async function* (evidence: EvidenceStore): AsyncGenerator<Reached<readonly DirtySource[]>> {
  for (let after: Source | null = null; ; ) {
    const page: Reached<readonly DirtySource[]> = await evidence.dirtySources(after, PAGE_SOURCES);
    yield page;
    if (!page.ok || page.value.length < PAGE_SOURCES) return;
    after = page.value.at(-1)!.source;
  }
};

/** Sources that state their items in the same way, one behind the other. */
interface Group {
  readonly which: 'all' | 'changed' | null;
  readonly sources: DirtySource[];
  items: number;
}

const groupsOf = (dirty: readonly DirtySource[]): readonly Group[] => {
  const groups: Group[] = [];
  for (const one of dirty) {
    const is = isCorroborated(one.reporters);
    const was = isCorroborated(one.reportersBefore);
    if (!is && !was) continue;
    const which = is ? (was ? 'changed' : 'all') : null;
    const items = Math.max(one.items, one.itemsBefore);
    const group = groups.at(-1);
    if (group === undefined || group.which !== which || group.items + items > PAGE_ITEMS)
      groups.push({ which, sources: [one], items });
    else {
      group.sources.push(one);
      group.items += items;
    }
  }
  return groups;
};

const factsOf = async function* (
  evidence: EvidenceStore,
  { which, sources }: Group,
): AsyncGenerator<Reached<readonly DropFacts[]>> {
  let left = sources;
  for (let afterItem = 0; ; ) {
    const page = { afterItem, limit: PAGE_ITEMS };
    const read = which === null ? ok([]) : await evidence.sourceItems(left.map(sourceOf), which, page);
    if (!read.ok) {
      yield read;
      return;
    }
    const items = read.value;
    const last = items.at(-1);
    const whole = items.length < PAGE_ITEMS || last === undefined;
    // What is cut off within a source is stated with the next page.
    const end = whole ? left.length : left.findIndex(({ source }) => keyOf(source) === keyOf(last.source)) + 1;
    const itemsOf = bySource(items);
    yield ok(left.slice(0, end).map((one) => dropFacts(one, itemsOf.get(keyOf(one.source)) ?? [])));
    if (whole) return;
    left = left.slice(end - 1);
    afterItem = last.itemId;
  }
};

const sourceOf = (one: DirtySource): Source => one.source;

const keyOf = (source: Source): string => `${source.type}:${source.id}`;

const bySource = (items: readonly SourceItem[]): ReadonlyMap<string, readonly SourceItem[]> => {
  const groups = new Map<string, SourceItem[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item.source));
    if (group === undefined) groups.set(keyOf(item.source), [item]);
    else group.push(item);
  }
  return groups;
};
