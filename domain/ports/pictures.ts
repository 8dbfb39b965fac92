import type { Quality } from '../../schema/vocabulary.ts';
import type { Bytes } from './codec.ts';

/** What stands on the picture that is shown beside a shared link. */
export interface SharedPicture {
  /** What it is of, such as `Item`. */
  readonly kind: string;
  /** Its name. `otherwise` stands for it where the name has characters that cannot be drawn. */
  readonly title: string;
  readonly otherwise: string;
  readonly quality: Quality | null;
  /** Facts, those that tell most first; they are cut where they are long, and left out where they cannot be drawn. */
  readonly lines: readonly string[];
  /** The instance's name. */
  readonly serviceName: string;
}

/** Pixels of a shared link's picture. */
export const PICTURE_SIZE = { width: 1_200, height: 630 } as const;

/** Draws pictures for shared links: PNG of PICTURE_SIZE, the same bytes for the same words. */
export interface PicturePainter {
  paint(picture: SharedPicture): Bytes;
  /** The sign of the instance alone, a square of so many pixels. */
  sign(pixels: number): Bytes;
}
