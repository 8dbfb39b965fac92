import type { Bytes } from './codec.ts';

/** A file loaded by pages, such as a style sheet. Its name changes with its content, so it may be cached forever. */
export interface BundleAsset {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Bytes;
}

/** Programs served by the instance, eight for pages and two for the terminal, each bundled into one file. */
export type BundleName =
  | 'site'
  | 'data'
  | 'suggest'
  | 'talents'
  | 'upload'
  | 'contribution'
  | 'maps'
  | 'tooltip'
  | 'uploader'
  | 'verifier';

export interface BundleReader {
  /** Returns the bundle, which is built on first use and does not change afterwards. */
  read(name: BundleName): Promise<BundleAsset>;
}

/** Client programs for developers. `tests/clients` generates their types from the OpenAPI document. */
export const CLIENT_FILES = ['third_witness.ts', 'third_witness.js', 'third_witness.py'] as const;

/** Returns the content of a file of the program, such as `docs/clients/third_witness.py` or `http/pictures/item.png`. */
export type ProgramFileReader = (path: string) => Bytes;
