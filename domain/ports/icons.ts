import type { Bytes } from './codec.ts';

/** An icon's image. */
export interface Picture {
  readonly mediaType: string;
  readonly bytes: Bytes;
}

/**
 * Reads the operator's icon images (contract, section 7, Configuration). A file is named after its icon, plus an
 * extension.
 */
export interface IconReader {
  /** Returns the file name of an icon's image, such as `inv_sword_05.png`, or null if there is none. */
  find(icon: string): Promise<string | null>;
  /** Returns the image with that file name, or null if there is no such image. */
  read(fileName: string): Promise<Picture | null>;
}
