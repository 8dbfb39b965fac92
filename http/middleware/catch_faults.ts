import type { Context } from '../context.ts';
import { toRefusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { FinishedResponse, Middleware, RoutedCall } from './middleware.ts';

/** Returns 503 after a storage fault. Returns 500 after a bug and logs it. */
export function catchFaults(context: Pick<Context, 'settings' | 'styleSheet' | 'log'>): Middleware {
  function refuse(error: unknown, call: RoutedCall): FinishedResponse {
    return createRefusedResponse(toRefusal(error, call.route.path, context.log), call, context);
  }
  return (call, next) => {
    try {
      const answer = next(call);
      return answer instanceof Promise ? answer.catch((error) => refuse(error, call)) : answer;
    } catch (error) {
      return refuse(error, call);
    }
  };
}
