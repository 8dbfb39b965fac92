import { compareStrings } from '../../families/counting/order.ts';
import { type Entity, type PublishedSnapshot, readEntities } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { type KnownProfession, readKnownProfessions } from '../browse/professions.ts';
import { readListedZones, sortZonesByLevel } from '../browse/zones.ts';
import { findHelpWanted } from '../coverage/help_wanted.ts';
import { type BoardZone, readBoardZones } from '../coverage/quest_board.ts';
import { type HelpTask, hasTaskName } from '../coverage/tasks.ts';
import { type MarketMovers, readMarketMovers } from '../market/market_movers.ts';
import { describeDropSource } from '../search/source_lines.ts';
import { listSlugsWithTalents } from '../talents/class_talents.ts';
import { type InstanceCounts, readCounts } from './instance_counts.ts';

/** The data of the home page, read from one snapshot. */
export interface HomeContent {
  readonly counts: InstanceCounts;
  /** The zones in which players saw the most NPCs and objects, ordered by level. */
  readonly zones: readonly BoardZone[];
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
const SHOWN_ZONES_MAX = 12;
const SHOWN_DROPS_MAX = 9;
const SHOWN_TASKS_MAX = 6;
const SHOWN_MOVERS_MAX = 5;

/** Number of new drops that are read. Several may be of the same item. */
const CHANGE_LINES_READ = 200;

/** Reads the home page's part of a snapshot, once per snapshot. */
export function readHomeContent(snapshot: PublishedSnapshot): Promise<HomeContent> {
  return cachedHomeContent(snapshot, '', async () => {
    const [zones, counts, professions, classes, drops, tasks, movers] = await Promise.all([
      readListedZones(snapshot),
      readCounts(snapshot),
      readKnownProfessions(snapshot),
      listSlugsWithTalents(snapshot),
      readNewestDrops(snapshot),
      chooseHomeTasks(snapshot),
      readMarketMovers(snapshot, SHOWN_MOVERS_MAX),
    ]);
    const busiest = zones.toSorted((a, b) => b.npcs + b.objects - (a.npcs + a.objects)).slice(0, SHOWN_ZONES_MAX);
    const ordered = (await sortZonesByLevel(snapshot, busiest)).map(({ mapId }) => mapId);
    return {
      counts,
      zones: [...(await readBoardZones(snapshot, ordered)).values()],
      zonesTotal: zones.length,
      professions,
      classes: classes.toSorted(compareStrings),
      drops,
      tasks,
      movers,
    };
  });
}

const cachedHomeContent = createSnapshotCache<HomeContent>(1, () => 1);

/** Returns tasks whose subject a player can find by name or, if there are none, the others. */
async function chooseHomeTasks(snapshot: PublishedSnapshot): Promise<readonly HelpTask[]> {
  const tasks = await findHelpWanted(snapshot, { limit: SHOWN_TASKS_MAX });
  return tasks.some(hasTaskName) ? tasks.filter(hasTaskName) : tasks;
}

/** Returns items with a drop source that players recently confirmed, each with its surest drop in a few words. */
async function readNewestDrops(snapshot: PublishedSnapshot): Promise<HomeContent['drops']> {
  const subjects = new Set(await snapshot.log.newDrops(CHANGE_LINES_READ));
  const itemIds = [...subjects].slice(0, 2 * SHOWN_DROPS_MAX).map((subject) => Number(subject.slice('item:'.length)));
  const [items, rates] = await Promise.all([
    readEntities(snapshot, 'item', itemIds),
    snapshot.rates.surestOfItems(itemIds),
  ]);
  const shown = itemIds.flatMap((id) => {
    const [item, rate] = [items.get(id), rates.get(id)];
    // Without a rate, the drop was withdrawn later.
    return item === undefined || item.name === null || rate === undefined ? [] : [{ item, rate }];
  });
  return mapInOrder(shown.slice(0, SHOWN_DROPS_MAX), async ({ item, rate }) => {
    return { item, line: await describeDropSource(snapshot, rate) };
  });
}
