import type { Client } from '@libsql/client';
import type { WorkKind } from './connection_fault.ts';

/** uploads.db, open to write, with its secret. */
export interface OpenUploads {
  readonly client: Client;
  readonly feedKey: string;
}

/** Does one piece of work on the open database, in turn. What only reads says so. */
export type Run = <T>(work: (open: OpenUploads) => Promise<T>, kind?: WorkKind) => Promise<T>;
