import type { Witness } from '../ports/facts.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { groupBy } from '../values/group_by.ts';
import { computeMedian } from '../values/median.ts';
import { countWitnesses } from '../values/witnesses.ts';
import { type Claim, defineWitnessedFamily } from './counting/family.ts';

/** Number of cells per percent of a map's width or height (contract, section 3, Pins). */
const CELLS_PER_PERCENT = 2;

/** Location of an NPC or object, in percent of its map's width and height, with two decimals. */
export interface Pin {
  readonly x: number;
  readonly y: number;
  readonly installs: number;
}

/**
 * Locations of NPCs. A sighting counts only if it has a map and says whether it measured the NPC's or the player's
 * coordinates. Only the newest sighting of each install in each cell counts. The subject is `<map id>:<NPC id>`, and
 * the field is the cell.
 *
 * A window is a cell with its 8 neighbours. The window with the most installs becomes a pin if it has at least three.
 * Its cells are then removed and the search repeats, so each position counts for at most one pin. Ties go to the window
 * whose centre cell has more installs, then to the upper window, then to the left one.
 */
export const pins = defineWitnessedFamily({
  name: 'pins',
  version: 1,
  kinds: ['npc_sighting'],
  subject: { kind: 'npc', id: 1, byMap: true },
  witnesses: { npc: ['*:ID'], zone: ['ID:*'] },
  claims: ({ mapId, npcId, x, y, positionKind }) => {
    if (positionKind === undefined || mapId === 0) return [];
    return [buildPositionClaim(`${mapId}:${npcId}`, { x, y })];
  },
  facts: (_subject, witnesses) => computePins(witnesses),
});

/** Builds the claim of a position. Its cell is the field, so a newer sighting there replaces an install's older one. */
export function buildPositionClaim(subject: string, { x, y }: { readonly x: number; readonly y: number }): Claim {
  const field = `${Math.floor(x * CELLS_PER_PERCENT)}:${Math.floor(y * CELLS_PER_PERCENT)}`;
  return { subject, field, value: JSON.stringify([x, y]) };
}

/**
 * Returns the pins of a subject, beginning with most installs, or null if there are none. Does not join adjacent cells,
 * because the whole path of a wandering NPC would become one pin.
 */
export function computePins(witnesses: readonly Witness[]): { readonly pins: readonly Pin[] } | null {
  const found = takeDensestPins(groupIntoCells(witnesses));
  return found.length === 0 ? null : { pins: found.sort((a, b) => b.installs - a.installs || a.y - b.y || a.x - b.x) };
}

interface PinCell {
  readonly cx: number;
  readonly cy: number;
  readonly positions: ReportedPosition[];
}

interface ReportedPosition {
  readonly installN: number;
  readonly x: number;
  readonly y: number;
}

type PinCells = Map<number, PinCell>;

/** Greater than the number of cells in a row, so no two cells share a key. */
const CELLS_PER_ROW = 1024;

function formatCellKey(cx: number, cy: number): number {
  return cy * CELLS_PER_ROW + cx;
}

function groupIntoCells(witnesses: readonly Witness[]): PinCells {
  const cells: PinCells = new Map();
  for (const { installN, field, value } of witnesses) {
    const [cx, cy] = field.split(':').map(Number) as [number, number];
    const [x, y] = JSON.parse(value) as [number, number];
    const key = formatCellKey(cx, cy);
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
 * Extracts one pin after another, ranking windows by number of installs. A window that has since lost cells is counted
 * again when its turn comes. Its rank can only fall, so this happens only a few times.
 */
function takeDensestPins(cells: PinCells): Pin[] {
  const ranks = new Map<number, PinCell[]>();
  const rank = (cell: PinCell, installs: number): void => {
    if (!isCorroborated(installs)) return;
    const list = ranks.get(installs);
    if (list === undefined) ranks.set(installs, [cell]);
    else list.push(cell);
  };
  for (const cell of cells.values()) rank(cell, countCellInstalls(listNearbyCells(cells, cell)));

  const found: Pin[] = [];
  for (let installs = Math.max(0, ...ranks.keys()); installs > 0; installs--) {
    for (const centre of (ranks.get(installs) ?? []).sort(compareInstallCounts)) {
      if (!cells.has(formatCellKey(centre.cx, centre.cy))) continue;
      const window = listNearbyCells(cells, centre);
      const left = countCellInstalls(window);
      if (left < installs) {
        rank(centre, left);
        continue;
      }
      found.push(computePin(window.flatMap((cell) => cell.positions)));
      for (const { cx, cy } of window) cells.delete(formatCellKey(cx, cy));
    }
  }
  return found;
}

function compareInstallCounts(a: PinCell, b: PinCell): number {
  return b.positions.length - a.positions.length || a.cy - b.cy || a.cx - b.cx;
}

function listNearbyCells(cells: PinCells, { cx, cy }: PinCell): readonly PinCell[] {
  const window: PinCell[] = [];
  for (let y = cy - 1; y <= cy + 1; y++) {
    for (let x = cx - 1; x <= cx + 1; x++) {
      const cell = cells.get(formatCellKey(x, y));
      if (cell !== undefined) window.push(cell);
    }
  }
  return window;
}

function countCellInstalls(window: readonly PinCell[]): number {
  const installs = new Set<number>();
  for (const { positions } of window) for (const { installN } of positions) installs.add(installN);
  return countWitnesses(installs);
}

/** Takes the median over installs. An install counts once, with the median of its positions, however many it sent. */
function computePin(positions: readonly ReportedPosition[]): Pin {
  const positionsOf = groupBy(positions, ({ installN }) => installN);
  const byInstall = [...positionsOf.values()];
  return {
    x: roundToHundredth(computeMedian(byInstall.map((own) => computeMedian(own.map(({ x }) => x))))),
    y: roundToHundredth(computeMedian(byInstall.map((own) => computeMedian(own.map(({ y }) => y))))),
    installs: countWitnesses(positionsOf.keys()),
  };
}

function roundToHundredth(percent: number): number {
  return Math.round(percent * 100) / 100;
}
