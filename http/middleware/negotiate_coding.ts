import type { Context } from '../context.ts';
import { chooseCoding } from '../pipeline/coding.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Middleware } from './middleware.ts';

const NOT_ACCEPTABLE: Refusal = {
  kind: 'not-acceptable',
  error: 'Accept-Encoding must allow br, gzip or identity; it allows none of them.',
};

/** Chooses the content coding of the response, or rejects a GET if the client accepts no coding that we support. */
export function negotiateCoding(context: Pick<Context, 'settings' | 'styleSheet'>): Middleware {
  return (call, next) => {
    const choice = chooseCoding(call.header('accept-encoding'));
    if (choice !== null) return next({ ...call, choice });
    // The sender of an upload must get a receipt, even if the client accepts no coding that we support.
    if (call.route.method === 'POST') return next(call);
    return createRefusedResponse(NOT_ACCEPTABLE, call, context);
  };
}
