import { Buffer } from 'node:buffer';
import { constants, deflateSync } from 'node:zlib';
import type { Bytes } from '../../domain/ports/codec.ts';
import { fastCrc32 } from '../crc32.ts';
import { type Canvas, LEVELS } from './raster.ts';

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

/** Row buffers, cached per canvas. They take most of a megabyte each, so a reused canvas allocates nothing. */
const rowsKept = new WeakMap<Canvas, Buffer>();

/** Returns the rows of a canvas. Each row follows a byte that says that no filter was applied. */
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
