import type { Asset } from './assets.ts';

/**
 * Programs that the instance serves, each bundled into one file of this project's own code: three for pages, one for
 * the terminal.
 */
export type BundleName = 'site' | 'upload' | 'tooltip' | 'uploader';

export interface BundleReader {
  /** Returns the bundle. It is built on first use and then stays the same. */
  read(name: BundleName): Promise<Asset>;
}
