import { isCorroborated } from '../values/corroboration.ts';
import { decodeCount, findWitnessUnit } from '../values/witnesses.ts';
import { type AnonymousRecord, type Claim, defineWitnessedFamily } from './counting/family.ts';

/** Number of cells in a row of a map. A cell is half a percent of the map's width and height. */
export const CELLS_ACROSS = 200;

/** Number of cells in a row of a tile. Cells are stored tile by tile, so that a new one changes a short row. */
const TILE_SIDE = 20;
const TILES_ACROSS = CELLS_ACROSS / TILE_SIDE;

/** Number of tiles of a map, and so the maximum number of its facts. */
export const TILES_PER_MAP = TILES_ACROSS ** 2;

/** A set of a tile's cells, as a hexadecimal number. Bit `row * TILE + column` is set if the set has that cell. */
type CellSet = string;

/** The cells of a tile in which three installs were. */
export interface MapCells {
  readonly cells: CellSet;
}

/** A cell of a map: its column and row, counted from 0 at the upper left corner. */
export type MapCell = readonly [column: number, row: number];

/**
 * The parts of a map in which players were, as small cells. An install was in a cell if one of its records was made
 * there: a loot window, or a sighting that says whose coordinates it measured. Neither times nor the order of visits
 * are kept. The subject is `<map id>:<tile>`, and the value is the set of cells in which the install was.
 */
export const map_cells = defineWitnessedFamily({
  name: 'map_cells',
  version: 1,
  kinds: ['npc_sighting', 'loot'],
  subject: null,
  witnesses: { zone: ['ID:*'] },
  claims: (record) => {
    const { mapId, x, y } = record;
    // Map 0 means "unknown place" (contract, section 3).
    return mapId === undefined || mapId === 0 || x === undefined || y === undefined || !hasMeasuredPosition(record)
      ? []
      : [buildCellClaim(mapId, x, y)];
  },
  facts: (_subject, witnesses): MapCells | null => {
    const counts = new Float64Array(TILE_SIDE * TILE_SIDE);
    for (const { installN, value } of witnesses) {
      const weight = findWitnessUnit(installN);
      for (const bit of listSetBits(value)) counts[bit]! += weight;
    }
    let cells = 0n;
    counts.forEach((kept, bit) => {
      if (isCorroborated(decodeCount(kept))) cells |= 1n << BigInt(bit);
    });
    return cells === 0n ? null : { cells: cells.toString(16) };
  },
});

/** Whether a record says what its coordinates are. Guesses of older addons do not. */
function hasMeasuredPosition(record: Extract<AnonymousRecord, { kind: 'npc_sighting' | 'loot' }>): boolean {
  return record.kind === 'loot' ? record.sourceEvidence === 'loot-api' : record.positionKind !== undefined;
}

/** The sets of one cell each, because every loot window needs one. */
const ONE_CELL_SETS: readonly CellSet[] = Array.from({ length: TILE_SIDE * TILE_SIDE }, (_, bit) =>
  (1n << BigInt(bit)).toString(16),
);

function buildCellClaim(mapId: number, x: number, y: number): Claim {
  const [column, row] = [toCellIndex(x), toCellIndex(y)];
  const tile = Math.floor(row / TILE_SIDE) * TILES_ACROSS + Math.floor(column / TILE_SIDE);
  const value = ONE_CELL_SETS[(row % TILE_SIDE) * TILE_SIDE + (column % TILE_SIDE)]!;
  return { subject: `${mapId}:${tile}`, field: '', value, joins: true };
}

/**
 * Returns the column or row of a position. The right and lower edges of a map belong to its last cells. Doubling is exact,
 * so no position slips into the cell before its own.
 */
function toCellIndex(percent: number): number {
  return Math.min(CELLS_ACROSS - 1, Math.floor(percent * (CELLS_ACROSS / 100)));
}

/** Returns the cells of a tile, given its subject. */
export function listTileCells(subject: string, { cells }: MapCells): readonly MapCell[] {
  const tile = Number(subject.slice(subject.indexOf(':') + 1));
  const left = (tile % TILES_ACROSS) * TILE_SIDE;
  const top = Math.floor(tile / TILES_ACROSS) * TILE_SIDE;
  return listSetBits(cells).map((bit): MapCell => [left + (bit % TILE_SIDE), top + Math.floor(bit / TILE_SIDE)]);
}

function listSetBits(cells: CellSet): readonly number[] {
  const bits: number[] = [];
  for (let at = 0; at < cells.length; at++) {
    const digit = Number.parseInt(cells[cells.length - 1 - at]!, 16);
    for (let bit = 0; bit < 4; bit++) if (digit & (1 << bit)) bits.push(at * 4 + bit);
  }
  return bits;
}
