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
 * The exchange of an edge: what only a primary can answer is handed on to it, and its answer sent as it came. Nothing of
 * it is kept here, and it is the primary that counts it.
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

interface Asked {
  readonly route: Route;
  readonly request: Request;
  readonly target: Target;
  readonly connection: Connection;
}

type Answered = Result<PrimaryAnswer, Refusal>;

async function handOn(
  primary: Primary,
  context: Context,
  { route, request, target, connection }: Asked,
  bytesMax: number,
): Promise<Answered> {
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
  if (route.method === 'GET') return told(await ask(null), route);
  const sentences: ReceiveSentences = sentencesOf(bytesMax);
  // Taken in whole first: the primary waits for no slow sender, and what one may send is bounded as it is there.
  const call = {
    sent: request,
    header: (name: string) => request.headers.get(name),
    caller: { tier: 'anonymous', client: clientAddress(...from) },
  } as const;
  return receiving(context, call, bytesMax, sentences, async (body) => {
    const answer = await ask(body);
    return told(answer.ok ? await wholeAnswer(answer.value) : answer, route);
  });
}

function told(answer: Result<PrimaryAnswer, PrimaryFault>, { refusals }: Route): Answered {
  return answer.ok ? ok(answer.value) : err(answer.error === 'away' ? PRIMARY_UNREACHABLE : ANSWER_LOST[refusals]);
}

const BODILESS = new Set([204, 205, 304]);

function responseOf(request: Request, { status, fields, body }: PrimaryAnswer): Response {
  const headers = fieldsOfAnswer(fields);
  if (request.method !== 'HEAD' && !BODILESS.has(status)) return new Response(body, { status, headers });
  body.cancel().catch(() => {});
  return new Response(null, { status, headers });
}
