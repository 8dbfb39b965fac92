import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PictureFolder } from '../../domain/ports/picture_folder.ts';
import { APP_BOUNDS, type AppDeps, createContext } from '../../http/context.ts';
import { createRoutes } from '../../http/endpoints/mod.ts';
import { formatRouteName } from '../../http/middleware/answer_in_pool.ts';
import { findThread, NO_STORE, type Route } from '../../http/pipeline/route.ts';
import { createWorld } from '../http/support.ts';

/** Returns all routes of an instance with pictures. */
function allRoutes(): readonly Route[] {
  let deps: AppDeps | undefined;
  createWorld({
    icons: {} as PictureFolder,
    pool: (own) => {
      deps = own;
      return {} as NonNullable<AppDeps['pool']>;
    },
  });
  return createRoutes(createContext(deps!, APP_BOUNDS));
}

/**
 * Whether a route must name its thread: one that accepts a body, or whose work is done anew for each request, so that
 * nothing bounds it. Cached responses are made once per snapshot or once per process.
 */
function mustName({ method, receive, cachePolicy = null }: Route): boolean {
  return method === 'POST' || receive !== undefined || cachePolicy === null;
}

/** The routes whose thread does not follow from their caching. */
const NAMED = {
  'GET /docs/examples/:operation': 'answering',
  'GET /docs/try/:operation': 'answering',
  'POST /connect/keys': 'intake',
  'POST /connect/keys/revoke': 'intake',
  'GET /connect/keys/revoke': 'answering',
  'POST /connect/grants': 'intake',
  'POST /connect/grants/revoke': 'intake',
  'GET /connect/grants/revoke': 'answering',
  'POST /connect/erase/preview': 'intake',
  'GET /connect/erase/preview': 'answering',
  'POST /connect/erase/confirm': 'intake',
  'GET /connect/erase/confirm': 'answering',
  'POST /connect/erase': 'intake',
  'GET /connect/embed': 'answering',
  'POST /compare': 'long',
  'GET /addon.zip': 'answering',
  'GET /upload/:uploadId': 'intake',
  'GET /api/edges/client-layer': 'answering',
  'POST /mcp': 'pool',
  'POST /api/intake': 'intake',
  // Files are read in blocks by the runtime's own threads.
  'GET /export/index.json': 'answering',
  'GET /export/datapackage.json': 'answering',
  'GET /export/croissant.json': 'answering',
  'GET /export/:name': 'answering',
  'GET /export/addons/:name': 'answering',
  'GET /export/lists/:name': 'answering',
  'GET /export': 'answering',
  'GET /addons': 'answering',
  'GET /api/changes': 'answering',
  'GET /api/changes/stream': 'answering',
  'GET /changes/:epoch/:name': 'answering',
  'GET /replica/state.json': 'answering',
  'GET /replica/:name': 'answering',
  'GET /replica/keys/:digest': 'answering',
  'GET /item/:id/picture.png': 'answering',
  'GET /npc/:id/picture.png': 'answering',
  'GET /quest/:id/picture.png': 'answering',
  'GET /object/:id/picture.png': 'answering',
  'GET /icons/:name': 'answering',
  'GET /schema/limits.json': 'answering',
  'GET /api/health': 'answering',
  'GET /.well-known/security.txt': 'answering',
} as const;

/** Responses of the program itself, which are made once per process. All others come from the snapshot. */
const OF_THE_PROGRAM =
  /^\/(?:assets\/.*|docs.*|schema\/.*|terms|connect.*|upload|compare|icon\..*|favicon\.ico|picture\.png|robots\.txt|tooltip\.js|:file\{tooltip.*|uploader\.mjs|verify\.mjs|clients.*|api\/tools|api\/openapi\.json)$/;

test('the thread of every route is known', () => {
  for (const route of allRoutes()) {
    const name = formatRouteName(route);
    const byCaching = OF_THE_PROGRAM.test(route.path) ? 'answering' : 'pool';
    assert.equal(findThread(route), (NAMED as Record<string, string>)[name] ?? byCaching, name);
  }
});

test('routes that accept a body, or whose work is not cached, name their thread', () => {
  const routes = allRoutes();
  const required = routes.filter(mustName);
  assert.deepEqual(required.filter(({ thread }) => thread === undefined).map(formatRouteName), []);
  assert.deepEqual(required.map(formatRouteName).sort(), Object.keys(NAMED).sort());
  const careless: Route = {
    path: '/new',
    method: 'GET',
    budget: null,
    cacheHeaders: NO_STORE,
    refusals: 'apiError',
    answer: routes[0]!.answer,
  };
  assert.equal(mustName(careless), true, 'a route that reads anew for each request');
  assert.equal(mustName({ ...careless, method: 'POST', cachePolicy: { while: 'snapshot', by: 'path' } }), true);
  assert.equal(mustName({ ...careless, cachePolicy: { while: 'process', by: 'path' } }), false);
});

/**
 * The answers that pages of other sites may read: hover cards and their script, the OpenAPI document, the schemas, and
 * the descriptions of the MCP server, which SEP-2127 opens to all.
 */
const OPEN =
  /^GET \/(?:docs\/examples\/.*|api\/tooltip\/:type(?:\/:id)?|tooltip\.js|:file\{tooltip-.*|api\/openapi\.json|schema\/.*|mcp\/server-card|\.well-known\/(?:mcp\/server-card|ai-catalog)\.json)$/;

test('pages of other sites may read only hover cards and their script, the OpenAPI document, the schemas and the MCP server card', () => {
  for (const route of allRoutes()) {
    const name = formatRouteName(route);
    assert.equal(route.cors === true, OPEN.test(name), name);
  }
});
