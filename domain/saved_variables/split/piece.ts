import { LIMITS } from '../../../schema/limits.ts';
import type { Head } from './envelope.ts';
import type { FitRecord } from './judge_record.ts';

/** Records of a file that go in one upload. */
export interface Piece {
  /** The global that they come from. */
  readonly source: string;
  readonly head: Head;
  /** Each as JSON. */
  readonly records: readonly string[];
  /** Where each begins in the file. */
  readonly places: readonly number[];
  /**
   * Whether the first record is there only to say whose the others are (contract, section 2, Identity): it is sent in
   * another piece as well, and counts there.
   */
  readonly anchored: boolean;
}

/** The body of the request that uploads it. */
export function bodyOf({ head, records }: Piece): string {
  const { sharing, grantTokens, ...envelope } = head.envelope;
  const begin = JSON.stringify(envelope).slice(0, -1);
  return `${begin},"records":[${records.join(',')}]${sharingText(head)}}`;
}

/**
 * What decides what becomes of a piece: equal texts need to be sent once. The versions of the addon and the client are
 * left out, so that a new one does not have everything sent again.
 */
export function identityTextOf({ head, records }: Piece): string {
  return `[${records.join(',')}]${sharingText(head)}`;
}

function sharingText({ envelope: { sharing, grantTokens } }: Head): string {
  return (
    (Object.keys(sharing).length === 0 ? '' : `,"sharing":${JSON.stringify(sharing)}`) +
    (grantTokens.length === 0 ? '' : `,"grantTokens":${JSON.stringify(grantTokens)}`)
  );
}

const BYTES_MAX = LIMITS.uploaderBodyBytesMax.value;
const RECORDS_MAX = LIMITS.recordsPerUploadMax.value;

/** How long a text is in UTF-8, in bytes. */
function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Each half of a pair counts two of its four bytes.
    if (code > 127) bytes += code > 2047 && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** A piece that is being filled. */
export interface OpenPiece {
  readonly isEmpty: () => boolean;
  /** Whether some record of it says whose it is. */
  readonly isOwned: () => boolean;
  /** Takes a record in; false where it does not fit any more. */
  add(record: FitRecord, at: number): boolean;
  /** Puts a record before all others that only says whose they are. */
  anchor(record: FitRecord, at: number): void;
  /** Whether it had better end with the record that came last. */
  isRipe(): boolean;
  close(): Piece;
}

export function openPiece(source: string, head: Head): OpenPiece {
  const records: string[] = [];
  const places: number[] = [];
  let [bytes, owned, anchored] = [bytesOf(bodyOf({ source, head, records, places, anchored: false })), false, false];
  const count = (record: FitRecord, length: number): void => {
    bytes += length;
    owned ||= record.installId !== null;
  };
  return {
    isEmpty: () => records.length === 0,
    isOwned: () => owned,
    add: (record, at) => {
      const length = bytesOf(record.text) + 1;
      // What is too long for any piece goes alone.
      if (records.length > (anchored ? 1 : 0) && (bytes + length > BYTES_MAX || records.length >= RECORDS_MAX))
        return false;
      records.push(record.text);
      places.push(at);
      count(record, length);
      return true;
    },
    anchor: (record, at) => {
      records.unshift(record.text);
      places.unshift(at);
      anchored = true;
      count(record, bytesOf(record.text) + 1);
    },
    isRipe: () => {
      if (bytes < BYTES_MAX / 2 && records.length < RECORDS_MAX / 2) return false;
      const last = records.at(-1)!;
      return shareOf(last) < last.length / RIPE_BYTES + 1 / RIPE_RECORDS;
    },
    close: () => ({ source, head, records, places, anchored }),
  };
}

/**
 * A piece past its half ends, now and then, with a record whose own text says so: after about so many records or bytes
 * more. Where a file loses its oldest records, the pieces behind the first few are then those of before.
 */
const RIPE_BYTES = 150_000;
const RIPE_RECORDS = 750;

/** A number from 0 to 1 that follows from a text alone (FNV-1a, 32 bits). */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}
