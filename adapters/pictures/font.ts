import type { Buffer } from 'node:buffer';
import { inflateSync } from 'node:zlib';
import type { Edge } from './raster.ts';

/** A font for drawing text. Lengths are relative to the font size. */
export interface Font {
  /** Returns the glyph of a character, or 0 if the font lacks it. */
  glyphOf(codePoint: number): number;
  advanceOf(glyph: number): number;
  /** Returns the outline as straight edges. The y axis points upwards from the baseline. */
  outlineOf(glyph: number): readonly Edge[];
}

/** Reads a font with TrueType outlines. */
export function readFont(tables: FontTables): Font {
  const head = tableOf(tables, 'head');
  const unitsPerEm = head.getUint16(18);
  const isLong = head.getInt16(50) === 1;
  const metrics = tableOf(tables, 'hmtx');
  const widths = tableOf(tables, 'hhea').getUint16(34);
  const outlines = outlineReader(tableOf(tables, 'glyf'), tableOf(tables, 'loca'), isLong);
  const glyphs = glyphsByCharacter(tableOf(tables, 'cmap'));
  const known = new Map<number, readonly Edge[]>();
  return {
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    advanceOf: (glyph) => metrics.getUint16(4 * Math.min(glyph, widths - 1)) / unitsPerEm,
    outlineOf: (glyph) => {
      const drawn =
        known.get(glyph) ?? outlines(glyph).map((edge) => edge.map((at) => at / unitsPerEm) as unknown as Edge);
      known.set(glyph, drawn);
      return drawn;
    },
  };
}

function tableOf(tables: FontTables, tag: string): DataView {
  const table = tables.get(tag);
  if (table === undefined) throw new TypeError(`the font has no table ${tag}`);
  return table;
}

/** Maps characters to glyphs, using the subtable for the Basic Multilingual Plane (format 4) that our fonts have. */
function glyphsByCharacter(cmap: DataView): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const at = cmap.getUint32(8 + 8 * i);
    if (cmap.getUint16(at) !== 4) continue;
    const segments = cmap.getUint16(at + 6) / 2;
    const part = (which: number, segment: number): number =>
      at + 14 + 2 * segments * which + (which > 0 ? 2 : 0) + 2 * segment;
    for (let segment = 0; segment < segments; segment++) {
      const last = cmap.getUint16(part(0, segment));
      const first = cmap.getUint16(part(1, segment));
      const delta = cmap.getUint16(part(2, segment));
      const place = part(3, segment);
      const offset = cmap.getUint16(place);
      for (let code = first; code <= last && code !== 0xffff; code++) {
        const listed = offset === 0 ? code : cmap.getUint16(place + offset + 2 * (code - first));
        const glyph = offset !== 0 && listed === 0 ? 0 : (listed + delta) & 0xffff;
        if (glyph !== 0) glyphs.set(code, glyph);
      }
    }
  }
  return glyphs;
}

/** The tables of a font, keyed by OpenType tag. */
export type FontTables = ReadonlyMap<string, DataView>;

const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** Unpacks a WOFF 1.0 file. Its tables are compressed with zlib, except those that compression would make longer. */
export function unpackFont(file: Buffer): FontTables {
  const tables = new Map<string, DataView>();
  const count = file.readUInt16BE(12);
  for (let i = 0; i < count; i++) {
    const entry = HEADER_BYTES + ENTRY_BYTES * i;
    const [from, packed, whole] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [number, number, number];
    const kept = file.subarray(from, from + packed);
    const bytes = packed < whole ? inflateSync(kept) : kept;
    tables.set(
      file.toString('latin1', entry, entry + 4),
      new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    );
  }
  return tables;
}

interface Point {
  readonly x: number;
  readonly y: number;
  /** Whether the point is on the outline. Other points are control points of a curve. */
  readonly on: boolean;
}

/** Flag bits of a point (OpenType, `glyf` table). */
const ON = 1;
const SHORT_X = 2;
const SHORT_Y = 4;
const REPEATED = 8;
const SAME_X = 16;
const SAME_Y = 32;

/** Flag bits of a component in a composite glyph. */
const WORDS = 1;
const OFFSETS = 2;
const SCALED = 8;
const MORE = 32;
const SCALED_XY = 64;
const MATRIX = 128;

/** Maximum nesting depth of composite glyphs. */
const DEPTH_MAX = 5;

/** Number of straight edges per curve. This is enough for the text sizes in the pictures. */
const STEPS = 6;

/** Creates a reader of glyph outlines in font units. */
function outlineReader(glyf: DataView, loca: DataView, isLong: boolean): (glyph: number) => readonly Edge[] {
  const startOf = (glyph: number): number => (isLong ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph));
  const contoursOf = (glyph: number, depth: number): readonly (readonly Point[])[] => {
    const at = startOf(glyph);
    if (startOf(glyph + 1) === at || depth > DEPTH_MAX) return [];
    const contours = glyf.getInt16(at);
    return contours >= 0
      ? simpleContours(glyf, at, contours)
      : readComponents(glyf, at, (part) => contoursOf(part, depth + 1));
  };
  return (glyph) => contoursOf(glyph, 0).flatMap(edgesOf);
}

function simpleContours(glyf: DataView, start: number, contours: number): readonly (readonly Point[])[] {
  const ends = Array.from({ length: contours }, (_, i) => glyf.getUint16(start + 10 + 2 * i));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = start + 10 + 2 * contours;
  at += 2 + glyf.getUint16(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = glyf.getUint8(at++);
    const times = (flag & REPEATED) === 0 ? 1 : 1 + glyf.getUint8(at++);
    for (let i = 0; i < times; i++) flags.push(flag);
  }
  const coordinates = (short: number, same: number): readonly number[] => {
    let value = 0;
    return flags.map((flag) => {
      if ((flag & short) !== 0) value += (flag & same) !== 0 ? glyf.getUint8(at++) : -glyf.getUint8(at++);
      else if ((flag & same) === 0) {
        value += glyf.getInt16(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = coordinates(SHORT_X, SAME_X);
  const ys = coordinates(SHORT_Y, SAME_Y);
  const all = flags.map((flag, i): Point => ({ x: xs[i]!, y: ys[i]!, on: (flag & ON) !== 0 }));
  return ends.map((end, i) => all.slice(i === 0 ? 0 : ends[i - 1]! + 1, end + 1));
}

/** Reads a composite glyph, such as a letter with an accent. It consists of other glyphs, each moved and scaled. */
function readComponents(
  glyf: DataView,
  start: number,
  contoursOf: (glyph: number) => readonly (readonly Point[])[],
): readonly (readonly Point[])[] {
  const all: (readonly Point[])[] = [];
  let at = start + 10;
  let flags = MORE;
  const fraction = (): number => {
    at += 2;
    return glyf.getInt16(at - 2) / 16_384;
  };
  while ((flags & MORE) !== 0) {
    flags = glyf.getUint16(at);
    const glyph = glyf.getUint16(at + 2);
    at += 4;
    const isWide = (flags & WORDS) !== 0;
    const [dx, dy] = isWide ? [glyf.getInt16(at), glyf.getInt16(at + 2)] : [glyf.getInt8(at), glyf.getInt8(at + 1)];
    at += isWide ? 4 : 2;
    let [a, b, c, d] = [1, 0, 0, 1];
    if ((flags & SCALED) !== 0) a = d = fraction();
    else if ((flags & SCALED_XY) !== 0) [a, d] = [fraction(), fraction()];
    else if ((flags & MATRIX) !== 0) [a, b, c, d] = [fraction(), fraction(), fraction(), fraction()];
    // Components positioned by matching points are not supported, because our fonts have none.
    const [left, up] = (flags & OFFSETS) !== 0 ? [dx, dy] : [0, 0];
    for (const contour of contoursOf(glyph)) {
      all.push(contour.map(({ x, y, on }) => ({ x: a * x + c * y + left, y: b * x + d * y + up, on })));
    }
  }
  return all;
}

/** Converts a closed contour to straight edges. Two adjacent control points imply a point halfway between them. */
function edgesOf(contour: readonly Point[]): readonly Edge[] {
  const midway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, on: true });
  const whole = contour.flatMap((point, i) => {
    const next = contour[(i + 1) % contour.length]!;
    return point.on || next.on ? [point] : [point, midway(point, next)];
  });
  const first = whole.findIndex(({ on }) => on);
  if (first === -1) return [];
  const round = [...whole.slice(first), ...whole.slice(0, first), whole[first]!];
  const edges: Edge[] = [];
  let from = round[0]!;
  for (let i = 1; i < round.length; i++) {
    const point = round[i]!;
    if (point.on) edges.push([from.x, from.y, point.x, point.y]);
    else edges.push(...curve(from, point, round[++i]!));
    from = round[i]!;
  }
  return edges;
}

function curve(from: Point, bend: Point, to: Point): readonly Edge[] {
  const at = (t: number): readonly [number, number] => {
    const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t ** 2];
    return [p * from.x + q * bend.x + r * to.x, p * from.y + q * bend.y + r * to.y];
  };
  return Array.from({ length: STEPS }, (_, i) => [...at(i / STEPS), ...at((i + 1) / STEPS)] as unknown as Edge);
}
