import type { AnswerPool } from '../../domain/ports/answer_pool.ts';
import { type AnswerReply, type AnswerTask, decodeReply, readNewestPin, routeName } from '../answers/task.ts';
import type { Context } from '../context.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import { isExpensive } from '../pipeline/route.ts';
import type { Middleware } from './middleware.ts';

/** Reads the body of an MCP message on the thread that owns the connection, because other threads cannot read it. */
export function receiveMessage(context: Context): Middleware {
  return async (call, next) => {
    if (call.route.receive === undefined) return next(call);
    const received = await call.route.receive(call);
    return received.ok
      ? next({ ...call, received: received.value })
      : createRefusedResponse(received.error, call, context);
  };
}

/** Retry-After, in seconds, if the pool has no room for a request. */
const RETRY_AFTER_S = 5;

const OVERLOADED: Refusal = {
  kind: 'busy',
  error:
    'This instance has more to do than it can answer in time, so this request was not started and does not count against your limit. Ask again in a few seconds.',
  retryAfterS: RETRY_AFTER_S,
};

/** Computes expensive responses in the thread pool, unless the request is cheap, and all others on this thread. */
export function answerInPool(context: Context): Middleware {
  const { snapshots, codec } = context;
  if (context.pool == null) return (call, next) => next(call);
  const pool = context.pool as AnswerPool<AnswerTask, AnswerReply>;
  return async (call, next) => {
    const { isCheap = () => false } = call.route;
    if (!isExpensive(call.route) || isCheap(call.query)) return next(call);
    const { header, sent, route, ...copied } = call;
    const task = {
      route: routeName(route),
      call: copied,
      snapshot: await readNewestPin(snapshots),
      lastWrittenAtMs: context.lastWrittenAtMs(),
    };
    const reply = await pool.run(call.caller.client, task, async () => next(call));
    if (reply === null) return createRefusedResponse(OVERLOADED, call, context);
    if (!('damage' in reply)) return reply;
    if (reply.damage !== null) snapshots.noteDamage(reply.damage);
    return decodeReply(reply, codec);
  };
}
