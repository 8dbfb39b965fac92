import type { Result } from '../values/result.ts';
import type { ChainLink } from './uploads.ts';

/** Contents of a backup, counted when it was read back. */
export interface BackupContent {
  readonly uploads: number;
  readonly records: number;
  /** Total size of all files. */
  readonly bytes: number;
  /** The newest upload that got a receipt and stored something, or null if there is none. */
  readonly lastReceipt: { readonly uploadId: string; readonly receivedAtMs: number } | null;
  /** The newest link of the backup's chain. */
  readonly link: ChainLink;
}

/** Makes backups of the data folder. On failure the error is a sentence, and no files are left behind. */
export interface BackupMaker {
  /**
   * Copies the data that cannot be rebuilt to a place next to `path`, reads it back, and renames it to `path`.
   * Returns null if it was asked to stop.
   */
  make(path: string): Promise<Result<BackupContent, string> | null>;
}

/**
 * Restores a backup to a data folder that does not exist yet. On failure the error is a sentence, and nothing has
 * changed.
 */
export interface BackupRestorer {
  restore(path: string): Promise<Result<BackupContent, string>>;
}
