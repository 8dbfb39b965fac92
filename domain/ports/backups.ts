import type { Result } from '../values/result.ts';
import type { ChainLink } from './uploads.ts';

/** What a backup holds, as it was counted when it was read back. */
export interface BackupContent {
  readonly uploads: number;
  readonly records: number;
  /** Of all its files together. */
  readonly bytes: number;
  /** The newest upload that a receipt was given for and that kept something; null: there is none. */
  readonly lastReceipt: { readonly uploadId: string; readonly receivedAtMs: number } | null;
  /** The newest link of its chain. */
  readonly link: ChainLink;
}

/** Makes backups of the data folder; a refusal is a sentence, and leaves nothing behind. */
export interface BackupMaker {
  /** Copies what cannot be built again beside `path`, reads it back, and renames it there; null: it was asked to stop. */
  make(path: string): Promise<Result<BackupContent, string> | null>;
}

/** Puts a backup in the place of a data folder that is not there yet; a refusal is a sentence, and changes nothing. */
export interface BackupRestorer {
  restore(path: string): Promise<Result<BackupContent, string>>;
}
