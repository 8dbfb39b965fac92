import type { Asset } from './assets.ts';

/** Programs that the instance hands out, each one file made of this project's own code: three for pages, one for a terminal. */
export type BundleName = 'site' | 'upload' | 'tooltip' | 'uploader';

export interface BundleReader {
  /** The same file each time; made when it is first asked for. */
  read(name: BundleName): Promise<Asset>;
}
