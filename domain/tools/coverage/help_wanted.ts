import { PLACED_KINDS, type ReportsNeeded, UNPLACED_KINDS, type ZoneCount } from '../../ports/coverage.ts';
import type { Levels } from '../../reads/entities/npc.ts';
import { nameZones } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { readLevels } from '../../reads/entities/zone_npcs.ts';
import { groupBy, interleaveLists } from '../../values/group_by.ts';
import { describeTasks, type HelpTask, hasTaskName } from './tasks.ts';

/** Selects the tasks that suit a player. */
export interface TaskFilter {
  /** The player's level, or null for any. */
  readonly level: number | null;
  readonly need: ReportsNeeded;
}

/** A player helps best within this many levels of a creature. */
const LEVEL_TOLERANCE = 3;

/** Number of zones to choose tasks from, and of subjects of each kind to read in a zone. */
const ZONES_READ = 8;
const TASKS_PER_ZONE = 4;

/**
 * Returns a few things that a player can do so that facts become public, at most `limit`: one in each zone, then a
 * second one in each. Those whose subject has a name come first, then those that need one more report. With a level,
 * only zones and creatures near that level, and zones of unknown level after them. Subjects without a zone follow if
 * zones have too few.
 */
export async function findHelpWanted(
  snapshot: PublishedSnapshot,
  { level = null, need = null, limit }: Partial<TaskFilter> & { readonly limit: number },
): Promise<readonly HelpTask[]> {
  const filter = { level, need };
  const { near, unknown } = await chooseTaskZones(snapshot, filter);
  const zones = [...near, ...unknown].slice(0, Math.max(limit, ZONES_READ)).map(({ zone }) => zone);
  const byZone = await readTasksInZones(snapshot, zones, filter);
  const inZones = interleaveLists(zones.map((zone) => byZone.get(zone) ?? []));
  const elsewhere =
    level !== null || inZones.filter(hasTaskName).length >= limit ? [] : await readAnyTasks(snapshot, need);
  const tasks = [...inZones, ...elsewhere];
  return [...tasks.filter(hasTaskName), ...tasks.filter((task) => !hasTaskName(task))].slice(0, limit);
}

/** Zones with pending subjects, those with most first. Without a level, all of them are near. */
export interface ZonesByLevel {
  readonly near: readonly ZoneCount[];
  /** Zones without a creature whose level is public. */
  readonly unknown: readonly ZoneCount[];
}

/**
 * Returns the zones for a player: those with a name first, then those with most to do. Zones that need no report of the
 * wanted kind are left out.
 */
export async function chooseTaskZones(snapshot: PublishedSnapshot, { level, need }: TaskFilter): Promise<ZonesByLevel> {
  const found = await snapshot.coverage.zones(null);
  const names = await nameZones(
    snapshot,
    found.map(({ zone }) => zone),
  );
  const isNamed = ({ zone }: ZoneCount): boolean =>
    names.get(zone)!.map !== null || names.get(zone)!.mapInFiles !== null;
  const wanted = (zone: ZoneCount): number => (need === 2 ? zone.two : zone.one);
  const zones = found
    .filter((zone) => need === null || wanted(zone) > 0)
    .toSorted(
      (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || wanted(b) - wanted(a) || b.two - a.two || a.zone - b.zone,
    );
  if (level === null) return { near: zones, unknown: [] };
  const levels = await readLevels(
    snapshot,
    zones.map(({ zone }) => zone),
  );
  return {
    near: zones.filter(({ zone }) => {
      const own = levels.get(zone);
      return own != null && isNearLevel(own, level);
    }),
    unknown: zones.filter(({ zone }) => levels.get(zone) == null),
  };
}

/** Whether a player of this level can do something about creatures of these levels. */
function isNearLevel({ min, max }: Levels, level: number): boolean {
  return min - LEVEL_TOLERANCE <= level && level <= max + LEVEL_TOLERANCE;
}

/** Whether a task or zone suits a player of this level. Unknown levels suit every player, and a null level any levels. */
export function isLevelSuited({ levels }: { readonly levels: Levels | null }, level: number | null): boolean {
  return level === null || levels === null || isNearLevel(levels, level);
}

/** Like `isLevelSuited`, but vendors and trainers serve players of any level. */
export function isTaskSuited(task: HelpTask, level: number | null): boolean {
  return task.kind === 'vendor' || task.kind === 'trainer' || isLevelSuited(task, level);
}

/** Returns the first tasks in each of these zones, the easiest first. Zones without any are omitted. */
export async function readTasksInZones(
  snapshot: PublishedSnapshot,
  zones: readonly number[],
  { level, need }: TaskFilter,
): Promise<ReadonlyMap<number, readonly HelpTask[]>> {
  const subjects = await snapshot.coverage.firstIn(zones, PLACED_KINDS, need, TASKS_PER_ZONE);
  const tasks = await describeTasks(snapshot, subjects);
  const suitable = tasks.filter((task) => isTaskSuited(task, level));
  const byZone = groupBy(suitable, ({ zone }) => zone!.mapId);
  return new Map([...byZone].map(([zone, own]) => [zone, sortTasksByEase(own)] as const));
}

/** Returns the first tasks whose subjects have no zone, such as quests to accept, the easiest first. */
export async function readAnyTasks(snapshot: PublishedSnapshot, need: ReportsNeeded): Promise<readonly HelpTask[]> {
  const subjects = await snapshot.coverage.firstIn([null], UNPLACED_KINDS, need, TASKS_PER_ZONE);
  return sortTasksByEase(await describeTasks(snapshot, subjects));
}

/** Orders tasks with a name first, then by what they need. Different kinds alternate. */
function sortTasksByEase(tasks: readonly HelpTask[]): readonly HelpTask[] {
  const groups = groupBy(tasks, (task) => task.missing + (hasTaskName(task) ? 0 : 2));
  return [...groups]
    .sort(([a], [b]) => a - b)
    .flatMap(([, own]) => interleaveLists([...groupBy(own, ({ kind }) => kind).values()]));
}
