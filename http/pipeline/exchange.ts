import type { BudgetName } from '../../domain/budgets.ts';
import { clientAddress } from '../../domain/client_address.ts';
import type { Bytes } from '../../domain/ports/codec.ts';
import type { Toll } from '../../domain/rate_limit.ts';
import type { Context } from '../context.ts';
import { type CodingChoice, chooseCoding } from './coding.ts';
import { type Finished, finish, respond } from './finish.ts';
import { createLimits } from './limits.ts';
import type { Refusal } from './refusal.ts';
import { refused } from './refused.ts';
import type { Call, Caller, Fields, Route } from './route.ts';
import { createShelf, type Made } from './shelf.ts';

/** What is known of the connection a request came over. */
export interface Connection {
  /** The socket's address; empty where it has none. */
  readonly remoteAddress: string;
}

/** Where a request goes: its path and query string, undecoded. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** An answer sent again as it is. `fields` are names and values in turn. */
export interface KeptAnswer {
  readonly status: number;
  readonly fields: readonly string[];
  readonly body: Bytes;
}

/** How requests of routes are served: limits, then the route, then coding, conditions and fields. */
export interface Exchange {
  serve(route: Route, request: Request, target: Target, connection: Connection): Promise<Response>;
  /**
   * The shortest way for a GET whose answer stands ready, with limits and every field; null where `serve` must see to
   * it. Nothing is counted then.
   */
  kept(
    route: Route,
    header: (name: string) => string | null,
    target: Target,
    connection: Connection,
  ): KeptAnswer | null;
}

const NO_FIELDS: Fields = {};
const PLAIN: CodingChoice = { coding: 'identity', plainAllowed: true };

const NOT_ACCEPTABLE: Refusal = {
  kind: 'not-acceptable',
  error: 'Accept-Encoding must allow br, gzip or identity; it allows none of them.',
};

export const createExchange = (context: Context): Exchange => {
  const { settings, codec } = context;
  const limits = createLimits(settings, context.clock);
  const shelf = createShelf(context.reader);

  const callerOf = (connection: Connection, header: (name: string) => string | null): Caller => {
    const forwardedFor = settings.trustedProxies > 0 ? header('x-forwarded-for') : null;
    return {
      tier: 'anonymous',
      client: clientAddress(connection.remoteAddress, forwardedFor, settings.trustedProxies),
    };
  };

  /** Names one kept answer among all. */
  const keyOf = (route: Route, { path, query }: Target, choice: CodingChoice, pageSize: number): string => {
    const asked = route.keeping?.by === 'query' ? query : '';
    return `${choice.coding}${choice.plainAllowed ? '' : '!'} ${pageSize} ${path}?${asked}`;
  };

  const make = async (route: Route, call: Call, choice: CodingChoice): Promise<Made> => {
    const answer = await route.answer(call);
    if (!answer.ok) return { finished: refused(answer.error, route.refusals, settings), lasts: false };
    const finished = await finish(answer.value, choice, { caching: route.caching, cors: route.cors, settings }, codec);
    return { finished, lasts: answer.value.status === 200 && answer.value.fleeting !== true };
  };

  const produce = async (route: Route, call: Call): Promise<Finished> => {
    // What an upload came to must be told, in whatever coding.
    const choice = chooseCoding(call.request.headers.get('accept-encoding')) ?? (route.method === 'GET' ? null : PLAIN);
    if (choice === null) return refused(NOT_ACCEPTABLE, route.refusals, settings);
    if (route.keeping === null) return (await make(route, call, choice)).finished;
    const key = keyOf(route, call, choice, call.pageSize);
    return shelf.take(route.keeping, key, () => make(route, call, choice));
  };

  const serveWithin = async (route: Route, call: Call, budget: BudgetName | null, toll: Toll | null) => {
    if (budget !== null && toll !== null && !toll.allowed) {
      return refused(limits.refusal(budget, toll), route.refusals, settings);
    }
    try {
      return await produce(route, call);
    } catch (bug) {
      context.log.error('http.bug', { route: route.path, ...context.describeBug(bug) });
      return refused({ kind: 'bug' }, route.refusals, settings);
    }
  };

  return {
    serve: async (route, request, { path, query }, connection) => {
      const caller = callerOf(connection, (name) => request.headers.get(name));
      const { budget } = route;
      const toll = budget === null ? null : limits.take(budget, caller);
      const call: Call = { request, path, query, caller, pageSize: settings.page[caller.tier] };
      const finished = await serveWithin(route, call, budget, toll);
      if (budget === null || toll === null) return respond(request, finished, NO_FIELDS);
      if (finished.status >= 500) limits.refund(budget, toll);
      return respond(request, finished, limits.fields(budget, toll));
    },
    kept: (route, header, target, connection) => {
      if (route.keeping === null || header('if-none-match') !== null) return null;
      const choice = chooseCoding(header('accept-encoding'));
      if (choice === null) return null;
      const caller = callerOf(connection, header);
      const finished = shelf.find(route.keeping, keyOf(route, target, choice, settings.page[caller.tier]));
      if (finished === undefined) return null;
      const { status, body, flatFields } = finished;
      const toll = route.budget === null ? null : limits.take(route.budget, caller);
      if (route.budget === null || toll === null) return { status, body, fields: flatFields };
      // Refused, and therefore not counted.
      if (!toll.allowed) return null;
      return { status, body, fields: flatFields.concat(limits.flatFields(route.budget, toll)) };
    },
  };
};
