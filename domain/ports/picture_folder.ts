import type { Bytes } from './codec.ts';

export interface Picture {
  readonly mediaType: string;
  readonly bytes: Bytes;
}

/**
 * Reads a folder of the operator's pictures. Icons are named like the icons of the game's files, and maps by their map
 * ids (contract, section 7, Configuration).
 */
export interface PictureFolder {
  /** Returns a picture's file name, such as `inv_sword_05.png` or `1429.webp`, or null if there is no picture. */
  find(name: string): Promise<string | null>;
  read(fileName: string): Promise<Picture | null>;
}
