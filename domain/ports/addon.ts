import type { Bytes } from './codec.ts';

/** A file of the game addon. `path` is its path in the archive that players unpack: `ThirdWitness/…`. */
export interface AddonFile {
  readonly path: string;
  readonly bytes: Bytes;
}

export interface AddonFileReader {
  files(): readonly AddonFile[];
  /** Packs files into one zip archive. Equal files always give equal bytes. */
  pack(files: readonly AddonFile[]): Promise<Bytes>;
}
