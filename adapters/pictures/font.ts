import type { Buffer } from 'node:buffer';
import { inflateSync } from 'node:zlib';
import { outlineReader } from './outlines.ts';
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

/** Maps characters to glyphs, from the subtable for the Basic Multilingual Plane (format 4) that our fonts have. */
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
