import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { Sender } from '../../domain/ports/intake.ts';
import type { LogFields } from '../../domain/ports/log.ts';
import type { ChainLink } from '../../domain/ports/uploads.ts';
import type { Result } from '../../domain/values/result.ts';

/** What the thread is started with. */
export interface WorkerSettings {
  /** The address of the file that puts it together, which calls `serveIntake`. */
  readonly entry: string;
  /** Path of uploads.db. */
  readonly uploadsDb: string;
  /** Whether a missing database may be made: at the instance's start only. */
  readonly create: boolean;
  /** The newest link of the uploads' chain noted outside the database; null where there is none. */
  readonly knownLink: ChainLink | null;
  /** Where it is noted from then on; null: nowhere. */
  readonly linkFile: string | null;
  /** The data folder's identity file and what must stand in it; null: nobody looks. */
  readonly folder: FolderOfWorker | null;
  /** TW_WITNESS_NETWORKS. */
  readonly witnessNetworks: number;
  /** Whether messages of unexpected errors are logged. */
  readonly debug: boolean;
}

export interface FolderOfWorker {
  readonly identity: string;
  readonly id: string;
}

/** To the thread. `id` is repeated in the reply. */
export type Command =
  | { readonly type: 'take'; readonly id: number; readonly body: Uint8Array<ArrayBuffer>; readonly sender: Sender }
  | { readonly type: 'ask'; readonly id: number; readonly command: OperatorCommand }
  | { readonly type: 'close' };

/**
 * From the thread; `Answer` is what senders are told, and crosses as a copy. After `failed` or `closed` the thread has
 * nothing open and waits to be ended.
 */
export type Report<Answer> =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'closed' }
  /** The error is the cause of a storage fault. */
  | { readonly type: 'taken'; readonly id: number; readonly answer: Result<Answer, string> }
  | { readonly type: 'answered'; readonly id: number; readonly reply: Result<unknown, string> }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly event: string;
      readonly fields: LogFields;
    };
