import { clientAddress } from '../../domain/values/client_address.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import type { BudgetName } from '../../schema/limits.ts';
import { createPooledMaker } from '../answers/pooled.ts';
import type { Context } from '../context.ts';
import { type BufferedBody, bufferedBody } from './body.ts';
import { type CodingChoice, chooseCoding, PLAIN } from './coding.ts';
import type { Fields } from './fields.ts';
import { type FinishedResponse, respond } from './finish.ts';
import { keyOfRequest, readsKeys, sendsKey } from './keys.ts';
import { createLimits, type RateLimitResult } from './limits.ts';
import { createAnswerMaker, type MadeResponse } from './make_answer.ts';
import { type Refusal, refusalOfError } from './refusal.ts';
import { refused } from './refused.ts';
import { createResponseCache } from './response_cache.ts';
import type { Call, Caller, Route } from './route.ts';
import type { Target } from './target.ts';

/** The connection that a request came over. */
export interface Connection {
  /** IP address of the socket's remote end, or an empty string if it has none. */
  readonly remoteAddress: string;
}

/** An answer for the server to write directly, without a Response object. */
export interface DirectAnswer {
  readonly status: number;
  /** Header fields, as alternating names and values. */
  readonly fields: readonly string[];
  readonly body: BufferedBody;
}

/**
 * Serves requests: checks the key and the limits, runs the route, then applies the content coding, conditional
 * requests and header fields.
 */
export interface Exchange {
  serve(route: Route, request: Request, target: Target, connection: Connection): Promise<Response>;
  /**
   * Fast path for a GET of a route with cached answers. Returns the cached answer synchronously, or null if the caller
   * must use `serve`.
   */
  direct(
    route: Route,
    header: Call['header'],
    target: Target,
    connection: Connection,
  ): DirectAnswer | Promise<DirectAnswer> | null;
}

const NO_FIELDS: Fields = {};
const NO_KEY = ok(null);
const NOTHING_SENT: Call['sent'] = { body: null, signal: new AbortController().signal };

const NOT_ACCEPTABLE: Refusal = {
  kind: 'not-acceptable',
  error: 'Accept-Encoding must allow br, gzip or identity; it allows none of them.',
};

export function createExchange(context: Context): Exchange {
  const { settings } = context;
  const limits = createLimits(settings, context.stopwatch);
  const responseCache = createResponseCache(context.snapshots, context.meter ?? null);

  const anonymous = (connection: Connection, header: Call['header']): Caller => {
    const forwardedFor = settings.trustedProxies > 0 ? header('x-forwarded-for') : null;
    return {
      tier: 'anonymous',
      client: clientAddress(connection.remoteAddress, forwardedFor, settings.trustedProxies),
    };
  };

  /** Identifies the caller by key or address. Refuses an invalid key. */
  const findCaller = async (
    route: Route,
    connection: Connection,
    header: Call['header'],
  ): Promise<Result<Caller, Refusal>> => {
    const keyHash = readsKeys(route, settings) ? await keyOfRequest(context.keys, header) : NO_KEY;
    if (!keyHash.ok) return keyHash;
    return ok(
      keyHash.value === null ? anonymous(connection, header) : { tier: 'keyed', client: `key ${keyHash.value}` },
    );
  };

  const cacheKey = (route: Route, { path, query }: Target, choice: CodingChoice, pageSize: number): string => {
    const params = route.keeping?.by === 'query' ? query : '';
    return `${choice.coding}${choice.gzipAsWell ? '+' : ''}${choice.plainAllowed ? '' : '!'} ${pageSize} ${path}?${params}`;
  };

  const makePooled = createPooledMaker(context, createAnswerMaker(context));

  const make = async (route: Route, call: Call, choice: CodingChoice): Promise<MadeResponse> => {
    const received = route.receive === undefined ? ok(null) : await route.receive(call);
    if (!received.ok) return { finished: refused(received.error, route, context, call.path), lasts: false };
    return makePooled(route, { ...call, received: received.value }, choice);
  };

  const produce = async (route: Route, call: Call): Promise<FinishedResponse> => {
    // The sender of an upload must get a receipt, even if the client accepts no coding that we support.
    const choice = chooseCoding(call.header('accept-encoding')) ?? (route.method === 'GET' ? null : PLAIN);
    if (choice === null) return refused(NOT_ACCEPTABLE, route, context);
    if (route.keeping === null) return (await make(route, call, choice)).finished;
    const key = cacheKey(route, call, choice, call.pageSize);
    return responseCache.take(route.keeping, key, () => make(route, call, choice));
  };

  /** Charges the request to its budget and answers it. Refuses the request if the budget is used up. */
  const chargeAndAnswer = async (route: Route, call: Call): Promise<ChargedResponse> => {
    const { budget } = route;
    const charge = budget === null ? null : limits.take(budget, call.caller);
    if (budget === null || charge === null)
      return { finished: await tryToProduce(route, call), limitFields: NO_FIELDS };
    if (!charge.allowed) context.meter?.limited(budget);
    const finished = charge.allowed
      ? await tryToProduce(route, call)
      : refused(limits.refusal(budget, charge), route, context);
    const counts = finished.counts ?? finished.status < 500;
    if (!counts) charge.refund();
    return { finished, limitFields: limitFieldsOf(finished, budget, charge) };
  };

  /**
   * Leaves the rate limit fields out of answers that shared caches may store, because they describe one client's
   * budget.
   */
  const limitFieldsOf = ({ fields }: FinishedResponse, budget: BudgetName, charge: RateLimitResult): Fields =>
    fields['Cache-Control']?.startsWith('public') ? NO_FIELDS : limits.fields(budget, charge);

  /** Like `findCaller`, but turns thrown errors into refusals. */
  const identify: typeof findCaller = async (route, connection, header) => {
    try {
      return await findCaller(route, connection, header);
    } catch (error) {
      return err(refusalOfError(error, route.path, context.log));
    }
  };

  const tryToProduce = async (route: Route, call: Call): Promise<FinishedResponse> => {
    try {
      return await produce(route, call);
    } catch (error) {
      return refused(refusalOfError(error, route.path, context.log), route, context, call.path);
    }
  };

  const createCall = (target: Target, caller: Caller, header: Call['header'], sent: Call['sent']): Call => ({
    header,
    sent,
    path: target.path,
    query: target.query,
    caller,
    pageSize: settings.page[caller.tier],
    pageBytesMax: context.pageBytesMax,
    received: null,
  });

  /** Returns the cached answer and charges the request. If no answer is cached, returns null and charges nothing. */
  const answerFromCache = (route: Route, call: Call): ChargedResponse | null => {
    const choice = chooseCoding(call.header('accept-encoding'));
    if (route.keeping === null || choice === null) return null;
    const finished = responseCache.find(route.keeping, cacheKey(route, call, choice, call.pageSize));
    if (finished === undefined) return null;
    const charge = route.budget === null ? null : limits.take(route.budget, call.caller);
    if (route.budget === null || charge === null) return { finished, limitFields: NO_FIELDS };
    // A refused request has not been charged, so `chargeAndAnswer` can refuse it again.
    return charge.allowed ? { finished, limitFields: limitFieldsOf(finished, route.budget, charge) } : null;
  };

  const toDirectAnswer = ({ finished, limitFields }: ChargedResponse): DirectAnswer => ({
    status: finished.status,
    fields:
      limitFields === NO_FIELDS ? finished.flatFields : finished.flatFields.concat(...Object.entries(limitFields)),
    body: bufferedBody(finished.body),
  });

  return {
    serve: async (route, request, target, connection) => {
      const header: Call['header'] = (name) => request.headers.get(name);
      const caller = await identify(route, connection, header);
      if (!caller.ok) return respond(request, refused(caller.error, route, context), NO_FIELDS);
      const { finished, limitFields } = await chargeAndAnswer(route, createCall(target, caller.value, header, request));
      return respond(request, finished, limitFields);
    },
    direct: (route, header, target, connection) => {
      if (route.keeping === null || header('if-none-match') !== null) return null;
      // Checking a key is asynchronous, so this request needs `serve`.
      if (readsKeys(route, settings) && sendsKey(header)) {
        return identify(route, connection, header).then((caller) =>
          caller.ok
            ? chargeAndAnswer(route, createCall(target, caller.value, header, NOTHING_SENT)).then(toDirectAnswer)
            : toDirectAnswer({ finished: refused(caller.error, route, context), limitFields: NO_FIELDS }),
        );
      }
      const call = createCall(target, anonymous(connection, header), header, NOTHING_SENT);
      const cached = answerFromCache(route, call);
      return cached === null ? chargeAndAnswer(route, call).then(toDirectAnswer) : toDirectAnswer(cached);
    },
  };
}

/** A finished answer with the rate limit fields of its budget. */
interface ChargedResponse {
  readonly finished: FinishedResponse;
  readonly limitFields: Fields;
}
