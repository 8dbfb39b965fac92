import type { LogFields } from '../../domain/ports/log.ts';

/** A message to a thread of the pool. `id` is repeated in the reply. */
export type PoolCommand<Task> =
  | { readonly type: 'task'; readonly id: number; readonly task: Task }
  | { readonly type: 'close' };

/** A message from a thread of the pool. After `closed` the thread has nothing open and waits to be terminated. */
export type PoolReport<Reply> =
  | { readonly type: 'ready' }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'closed' }
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly event: string;
      readonly fields: LogFields;
    };
