import { Buffer } from 'node:buffer';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Value } from '@libsql/client';
import { StorageError } from '../storage_error.ts';
import type { TableContent } from './content.ts';
import type { Column, PublishedSchema, Table } from './shape.ts';

/**
 * The format in which row changes travel to edges. A base contains all rows of a snapshot, a diff all rows that changed
 * between two snapshots. Both are lines of JSON:
 *
 *     {"from":120}                            the position that the diff starts from, or null in a base
 *     "rates"                                 the table that the following lines are about
 *     [7,"npc",5,2589,3]                      a new or changed row: all values in column order, blobs in base64
 *     {"del":[8]}                             the primary key of a deleted row
 *     {"end":{"n":9,"seq":155,"rows":7363,"digest":"…"}}
 *
 * The lines are packed in chunks: the length of the deflated bytes as four bytes (little-endian), then these bytes in
 * zlib's format, whose checksum detects altered bytes.
 * Columns and keys are not described, because a diff is only applied to tables with the same schema digest.
 */

/** The snapshot that a base or diff leads to. */
export interface DiffEnd extends TableContent {
  readonly n: number;
  /** Position in the publisher's log of changed rows. */
  readonly seq: number;
}

/** A new or changed row with all its values in column order, or the primary key of a deleted row. */
export type RowChange =
  | { readonly table: Table; readonly put: readonly Value[] }
  | { readonly table: Table; readonly del: readonly Value[] };

/** A larger diff is not sent; edges start from the new base instead. It bounds the memory on both sides. */
export const DIFF_BYTES_MAX = 16_000_000;

/** Size of the lines of a chunk in characters. It bounds the memory on both sides. */
const CHUNK_CHARS = 256_000;
/** Sizes beyond which a chunk must be damaged: a row takes at most a few megabytes. */
const DEFLATED_BYTES_MAX = 64_000_000;
const INFLATED_BYTES_MAX = 128_000_000;
const LENGTH_FIELD_BYTES = 4;

/** Packs one base (`from` is null) or diff. `pass` receives the packed bytes in order, each chunk as soon as it is full. */
export function createDiffPacker(
  { makesTables }: PublishedSchema,
  from: number | null,
  pass: (bytes: Uint8Array) => Promise<void>,
) {
  const dictionary = buildDictionary(makesTables);
  let lines = [JSON.stringify({ from })];
  let chars = 0;
  let current: Table | null = null;
  const add = (line: unknown): void => {
    const text = JSON.stringify(line);
    lines.push(text);
    chars += text.length;
  };
  const flush = async (): Promise<void> => {
    const packed = deflateSync(lines.join('\n'), { level: 9, dictionary });
    const length = Buffer.alloc(LENGTH_FIELD_BYTES);
    length.writeUInt32LE(packed.byteLength);
    [lines, chars] = [[], 0];
    await pass(Buffer.concat([length, packed]));
  };
  return {
    add: async (change: RowChange): Promise<void> => {
      if (current !== change.table) add(change.table.name);
      current = change.table;
      if ('put' in change) add(encodeValues(change.table.columns, change.put));
      else add({ del: encodeValues(change.table.key, change.del) });
      if (chars >= CHUNK_CHARS) await flush();
    },
    end: async ({ n, seq, rows, digest }: DiffEnd): Promise<void> => {
      add({ end: { n, seq, rows, digest } });
      await flush();
    },
  };
}

/** The marks around the changes of a base or diff. */
export interface DiffMarks {
  readonly from: number | null;
  readonly end: DiffEnd;
  /** Number of bytes that the base or diff takes in the stream. */
  readonly bytes: number;
}

/**
 * Reads one base or diff from a stream of bytes, and passes on its changes chunk by chunk. Throws the storage fault
 * `DIFF_DAMAGED` if the stream ends early or contains anything else.
 */
export async function readDiff(
  schema: PublishedSchema,
  stream: AsyncIterable<Uint8Array>,
  onChanges: (changes: readonly RowChange[]) => Promise<void>,
): Promise<DiffMarks> {
  const dictionary = buildDictionary(schema.makesTables);
  const tables = new Map(schema.tables.map((table) => [table.name, table]));
  let from: number | null | undefined;
  let table: Table | undefined;
  let bytes = 0;
  for await (const chunk of readChunks(stream)) {
    bytes += LENGTH_FIELD_BYTES + chunk.byteLength;
    const changes: RowChange[] = [];
    let end: DiffEnd | null = null;
    for (const line of parseChunkLines(chunk, dictionary)) {
      if (end !== null) throw createDiffDamage();
      if (from === undefined) from = parseFirstEntry(line);
      else if (typeof line === 'string') table = tables.get(line);
      else if (hasMember(line, 'end')) end = parseDiffEnd(line['end']);
      else if (table === undefined) throw createDiffDamage();
      else if (hasMember(line, 'del')) changes.push({ table, del: decodeValues(table.key, line['del']) });
      else changes.push({ table, put: decodeValues(table.columns, line) });
    }
    await onChanges(changes);
    if (end !== null && from !== undefined) return { from, end, bytes };
  }
  throw createDiffDamage();
}

/**
 * Yields the end of each base or diff in a stream of bytes, and the number of bytes up to there. Checks the checksum of
 * every chunk, but not the rows. Throws the storage fault `DIFF_DAMAGED` if the stream contains anything else.
 */
export async function* readDiffEnds(
  { makesTables }: PublishedSchema,
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly end: DiffEnd; readonly bytes: number }> {
  const dictionary = buildDictionary(makesTables);
  let bytes = 0;
  for await (const chunk of readChunks(stream)) {
    bytes += LENGTH_FIELD_BYTES + chunk.byteLength;
    const last = parseChunkLines(chunk, dictionary).at(-1);
    if (hasMember(last, 'end')) yield { end: parseDiffEnd(last['end']), bytes };
  }
}

/** Names, columns and constraints of the tables, which occur in most rows and texts. Deflate uses the last 32 KB. */
function buildDictionary(makesTables: readonly string[]): Uint8Array {
  return Buffer.from(makesTables.join('\n'));
}

function encodeValues(columns: readonly Column[], values: readonly Value[]): readonly unknown[] {
  return columns.map((_, i) => {
    const value = values[i]!;
    return value instanceof ArrayBuffer ? Buffer.from(value).toString('base64') : value;
  });
}

function decodeValues(columns: readonly Column[], line: unknown): readonly Value[] {
  if (!Array.isArray(line) || line.length !== columns.length) throw createDiffDamage();
  return columns.map(({ isBlob }, i) => (isBlob ? decodeBlob(line[i]) : decodeScalar(line[i])));
}

function decodeScalar(value: unknown): Value {
  if (value !== null && typeof value !== 'string' && typeof value !== 'number') throw createDiffDamage();
  return value;
}

function decodeBlob(value: unknown): Value {
  if (value === null) return null;
  if (typeof value !== 'string') throw createDiffDamage();
  const bytes = Buffer.from(value, 'base64');
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

async function* readChunks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  for await (const bytes of stream) {
    let pending = Buffer.concat([rest, bytes]);
    while (pending.byteLength >= LENGTH_FIELD_BYTES) {
      const length = pending.readUInt32LE(0);
      if (length === 0 || length > DEFLATED_BYTES_MAX) throw createDiffDamage();
      if (pending.byteLength < LENGTH_FIELD_BYTES + length) break;
      yield pending.subarray(LENGTH_FIELD_BYTES, LENGTH_FIELD_BYTES + length);
      pending = pending.subarray(LENGTH_FIELD_BYTES + length);
    }
    rest = pending;
  }
}

function parseChunkLines(chunk: Uint8Array, dictionary: Uint8Array): readonly unknown[] {
  try {
    const text = inflateSync(chunk, { dictionary, maxOutputLength: INFLATED_BYTES_MAX }).toString();
    return text.split('\n').map((line): unknown => JSON.parse(line));
  } catch {
    throw createDiffDamage();
  }
}

function parseFirstEntry(line: unknown): number | null {
  const from = hasMember(line, 'from') ? line['from'] : undefined;
  if (from !== null && !isRowCount(from)) throw createDiffDamage();
  return from;
}

function parseDiffEnd(end: unknown): DiffEnd {
  const { n, seq, rows, digest } = (end ?? {}) as Readonly<Record<string, unknown>>;
  if (!isRowCount(n) || !isRowCount(seq) || !isRowCount(rows) || typeof digest !== 'string') throw createDiffDamage();
  return { n, seq, rows, digest };
}

function hasMember(line: unknown, name: string): line is Readonly<Record<string, unknown>> {
  return typeof line === 'object' && line !== null && name in line;
}

function isRowCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function createDiffDamage(): StorageError {
  return new StorageError('DIFF_DAMAGED');
}
