import { isCorroborated } from '../values/corroboration.ts';
import { readCount, weighWitness } from '../values/witnesses.ts';
import { type AnonymousRecord, type Claim, defineWitnessedFamily } from './counting/family.ts';

/** Number of cells in a row of a map. A cell is half a percent of the map's width and height. */
export const CELLS_ACROSS = 200;

/** Number of cells in a row of a tile. Cells are stored tile by tile, so that a new one changes a short row. */
const TILE_CELLS = 20;
const TILES_ACROSS = CELLS_ACROSS / TILE_CELLS;

/** Number of tiles of a map, and so the maximum number of its facts. */
export const TILES_OF_MAP = TILES_ACROSS ** 2;

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
    return mapId === undefined || mapId === 0 || x === undefined || y === undefined || !isMeasured(record)
      ? []
      : [claimCell(mapId, x, y)];
  },
  facts: (_subject, witnesses): MapCells | null => {
    const counts = new Float64Array(TILE_CELLS * TILE_CELLS);
    for (const { installN, value } of witnesses) {
      const weight = weighWitness(installN);
      for (const bit of listSetBits(value)) counts[bit]! += weight;
    }
    let cells = 0n;
    counts.forEach((kept, bit) => {
      if (isCorroborated(readCount(kept))) cells |= 1n << BigInt(bit);
    });
    return cells === 0n ? null : { cells: cells.toString(16) };
  },
});

/** Whether a record says what its coordinates are. Guesses of older addons do not. */
function isMeasured(record: Extract<AnonymousRecord, { kind: 'npc_sighting' | 'loot' }>): boolean {
  return record.kind === 'loot' ? record.sourceEvidence === 'loot-api' : record.positionKind !== undefined;
}

/** The sets of one cell each, because every loot window needs one. */
const SINGLE_CELLS: readonly CellSet[] = Array.from({ length: TILE_CELLS * TILE_CELLS }, (_, bit) =>
  (1n << BigInt(bit)).toString(16),
);

function claimCell(mapId: number, x: number, y: number): Claim {
  const [column, row] = [findCell(x), findCell(y)];
  const tile = Math.floor(row / TILE_CELLS) * TILES_ACROSS + Math.floor(column / TILE_CELLS);
  const value = SINGLE_CELLS[(row % TILE_CELLS) * TILE_CELLS + (column % TILE_CELLS)]!;
  return { subject: `${mapId}:${tile}`, field: '', value, joins: true };
}

/**
 * Returns the column or row of a position. The right and lower edges of a map belong to its last cells. Doubling is exact,
 * so no position slips into the cell before its own.
 */
function findCell(percent: number): number {
  return Math.min(CELLS_ACROSS - 1, Math.floor(percent * (CELLS_ACROSS / 100)));
}

/** Returns the cells of a tile, given its subject. */
export function listCellsOfTile(subject: string, { cells }: MapCells): readonly MapCell[] {
  const tile = Number(subject.slice(subject.indexOf(':') + 1));
  const left = (tile % TILES_ACROSS) * TILE_CELLS;
  const top = Math.floor(tile / TILES_ACROSS) * TILE_CELLS;
  return listSetBits(cells).map((bit): MapCell => [left + (bit % TILE_CELLS), top + Math.floor(bit / TILE_CELLS)]);
}

/** Returns the bits that are set, ascending. */
function listSetBits(cells: CellSet): readonly number[] {
  const bits: number[] = [];
  for (let at = 0; at < cells.length; at++) {
    const digit = Number.parseInt(cells[cells.length - 1 - at]!, 16);
    for (let bit = 0; bit < 4; bit++) if (digit & (1 << bit)) bits.push(at * 4 + bit);
  }
  return bits;
}
