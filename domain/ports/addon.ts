import type { Bytes } from './codec.ts';

/** A file of the game addon, by its path within the archive that players unpack: `ThirdWitness/…`. */
export interface AddonFile {
  readonly path: string;
  readonly bytes: Bytes;
}

/** The game addon that the instance hands out. */
export interface AddonReader {
  /** All of its files, in one order. */
  files(): readonly AddonFile[];
  /** Files as one zip archive: equal files make equal bytes. */
  pack(files: readonly AddonFile[]): Promise<Bytes>;
}
