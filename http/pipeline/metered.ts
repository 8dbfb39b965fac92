import type { Stopwatch } from '../../domain/ports/clock.ts';
import type { Meter } from '../../domain/ports/meter.ts';
import { countedAs } from './counted_as.ts';
import type { Exchange } from './exchange.ts';

/**
 * Wraps an exchange to report each answer and its duration to the meter. The duration does not include sending the
 * answer.
 */
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
      const report = <T extends { readonly status: number }>(answered: T): T => {
        meter.answered(countedAs(route), 'GET', answered.status, elapsedMs() - begunMs);
        return answered;
      };
      return answer instanceof Promise ? answer.then(report) : report(answer);
    },
  };
}
