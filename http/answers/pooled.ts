import type { AnswerPool } from '../../domain/ports/answer_pool.ts';
import type { Context } from '../context.ts';
import type { MakeAnswer } from '../pipeline/make_answer.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { refused } from '../pipeline/refused.ts';
import { isExpensive } from '../pipeline/route.ts';
import { type AnswerReply, type AnswerTask, decodeReply, readNewestPin, routeName } from './task.ts';

/** Retry-After, in seconds, if the pool has no room for a request. */
const RETRY_AFTER_S = 5;

const OVERLOADED: Refusal = {
  kind: 'busy',
  error:
    'This instance has more to do than it can answer in time, so this request was not started and does not count against your limit. Ask again in a few seconds.',
  retryAfterS: RETRY_AFTER_S,
};

/** Returns a function that computes expensive answers in the pool and all other answers with `makeHere`. */
export function createPooledMaker(context: Context, makeHere: MakeAnswer): MakeAnswer {
  const { snapshots, codec } = context;
  if (context.pool == null) return makeHere;
  const pool = context.pool as AnswerPool<AnswerTask, AnswerReply>;
  return async (route, call, choice) => {
    if (!isExpensive(route)) return makeHere(route, call, choice);
    const { header, sent, ...copied } = call;
    const task = {
      route: routeName(route),
      call: copied,
      choice,
      snapshot: await readNewestPin(snapshots),
      lastWrittenAtMs: context.lastWrittenAtMs(),
    };
    const reply = await pool.run(call.caller.client, task, () => makeHere(route, call, choice));
    if (reply === null) return { finished: refused(OVERLOADED, route, context, call.path), lasts: false };
    if (!('body' in reply)) return reply;
    if (reply.damage !== null) snapshots.noteDamage(reply.damage);
    return decodeReply(reply, codec);
  };
}
