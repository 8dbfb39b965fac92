import { Buffer } from 'node:buffer';
import { constants, deflateSync } from 'node:zlib';
import type { Bytes } from '../../domain/ports/codec.ts';
import { fastCrc32 } from '../packed_text.ts';

/** A straight edge of an outline. */
export type Edge = readonly [x0: number, y0: number, x1: number, y1: number];

/** A canvas of palette indexes. Each colour has `LEVELS` shades, from the background to the colour. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** Number of shades per colour. Shade 0 is the background. Four colours fill a palette. */
export const LEVELS = 64;

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, pixels: new Uint8Array(width * height) };
}

/** Clears a canvas for the next picture. */
export function wipe({ pixels }: Canvas): void {
  pixels.fill(0);
}

/** Position and scale of an outline: its origin, and the pixels per unit in both directions. */
export interface Placement {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
}

const AS_IT_IS: Placement = { x: 0, y: 0, across: 1, down: 1 };

/** Coverage of an outline in its bounding box. Each entry is the difference between a pixel and its left neighbour. */
interface Cover {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly steps: Float32Array;
}

/**
 * Fills an outline with a colour, using the nonzero rule: where shapes of the same direction overlap, the area is
 * inside. Coordinates are in pixels from the upper left corner. Parts outside the canvas are clipped.
 */
export function fill(
  { width, height, pixels }: Canvas,
  colour: number,
  edges: readonly Edge[],
  placement: Placement = AS_IT_IS,
): void {
  if (edges.length === 0) return;
  const cover = coverOf(edges, placement);
  for (let row = Math.max(0, -cover.top); row < Math.min(cover.height, height - cover.top); row++) {
    let covered = 0;
    for (let column = 0; column < cover.width; column++) {
      covered += cover.steps[row * cover.width + column]!;
      const x = cover.left + column;
      if (x < 0 || x >= width) continue;
      const level = Math.round(Math.min(1, Math.abs(covered)) * (LEVELS - 1));
      const at = (cover.top + row) * width + x;
      // If two shapes meet in a pixel, the shape that covers more of the pixel wins.
      if (level > pixels[at]! % LEVELS) pixels[at] = colour * LEVELS + level;
    }
  }
}

/** Computes the coverage of an outline. Uses indexes, which are faster than destructuring for thousands of edges. */
function coverOf(edges: readonly Edge[], { x, y, across, down }: Placement): Cover {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]!;
    for (let end = 0; end < 4; end += 2) {
      const [atX, atY] = [x + across * edge[end]!, y + down * edge[end + 1]!];
      if (atX < left) left = atX;
      if (atX > right) right = atX;
      if (atY < top) top = atY;
      if (atY > bottom) bottom = atY;
    }
  }
  [left, top] = [Math.floor(left), Math.floor(top)];
  // An edge at the right end of the last pixel puts its step into the pixel after it.
  const [width, height] = [Math.ceil(right) - left + 2, Math.ceil(bottom) - top];
  const cover = { left, top, width, height, steps: new Float32Array(width * height) };
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]!;
    addEdge(cover, x + across * edge[0], y + down * edge[1], x + across * edge[2], y + down * edge[3]);
  }
  return cover;
}

/** Adds the area to the right of an edge row by row: positive for a downward edge, negative for an upward one. */
function addEdge({ left, top, width, steps }: Cover, x0: number, y0: number, x1: number, y1: number): void {
  if (y0 === y1) return;
  const way = y1 > y0 ? 1 : -1;
  const start = Math.min(y0, y1);
  const end = Math.max(y0, y1);
  const slope = (x1 - x0) / (y1 - y0);
  for (let y = Math.floor(start); y < end; y++) {
    const from = Math.max(start, y);
    const to = Math.min(end, y + 1);
    const a = x0 + slope * (from - y0) - left;
    const b = x0 + slope * (to - y0) - left;
    addInRow(steps, (y - top) * width, Math.min(a, b), Math.max(a, b), way * (to - from));
  }
}

/** Adds a piece of an edge that lies within one row. `high` is the height of the piece. */
function addInRow(steps: Float32Array, row: number, from: number, to: number, high: number): void {
  for (let x = Math.floor(from); x <= to; x++) {
    const begin = Math.max(from, x);
    const end = Math.min(to, x + 1);
    const part = to === from ? high : (high * (end - begin)) / (to - from);
    const across = (begin + end) / 2 - x;
    steps[row + x]! += part * (1 - across);
    steps[row + x + 1]! += part * across;
  }
}

/** Returns the outline of a rectangle. */
export function box(left: number, top: number, right: number, bottom: number): readonly Edge[] {
  return [
    [left, top, left, bottom],
    [right, bottom, right, top],
  ];
}

const CORNERS = 40;

export function disc(x: number, y: number, radius: number): readonly Edge[] {
  return Array.from({ length: CORNERS }, (_, i) => {
    const [from, to] = [i, i + 1].map((at) => (2 * Math.PI * at) / CORNERS) as [number, number];
    return [
      ...[x + radius * Math.cos(from), y + radius * Math.sin(from)],
      ...[x + radius * Math.cos(to), y + radius * Math.sin(to)],
    ] as unknown as Edge;
  });
}

/** A colour as red, green and blue values from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Encodes a canvas as a PNG (W3C) whose palette contains shades from the background to each colour. */
export function pngOf(canvas: Canvas, ground: Rgb, colours: readonly Rgb[]): Bytes {
  const { width, height } = canvas;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel, palette, deflate, adaptive filters, not interlaced.
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(
    colours.flatMap((colour) => Array.from({ length: LEVELS }, (_, level) => shade(ground, colour, level)).flat()),
  );
  const rows = filterRows(canvas);
  const parts = [
    chunk('IHDR', header),
    chunk('PLTE', palette),
    // Most of a picture is background. The RLE strategy takes a quarter of the time and produces a tenth more bytes.
    chunk('IDAT', deflateSync(rows, { strategy: constants.Z_RLE })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([SIGNATURE, ...parts]));
}

/** Row buffers, cached per canvas. Each takes most of a megabyte, and a reused canvas allocates nothing. */
const rowsKept = new WeakMap<Canvas, Buffer>();

/** Returns the rows of a canvas. Each row is preceded by a byte that says that no filter was applied. */
function filterRows(canvas: Canvas): Buffer {
  const { width, height, pixels } = canvas;
  const rows = rowsKept.get(canvas) ?? Buffer.alloc((width + 1) * height);
  rowsKept.set(canvas, rows);
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return rows;
}

function shade(ground: Rgb, colour: Rgb, level: number): readonly number[] {
  return ground.map((from, i) => Math.round(from + ((colour[i]! - from) * level) / (LEVELS - 1)));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(fastCrc32(named));
  return Buffer.concat([length, named, check]);
}
