import type { Bytes } from './codec.ts';

export interface Picture {
  readonly mediaType: string;
  readonly bytes: Bytes;
}

/** Reads the operator's icon images, which have the names of their icons (contract, section 7, Configuration). */
export interface IconReader {
  /** Returns the file name of an icon's image, such as `inv_sword_05.png`, or null if there is no image. */
  find(icon: string): Promise<string | null>;
  read(fileName: string): Promise<Picture | null>;
}
