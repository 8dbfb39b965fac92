import { unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import { type CoverageCount, type CoverageKind, PLACED_KINDS, UNPLACED_KINDS } from '../../ports/coverage.ts';
import type { Levels } from '../../reads/entities/npc.ts';
import { nameZones, type Zone } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { readLevels } from '../../reads/entities/zone_npcs.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { readListedZones } from '../browse/zones.ts';
import { chooseTaskZones, isTaskSuited, readAnyTasks, readTasksInZones, type TaskFilter } from './help_wanted.ts';
import { describeTasks, type HelpTask, hasTaskName } from './tasks.ts';

/** Maximum number of zones with tasks, of tasks in each, and of tasks without a zone. */
const BOARD_CARDS_MAX = 12;
const TASKS_PER_CARD = 3;
const SHOWN_ANYWHERE_TASKS_MAX = 9;

/** Maximum number of tasks of one kind on the board of one zone. */
export const ZONE_TASKS_MAX = 60;

/** A zone's progress: how many of its creatures and objects are confirmed, and how much is still to do in it. */
export interface BoardZone {
  readonly zone: Zone;
  /** The map that contains it, or null if unknown. */
  readonly above: Zone | null;
  /** Levels of most creatures in it, or null if unknown or not read. */
  readonly levels: Levels | null;
  /** Number of creatures and objects seen in it by three installs. */
  readonly confirmed: number;
  /** The same with those that only one or two installs reported. */
  readonly reported: number;
  /** Number of subjects of any kind that need one or two more reports. */
  readonly one: number;
  readonly two: number;
}

/** A zone with its easiest tasks. */
export interface BoardCard extends BoardZone {
  readonly tasks: readonly HelpTask[];
}

/** Everything that players can do to make facts public, by zone (contract, section 3, Coverage). */
export interface QuestBoard {
  /** The zones with most to do, for the player's level if the filter has one. */
  readonly cards: readonly BoardCard[];
  readonly others: readonly BoardZone[];
  /** With a level in the filter: zones with something to do whose level is unknown. */
  readonly unknownLevel: readonly BoardZone[];
  /** Zones in which nothing waits, ordered by name. Empty with a filter. */
  readonly finished: readonly BoardZone[];
  /** Things to do that are the same everywhere, such as quests to accept. */
  readonly anywhere: { readonly tasks: readonly HelpTask[]; readonly counts: readonly CoverageCount[] };
}

export async function readQuestBoard(snapshot: PublishedSnapshot, filter: TaskFilter): Promise<QuestBoard> {
  const { near, unknown } = await chooseTaskZones(snapshot, filter);
  const waiting = new Set([...near, ...unknown].map(({ zone }) => zone));
  const isFiltered = filter.level !== null || filter.need !== null;
  const seen = isFiltered ? [] : await readListedZones(snapshot);
  const finished = seen.flatMap(({ mapId }) => (waiting.has(mapId) ? [] : [mapId]));
  const idsOf = (some: typeof near): readonly number[] => some.map(({ zone }) => zone);
  const shown = idsOf(near.slice(0, BOARD_CARDS_MAX));
  const all = [...waiting, ...finished];
  // Levels are expensive to read, and tiles of further zones can do without them.
  const zones = await readBoardZones(snapshot, all, filter.level === null ? shown : all);
  const boardOf = (ids: readonly number[]): readonly BoardZone[] => ids.map((id) => zones.get(id)!);
  const [tasks, anywhere, counts] = await Promise.all([
    readTasksInZones(snapshot, shown, filter),
    readAnyTasks(snapshot, filter.need),
    snapshot.coverage.counts(null),
  ]);
  return {
    cards: boardOf(shown).map((zone) => ({
      ...zone,
      tasks: (tasks.get(zone.zone.mapId) ?? []).slice(0, TASKS_PER_CARD),
    })),
    others: boardOf(idsOf(near.slice(BOARD_CARDS_MAX))),
    unknownLevel: boardOf(idsOf(unknown)),
    finished: boardOf(finished),
    anywhere: {
      tasks: anywhere.slice(0, SHOWN_ANYWHERE_TASKS_MAX),
      counts: counts.filter(({ kind }) => UNPLACED_KINDS.includes(kind)),
    },
  };
}

/** Returns how far each of these zones is, keyed by map id. Levels are read only for `levelled`, by default all. */
export async function readBoardZones(
  snapshot: PublishedSnapshot,
  mapIds: readonly number[],
  levelled = mapIds,
): Promise<ReadonlyMap<number, BoardZone>> {
  const maps = await snapshot.factsAmong(families.maps, mapIds.map(String));
  const aboveOf = (mapId: number): number => unwrapAgreedValue(maps.get(`${mapId}`)?.parentMapId) ?? 0;
  const [zones, levels, listed, pending] = await Promise.all([
    nameZones(snapshot, [...new Set([...mapIds, ...mapIds.map(aboveOf)])]),
    readLevels(snapshot, levelled),
    readListedZones(snapshot),
    snapshot.coverage.countsIn(mapIds),
  ]);
  const seen = new Map(listed.map(({ mapId, npcs, objects }) => [mapId, npcs + objects]));
  const countsOf = new Map(pending.map(({ zone, counts }) => [zone, counts]));
  return new Map(
    mapIds.map((mapId) => {
      const counts = countsOf.get(mapId) ?? [];
      const confirmed = seen.get(mapId) ?? 0;
      const unconfirmed = sumCoverageCounts(counts.filter(({ kind }) => kind === 'npc' || kind === 'object'));
      const board: BoardZone = {
        zone: zones.get(mapId)!,
        above: aboveOf(mapId) === 0 ? null : zones.get(aboveOf(mapId))!,
        levels: levels.get(mapId) ?? null,
        confirmed,
        reported: confirmed + unconfirmed.one + unconfirmed.two,
        ...sumCoverageCounts(counts),
      };
      return [mapId, board] as const;
    }),
  );
}

function sumCoverageCounts(counts: readonly CoverageCount[]): { readonly one: number; readonly two: number } {
  return { one: sumNumbers(counts.map(({ one }) => one)), two: sumNumbers(counts.map(({ two }) => two)) };
}

/** The board of one zone: its tasks by kind, at most ZONE_TASKS_MAX of each. */
export interface ZoneBoard extends BoardZone {
  readonly groups: readonly TaskGroup[];
}

export interface TaskGroup {
  readonly kind: CoverageKind;
  readonly tasks: readonly HelpTask[];
  /** Whether the zone has more tasks of this kind than were read. */
  readonly more: boolean;
}

export async function readZoneBoard(
  snapshot: PublishedSnapshot,
  mapId: number,
  { level, need }: TaskFilter,
): Promise<ZoneBoard> {
  const [zones, subjects] = await Promise.all([
    readBoardZones(snapshot, [mapId]),
    snapshot.coverage.firstIn([mapId], PLACED_KINDS, need, ZONE_TASKS_MAX + 1),
  ]);
  const tasks = await describeTasks(snapshot, subjects);
  const groups = PLACED_KINDS.flatMap((kind): readonly TaskGroup[] => {
    const own = tasks.filter((task) => task.kind === kind);
    const suitable = own.filter((task) => isTaskSuited(task, level));
    const shown = suitable.slice(0, ZONE_TASKS_MAX).toSorted(compareTasks);
    return shown.length === 0 ? [] : [{ kind, tasks: shown, more: own.length > ZONE_TASKS_MAX }];
  });
  return { ...zones.get(mapId)!, groups };
}

/** Orders tasks with a name before others, and those that need one report before others. */
export function compareTasks(a: HelpTask, b: HelpTask): number {
  return Number(hasTaskName(b)) - Number(hasTaskName(a)) || a.missing - b.missing;
}
