import type { AddonFile } from '../domain/ports/addon.ts';
import type { Bytes } from '../domain/ports/codec.ts';

/** Modification time of every file, fixed so that all machines build the same archive. Zip stores local time. */
const FIXED_FILE_TIME = new Date(2000, 0, 1);

/** Packs files into one zip archive. Equal files always give equal bytes. */
export async function packZip(files: readonly AddonFile[]): Promise<Bytes> {
  const { zipSync } = await import('fflate');
  const entries = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
  return new Uint8Array(zipSync(entries, { level: 9, mtime: FIXED_FILE_TIME }));
}
