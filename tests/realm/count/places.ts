import { ballotsOf, type Kept, reach } from '../kept.ts';
import { type Facts, state } from './agreed.ts';

/** An even median is the mean of the middle two. */
export const medianOf = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]!;
};

interface Position {
  readonly install: string;
  readonly cx: number;
  readonly cy: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Map pins: on a grid of half a percent, one position of each install and cell, its newest. Again and again the cell is
 * looked for that has, with its 8 neighbours, most installs; its positions become a pin as long as there are three.
 */
export const countPins = (kept: readonly Kept[], facts: Facts): void => {
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
};

const pinsOf = (positions: readonly Position[]) => {
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
};

const DIFFICULTIES = ['optimal', 'medium', 'easy', 'trivial'];

/** Recipe ranges: the third highest of the installs' lower bounds, the third lowest of their upper ones. */
export const countRanges = (kept: readonly Kept[], facts: Facts): void => {
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
    const range = (begins: number) => {
      const lows: number[] = [];
      const highs: number[] = [];
      const gave = new Set<string>();
      for (const [install, rows] of installs) {
        const below = rows.filter(({ difficulty }) => difficulty < begins).map(({ skill }) => skill + 1);
        const reached = rows.filter(({ difficulty }) => difficulty >= begins).map(({ skill }) => skill);
        const low = Math.max(...below);
        const high = Math.min(...reached);
        if (low > high) continue;
        if (below.length > 0) lows.push(low);
        if (reached.length > 0) highs.push(high);
        gave.add(install);
      }
      const low = lows.sort((a, b) => b - a)[2];
      const high = highs.sort((a, b) => a - b)[2];
      return low === undefined || high === undefined || low > high ? undefined : { low, high, installs: gave.size };
    };
    state(facts, 'recipe_ranges', String(recipeId), { yellow: range(1), green: range(2), grey: range(3) });
  }
};
