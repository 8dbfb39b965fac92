import { readFileSync } from 'node:fs';
import type { Font as ParsedFont, PathCommand } from 'opentype.js';
import { packageFile } from '../program_files.ts';
import type { Edge } from './raster.ts';

/** A font for drawing text. Lengths are relative to the font size. */
export interface Font {
  /** Returns the glyph of a character, or 0 if the font lacks it. */
  glyphOf(char: string): number;
  advanceOf(glyph: number): number;
  /** Returns the outline as straight edges. The y axis points upwards from the baseline. */
  outlineOf(glyph: number): readonly Edge[];
}

/** Reads a font file of a package, such as `@fontsource/pt-sans/files/pt-sans-latin-400-normal.woff`. */
export async function readFont(file: string): Promise<Font> {
  // The parser is loaded with the first picture, because most commands and threads draw none.
  const { default: parser } = (await import('opentype.js')) as unknown as {
    readonly default: { readonly parse: (bytes: ArrayBuffer) => ParsedFont };
  };
  const font = parser.parse(new Uint8Array(readFileSync(packageFile(file))).buffer);
  const outlines = new Map<number, readonly Edge[]>();
  return {
    glyphOf: (char) => font.charToGlyphIndex(char),
    advanceOf: (glyph) => (font.glyphs.get(glyph).advanceWidth ?? 0) / font.unitsPerEm,
    outlineOf: (glyph) => {
      let outline = outlines.get(glyph);
      if (outline === undefined) {
        outline = straightEdges(font.glyphs.get(glyph).path.commands, font.unitsPerEm);
        outlines.set(glyph, outline);
      }
      return outline;
    },
  };
}

/** Number of straight edges per curve. This is enough for the text sizes in the pictures. */
const STEPS = 6;

type Point = readonly [x: number, y: number];

function straightEdges(commands: readonly PathCommand[], unitsPerEm: number): readonly Edge[] {
  const edges: Edge[] = [];
  let start: Point = [0, 0];
  let from = start;
  const lineTo = (to: Point): void => {
    edges.push([...from, ...to].map((at) => at / unitsPerEm) as unknown as Edge);
    from = to;
  };
  for (const command of commands) {
    if (command.type === 'Z') lineTo(start);
    else if (command.type === 'M') start = from = [command.x, command.y];
    else if (command.type === 'L') lineTo([command.x, command.y]);
    else if (command.type === 'Q') for (const point of curvePoints(from, command)) lineTo(point);
    else throw new TypeError(`the font must have TrueType outlines, which have no command ${command.type}`);
  }
  return edges;
}

/** Returns points on a quadratic curve, without its start. */
function curvePoints([x, y]: Point, bend: { x1: number; y1: number; x: number; y: number }): readonly Point[] {
  return Array.from({ length: STEPS }, (_, i): Point => {
    const t = (i + 1) / STEPS;
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [p * x + q * bend.x1 + r * bend.x, p * y + q * bend.y1 + r * bend.y];
  });
}
