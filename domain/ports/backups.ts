import type { Result } from '../values/result.ts';
import type { ChainLink } from './uploads.ts';

/** Contents of a backup, counted by reading the finished backup. */
export interface BackupContent {
  readonly uploads: number;
  readonly records: number;
  readonly bytes: number;
  /** The newest upload with a receipt that added records, or null if there is none. */
  readonly lastReceipt: { readonly uploadId: string; readonly receivedAtMs: number } | null;
  readonly link: ChainLink;
}

/** Makes backups of the data folder. On failure, the error is a sentence and no files are left behind. */
export interface BackupMaker {
  /** Copies the data that cannot be rebuilt to `path` and reads it back. Returns null if cancelled. */
  make(path: string): Promise<Result<BackupContent, string> | null>;
}

/** Restores a backup to a new data folder. On failure, the error is a sentence and nothing has changed. */
export interface BackupRestorer {
  restore(path: string): Promise<Result<BackupContent, string>>;
}
