import type { Bytes } from './codec.ts';

/** A file that pages need, such as a style sheet. Its name changes with its content, so it may be kept for ever. */
export interface Asset {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Bytes;
}
