import assert from 'node:assert/strict';
import { TrieRouter } from 'hono/router/trie-router';
import type { PictureFolder } from '../../domain/ports/picture_folder.ts';
import { createRoutes } from '../../http/endpoints/mod.ts';
import { readReference } from '../../http/endpoints/reference/reference.ts';
import { buildExampleRequest } from '../../http/endpoints/reference/requests.ts';
import { listExampleArguments } from '../../http/endpoints/tools/argument_examples.ts';
import type { Route } from '../../http/pipeline/route.ts';
import { TOOL_TABLE } from '../../http/tools/mod.ts';
import { findDocument } from '../../schema/published.ts';
import { TOOLTIP_TYPES } from '../../schema/vocabulary.ts';
import { ICON, INSTALL, KEY, TICKET, TOKEN, UPLOAD_ID } from './fault_world.ts';
import { documented } from './openapi/openapi_check.ts';
import { contextOf } from './openapi/openapi_context.ts';
import { addressOf, addressWith, queryParameters } from './openapi/openapi_requests.ts';
import { type Json, PUBLIC_URL, type World } from './support.ts';

/** A request that is answered from storage, and the route that answers it. */
export interface FaultRequest {
  readonly path: string;
  readonly init: RequestInit;
  readonly route: Route;
}

type Sent = Omit<FaultRequest, 'route'>;

/**
 * Returns a request for everything that an instance serves: each route without parameters, each operation of the
 * OpenAPI document with and without each of its parameters, each page and file linked by another page, each tool over
 * MCP, and each form. New routes, tools and parameters are found automatically unless no page links to them.
 */
export async function everyRequest(world: World): Promise<readonly FaultRequest[]> {
  const routes = createRoutes({ ...contextOf({ keys: true }), icons: NO_ICONS });
  const sent = [
    ...routes
      .filter(({ method, path }) => method === 'GET' && !path.includes(':') && !NEEDS_QUERY.includes(path))
      .map(({ path }) => get(path)),
    ...(await operationRequests(world)),
    ...(await linkedPaths(world)).map((path) => get(path)),
    ...UNLINKED.map((path) => get(path)),
    ...[...TOOL_TABLE.keys()].map(callTool),
    ...FORMS.map(([path, fields]) => postForm(path, fields)),
    // Item 25 drops from NPC 6; item 9 does not.
    post('/compare?format=page', 'text/csv', '25,6,90\n9,6,1\n'),
    get('/api/edges', { 'x-api-key': KEY }),
  ];
  const routeOf = createRouteFinder(routes);
  const unique = new Map(sent.map((one) => [JSON.stringify([one.path, one.init]), one]));
  return [...unique.values()].map((one) => ({ ...one, route: routeOf(one) }));
}

/** Refuse requests without a parameter. The OpenAPI document has examples with one. */
const NEEDS_QUERY = ['/api/suggest', '/opensearch/suggest', '/api/changes'];

/** Present only so that the instance has the icon routes. */
const NO_ICONS: PictureFolder = { find: async () => null, read: async () => null };

/** Pages and files that no page of the small world links to. */
const UNLINKED: readonly string[] = [
  `/upload/${UPLOAD_ID}`,
  `/icons/${ICON}`,
  `/icons/${ICON.replace('.png', '')}`,
  '/maps/12',
  ...TOOLTIP_TYPES.map((type) => `/${type}/5/picture.png`),
  `/replica/1-${'a'.repeat(64)}`,
  `/replica/keys/${'a'.repeat(64)}`,
  '/api/suggest?q=kobold',
  '/opensearch/suggest?q=kobold',
  '/api/suggest?q=cape',
  '/api/suggest?q=chest',
  '/api/suggest?q=errand',
  '/api/suggest?q=elwynn',
  '/search?q=shortsword',
  '/search?q=shortsward',
  '/search?q=zzzzzz',
  '/search?q=herbs+in+elwynn',
  '/docs/examples/listRelations',
  '/docs/try/getHealth',
];

const FORMS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['/connect/keys', { label: 'Ada' }],
  ['/connect/keys/revoke', { key: KEY }],
  ['/connect/grants', { category: 'gear', install: INSTALL, days: '30' }],
  ['/connect/grants/revoke', { token: TOKEN }],
  ['/connect/erase', { install: INSTALL, confirm: 'ERASE' }],
  ['/connect/erase/preview', { install: INSTALL }],
  ['/connect/erase/confirm', { ticket: TICKET, confirm: 'ERASE' }],
];

function get(path: string, headers: Readonly<Record<string, string>> = {}): Sent {
  return { path, init: { headers } };
}

function post(path: string, contentType: string, body: string): Sent {
  const headers = { host: 'witness.example', 'content-type': contentType, 'sec-fetch-site': 'same-origin' };
  return { path, init: { method: 'POST', headers, body } };
}

function postForm(path: string, fields: Readonly<Record<string, string>>): Sent {
  return post(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
}

function callTool(name: string): Sent {
  const { inputSchema } = findDocument(`/mcp/${name}.json`) as Json;
  const params = { name, arguments: listExampleArguments(name, inputSchema.required ?? []) };
  return post('/mcp', 'application/json', JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }));
}

async function operationRequests(world: World): Promise<readonly Sent[]> {
  const { text } = await world.ask('/api/openapi.json');
  const read = documented(JSON.parse(text));
  const { snapshot } = JSON.parse((await world.ask('/api/edges')).text);
  const pins = [snapshot, snapshot.replace(/\d+$/, (n: string) => String(Number(n) - 1))];
  const required = read.operations.flatMap(({ path, method, operation }) => {
    if (method === 'post') return [post(path, 'application/json', '{"addonVersion":"1.0.0","records":[]}')];
    const others = pins.flatMap((pin) =>
      queryParameters(read, operation).map((one) => addressWith(read, path, operation, one, pin)),
    );
    return [addressOf(read, path, operation), ...others].map((address) => get(address));
  });
  const shown = readReference(read.document, createRoutes(contextOf({ keys: true }))).operations;
  const examples = shown.map((operation) => buildExampleRequest(operation, ''));
  return [...required, ...examples.filter(({ upload }) => upload === null).map(({ url }) => get(url))];
}

/**
 * Returns all addresses of the instance that the sitemap lists or that a page links to, loads or names as its picture.
 */
async function linkedPaths(world: World): Promise<readonly string[]> {
  const found = new Set<string>(['/', '/sitemap.xml', '/robots.txt']);
  for (const path of found) {
    if (/^\/(?:api|schema|export|docs)\b/.test(path)) continue;
    const { text, headers } = await world.ask(path);
    if (!/html|xml/.test(headers.get('content-type') ?? '')) continue;
    for (const [, , to] of text.matchAll(LINK)) found.add(to!.replaceAll('&amp;', '&').split('#')[0]!);
  }
  found.delete('');
  return [...found];
}

const LINK = new RegExp(`(?: href="| src="| content="|<loc>)(${PUBLIC_URL})?(/(?!/)[^"<]*)`, 'g');

function createRouteFinder(routes: readonly Route[]): (sent: Sent) => Route {
  const router = new TrieRouter<Route>();
  for (const route of routes) router.add(route.method, route.path, route);
  return ({ path, init }) => {
    const found = router.match(init.method ?? 'GET', path.split('?')[0]!)[0][0]?.[0];
    assert.ok(found !== undefined, `a route for ${path}`);
    return found;
  };
}
