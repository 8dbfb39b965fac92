import type { Witness } from '../ports/facts.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { median } from '../values/median.ts';
import { countWitnesses } from '../values/witnesses.ts';
import { witnessed } from './counting/family.ts';
import { groupBy } from './counting/group_by.ts';

/** Cells a percent of the map's width and height: cells are half a percent wide and high (contract, section 3, Pins). */
const CELLS_PER_PERCENT = 2;

/** A place where an NPC stands, in percent of its map's width and height, to two decimals. */
export interface Pin {
  readonly x: number;
  readonly y: number;
  readonly installs: number;
}

/**
 * Where NPCs stand. Only sightings that say whose coordinates were measured count, on a map that is known, and of each
 * install and cell the newest. Subject: `<map id>:<NPC id>`; field: the cell.
 *
 * A cell and its 8 neighbours are a window. The window with most installs becomes a pin where it has three, its cells
 * are taken out, and so on: each position counts for one pin at most. Between equal windows the one whose centre has
 * more installs goes first, then the upper, then the left one.
 */
export const pins = witnessed({
  name: 'pins',
  version: 1,
  kinds: ['npc_sighting'],
  subject: { kind: 'npc', id: 1 },
  logged: true,
  witnesses: { npc: ['*:ID'], zone: ['ID:*'] },
  claims: (record) => {
    if (record.kind !== 'npc_sighting' || record.positionKind === undefined || record.mapId === 0) return [];
    const { mapId, npcId, x, y } = record;
    const cell = [x, y].map((percent) => Math.floor(percent * CELLS_PER_PERCENT)).join(':');
    return [{ subject: `${mapId}:${npcId}`, field: cell, value: JSON.stringify([x, y]) }];
  },
  facts: (_subject, witnesses) => {
    const found = pinsOf(cellsOf(witnesses));
    return found.length === 0
      ? null
      : { pins: found.sort((a, b) => b.installs - a.installs || a.y - b.y || a.x - b.x) };
  },
});

interface Cell {
  readonly cx: number;
  readonly cy: number;
  readonly positions: Position[];
}

interface Position {
  readonly installN: number;
  readonly x: number;
  readonly y: number;
}

type Cells = Map<number, Cell>;

/** More than the cells of a row, so that no two cells share a key. */
const ROW = 1024;

function keyOf(cx: number, cy: number): number {
  return cy * ROW + cx;
}

function cellsOf(witnesses: readonly Witness[]): Cells {
  const cells: Cells = new Map();
  for (const { installN, field, value } of witnesses) {
    const [cx, cy] = field.split(':').map(Number) as [number, number];
    const [x, y] = JSON.parse(value) as [number, number];
    const key = keyOf(cx, cy);
    let cell = cells.get(key);
    if (cell === undefined) {
      cell = { cx, cy, positions: [] };
      cells.set(key, cell);
    }
    cell.positions.push({ installN, x, y });
  }
  return cells;
}

/**
 * Takes pin after pin out of the cells. Windows are ranked by their installs; one that lost cells meanwhile is counted
 * again when its turn comes and falls to a lower rank, never rises, so each is counted a few times at most.
 */
function pinsOf(cells: Cells): Pin[] {
  const ranks = new Map<number, Cell[]>();
  const rank = (cell: Cell, installs: number): void => {
    if (!isCorroborated(installs)) return;
    const list = ranks.get(installs);
    if (list === undefined) ranks.set(installs, [cell]);
    else list.push(cell);
  };
  for (const cell of cells.values()) rank(cell, installsIn(windowOf(cells, cell)));

  const found: Pin[] = [];
  for (let installs = Math.max(0, ...ranks.keys()); installs > 0; installs--) {
    for (const centre of (ranks.get(installs) ?? []).sort(fullestFirst)) {
      if (!cells.has(keyOf(centre.cx, centre.cy))) continue;
      const window = windowOf(cells, centre);
      const left = installsIn(window);
      if (left < installs) {
        rank(centre, left);
        continue;
      }
      found.push(pinOf(window.flatMap((cell) => cell.positions)));
      for (const { cx, cy } of window) cells.delete(keyOf(cx, cy));
    }
  }
  return found;
}

function fullestFirst(a: Cell, b: Cell): number {
  return b.positions.length - a.positions.length || a.cy - b.cy || a.cx - b.cx;
}

/** The cell and those of its neighbours that hold positions. */
function windowOf(cells: Cells, { cx, cy }: Cell): readonly Cell[] {
  const window: Cell[] = [];
  for (let y = cy - 1; y <= cy + 1; y++) {
    for (let x = cx - 1; x <= cx + 1; x++) {
      const cell = cells.get(keyOf(x, y));
      if (cell !== undefined) window.push(cell);
    }
  }
  return window;
}

function installsIn(window: readonly Cell[]): number {
  const installs = new Set<number>();
  for (const { positions } of window) for (const { installN } of positions) installs.add(installN);
  return countWitnesses(installs);
}

/** The median over the installs; one with several positions counts with the median of its own. */
function pinOf(positions: readonly Position[]): Pin {
  const positionsOf = groupBy(positions, ({ installN }) => installN);
  const byInstall = [...positionsOf.values()];
  return {
    x: hundredth(median(byInstall.map((own) => median(own.map(({ x }) => x))))),
    y: hundredth(median(byInstall.map((own) => median(own.map(({ y }) => y))))),
    installs: countWitnesses(positionsOf.keys()),
  };
}

function hundredth(percent: number): number {
  return Math.round(percent * 100) / 100;
}
