import type { Quality } from '../../schema/vocabulary.ts';
import type { Bytes } from './codec.ts';

/** Contents of the preview image for a shared link. */
export interface SharedPicture {
  /** Kind of subject, such as `Item`. */
  readonly kind: string;
  /** Name of the subject. If the name has characters that cannot be drawn, `otherwise` is drawn instead. */
  readonly title: string;
  readonly otherwise: string;
  readonly quality: Quality | null;
  /** Facts, most important first. Long facts are cut. Facts that cannot be drawn are omitted. */
  readonly lines: readonly string[];
  readonly serviceName: string;
}

export const PICTURE_SIZE = { width: 1_200, height: 630 } as const;

/** Draws preview images for shared links: PNG of PICTURE_SIZE, with equal bytes for equal contents. */
export interface PicturePainter {
  paint(picture: SharedPicture): Bytes;
  /** Draws the instance's logo as a square with this width in pixels. */
  sign(pixels: number): Bytes;
}
