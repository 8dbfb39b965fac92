import * as zlib from 'node:zlib';
import { crc32 as ownCrc32 } from '../domain/values/crc32.ts';

/** Past so many bytes the runtime's own check is not asked: one release of a runtime was wrong there. */
const NATIVE_BYTES_MAX = 65_536;

type Check = (bytes: Uint8Array) => number;

/** The runtime's check, some twenty times as fast as ours; absent where there is none, or a wrong one. */
function native(): Check | null {
  const { crc32 } = zlib as { readonly crc32?: Check };
  if (typeof crc32 !== 'function') return null;
  const sample = Uint8Array.from({ length: NATIVE_BYTES_MAX }, (_, i) => (i * i) >>> 3);
  const lengths = [0, 1, 7, 64, 1_000, NATIVE_BYTES_MAX];
  const isRight = lengths.every((length) => crc32(sample.subarray(0, length)) === ownCrc32(sample.subarray(0, length)));
  return isRight ? crc32 : null;
}

const checkOf = native();

/** The check of these bytes, by the runtime where it can be trusted with it. */
export function fastCrc32(bytes: Uint8Array): number {
  return checkOf === null || bytes.byteLength > NATIVE_BYTES_MAX ? ownCrc32(bytes) : checkOf(bytes);
}
