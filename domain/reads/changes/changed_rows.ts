import { isGatheredFrom } from '../../families/counting/loot_source.ts';
import { edgeGroup } from '../../families/edges.ts';
import type { ChangedRow } from '../../ports/change_files.ts';
import type { AnySource, AnySourceType, DropFacts, ItemRate, Source } from '../../ports/drops.ts';
import type { EdgeName } from '../../ports/edges.ts';
import { rateText, zeroRow } from '../drops.ts';

/**
 * Returns the changed rows of sources that were counted again: all rates, because each row contains the windows of its
 * source, and measured zeros. `stored` converts a rate to the precision in which it is stored.
 */
export function* changedDrops(
  facts: readonly DropFacts[],
  stored: (rate: ItemRate) => ItemRate = (rate) => rate,
): Iterable<ChangedRow> {
  for (const fact of facts) {
    if (!fact.public) continue;
    const { source, kills, reporters, topWindows } = fact;
    const list = isGatheredFrom(source) ? 'gathering' : 'drops';
    const totals = { sourceType: source.type, sourceId: source.id, kills, reporters, topWindows };
    for (const rate of fact.items) {
      yield { list, key: rateKey(source.type, source.id, rate.itemId), after: rateText(totals, stored(rate)) };
    }
    if (!fact.measuredZero || isGatheredFrom(source)) continue;
    const zero = zeroRow({ ...totals, sourceType: source.type });
    yield { list: 'zeros', key: sourceKey(source), after: JSON.stringify(zero) };
  }
}

export function withdrawnRate(list: 'drops' | 'gathering', [sourceType, sourceId, itemId]: RateKey): ChangedRow {
  return { list, key: rateKey(sourceType, sourceId, itemId), after: null };
}

/** The source and item of a rate. The item of a measured zero is 0. */
export type RateKey = readonly [sourceType: AnySourceType, sourceId: number, itemId: number];

export function withdrawnZero(source: Source): ChangedRow {
  return { list: 'zeros', key: sourceKey(source), after: null };
}

/** Returns the change of a source that became public or was withdrawn. Its row is its kind and id, which its key names. */
export function changedSource(source: AnySource, isPublic: boolean): ChangedRow {
  return { list: 'sources', key: sourceKey(source), before: isPublic ? null : '{}', after: isPublic ? '{}' : null };
}

function rateKey(sourceType: AnySourceType, sourceId: number, itemId: number): string {
  return `${sourceType}:${sourceId}:${itemId}`;
}

function sourceKey({ type, id }: AnySource): string {
  return `${type}:${id}`;
}

/** Returns the change of an observed relation. `before` and `after` are its JSON, or null if it is not public. */
export function changedEdge(
  { group, fromId, toId }: EdgeName,
  before: string | null,
  after: string | null,
): ChangedRow {
  const { fromKind, rel, toKind } = edgeGroup(group);
  return { list: 'edges', key: `${fromKind}:${fromId}:${rel}:${toKind}:${toId}`, before, after };
}
