import type { Client } from '@libsql/client';
import type { WorkKind } from './connection_fault.ts';

/** uploads.db, open for writing, and its secret key. */
export interface OpenUploads {
  readonly client: Client;
  readonly feedKey: string;
}

/** Runs `work` on the open database after all earlier calls. Pass `read` if it only reads. Defaults to `write`. */
export type Run = <T>(work: (open: OpenUploads) => Promise<T>, kind?: WorkKind) => Promise<T>;
