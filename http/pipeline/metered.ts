import type { Stopwatch } from '../../domain/ports/clock.ts';
import type { Meter } from '../../domain/ports/meter.ts';
import { countedAs } from './counted_as.ts';
import type { Exchange } from './exchange.ts';

/** The same exchange, which tells what it answered and how long that took: until the answer was made, not until it was sent. */
export function metered(exchange: Exchange, meter: Meter, { elapsedMs }: Stopwatch): Exchange {
  return {
    serve: async (route, request, target, connection) => {
      const begunMs = elapsedMs();
      const response = await exchange.serve(route, request, target, connection);
      meter.answered(countedAs(route), request.method, response.status, elapsedMs() - begunMs);
      return response;
    },
    direct: (route, header, target, connection) => {
      const begunMs = elapsedMs();
      const answer = exchange.direct(route, header, target, connection);
      if (answer === null) return null;
      const told = <T extends { readonly status: number }>(one: T): T => {
        meter.answered(countedAs(route), 'GET', one.status, elapsedMs() - begunMs);
        return one;
      };
      return answer instanceof Promise ? answer.then(told) : told(answer);
    },
  };
}
