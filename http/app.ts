import { Hono, type Handler as HonoHandler } from 'hono';
import { APP_BOUNDS, type AppBounds, type AppDeps, type Context, createContext } from './context.ts';
import { createRoutes } from './endpoints/mod.ts';
import { createHostWatch } from './host_watch.ts';
import { answerConditionally, negotiateCoding } from './middleware/answer_conditionally.ts';
import { answerInPool, receiveBodyFirst } from './middleware/answer_in_pool.ts';
import { answerRoute } from './middleware/answer_route.ts';
import { answerOtherMethod, answerUnknownPath, refuseUnrouted } from './middleware/answer_unrouted.ts';
import { catchFaults } from './middleware/catch_faults.ts';
import { checkKey } from './middleware/check_key.ts';
import { forwardToPrimary } from './middleware/forward_to_primary.ts';
import { limitRate } from './middleware/limit_rate.ts';
import { meterRequests } from './middleware/meter_requests.ts';
import {
  type CallHandler,
  type Connection,
  composeSteps,
  createCall,
  type FinishedResponse,
  isEndlessBody,
  toResponse,
  useWhenReady,
} from './middleware/middleware.ts';
import { serveFromCache } from './middleware/serve_from_cache.ts';
import { toBasePath } from './pages/layout.ts';
import { refuseBadRequest } from './pipeline/refusal.ts';
import { createRefusedResponse } from './pipeline/refused_response.ts';
import type { Route } from './pipeline/route.ts';
import { createTargets } from './pipeline/target.ts';

/** The whole HTTP surface as a function from requests to responses. */
export interface App {
  fetch(request: Request, connection: Connection): Response | Promise<Response>;
  /** Returns the response that rejects a malformed or ambiguous request. */
  malformed(fault: keyof typeof MALFORMED_REQUESTS): Response;
}

/**
 * Returns the handler of all routes: the middleware, in the order in which requests pass through it, followed by the
 * route itself. Middleware works on our own types instead of Hono's context, so threads of the pool can use it, too.
 */
export function createHandler(context: Context): CallHandler {
  return composeSteps(
    [
      meterRequests(context),
      forwardToPrimary(context),
      answerConditionally,
      catchFaults(context), // while checking the key
      checkKey(context),
      limitRate(context),
      catchFaults(context), // in the route, so that the client is not charged for them
      negotiateCoding(context),
      serveFromCache(context),
      receiveBodyFirst(context),
      answerInPool(context),
    ],
    answerRoute(context),
  );
}

/** Creates the app from its ports. */
export function createApp(deps: AppDeps, bounds: AppBounds = APP_BOUNDS): App {
  const context = createContext(deps, bounds);
  const { settings, log } = context;
  const handle = createHandler(context);
  const watchHost = createHostWatch(settings, log);
  const targets = createTargets(toBasePath(settings.publicUrl), (path) => METHODS.some((method) => find(method, path)));
  const app = new Hono<{ Bindings: Connection }>({ getPath: ({ url }) => targets.ofUrl(url).path });

  /** Routes, keyed by their handlers in `app`. */
  const routes = new Map<unknown, Route>();
  for (const route of createRoutes(context)) {
    // Not async, because the adapter writes a response at once only if it gets no promise.
    const handler: HonoHandler<{ Bindings: Connection }> = ({ req: { raw }, env }) => {
      const { remoteAddress, header = (name) => raw.headers.get(name) } = env;
      const request = { route, method: raw.method, header, sent: raw, remoteAddress, target: targets.ofUrl(raw.url) };
      return useWhenReady(handle(createCall(request, context)), (answer) => {
        if (isEndlessBody(answer)) env.beginStream?.();
        return toResponse(answer, env);
      });
    };
    routes.set(handler, route);
    app.on(route.method, route.path, handler);
  }
  const find = (method: Route['method'], path: string): Route | undefined =>
    routes.get(app.router.match(method, path)[0][0]?.[0][0]);

  /** Counts a response that did not come from a route, and converts it to a Response. */
  const respond = (method: string, answer: FinishedResponse): Response => {
    context.meter?.answered(null, method, answer.status, 0);
    return toResponse(answer);
  };
  app.notFound(({ req: { raw } }) => {
    const target = targets.ofUrl(raw.url);
    const others = METHODS.flatMap((method) => find(method, target.path) ?? []);
    return respond(
      raw.method,
      others.length > 0 ? answerOtherMethod(raw.method, others, target, context) : answerUnknownPath(target, context),
    );
  });
  app.onError((bug, { req: { raw } }) => {
    log.error('http.bug', {}, bug);
    return respond(raw.method, refuseUnrouted({ kind: 'bug' }, targets.ofUrl(raw.url), context));
  });

  return {
    fetch: (request, connection) => {
      watchHost(connection.header?.('host') ?? request.headers.get('host'));
      return app.fetch(request, connection);
    },
    malformed: (fault) => {
      const request = { route: { refusals: 'apiError' }, path: '' } as const;
      return respond('', createRefusedResponse(refuseBadRequest(MALFORMED_REQUESTS[fault]), request, context));
    },
  };
}

/** Methods of routes. GET routes also serve HEAD. */
const METHODS: readonly Route['method'][] = ['GET', 'POST'];

/** Refusals of requests that do not reach a route. */
const MALFORMED_REQUESTS = {
  'no-url': 'The request line and its Host field must make a URL; they do not.',
  'many-hosts': 'Host must be given once; it was given more often.',
  'transfer-coding': 'Transfer-Encoding must be chunked or absent; got another coding.',
} as const;
