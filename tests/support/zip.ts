import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';

/** A file in a zip archive, as described by the central directory. */
export interface ZipEntry {
  readonly path: string;
  readonly text: string;
  /** Date and time as the archive stores them, without a time zone. */
  readonly dosTime: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

/** Reads an archive as an unpacker does: first the end record, then the directory, then the files. */
export function readZip(bytes: Uint8Array): readonly ZipEntry[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = zip.length - 22;
  assert.equal(zip.readUInt32LE(end), END, 'the archive has no end record where it must be');
  const total = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: total }, () => {
    assert.equal(zip.readUInt32LE(at), ENTRY);
    const [method, dosTime, packedBytes, length] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 12),
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
    ];
    const [nameBytes, extraBytes, noteBytes] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const path = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = zip.readUInt32LE(at + 42);
    assert.equal(zip.readUInt32LE(local), LOCAL);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(from, from + packedBytes);
    const text = (method === 0 ? data : inflateRawSync(data)).toString('utf8');
    assert.equal(Buffer.byteLength(text), length, path);
    at += 46 + nameBytes + extraBytes + noteBytes;
    return { path, text, dosTime };
  });
}
