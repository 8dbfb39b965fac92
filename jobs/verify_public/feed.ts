import type { PendingLoot } from './export_index.ts';
import { createListCheck, type JsonRow } from './list_check.ts';

/** Loot windows of a source, and the windows that contained each item. */
export interface SourceCounts {
  windows: number;
  soloWindows: number;
  readonly items: Map<number, number>;
}

export function createNoWindows(): SourceCounts {
  return { windows: 0, soloWindows: 0, items: new Map() };
}

/** Returns the source of a row of drops, such as "NPC 6", or null if it has none, several or an item. */
export function formatSource({ sourceNpcId: npc, sourceObjectId: object, sourceItemId: item }: JsonRow): string | null {
  if (item !== undefined) return null;
  if ((npc === undefined) === (object === undefined)) return null;
  return npc === undefined ? `object ${object}` : `NPC ${npc}`;
}

/** Counts the loot windows of the feed, and compares them with the windows behind the public figures. */
export function createFeedCheck() {
  const sources = new Map<string, SourceCounts>();
  const check = createListCheck('feed');
  let [records, beyond] = [0, 0];
  let firstBeyond: string | null = null;

  const compare = (subject: string, what: string, inFeed: number, counted: number): void => {
    const sentence = `${subject}: ${inFeed} ${what} in the feed and ${counted} behind its figures.`;
    if (inFeed < counted) check.differ(sentence);
    else if (inFeed > counted) firstBeyond ??= sentence;
  };

  return {
    add: (line: string): void => {
      records++;
      // Most rows are no loot windows, and need not be parsed.
      if (!line.includes('"loot-api"')) return;
      const row = JSON.parse(line) as LootRow;
      const source = formatSource(row);
      if (row['kind'] !== 'loot' || row['sourceEvidence'] !== 'loot-api' || source === null) return;
      // Items that were skinned, fished or the like are no loot of the source.
      if (!['corpse', 'object', undefined].includes(row.method)) return;
      check.count();
      let counts = sources.get(source);
      if (counts === undefined) {
        counts = createNoWindows();
        sources.set(source, counts);
      }
      counts.windows++;
      if (row['group'] === 'solo') counts.soloWindows++;
      for (const itemId of new Set(row.items.map((item) => item.itemId))) {
        counts.items.set(itemId, (counts.items.get(itemId) ?? 0) + 1);
      }
    },
    /** Compares a public source with the feed. `soloWindows` is null if it is unknown. */
    addsUp: (source: string, counted: Omit<SourceCounts, 'soloWindows'>, soloWindows: number | null): void => {
      const inFeed = sources.get(source) ?? createNoWindows();
      beyond += Math.max(0, inFeed.windows - counted.windows);
      check.count(Math.min(inFeed.windows, counted.windows), 'recounted');
      compare(source, 'windows', inFeed.windows, counted.windows);
      if (soloWindows !== null) compare(source, 'windows without a group', inFeed.soloWindows, soloWindows);
      for (const itemId of new Set([...inFeed.items.keys(), ...counted.items.keys()])) {
        const subject = `${source}, item ${itemId}`;
        compare(subject, 'windows', inFeed.items.get(itemId) ?? 0, counted.items.get(itemId) ?? 0);
      }
    },
    /** Ends the comparison. Windows that are only in the feed are a difference if fewer are known to wait. */
    finish: (waiting: PendingLoot | null): void => {
      if (firstBeyond !== null && waiting !== null && beyond > waiting.windows) check.differ(firstBeyond);
    },
    records: () => records,
    /** Number of windows of public sources that are in no figure. */
    beyond: () => beyond,
    report: check.report,
  };
}

type LootRow = JsonRow & { readonly method?: string; readonly items: readonly { readonly itemId: number }[] };
