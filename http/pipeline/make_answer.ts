import type { Context } from '../context.ts';
import type { CodingChoice } from './coding.ts';
import { type FinishedResponse, finish } from './finish.ts';
import { refused } from './refused.ts';
import type { Call, Route } from './route.ts';

/** A finished answer, and whether it may be cached (`lasts`). */
export interface MadeResponse {
  readonly finished: FinishedResponse;
  readonly lasts: boolean;
  /**
   * Pin of the snapshot from which the answer was made, or null if a newer snapshot arrived meanwhile. Absent if the
   * caller knows the snapshot.
   */
  readonly snapshot?: string | null;
}

/** Gets a route's answer and finishes it for sending. Rejects if the route throws. */
export type MakeAnswer = (route: Route, call: Call, choice: CodingChoice) => Promise<MadeResponse>;

/** Creates the function that makes answers on the calling thread. */
export function createAnswerMaker(context: Pick<Context, 'settings' | 'codec' | 'styleSheet'>): MakeAnswer {
  const { settings, codec } = context;
  return async (route, call, choice) => {
    const answer = await route.answer(call);
    if (!answer.ok) return { finished: refused(answer.error, route, context, call.path), lasts: false };
    const finished = await finish(answer.value, choice, { caching: route.caching, cors: route.cors, settings }, codec);
    return { finished, lasts: answer.value.status === 200 && answer.value.fleeting !== true };
  };
}
