import { Hono } from 'hono';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { AppDeps, Context } from './context.ts';
import { APP_BOUNDS, type AppBounds, createContext } from './create_context.ts';
import { routesOf } from './endpoints/mod.ts';
import { handingOn } from './hand_on/exchange.ts';
import { createHostWatch } from './host_watch.ts';
import { basePath } from './pages/layout.ts';
import { joinBody } from './pipeline/body.ts';
import { type Connection, createExchange, type DirectAnswer, type Exchange } from './pipeline/exchange.ts';
import type { Fields } from './pipeline/fields.ts';
import { respond } from './pipeline/finish.ts';
import { preflightFields, securityFields } from './pipeline/headers.ts';
import { metered } from './pipeline/metered.ts';
import type { Refusal } from './pipeline/refusal.ts';
import { refused } from './pipeline/refused.ts';
import type { Route } from './pipeline/route.ts';
import { createTargets, type Target } from './pipeline/target.ts';

/** The whole HTTP surface as a function from requests to responses. */
export interface App {
  fetch(request: Request, connection: Connection): Response | Promise<Response>;
  /**
   * Fast path for a GET, which saves creating a Request and a Response for popular pages. `target` is the path and
   * query string, not decoded. Returns null if the caller must use `fetch`.
   */
  direct(
    target: string,
    header: (name: string) => string | null,
    connection: Connection,
  ): DirectAnswer | Promise<DirectAnswer> | null;
  /** Returns the refusal of a malformed or ambiguous request. */
  malformed(fault: keyof typeof MALFORMED): Response;
}

/** Creates the app from its ports. */
export function createApp(deps: AppDeps, bounds: AppBounds = APP_BOUNDS): App {
  const context = createContext(deps, bounds);
  const { meter = null } = deps;
  const own = createExchange(context);
  const plain = deps.edge == null ? own : handingOn(own, context, deps.edge);
  const exchange = meter === null ? plain : metered(plain, meter, deps.stopwatch);
  /** Counts an answer that did not come from a route, and returns the answer. */
  const unrouted = (request: Request, response: Response): Response => {
    meter?.answered(null, request.method, response.status, 0);
    return response;
  };
  const watchHost = createHostWatch(deps.settings, deps.log);
  const paths = byPath(routesOf(context));
  const findRoutes = createRouteFinder(paths);
  const targets = createTargets(basePath(deps.settings.publicUrl), (path) => findRoutes(path) !== undefined);
  const hono = new Hono<{ Bindings: Connection }>({ getPath: (request) => targets.ofUrl(request.url).path });
  for (const [path, routes] of paths) {
    hono.all(path, (c) =>
      dispatch(c.req.raw, targets.ofUrl(c.req.raw.url), routes, c.env, exchange, context, unrouted),
    );
  }
  hono.notFound((c) => unrouted(c.req.raw, answerUnknownPath(c.req.raw, targets.ofUrl(c.req.raw.url), context)));
  hono.onError((bug, c) => {
    context.log.error('http.bug', {}, bug);
    return unrouted(c.req.raw, refuse(c.req.raw, targets.ofUrl(c.req.raw.url), { kind: 'bug' }, context));
  });
  return {
    fetch: (request, connection) => {
      watchHost(request.headers.get('host'));
      return hono.fetch(request, connection);
    },
    direct: (text, header, connection) => {
      watchHost(header('host'));
      const target = targets.ofLine(text);
      const route = findRoutes(target.path)?.find((one) => one.method === 'GET');
      return route === undefined ? null : exchange.direct(route, header, target, connection);
    },
    malformed: (fault) => {
      const refusal: Refusal = { kind: 'bad-request', error: MALFORMED[fault] };
      const { status, fields, body } = refused(refusal, { refusals: 'apiError', cors: false }, deps);
      meter?.answered(null, '', status, 0);
      return new Response(joinBody(body), { status, headers: fields });
    },
  };
}

/** Refusals of requests that do not reach a route. */
const MALFORMED = {
  'no-url': 'The request line and its Host field must make a URL; they do not.',
  'many-hosts': 'Host must be given once; it was given more often.',
  'transfer-coding': 'Transfer-Encoding must be chunked or absent; got another coding.',
} as const;

function byPath(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const paths = new Map<string, Route[]>();
  for (const route of routes) paths.set(route.path, [...(paths.get(route.path) ?? []), route]);
  return paths;
}

/**
 * Returns a function that finds a path's routes, or returns undefined if there are none. Paths are matched as in Hono.
 */
function createRouteFinder(
  paths: ReadonlyMap<string, readonly Route[]>,
): (path: string) => readonly Route[] | undefined {
  const router = new SmartRouter<readonly Route[]>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [path, routes] of paths) router.add('GET', path, routes);
  return (path) => paths.get(path) ?? router.match('GET', path)[0][0]?.[0];
}

/** Chooses a path's route by method. HEAD uses the GET route. */
function dispatch(
  request: Request,
  target: Target,
  routes: readonly Route[],
  connection: Connection,
  exchange: Exchange,
  context: Context,
  unrouted: (request: Request, response: Response) => Response,
): Promise<Response> | Response {
  const { method } = request;
  const route = routes.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (route !== undefined) return exchange.serve(route, request, target, connection);
  const allow = ['GET', 'POST']
    .filter((known) => routes.some((one) => one.method === known))
    .flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known]))
    .concat('OPTIONS')
    .join(', ');
  if (method !== 'OPTIONS') {
    const refusal: Refusal = { kind: 'wrong-method', error: `The method must be one of ${allow}.`, allow };
    return unrouted(request, refuse(request, target, refusal, context));
  }
  const preflight = routes.some((one) => one.cors) ? preflightFields(allow) : {};
  return unrouted(request, bare(204, { Allow: allow, ...preflight }, context));
}

/** Redirects an unknown path with trailing slashes to the path without them. Answers 404 to all other unknown paths. */
function answerUnknownPath(request: Request, target: Target, context: Context): Response {
  const { path, query } = target;
  const stripped = withoutSlashesAtEnd(path);
  if (stripped !== path && stripped !== '') {
    const location = `${context.settings.publicUrl}${stripped}${query === '' ? '' : `?${query}`}`;
    return bare(308, { Location: location }, context);
  }
  return refuse(request, target, { kind: 'not-found', error: 'There is nothing at this path.' }, context);
}

/** Not a regular expression, because one that matches trailing slashes would take quadratic time on many slashes. */
function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** Creates an answer without a body. */
function bare(status: number, fields: Fields, { settings }: Context): Response {
  return new Response(null, { status, headers: { ...fields, ...securityFields('', settings.publicUrl) } });
}

/** Refuses a request that has no route: with JSON on paths for programs, with a page on all other paths. */
function refuse(request: Request, { path }: Target, refusal: Refusal, context: Context): Response {
  const forPrograms = /^\/(?:api|schema|export)(?:\/|$)/.test(path) || refusal.kind === 'wrong-method';
  const shape = { refusals: forPrograms ? 'apiError' : 'page', cors: false } as const;
  return respond(request, refused(refusal, shape, context, path), {});
}
