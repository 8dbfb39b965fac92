import type { AnswerPool } from '../../domain/ports/answer_pool.ts';
import { formatWait } from '../../domain/values/phrases.ts';
import { ok } from '../../domain/values/result.ts';
import { type AnswerReply, type AnswerTask, decodeReply, readNewestPin, routeName } from '../answers/task.ts';
import type { Context } from '../context.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import { findThread } from '../pipeline/route.ts';
import type { Middleware } from './middleware.ts';

/** Reads bodies on the thread that owns the connection, because other threads cannot read them. */
export function receiveFirst(context: Context): Middleware {
  return async (call, next) => {
    if (call.route.receive === undefined) return next(call);
    const answered = await call.route.receive(call, async (received) => ok(await next({ ...call, received })));
    return answered.ok ? answered.value : createRefusedResponse(answered.error, call, context);
  };
}

/** Returns the refusal of a request for which the pool has no room. */
function refuseOverloaded(retryAfterS: number): Refusal {
  return {
    kind: 'busy',
    error: `This instance has more to do than it can answer in time, so this request was not started and does not count against your limit. Ask again in ${formatWait(retryAfterS)}.`,
    retryAfterS,
  };
}

const OVERLOADED_POOLS = { pool: refuseOverloaded(5), long: refuseOverloaded(60) } as const;

/** Computes expensive responses in the thread pool, unless the request is cheap, and all others on this thread. */
export function answerInPool(context: Context): Middleware {
  const { snapshots, codec } = context;
  if (context.pool == null) return (call, next) => next(call);
  const pool = context.pool as AnswerPool<AnswerTask, AnswerReply>;
  return async (call, next) => {
    const { isCheap = () => false } = call.route;
    const thread = findThread(call.route);
    if ((thread !== 'pool' && thread !== 'long') || isCheap(call.query)) return next(call);
    const { header, sent, route, ...copied } = call;
    const task = {
      route: routeName(route),
      call: copied,
      snapshot: await readNewestPin(snapshots),
      lastWrittenAtMs: context.lastWrittenAtMs(),
    };
    const makeHere = thread === 'long' ? null : async () => next(call);
    const reply = await pool.run(call.caller.client, task, makeHere);
    if (reply === null) return createRefusedResponse(OVERLOADED_POOLS[thread], call, context);
    if (!('damage' in reply)) return reply;
    if (reply.damage !== null) snapshots.noteDamage(reply.damage);
    return decodeReply(reply, codec);
  };
}
