import { isCorroborated } from '../corroboration.ts';
import type { DirtySource, EvidenceStore } from '../ports/evidence.ts';
import { ok, type Reached } from '../result.ts';
import { type DropFacts, dropFacts, queuedOf, type Source, type SourceItem } from '../rollups/drops.ts';

/** What the sources that changed since the last snapshot do to the public drop facts. */
export interface DropChanges {
  readonly facts: readonly DropFacts[];
  /** To be added to the last snapshot's `queued`. */
  readonly queuedChange: number;
}

/**
 * Reads the dirty sources and states their facts. A source that has just become public states all its items, one that
 * was public already only those whose drops changed, one that is not public none; one that never was is left out.
 */
export const dropChanges = async (evidence: EvidenceStore): Promise<Reached<DropChanges>> => {
  const dirty = await evidence.dirtySources();
  if (!dirty.ok) return dirty;
  const became = dirty.value.filter((one) => isCorroborated(one.reporters) && !isCorroborated(one.reportersBefore));
  const stayed = dirty.value.filter((one) => isCorroborated(one.reporters) && isCorroborated(one.reportersBefore));
  const fell = dirty.value.filter((one) => !isCorroborated(one.reporters) && isCorroborated(one.reportersBefore));
  const all = await evidence.sourceItems(became.map(sourceOf), 'all');
  if (!all.ok) return all;
  const changed = await evidence.sourceItems(stayed.map(sourceOf), 'changed');
  if (!changed.ok) return changed;
  const itemsOf = bySource([...all.value, ...changed.value]);
  const facts = [...became, ...stayed, ...fell].map((one) =>
    dropFacts(one, itemsOf.get(keyOf(one.source)) ?? [], one.itemsGone),
  );
  return ok({ facts, queuedChange: dirty.value.reduce((sum, one) => sum + queuedChangeOf(one), 0) });
};

const queuedChangeOf = (one: DirtySource): number =>
  queuedOf(one) - queuedOf({ reporters: one.reportersBefore, items: one.itemsBefore });

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
