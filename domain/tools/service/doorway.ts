import { byText } from '../../families/counting/order.ts';
import { type Entity, entitiesOf, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import { type KnownProfession, knownProfessions } from '../browse/professions.ts';
import { type ListedZone, listedZones } from '../browse/zones.ts';
import { readLines } from '../changes/change_reader.ts';
import { helpWanted } from '../coverage/help_wanted.ts';
import type { HelpTask } from '../coverage/tasks.ts';
import { type MarketMovers, marketMovers } from '../market/market_movers.ts';
import { sourceLines } from '../search/source_lines.ts';
import { slugsWithTalents } from '../talents/class_talents.ts';
import { type InstanceCounts, instanceCounts } from './instance_counts.ts';

/** The data of the home page, read from one snapshot. */
export interface Doorway {
  readonly counts: InstanceCounts;
  /** The zones in which players saw the most NPCs and objects, ordered by name. */
  readonly zones: readonly ListedZone[];
  readonly zonesTotal: number;
  /** Professions with public recipes, ordered by slug. */
  readonly professions: readonly KnownProfession[];
  /** Slugs of the classes whose talents the imported build has. */
  readonly classes: readonly string[];
  /** Items with a recently confirmed drop source and a public drop rate, newest first. */
  readonly drops: readonly { readonly item: Entity; readonly line: string }[];
  /** Items whose auction price changed most over a week. */
  readonly movers: MarketMovers;
  /** Things that a player can do so that facts become public, the easiest first. */
  readonly tasks: readonly HelpTask[];
}

/** Numbers of entries on the home page. */
const ZONES_SHOWN = 8;
const DROPS_SHOWN = 8;
const TASKS_SHOWN = 6;
const MOVERS_SHOWN = 3;

/** Number of lines of the change log in which new drop sources are sought. */
const LINES_READ = 200;

/** Reads the home page's part of a snapshot, once per snapshot. */
export function readDoorway(snapshot: PublishedSnapshot): Promise<Doorway> {
  return doorways(snapshot, '', async () => {
    const [zones, counts, professions, classes, drops, tasks, movers] = await Promise.all([
      listedZones(snapshot),
      instanceCounts(snapshot),
      knownProfessions(snapshot),
      slugsWithTalents(snapshot),
      newestDrops(snapshot),
      helpWanted(snapshot, { limit: TASKS_SHOWN }),
      marketMovers(snapshot, MOVERS_SHOWN),
    ]);
    const busiest = zones.toSorted((a, b) => b.npcs + b.objects - (a.npcs + a.objects)).slice(0, ZONES_SHOWN);
    return {
      counts,
      zones: zones.filter((zone) => busiest.includes(zone)),
      zonesTotal: zones.length,
      professions,
      classes: classes.toSorted(byText),
      drops,
      tasks,
      movers,
    };
  });
}

const doorways = createSnapshotCache<Doorway>(1, () => 1);

/** Returns items with a drop source that players recently confirmed, each with its best source in a few words. */
async function newestDrops(snapshot: PublishedSnapshot): Promise<Doorway['drops']> {
  const lines = await readLines(snapshot, { sinceMs: 0, kind: 'item', limit: LINES_READ });
  const ids = lines.flatMap(({ line, about }) =>
    line.field === 'dropped_by' && line.change === 'became-public' && about.id !== null ? [about.id] : [],
  );
  const itemIds = [...new Set(ids)].slice(0, 2 * DROPS_SHOWN);
  const [items, rates, sources] = await Promise.all([
    entitiesOf(snapshot, 'item', itemIds),
    snapshot.rates.surestOfItems(itemIds),
    sourceLines(snapshot, itemIds),
  ]);
  return itemIds
    .flatMap((id) => {
      const [item, line] = [items.get(id), sources.get(id)];
      // Without a rate, the drop was withdrawn later.
      const isShown = item !== undefined && item.name !== null && line !== undefined && rates.has(id);
      return isShown ? [{ item, line }] : [];
    })
    .slice(0, DROPS_SHOWN);
}
