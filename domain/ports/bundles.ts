import type { Asset } from './assets.ts';

/**
 * Programs that the instance serves: three for pages and one for the terminal. Each is bundled from this project's own
 * code into a single file.
 */
export type BundleName = 'site' | 'upload' | 'tooltip' | 'uploader';

export interface BundleReader {
  /** Returns the bundle, which is built on first use and never changes afterwards. */
  read(name: BundleName): Promise<Asset>;
}
