import type { Quality } from '../../schema/vocabulary.ts';
import type { Bytes } from './codec.ts';

/** Contents of the preview image for a shared link. */
export interface SharedPicture {
  /** Kind of subject, such as `Item`. */
  readonly kind: string;
  /** Name of the subject. If it contains characters that cannot be drawn, `otherwise` is drawn instead. */
  readonly title: string;
  readonly otherwise: string;
  readonly quality: Quality | null;
  /** Facts, most important first. Long facts are truncated. Facts that cannot be drawn are omitted. */
  readonly lines: readonly string[];
  readonly serviceName: string;
}

export const PICTURE_SIZE = { width: 1_200, height: 630 } as const;

/** Draws preview images for shared links as PNG of PICTURE_SIZE. Equal contents give equal bytes. */
export interface PicturePainter {
  paint(picture: SharedPicture): Promise<Bytes>;
  /** Draws the instance's logo as a square of this width in pixels. */
  sign(pixels: number): Bytes;
}
