import { LENGTHS, LIMITS } from '../../../schema/limits.ts';
import type { SourceHead } from './envelope.ts';
import type { FitRecord } from './judge_record.ts';

/** Records of a file sent together in one upload. */
export interface UploadPiece {
  /** The name of the global that contains these records. */
  readonly source: string;
  readonly head: SourceHead;
  readonly records: readonly string[];
  readonly places: readonly number[];
  /** Whether the first record was added only to name the install of the others (contract, section 2, Identity). */
  readonly anchored: boolean;
}

/** Returns the body of the piece's request. `session` is the random name of the file's uploads. */
export function formatUploadBody({ head, records }: UploadPiece, session: string): string {
  const { sharing, grantTokens, ...envelope } = head.envelope;
  const begin = JSON.stringify({ ...envelope, session }).slice(0, -1);
  return `${begin},"records":[${records.join(',')}]${formatSharing(head)}}`;
}

/**
 * Returns a string that identifies a piece. Of several pieces with the same string, only one needs to be sent. The
 * addon and client versions are left out so that an update does not cause everything to be sent again.
 */
export function formatPieceIdentity({ head, records }: UploadPiece): string {
  return `[${records.join(',')}]${formatSharing(head)}`;
}

function formatSharing({ envelope: { sharing, grantTokens } }: SourceHead): string {
  return (
    (Object.keys(sharing).length === 0 ? '' : `,"sharing":${JSON.stringify(sharing)}`) +
    (grantTokens.length === 0 ? '' : `,"grantTokens":${JSON.stringify(grantTokens)}`)
  );
}

/** A placeholder with the length of a session, for computing the size of a body. */
export const SESSION_PLACEHOLDER = '-'.repeat(LENGTHS.session.max);

const BYTES_MAX = LIMITS.uploaderBodyBytesMax.value;
const RECORDS_MAX = LIMITS.recordsPerUploadMax.value;

function countUtf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a surrogate pair counts as two of the four bytes.
    if (code > 127) bytes += code > 2047 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

export type PieceDraft = ReturnType<typeof createDraft>;

export function createDraft(source: string, head: SourceHead) {
  const records: string[] = [];
  const places: number[] = [];
  const empty = formatUploadBody({ source, head, records, places, anchored: false }, SESSION_PLACEHOLDER);
  let [bytes, owned, anchored] = [countUtf8Bytes(empty), false, false];
  const count = (record: FitRecord, length: number): void => {
    bytes += length;
    owned ||= record.installId !== null;
  };
  return {
    isEmpty: (): boolean => records.length === 0,
    /** Whether any record names the install. */
    isOwned: (): boolean => owned,
    add: (record: FitRecord, at: number): boolean => {
      const length = countUtf8Bytes(record.text) + 1;
      // A record that is too long to share a piece gets a piece of its own.
      if (records.length > (anchored ? 1 : 0) && (bytes + length > BYTES_MAX || records.length >= RECORDS_MAX))
        return false;
      records.push(record.text);
      places.push(at);
      count(record, length);
      return true;
    },
    /** Inserts a record that names the install before all other records. */
    anchor: (record: FitRecord, at: number): void => {
      records.unshift(record.text);
      places.unshift(at);
      anchored = true;
      count(record, countUtf8Bytes(record.text) + 1);
    },
    /** Whether the piece should end after its last record. */
    isRipe: (): boolean => {
      if (bytes < BYTES_MAX / 2 && records.length < RECORDS_MAX / 2) return false;
      const last = records.at(-1)!;
      return hashToFraction(last) < last.length / MEAN_EXTRA_BYTES + 1 / MEAN_EXTRA_RECORDS;
    },
    close: (): UploadPiece => ({ source, head, records, places, anchored }),
  };
}

/**
 * Parameters of content-defined chunking. Once a piece is half full, it ends at a record whose hash is small enough, on
 * average after this many more bytes or records. This way, later pieces stay the same when a file loses its oldest
 * records.
 */
const MEAN_EXTRA_BYTES = 150_000;
const MEAN_EXTRA_RECORDS = 750;

/** Hashes a string to a number between 0 and 1 (FNV-1a, 32 bits). */
function hashToFraction(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}
