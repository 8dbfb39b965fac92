import { compareStrings } from '../../domain/families/counting/order.ts';
import { compareTimes, sumLoot } from '../../domain/families/drops.ts';
import type { AnySource, InstallLoot, LootWindow } from '../../domain/ports/drops.ts';
import { groupBy } from '../../domain/values/group_by.ts';

/** The loot windows of one install on one source. */
export interface LootEvidence extends InstallLoot<string> {
  readonly source: AnySource;
}

/** Adds up the windows of each source and install. */
export function gatherLoot(windows: Iterable<LootWindow>): readonly LootEvidence[] {
  const groups = groupBy([...windows], ({ source, installN }) => `${source.type}:${source.id}:${installN}`);
  return Array.from(groups.values(), (own): LootEvidence => {
    const { source, installN } = own[0]!;
    const ordered = own.toSorted((a, b) => compareTimes(a, b) || compareStrings(a.context, b.context));
    return { source, ...sumLoot(installN, ordered) };
  });
}
