import type { Result } from '../values/result.ts';
import type { AddonFile } from './addon.ts';

/** Name of the addon that holds an instance's public data, of its folder, and of the table that it assigns. */
export const DATA_ADDON = 'ThirdWitness_Data';

/** Name of the table in the addon's file with the drop table. */
export const DROP_TABLE = 'ThirdWitness_Drops';

/** The addon of data on a player's machine. Failures are short codes or phrases, such as ENOENT. */
export interface DataAddonFolder {
  resolve(path: string): string;
  isFolder(path: string): Promise<boolean>;
  /** Downloads a file of at most `bytesMax` bytes. */
  download(url: string, bytesMax: number): Promise<Result<Uint8Array, string>>;
  /**
   * Unpacks a zip archive, without its folders. Fails if it has more than `bytesMax` bytes unpacked, or an entry that
   * `isAllowed` rejects.
   */
  unpack(
    archive: Uint8Array,
    bytesMax: number,
    isAllowed: (path: string) => boolean,
  ): Promise<Result<readonly AddonFile[], string>>;
  /**
   * Replaces the folder of an addon in `addonsFolder`, by default the addon of data. If anything fails, the old folder
   * stays in place or is put back.
   */
  replace(addonsFolder: string, files: readonly AddonFile[], addon?: string): Promise<Result<void, string>>;
}
