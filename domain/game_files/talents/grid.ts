/**
 * Computes the rows and columns of Trait nodes from their positions in the files. The trees of a class are side by
 * side, with a gap between them. Some positions are slightly off, and some have an extra zero.
 */

/** Distance between adjacent rows or columns. */
const GRID_STEP = 600;

/** Maximum distance of a node from the centre of its cell. */
const GRID_TOLERANCE = GRID_STEP / 10;

/** Minimum gap between two trees. No tree with four columns contains a gap this wide. */
const TREE_GAP = 3.2 * GRID_STEP;

/** No layout contains a gap this wide. Positions beyond such a gap may have an extra zero. */
const LAYOUT_GAP = 8 * GRID_STEP;

/** Highest valid column and row. Nodes beyond them get no row and column. */
const COLUMNS_MAX = 12;
const GRID_ROWS_MAX = 20;

export interface NodePosition {
  readonly nodeId: number;
  readonly x: number;
  readonly y: number;
}

export interface GridCell {
  readonly nodeId: number;
  readonly band: number;
  /** Row and column are both null if the node lies between cells or shares its cell with another node. */
  readonly row: number | null;
  readonly column: number | null;
}

export interface GridRepair {
  readonly positions: readonly NodePosition[];
  readonly repaired: ReadonlySet<number>;
}

/** Divides a coordinate by ten if it is far beyond all others and the quotient lies among them. */
export function repairPositions(positions: readonly NodePosition[]): GridRepair {
  const repairX = createValueRepair(positions.map(({ x }) => x));
  const repairY = createValueRepair(positions.map(({ y }) => y));
  const repaired = new Set<number>();
  const fixedPositions = positions.map(({ nodeId, x, y }) => {
    const fixed = { nodeId, x: repairX(x), y: repairY(y) };
    if (fixed.x !== x || fixed.y !== y) repaired.add(nodeId);
    return fixed;
  });
  return { positions: fixedPositions, repaired };
}

function createValueRepair(values: readonly number[]): (value: number) => number {
  const ascending = [...values].sort((a, b) => a - b);
  const gap = ascending.findIndex((value, at) => value - (ascending[at - 1] ?? value) > LAYOUT_GAP);
  const near = gap === -1 ? ascending : ascending.slice(0, gap);
  const [least, greatest] = [near[0] ?? 0, near.at(-1) ?? 0];
  return (value) =>
    value > greatest && value / 10 >= least - GRID_TOLERANCE && value / 10 <= greatest + GRID_STEP ? value / 10 : value;
}

/** Returns the x position of each tree's leftmost node, from left to right. */
export function findBandStarts(positions: readonly NodePosition[]): readonly number[] {
  const starts: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const x of positions.map((position) => position.x).sort((a, b) => a - b)) {
    if (x - last > TREE_GAP) starts.push(x);
    last = x;
  }
  return starts;
}

/**
 * Returns the x position of each tree's first column. All classes share one layout, so if that column is empty, its
 * position is taken from another class. `layouts` contains the band starts of all Trait trees with the same number of
 * bands.
 */
export function findColumns(starts: readonly number[], layouts: readonly (readonly number[])[]): readonly number[] {
  return starts.map((start, band) => {
    const alignedStarts = layouts
      .map((layout) => layout[band] ?? start)
      .filter((other) => other <= start && isGridDistance(start - other));
    const least = Math.min(start, ...alignedStarts.filter((other) => start - other < TREE_GAP));
    return start - least < GRID_STEP / 2 ? start : least;
  });
}

function isGridDistance(distance: number): boolean {
  return Math.abs(distance - GRID_STEP * countGridSteps(distance)) <= GRID_TOLERANCE;
}

// Adding 0 turns -0 into 0, which occurs for nodes slightly above or to the left of their cell.
function countGridSteps(distance: number): number {
  return Math.round(distance / GRID_STEP) + 0;
}

/** Returns the cell of every node. Rows are counted from the topmost node across all trees. */
export function assignGridCells(
  positions: readonly NodePosition[],
  starts: readonly number[],
  columns: readonly number[],
): readonly GridCell[] {
  const top = positions.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const cells = positions.map(({ nodeId, x, y }): GridCell => {
    const band = Math.max(0, starts.filter((start) => start <= x).length - 1);
    const [down, across] = [y - top, x - (columns[band] ?? 0)];
    const [row, column] = [countGridSteps(down), countGridSteps(across)];
    const isPlaced =
      isGridDistance(down) && isGridDistance(across) && row <= GRID_ROWS_MAX && column >= 0 && column <= COLUMNS_MAX;
    return { nodeId, band, row: isPlaced ? row : null, column: isPlaced ? column : null };
  });
  const taken = new Map<string, number>();
  for (const cell of cells) taken.set(formatCellKey(cell), 1 + (taken.get(formatCellKey(cell)) ?? 0));
  return cells.map((cell) => (taken.get(formatCellKey(cell)) === 1 ? cell : { ...cell, row: null, column: null }));
}

function formatCellKey({ band, row, column }: GridCell): string {
  return `${band} ${row} ${column}`;
}
