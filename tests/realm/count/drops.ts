import { type Kept, reach } from '../kept.ts';
import { dayText } from '../record.ts';

/** Rows keyed by their subject, such as `npc 5 item 7`. */
export type Lines = Map<string, unknown>;

export interface CountedDrops {
  readonly rates: Lines;
  readonly zeros: Lines;
  readonly queued: number;
  readonly stats: { readonly uploads: number; readonly records: number; readonly lootWindows: number };
}

/** Counts drop rates and measured zeros (contract, section 3, Drops). */
export function countDrops(kept: readonly Kept[]): CountedDrops {
  const sources = new Map<
    string,
    { windows: Map<string, number>; drops: Map<number, { count: number; by: Set<string> }> }
  >();
  const uploads = new Set<number>();
  let records = 0;
  let lootWindows = 0;
  for (const { record, install, upload } of kept) {
    if (record.kind !== 'loot') continue;
    records++;
    uploads.add(upload);
    const source = sourceOf(record);
    if (source === null) continue;
    lootWindows++;
    const tally = reach(sources, source, () => ({ windows: new Map<string, number>(), drops: new Map() }));
    tally.windows.set(install, (tally.windows.get(install) ?? 0) + 1);
    for (const itemId of new Set(record.items.map((item) => item.itemId))) {
      const seen = reach(tally.drops, itemId, () => ({ count: 0, by: new Set<string>() }));
      seen.count++;
      seen.by.add(install);
    }
  }
  const rates: Lines = new Map();
  const zeros: Lines = new Map();
  let queued = 0;
  for (const [source, { windows, drops }] of sources) {
    const reporters = windows.size;
    const each = [...windows.values()];
    const kills = each.reduce((sum, own) => sum + own, 0);
    const figures = { kills, reporters, topShare: Math.max(...each) / kills };
    if (reporters < 3) queued += Math.max(1, drops.size);
    else if (drops.size === 0) zeros.set(source, figures);
    else {
      for (const [itemId, { count, by }] of drops) {
        rates.set(`${source} item ${itemId}`, { ...figures, drops: count, installs: by.size });
      }
    }
  }
  return { rates, zeros, queued, stats: { uploads: uploads.size, records, lootWindows } };
}

/** Returns the source of a loot window, or null if the source was guessed or the record names none or two. */
export function sourceOf(record: Kept['record']): string | null {
  if (record.kind !== 'loot' || record.sourceEvidence === undefined) return null;
  const { sourceNpcId, sourceObjectId } = record;
  if (sourceNpcId !== undefined && sourceObjectId !== undefined) return null;
  if (sourceNpcId !== undefined) return `npc ${sourceNpcId}`;
  return sourceObjectId === undefined ? null : `object ${sourceObjectId}`;
}

/**
 * Counts observed edges, such as `item 7 dropped_by npc 5`, with the number of installs that reported each edge and its
 * first and last day.
 */
export function countEdges(kept: readonly Kept[]): Lines {
  const reports = new Map<string, Map<string, string[]>>();
  for (const { record, install, atMs } of kept) {
    for (const edge of edgesIn(record)) {
      const told = reach(reports, edge, () => new Map<string, string[]>());
      reach(told, install, () => []).push(dayText(atMs));
    }
  }
  const lines: Lines = new Map();
  for (const [edge, installs] of reports) {
    if (installs.size < 3) continue;
    const [firstSeen, lastSeen] = daysOf([...installs.values()]);
    lines.set(edge, { installs: installs.size, firstSeen, lastSeen });
  }
  return lines;
}

/**
 * Returns the first day by which three installs had seen an edge, and the last day on or after which three installs
 * still saw it. If the first day would be after the last, both are computed for two installs instead.
 */
function daysOf(ofInstalls: readonly (readonly string[])[]): readonly [first: string, last: string] {
  const all = [...new Set(ofInstalls.flat())].sort();
  const first = (needed: number) =>
    all.find((day) => ofInstalls.filter((days) => days.some((one) => one <= day)).length >= needed)!;
  const last = (needed: number) =>
    all.findLast((day) => ofInstalls.filter((days) => days.some((one) => one >= day)).length >= needed)!;
  return first(3) <= last(3) ? [first(3), last(3)] : [first(2), last(2)];
}

function edgesIn(record: Kept['record']): readonly string[] {
  switch (record.kind) {
    case 'loot': {
      const source = sourceOf(record);
      return source === null ? [] : record.items.map(({ itemId }) => `item ${itemId} dropped_by ${source}`);
    }
    case 'vendor':
      return record.items.map(({ itemId }) => `item ${itemId} sold_by npc ${record.vendorNpcId}`);
    case 'quest':
      return record.rewardItemIds.map((itemId) => `item ${itemId} reward_from quest ${record.questId}`);
    case 'npc_sighting':
      return record.mapId === 0 ? [] : [`npc ${record.npcId} located_in zone ${record.mapId}`];
    default:
      return [];
  }
}
