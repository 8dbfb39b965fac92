import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { Sender } from '../../domain/ports/intake.ts';
import type { LogFields } from '../../domain/ports/log.ts';
import type { ChainLink } from '../../domain/ports/uploads.ts';
import type { Result } from '../../domain/values/result.ts';

/** Start settings of the thread. */
export interface WorkerSettings {
  /** URL of the module that the thread runs, which calls `serveIntake`. */
  readonly entry: string;
  /** Path of uploads.db. */
  readonly uploadsDb: string;
  /** Whether a missing database is created. True only when the instance starts. */
  readonly create: boolean;
  /** The newest link of the uploads' chain in the link file, or null if there is none. */
  readonly knownLink: ChainLink | null;
  /** Path of the link file that the thread keeps up to date, or null for none. */
  readonly linkFile: string | null;
  /** The data folder's identity file and the id that it must contain, or null to skip the check. */
  readonly folder: ExpectedFolder | null;
  /** TW_WITNESS_NETWORKS. */
  readonly witnessNetworks: number;
  /** Whether messages of unexpected errors are logged. */
  readonly debug: boolean;
}

export interface ExpectedFolder {
  readonly identity: string;
  readonly id: string;
}

/** A message to the thread. `id` is repeated in the reply. */
export type Command =
  | { readonly type: 'take'; readonly id: number; readonly body: Uint8Array<ArrayBuffer>; readonly sender: Sender }
  | { readonly type: 'ask'; readonly id: number; readonly command: OperatorCommand }
  | { readonly type: 'close' };

/** A message from the thread. After `failed` or `closed` it has nothing open and waits to be terminated. */
export type Report<Answer> =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'closed' }
  /** The error is the `cause` of a storage fault. */
  | { readonly type: 'taken'; readonly id: number; readonly answer: Result<Answer, string> }
  | { readonly type: 'answered'; readonly id: number; readonly reply: Result<unknown, string> }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly event: string;
      readonly fields: LogFields;
    };
