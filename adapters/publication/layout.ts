import { createHash, hash } from 'node:crypto';
import * as v from 'valibot';
import { DIFF_BYTES_MAX } from '../libsql/publish/diff.ts';
import type { LogState } from '../libsql/publish/state.ts';
import { StorageError } from '../libsql/storage_error.ts';
import { parseJson } from '../read_if_exists.ts';

/**
 * The files of a publication (TW_REPLICA): the base, the diffs after it, and a small state file that names the base and
 * the newest diff. A diff file begins with a line that names the file of the previous diff, or is `null` for the first
 * one after the base. So the state file leads to all digests.
 */
export const STATE_FILE = 'state.json';
/** Maximum size of the state file. It has about 600 bytes. */
export const STATE_BYTES_MAX = 4_096;

const FILE_NAME_PATTERN = /^([1-9][0-9]{0,15})-([0-9a-f]{64})$/;
const BASE_BYTES_MAX = 2 ** 36;
/** Maximum size of a diff with its first line. */
const DIFF_FILE_BYTES_MAX = DIFF_BYTES_MAX + 200;

/** Returns the schema of a file, whose name has the counter of the state that it was written for, and its SHA-256. */
function buildFileSchema(bytesMax: number) {
  return v.object({
    name: v.pipe(v.string(), v.regex(FILE_NAME_PATTERN)),
    bytes: v.pipe(v.number(), v.safeInteger(), v.maxValue(bytesMax)),
  });
}
const DiffFileSchema = v.nullable(buildFileSchema(DIFF_FILE_BYTES_MAX));
export type PublishedFile = NonNullable<v.InferOutput<typeof DiffFileSchema>>;

const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const StateFileSchema = v.object({
  /** Grows with every state, also across epochs and restored folders. Followers never apply a state with a lower one. */
  counter: CountSchema,
  epoch: v.pipe(v.string(), v.regex(/^[0-9a-z]{4,32}$/)),
  n: CountSchema,
  seq: CountSchema,
  shape: v.string(),
  rows: CountSchema,
  digest: v.string(),
  baseSeq: CountSchema,
  logBytes: CountSchema,
  base: buildFileSchema(BASE_BYTES_MAX),
  /** The newest diff, or null if there is none since the base. */
  head: DiffFileSchema,
});
export type PublicationState = v.InferOutput<typeof StateFileSchema> & LogState;

/** Formats a state as one line, and its digest as another. */
export function formatState(state: PublicationState): string {
  const line = JSON.stringify(v.parse(StateFileSchema, state));
  return `${line}\n"${hash('sha256', line, 'hex')}"\n`;
}

/** Parses a state file. Returns null if it is missing, damaged or names files that are too large. */
export function parseState(text: string | null): PublicationState | null {
  const [line = '', digest] = (text ?? '').split('\n');
  if (digest !== `"${hash('sha256', line, 'hex')}"`) return null;
  const { success, output } = v.safeParse(StateFileSchema, parseJson(line));
  return success && output.logBytes <= computeLogBytesMax(output.base) ? output : null;
}

/** Minimum size of a full log, so that small databases do not get a new base every few snapshots. */
const LOG_BYTES_MIN = 250_000;

/** Returns the size from which a new base is better than a longer log. */
export function computeLogBytesMax(base: PublishedFile): number {
  return Math.max(base.bytes, LOG_BYTES_MIN);
}

/** Returns the counter in a file's name, or null if it is no name of a base or diff. */
export function parseCounter(name: string): number | null {
  const counter = FILE_NAME_PATTERN.exec(name)?.[1];
  return counter === undefined ? null : Number(counter);
}

/** Passes on the bytes of a file. Throws a storage fault once there are too many, and at the end unless all are right. */
export async function* verifyBytes(
  { name, bytes }: PublishedFile,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const sha256 = createHash('sha256');
  let size = 0;
  for await (const part of parts) {
    size += part.byteLength;
    if (size > bytes) throw new StorageError('FILE_OVERSIZED');
    sha256.update(part);
    yield part;
  }
  if (size !== bytes || sha256.digest('hex') !== FILE_NAME_PATTERN.exec(name)?.[2])
    throw new StorageError('FILE_DAMAGED');
}

/** Splits a diff file into the previous file, or null, and the diff. */
export function splitDiff(bytes: Uint8Array): { readonly previous: PublishedFile | null; readonly diff: Uint8Array } {
  const end = bytes.indexOf(0x0a);
  const parsed = v.safeParse(DiffFileSchema, parseJson(new TextDecoder().decode(bytes.subarray(0, end))));
  if (!parsed.success || end + 1 >= bytes.byteLength) throw new StorageError('DIFF_DAMAGED');
  return { previous: parsed.output, diff: bytes.subarray(end + 1) };
}
