import type { Primary, PrimaryAnswer, PrimaryFault } from '../../domain/ports/primary.ts';
import { clientAddress, sentFrom } from '../../domain/values/client_address.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { Context, EdgeDeps } from '../context.ts';
import { type ReceiveSentences, receiving } from '../intake/receive.ts';
import type { Connection, Exchange } from '../pipeline/exchange.ts';
import { respond } from '../pipeline/finish.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { refused } from '../pipeline/refused.ts';
import type { Route } from '../pipeline/route.ts';
import type { Target } from '../pipeline/target.ts';
import { fieldsOfAnswer, fieldsToSend } from './fields.ts';
import { ANSWER_LOST, PRIMARY_UNREACHABLE, sentencesOf, UNKNOWN_ADDRESS } from './sentences.ts';
import { wholeAnswer } from './whole_answer.ts';

/**
 * Creates the exchange of an edge. It forwards requests that only a primary can answer and sends the primary's answers
 * unchanged. The edge neither caches nor counts these requests; the primary counts them.
 */
export function handingOn(exchange: Exchange, context: Context, { primary }: EdgeDeps): Exchange {
  return {
    serve: async (route, request, target, connection) => {
      if (route.ofPrimary === undefined) return exchange.serve(route, request, target, connection);
      const answer =
        primary === null
          ? err(UNKNOWN_ADDRESS)
          : await handOn(primary, context, { route, request, target, connection }, route.ofPrimary.bodyBytesMax);
      return answer.ok
        ? responseOf(request, answer.value)
        : respond(request, refused(answer.error, route, context, target.path), {});
    },
    direct: (route, header, target, connection) =>
      route.ofPrimary === undefined ? exchange.direct(route, header, target, connection) : null,
  };
}

interface ForwardRequest {
  readonly route: Route;
  readonly request: Request;
  readonly target: Target;
  readonly connection: Connection;
}

type ForwardResult = Result<PrimaryAnswer, Refusal>;

async function handOn(
  primary: Primary,
  context: Context,
  { route, request, target, connection }: ForwardRequest,
  bytesMax: number,
): Promise<ForwardResult> {
  const { trustedProxies } = context.settings;
  const forwardedFor = request.headers.get('x-forwarded-for');
  const from = [connection.remoteAddress, trustedProxies > 0 ? forwardedFor : null, trustedProxies] as const;
  const ask = async (body: Uint8Array | null): Promise<Result<PrimaryAnswer, PrimaryFault>> =>
    primary.ask({
      method: request.method,
      target: target.query === '' ? target.path : `${target.path}?${target.query}`,
      fields: fieldsToSend(request.headers, sentFrom(...from)),
      body,
    });
  if (route.method === 'GET') return toForwardResult(await ask(null), route);
  const sentences: ReceiveSentences = sentencesOf(bytesMax);
  // Receive the whole body first, so that the primary never waits for a slow sender and the edge enforces the same
  // bounds.
  const call = {
    sent: request,
    header: (name: string) => request.headers.get(name),
    caller: { tier: 'anonymous', client: clientAddress(...from) },
  } as const;
  return receiving(context, call, bytesMax, sentences, async (body) => {
    const answer = await ask(body);
    return toForwardResult(answer.ok ? await wholeAnswer(answer.value) : answer, route);
  });
}

function toForwardResult(answer: Result<PrimaryAnswer, PrimaryFault>, { refusals }: Route): ForwardResult {
  return answer.ok ? ok(answer.value) : err(answer.error === 'away' ? PRIMARY_UNREACHABLE : ANSWER_LOST[refusals]);
}

const BODILESS = new Set([204, 205, 304]);

function responseOf(request: Request, { status, fields, body }: PrimaryAnswer): Response {
  const headers = fieldsOfAnswer(fields);
  if (request.method !== 'HEAD' && !BODILESS.has(status)) return new Response(body, { status, headers });
  body.cancel().catch(() => {});
  return new Response(null, { status, headers });
}
