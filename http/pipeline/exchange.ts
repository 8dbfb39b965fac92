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

/** What is known of the connection a request came over. */
export interface Connection {
  /** The socket's address; empty where it has none. */
  readonly remoteAddress: string;
}

/** An answer for the connection itself, without a Response around it. */
export interface DirectAnswer {
  readonly status: number;
  /** Header fields, names and values in turn. */
  readonly fields: readonly string[];
  readonly body: BufferedBody;
}

/** How requests of routes are served: the key, limits, then the route, then coding, conditions and fields. */
export interface Exchange {
  serve(route: Route, request: Request, target: Target, connection: Connection): Promise<Response>;
  /**
   * The short way for a GET of a route whose answers are kept, at once where the answer stands ready; null where
   * `serve` must see to it.
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

  /** Who asks, by key or address; refused where a key was sent that is not valid. */
  const callerOf = async (
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

  /** Names one kept answer among all. */
  const keyOf = (route: Route, { path, query }: Target, choice: CodingChoice, pageSize: number): string => {
    const asked = route.keeping?.by === 'query' ? query : '';
    return `${choice.coding}${choice.gzipAsWell ? '+' : ''}${choice.plainAllowed ? '' : '!'} ${pageSize} ${path}?${asked}`;
  };

  const makePooled = createPooledMaker(context, createAnswerMaker(context));

  const make = async (route: Route, call: Call, choice: CodingChoice): Promise<MadeResponse> => {
    const received = route.receive === undefined ? ok(null) : await route.receive(call);
    if (!received.ok) return { finished: refused(received.error, route, context, call.path), lasts: false };
    return makePooled(route, { ...call, received: received.value }, choice);
  };

  const produce = async (route: Route, call: Call): Promise<FinishedResponse> => {
    // What an upload came to must be told, in whatever coding.
    const choice = chooseCoding(call.header('accept-encoding')) ?? (route.method === 'GET' ? null : PLAIN);
    if (choice === null) return refused(NOT_ACCEPTABLE, route, context);
    if (route.keeping === null) return (await make(route, call, choice)).finished;
    const key = keyOf(route, call, choice, call.pageSize);
    return responseCache.take(route.keeping, key, () => make(route, call, choice));
  };

  /** The answer to a request, counted. */
  const settle = async (route: Route, call: Call): Promise<Settled> => {
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

  /** What one client has left says nothing to others: an answer that shared caches may keep does not tell it. */
  const limitFieldsOf = ({ fields }: FinishedResponse, budget: BudgetName, charge: RateLimitResult): Fields =>
    fields['Cache-Control']?.startsWith('public') ? NO_FIELDS : limits.fields(budget, charge);

  /** `callerOf`, with errors as refusals. */
  const identify: typeof callerOf = async (route, connection, header) => {
    try {
      return await callerOf(route, connection, header);
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

  const callOf = (target: Target, caller: Caller, header: Call['header'], sent: Call['sent']): Call => ({
    header,
    sent,
    path: target.path,
    query: target.query,
    caller,
    pageSize: settings.page[caller.tier],
    pageBytesMax: context.pageBytesMax,
    received: null,
  });

  /** The answer that stands ready, if any. Nothing is counted where there is none. */
  const ready = (route: Route, call: Call): Settled | null => {
    const choice = chooseCoding(call.header('accept-encoding'));
    if (route.keeping === null || choice === null) return null;
    const finished = responseCache.find(route.keeping, keyOf(route, call, choice, call.pageSize));
    if (finished === undefined) return null;
    const charge = route.budget === null ? null : limits.take(route.budget, call.caller);
    if (route.budget === null || charge === null) return { finished, limitFields: NO_FIELDS };
    // Refused, and therefore not counted.
    return charge.allowed ? { finished, limitFields: limitFieldsOf(finished, route.budget, charge) } : null;
  };

  const direct = ({ finished, limitFields }: Settled): DirectAnswer => ({
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
      const { finished, limitFields } = await settle(route, callOf(target, caller.value, header, request));
      return respond(request, finished, limitFields);
    },
    direct: (route, header, target, connection) => {
      if (route.keeping === null || header('if-none-match') !== null) return null;
      // A key is looked up first, and that takes a moment.
      if (readsKeys(route, settings) && sendsKey(header)) {
        return identify(route, connection, header).then((caller) =>
          caller.ok
            ? settle(route, callOf(target, caller.value, header, NOTHING_SENT)).then(direct)
            : direct({ finished: refused(caller.error, route, context), limitFields: NO_FIELDS }),
        );
      }
      const call = callOf(target, anonymous(connection, header), header, NOTHING_SENT);
      const settled = ready(route, call);
      return settled === null ? settle(route, call).then(direct) : direct(settled);
    },
  };
}

/** A finished answer with the fields of its budget. */
interface Settled {
  readonly finished: FinishedResponse;
  readonly limitFields: Fields;
}
