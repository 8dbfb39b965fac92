import { CELLS_ACROSS, type MapCell } from '../../../domain/families/map_cells.ts';

/** Size of a map in its own units. Maps of the game are half as wide again as high. */
export const MAP_SIZE = { width: 600, height: 400 } as const;

/** Maximum number of runs in the drawing. Maps with more are drawn with coarser cells, which keeps them short. */
const RUNS_MAX = 900;

/** Consecutive cells of a row: the first column, the row, and the number of cells. */
type Run = readonly [column: number, row: number, cells: number];

/**
 * Draws the visited part of a map as an SVG picture: land with a coast around all cells, and the cells themselves as
 * paths. A picture without cells is an empty sheet. Its colours suit light and dark pages.
 */
export function drawMap(cells: readonly MapCell[]): string {
  const { width, height } = MAP_SIZE;
  const sheet = `<rect width="${width}" height="${height}" fill="#d9cba6"/>`;
  const { runs, size } = fewRuns(cells);
  const [across, down] = [(width / CELLS_ACROSS) * size, (height / CELLS_ACROSS) * size];
  const layers =
    runs.length === 0
      ? ''
      : layersOf(pathOf(runs), `translate(${across / 2},${down / 2}) scale(${across},${down})`, size);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="none">${sheet}${layers}</svg>\n`;
}

/** Strokes of one path, from the widest to the narrowest: coast, shore, land, and visited cells. Widths in cells. */
const LAYERS = [
  { colour: '#b3a377', width: 15 },
  { colour: '#8f8a5a', width: 12.6 },
  { colour: '#b9bd85', width: 11.6 },
  { colour: '#c8c894', width: 6 },
  { colour: '#a08a58', width: 1.5 },
] as const;

function layersOf(path: string, transform: string, size: number): string {
  const strokes = LAYERS.map(
    ({ colour, width }) => `<use href="#p" stroke="${colour}" stroke-width="${Math.max(1.2, width / size)}"/>`,
  );
  return `<defs><path id="p" d="${path}"/></defs><g transform="${transform}" fill="none" stroke-linecap="round" stroke-linejoin="round">${strokes.join('')}</g>`;
}

/** Returns the runs of cells, of which several were merged into one of `size` times their width if there were many. */
function fewRuns(cells: readonly MapCell[]): { readonly runs: readonly Run[]; readonly size: number } {
  for (let size = 1; ; size *= 2) {
    const runs = runsOf(cells, size);
    if (runs.length <= RUNS_MAX || size >= CELLS_ACROSS / 10) return { runs, size };
  }
}

function runsOf(cells: readonly MapCell[], size: number): readonly Run[] {
  const rows = new Map<number, Set<number>>();
  for (const [column, row] of cells) {
    const at = Math.floor(row / size);
    rows.set(at, (rows.get(at) ?? new Set()).add(Math.floor(column / size)));
  }
  return [...rows].sort(([a], [b]) => a - b).flatMap(([row, columns]) => runsOfRow(row, columns));
}

function runsOfRow(row: number, columns: ReadonlySet<number>): readonly Run[] {
  const runs: Run[] = [];
  for (const column of [...columns].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[2] === column) runs[runs.length - 1] = [last[0], row, last[2] + 1];
    else runs.push([column, row, 1]);
  }
  return runs;
}

function pathOf(runs: readonly Run[]): string {
  return runs.map(([column, row, cells]) => `M${column},${row}h${cells - 1}`).join('');
}
