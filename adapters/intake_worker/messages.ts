import type { IntakeAnswer } from '../../domain/ports/intake.ts';
import type { LogFields } from '../../domain/ports/log.ts';

/** What the thread is started with. */
export interface WorkerSettings {
  /** Path of uploads.db. */
  readonly uploadsDb: string;
  /** Whether a missing database may be made: at the instance's start only. */
  readonly create: boolean;
}

/** To the thread. `id` is repeated in the reply. */
export type Command =
  | { readonly type: 'take'; readonly id: number; readonly body: Uint8Array<ArrayBuffer> }
  | { readonly type: 'close' };

/** From the thread. After `failed` or `closed` it has nothing open and waits to be ended. */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'closed' }
  | { readonly type: 'taken'; readonly id: number; readonly answer: IntakeAnswer }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly event: string;
      readonly fields: LogFields;
    };
