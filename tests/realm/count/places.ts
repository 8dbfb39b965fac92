import { ballotsOf, type Kept, reach } from '../kept.ts';
import { type Facts, state } from './agreed.ts';

/** Returns the median. For an even number of values, it is the mean of the middle two. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
}

interface Position {
  readonly install: string;
  readonly cx: number;
  readonly cy: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Counts map pins on a grid with cells of half a percent, using each install's newest position in each cell. Repeatedly
 * picks the cell that has the most installs together with its 8 neighbours, and turns these positions into a pin, until
 * no cell has three installs.
 */
export function countPins(kept: readonly Kept[], facts: Facts): void {
  const ballots = ballotsOf(kept, (record) => {
    if (record.kind !== 'npc_sighting' || record.positionKind === undefined || record.mapId === 0) return [];
    const { mapId, npcId, x, y } = record;
    return [{ subject: `${mapId}:${npcId}`, field: `${Math.floor(x / 0.5)} ${Math.floor(y / 0.5)}`, value: [x, y] }];
  });
  for (const [subject, cells] of ballots) {
    const positions: Position[] = [];
    for (const [cell, installs] of cells) {
      const [cx, cy] = cell.split(' ').map(Number) as [number, number];
      for (const [install, at] of installs) {
        const [x, y] = at as [number, number];
        positions.push({ install, cx, cy, x, y });
      }
    }
    const pins = pinsOf(positions);
    state(facts, 'pins', subject, { pins: pins.length === 0 ? undefined : pins });
  }
}

/**
 * Counts the cells of half a percent in which three installs were. The facts are tiles of 20 by 20 cells, written as
 * a number with one bit for each cell, row by row.
 */
export function countMapCells(kept: readonly Kept[], facts: Facts): void {
  const visitors = new Map<string, Set<string>>();
  for (const { install, record } of kept) {
    const isMeasured =
      (record.kind === 'npc_sighting' && record.positionKind !== undefined) ||
      (record.kind === 'loot' && record.sourceEvidence === 'loot-api');
    if (!isMeasured || record.mapId === undefined || record.mapId === 0) continue;
    const { mapId, x, y } = record;
    if (x === undefined || y === undefined) continue;
    const [column, row] = [x, y].map((percent) => Math.min(199, Math.floor(percent * 2))) as [number, number];
    reach(visitors, `${mapId} ${column} ${row}`, () => new Set<string>()).add(install);
  }
  const tiles = new Map<string, bigint>();
  for (const [cell, installs] of visitors) {
    if (installs.size < 3) continue;
    const [mapId, column, row] = cell.split(' ').map(Number) as [number, number, number];
    const subject = `${mapId}:${10 * Math.floor(row / 20) + Math.floor(column / 20)}`;
    tiles.set(subject, (tiles.get(subject) ?? 0n) + 2n ** BigInt(20 * (row % 20) + (column % 20)));
  }
  for (const [subject, cells] of tiles) state(facts, 'map_cells', subject, { cells: cells.toString(16) });
}

function pinsOf(positions: readonly Position[]) {
  const pins = [];
  for (let left = positions; ; ) {
    const windows = [...new Set(left.map(({ cx, cy }) => `${cx} ${cy}`))].map((cell) => {
      const [cx, cy] = cell.split(' ').map(Number) as [number, number];
      const within = left.filter((at) => Math.abs(at.cx - cx) <= 1 && Math.abs(at.cy - cy) <= 1);
      const centre = left.filter((at) => at.cx === cx && at.cy === cy).length;
      return { cx, cy, within, centre, installs: new Set(within.map(({ install }) => install)).size };
    });
    windows.sort((a, b) => b.installs - a.installs || b.centre - a.centre || a.cy - b.cy || a.cx - b.cx);
    const [best] = windows;
    if (best === undefined || best.installs < 3) break;
    const own = new Map<string, Position[]>();
    for (const at of best.within) reach(own, at.install, () => []).push(at);
    const middle = (axis: 'x' | 'y') =>
      Math.round(medianOf([...own.values()].map((list) => medianOf(list.map((at) => at[axis])))) * 100) / 100;
    pins.push({ x: middle('x'), y: middle('y'), installs: best.installs });
    left = left.filter((at) => !best.within.includes(at));
  }
  return pins.sort((a, b) => b.installs - a.installs || a.y - b.y || a.x - b.x);
}

const DIFFICULTIES = ['optimal', 'medium', 'easy', 'trivial'];

interface Told {
  readonly install: string;
  /** -1 means no lower bound. In `high`, 999 means no upper bound. */
  readonly low: number;
  readonly high: number;
}

/** Returns the third highest lower bound and the third lowest upper bound, each null if there are fewer than three. */
function thirds(told: readonly Told[]) {
  return {
    low:
      told
        .map(({ low }) => low)
        .filter((low) => low >= 0)
        .sort((a, b) => b - a)[2] ?? null,
    high:
      told
        .map(({ high }) => high)
        .filter((high) => high < 999)
        .sort((a, b) => a - b)[2] ?? null,
  };
}

/** Repeatedly drops the installs that contradict the common bounds, until all remaining installs agree with them. */
function agreeing(told: readonly Told[]): readonly Told[] {
  const { low, high } = thirds(told);
  if (low !== null && high !== null && low > high) return [];
  const left = told.filter((one) => one.low <= (high ?? 999) && one.high >= (low ?? -1));
  return left.length === told.length ? told : agreeing(left);
}

/**
 * Returns the installs that count. If the bounds cross, these are the installs that allow a skill which the fewest
 * installs contradict, minus those that disagree with the group's own bounds. The group must be at least twice as large
 * as the excluded installs. At every skill outside its bounds, the group's installs that rule the skill out must be at
 * least twice as many as the excluded installs that allow it. Otherwise no install counts.
 */
function heardAmong(told: readonly Told[]): readonly Told[] {
  const { low, high } = thirds(told);
  if (low === null || high === null || low <= high) return told;
  const scale = Array.from({ length: 452 }, (_, skill) => skill);
  const isRight = (one: Told, skill: number): boolean => one.low <= skill && skill <= one.high;
  const wrong = scale.map((skill) => told.filter((one) => !isRight(one, skill)).length);
  const best = scale.filter((skill) => wrong[skill] === Math.min(...wrong));
  const heard = agreeing(told.filter((one) => best.some((skill) => isRight(one, skill))));
  const others = told.filter((one) => !heard.includes(one));
  const left = thirds(heard);
  const isIn = (skill: number): boolean => (left.low ?? -1) <= skill && skill <= (left.high ?? 999);
  const isClear = scale
    .filter((skill) => !isIn(skill))
    .every((skill) => {
      const against = heard.filter((one) => !isRight(one, skill)).length;
      return against >= 2 * others.filter((one) => isRight(one, skill)).length;
    });
  return isClear && heard.length >= 2 * others.length ? heard : [];
}

/**
 * Counts recipe ranges, from the third highest lower bound to the third lowest upper bound of the installs. Each known
 * end is also listed in `bounds`, even if the other end is unknown.
 */
export function countRanges(kept: readonly Kept[], facts: Facts): void {
  const recipes = new Map<number, Map<string, { skill: number; difficulty: number }[]>>();
  for (const { record, install } of kept) {
    if (record.kind !== 'recipe_observed') continue;
    const installs = reach(recipes, record.recipeId, () => new Map());
    reach(installs, install, () => []).push({
      skill: record.skill,
      difficulty: DIFFICULTIES.indexOf(record.difficulty),
    });
  }
  for (const [recipeId, installs] of recipes) {
    const toldOf = (begins: number): readonly Told[] =>
      [...installs]
        .map(([install, rows]) => ({
          install,
          low: Math.max(-1, ...rows.filter(({ difficulty }) => difficulty < begins).map(({ skill }) => skill + 1)),
          high: Math.min(999, ...rows.filter(({ difficulty }) => difficulty >= begins).map(({ skill }) => skill)),
        }))
        .filter(({ low, high }) => low <= high);
    const found = ['yellow', 'green', 'grey'].map((colour, at) => {
      const heard = heardAmong(toldOf(at + 1));
      return { colour, ...thirds(heard), installs: heard.length };
    });
    const ranges = found.flatMap(({ colour, low, high, installs: n }) =>
      low === null || high === null ? [] : [[colour, { low, high, installs: n }]],
    );
    const bounds = found.flatMap(({ colour, low, high, installs: n }) => {
      if (low === null && high === null) return [];
      const ends = { ...(low === null ? {} : { atLeast: low }), ...(high === null ? {} : { atMost: high }) };
      return [[colour, { ...ends, installs: n }]];
    });
    const firstSeen = [...installs.values()]
      .map((rows) => Math.min(...rows.map(({ skill }) => skill)))
      .sort((a, b) => a - b);
    state(facts, 'recipe_ranges', String(recipeId), {
      ...Object.fromEntries(ranges),
      bounds: bounds.length === 0 ? undefined : Object.fromEntries(bounds),
      seenFrom: firstSeen.length < 3 ? undefined : { value: firstSeen[2], installs: firstSeen.length },
    });
  }
}
