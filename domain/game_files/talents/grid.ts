/**
 * Rows and columns of Trait nodes. The files hold positions on a plane: rows and columns lie 600 apart, the trees of a class
 * side by side with a wider gap between them, and here and there a position is a little off or has a zero too many.
 */

/** Distance of two rows or two columns. */
const STEP = 600;

/** How far from its cell a node may lie. */
const WOBBLE = STEP / 10;

/** A gap wider than this parts two trees; within a tree of four columns none is. */
const TREE_GAP = 3.2 * STEP;

/** No gap of a layout is as wide: positions beyond it are looked at for a zero too many. */
const LAYOUT_GAP = 8 * STEP;

/** The widest tree, and the longest, that is read; a node beyond it is not placed. */
const COLUMNS_MAX = 12;
const ROWS_MAX = 20;

export interface Position {
  readonly nodeId: number;
  readonly x: number;
  readonly y: number;
}

export interface Cell {
  readonly nodeId: number;
  /** The tree it lies in, from the left. */
  readonly band: number;
  /** Both null where the node lies between cells, or on one cell with another. */
  readonly row: number | null;
  readonly column: number | null;
}

export interface RepairedGrid {
  readonly positions: readonly Position[];
  /** The nodes that had a zero too many. */
  readonly repaired: ReadonlySet<number>;
}

/** Takes away zeros too many: of positions far beyond all others whose tenth lies among them. */
export function repairPositions(positions: readonly Position[]): RepairedGrid {
  const repairX = repairOf(positions.map(({ x }) => x));
  const repairY = repairOf(positions.map(({ y }) => y));
  const repaired = new Set<number>();
  const standing = positions.map(({ nodeId, x, y }) => {
    const fixed = { nodeId, x: repairX(x), y: repairY(y) };
    if (fixed.x !== x || fixed.y !== y) repaired.add(nodeId);
    return fixed;
  });
  return { positions: standing, repaired };
}

function repairOf(values: readonly number[]): (value: number) => number {
  const ascending = [...values].sort((a, b) => a - b);
  const gap = ascending.findIndex((value, at) => value - (ascending[at - 1] ?? value) > LAYOUT_GAP);
  const near = gap === -1 ? ascending : ascending.slice(0, gap);
  const [least, greatest] = [near[0] ?? 0, near.at(-1) ?? 0];
  return (value) =>
    value > greatest && value / 10 >= least - WOBBLE && value / 10 <= greatest + STEP ? value / 10 : value;
}

/** Where the trees begin, from the left. */
export function bandStarts(positions: readonly Position[]): readonly number[] {
  const starts: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const x of positions.map((position) => position.x).sort((a, b) => a - b)) {
    if (x - last > TREE_GAP) starts.push(x);
    last = x;
  }
  return starts;
}

/**
 * Where the first column of each tree is. All classes share one layout, so a tree that leaves its first column empty begins
 * where that of another class does. `layouts`: the band starts of every class tree with as many bands.
 */
export function firstColumns(starts: readonly number[], layouts: readonly (readonly number[])[]): readonly number[] {
  return starts.map((start, band) => {
    const alike = layouts
      .map((layout) => layout[band] ?? start)
      .filter((other) => other <= start && isOnGrid(start - other));
    const least = Math.min(start, ...alike.filter((other) => start - other < TREE_GAP));
    return start - least < STEP / 2 ? start : least;
  });
}

function isOnGrid(distance: number): boolean {
  return Math.abs(distance - STEP * stepsOf(distance)) <= WOBBLE;
}

// Adding 0 turns a -0, of a node a little above or left of its cell, into 0.
function stepsOf(distance: number): number {
  return Math.round(distance / STEP) + 0;
}

/** The cell of every node: which tree, which row from the top of all, which column. */
export function cellsOf(
  positions: readonly Position[],
  starts: readonly number[],
  columns: readonly number[],
): readonly Cell[] {
  const top = positions.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const cells = positions.map(({ nodeId, x, y }): Cell => {
    const band = Math.max(0, starts.filter((start) => start <= x).length - 1);
    const [down, across] = [y - top, x - (columns[band] ?? 0)];
    const [row, column] = [stepsOf(down), stepsOf(across)];
    const isPlaced = isOnGrid(down) && isOnGrid(across) && row <= ROWS_MAX && column >= 0 && column <= COLUMNS_MAX;
    return { nodeId, band, row: isPlaced ? row : null, column: isPlaced ? column : null };
  });
  const taken = new Map<string, number>();
  for (const cell of cells) taken.set(keyOf(cell), 1 + (taken.get(keyOf(cell)) ?? 0));
  return cells.map((cell) => (taken.get(keyOf(cell)) === 1 ? cell : { ...cell, row: null, column: null }));
}

function keyOf({ band, row, column }: Cell): string {
  return `${band} ${row} ${column}`;
}
