import type { Buffer } from 'node:buffer';
import { inflateSync } from 'node:zlib';

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
