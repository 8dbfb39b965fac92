import { CELLS_ACROSS, type MapCell } from '../../../domain/families/map_cells.ts';

export const MAP_FOLDER = '/maps/';

/** Size of a map in its own units. Maps of the game are half as wide again as high. */
export const MAP_SIZE = { width: 600, height: 400 } as const;

/** Width and height of a cell, in the map's units. */
const CELL = { width: MAP_SIZE.width / CELLS_ACROSS, height: MAP_SIZE.height / CELLS_ACROSS } as const;

/** Maximum numbers of cells in the drawing, per layer. Maps with more are drawn with coarser cells. */
const WALKED_POINTS_MAX = 1_500;
const LAND_POINTS_MAX = 300;

/** Greatest length of a trail between two visited places, in the map's units. */
const TRAIL_LENGTH_MAX = 75;

/** Colours of the drawing, which suit light and dark pages. */
const PAPER_COLOUR = '#d8caa5';
const LAND_STROKES = [
  { colour: '#b9a878', width: 92 },
  { colour: '#7f7a4e', width: 84 },
  { colour: '#aeb27c', width: 80 },
  { colour: '#bcbf8b', width: 46 },
] as const;
const TRAIL_COLOUR = '#8a6f45';
const WALKED_COLOUR = '#d3c491';

/**
 * Draws the visited part of a map as an SVG picture: land around all cells, trails between places that are close to
 * each other, and the cells themselves. Nothing but cells goes into the drawing, so a trail only says that both of its
 * ends were visited. Without cells, the picture is an empty sheet.
 */
export function drawMap(cells: readonly MapCell[]): string {
  const { width, height } = MAP_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" preserveAspectRatio="none"><rect width="${width}" height="${height}" fill="${PAPER_COLOUR}"/>${cells.length === 0 ? '' : drawLayers(cells)}</svg>\n`;
}

/** Bends straight strokes, so that they look drawn by hand. */
const EDGE_FILTER =
  '<filter id="f" x="-20" y="-20" width="640" height="440" filterUnits="userSpaceOnUse"><feTurbulence type="fractalNoise" baseFrequency=".022" numOctaves="3" seed="7"/><feDisplacementMap in="SourceGraphic" scale="22" xChannelSelector="R" yChannelSelector="G"/></filter>';

function drawLayers(cells: readonly MapCell[]): string {
  const places = mergeCells(cells, LAND_POINTS_MAX);
  // Between merged cells, the shortest trails would only show how they were merged.
  const trails = places.size > 2 ? '' : drawTrails(places.points);
  const walked = mergeCells(cells, WALKED_POINTS_MAX);
  const land = LAND_STROKES.map(({ colour, width }) => `<use href="#l" stroke="${colour}" stroke-width="${width}"/>`);
  return `<defs>${EDGE_FILTER}<path id="l" d="${drawWalkedDots(places)}${trails}"/></defs><g fill="none" stroke-linecap="round" stroke-linejoin="round" filter="url(#f)">${land.join('')}<path d="${trails}" stroke="${TRAIL_COLOUR}" stroke-width="1.6" stroke-dasharray="5 4"/><path d="${drawWalkedDots(walked)}" stroke="${WALKED_COLOUR}" stroke-width="${walked.size === 1 ? 5 : 3.4 * walked.size}"/></g>`;
}

/** A point of the map, in its units. */
type Point = readonly [x: number, y: number];

/** Centres of cells, row by row. If `size` is not 1, each of them is a square of `size` by `size` merged cells. */
interface CellGrid {
  readonly points: readonly Point[];
  readonly size: number;
}

/** Returns the centres of the cells. If there are too many, merges the cells of squares of `size` cells. */
function mergeCells(cells: readonly MapCell[], max: number): CellGrid {
  for (let size = 1; ; size *= 2) {
    const merged = new Map(
      cells.map(([column, row]) => {
        const [across, down] = [Math.floor(column / size), Math.floor(row / size)];
        return [down * CELLS_ACROSS + across, [across, down]] as const;
      }),
    );
    if (merged.size > max) continue;
    const points = [...merged]
      .sort(([a], [b]) => a - b)
      .map(([, [across, down]]): Point => [(across! + 0.5) * size * CELL.width, (down! + 0.5) * size * CELL.height]);
    return { points, size };
  }
}

/** Draws each point as a dot, which the round ends of a stroke make, and neighbours in a row as one stroke. */
function drawWalkedDots({ points, size }: CellGrid): string {
  const strokes: [x: number, y: number, length: number][] = [];
  for (const [x, y] of points) {
    const last = strokes.at(-1);
    if (last !== undefined && last[1] === y && last[0] + last[2] + size * CELL.width === x) last[2] = x - last[0];
    else strokes.push([x, y, 0]);
  }
  return strokes.map(([x, y, length]) => `M${Math.round(x)},${Math.round(y)}h${length}`).join('');
}

/** Joins all points that are close to each other to one tree with the shortest trails. */
function drawTrails(points: readonly Point[]): string {
  const trails: string[] = [];
  const [first, ...others] = points;
  if (first === undefined) return '';
  let left = others.map((point) => ({ point, to: first, distance: measureDistance(point, first) }));
  while (left.length > 0) {
    const next = left.reduce((nearest, one) => (one.distance < nearest.distance ? one : nearest));
    const { point, to, distance } = next;
    if (distance <= TRAIL_LENGTH_MAX) trails.push(`M${point.map(Math.round).join()}L${to.map(Math.round).join()}`);
    left = left
      .filter((one) => one !== next)
      .map((one) => {
        const nearer = measureDistance(one.point, point);
        return nearer < one.distance ? { ...one, to: point, distance: nearer } : one;
      });
  }
  return trails.join('');
}

function measureDistance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(ax - bx, ay - by);
}
