import type { Bytes } from './codec.ts';

/** A file that pages load, such as a style sheet. Its name changes with its content, so it may be cached forever. */
export interface Asset {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Bytes;
}
