import { isGatheredSource } from '../../families/counting/loot_source.ts';
import { findEdgeGroup } from '../../families/edges.ts';
import type { NotedRow } from '../../ports/change_files.ts';
import type { AnySource, DropFacts, ItemRate } from '../../ports/drops.ts';
import type { EdgeKey } from '../../ports/edges.ts';
import { formatRateRow, toZeroRow } from '../drops.ts';

/**
 * Returns the changed rows of sources that were counted again: all rates, because each row contains the windows of its
 * source, and measured zeros. `stored` converts a rate to the precision in which it is stored.
 */
export function* listChangedDrops(
  facts: readonly DropFacts[],
  stored: (rate: ItemRate) => ItemRate = (rate) => rate,
): Iterable<NotedRow> {
  for (const fact of facts) {
    if (!fact.public) continue;
    const { source, kills, reporters, topWindows } = fact;
    const totals = { sourceType: source.type, sourceId: source.id, kills, reporters, topWindows };
    for (const rate of fact.items)
      yield createRateChange(source, rate.itemId, formatRateRow({ ...totals, ...stored(rate) }));
    if (!fact.measuredZero || isGatheredSource(source)) continue;
    yield createRateChange(source, SOURCE_ROW_ITEM, JSON.stringify(toZeroRow({ ...totals, sourceType: source.type })));
  }
}

/** The item of a measured zero in `createRateChange`. */
export const SOURCE_ROW_ITEM = 0;

/** Returns the change of a rate or measured zero. `after` is its JSON, or null if it was withdrawn. */
export function createRateChange(source: AnySource, itemId: number, after: string | null): NotedRow {
  if (itemId === SOURCE_ROW_ITEM) return { list: 'zeros', key: toSourceKey(source), after };
  const list = isGatheredSource(source) ? 'gathering' : 'drops';
  return { list, key: `${toSourceKey(source)}:${itemId}`, after };
}

/** Returns the change of a source that became public or was withdrawn. Its row is its kind and id, which its key names. */
export function createSourceChange(source: AnySource, isPublic: boolean): NotedRow {
  return { list: 'sources', key: toSourceKey(source), before: isPublic ? null : '{}', after: isPublic ? '{}' : null };
}

function toSourceKey({ type, id }: AnySource): string {
  return `${type}:${id}`;
}

/** Returns the change of an observed relation. `before` and `after` are its JSON, or null if it is not public. */
export function createEdgeChange(
  { group, fromId, toId }: EdgeKey,
  before: string | null,
  after: string | null,
): NotedRow {
  const { fromKind, rel, toKind } = findEdgeGroup(group);
  return { list: 'edges', key: `${fromKind}:${fromId}:${rel}:${toKind}:${toId}`, before, after };
}
