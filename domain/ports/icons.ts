import type { Bytes } from './codec.ts';

/** A picture of an icon. */
export interface Picture {
  readonly mediaType: string;
  readonly bytes: Bytes;
}

/**
 * The operator's pictures of icons (contract, section 7, Configuration). File names are an icon's name and an ending.
 */
export interface IconReader {
  /** The file name of an icon's picture, such as `inv_sword_05.png`; null: there is none, or none within reach. */
  find(icon: string): Promise<string | null>;
  /** The picture of that file name; null: there is none. */
  read(fileName: string): Promise<Picture | null>;
}
