import { createHash } from 'node:crypto';
import { createRoutes } from '../../http/endpoints/mod.ts';
import { listExampleArguments } from '../../http/endpoints/tools/argument_examples.ts';
import { findDocument } from '../../schema/published.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import { contextOf } from '../http/openapi/openapi_context.ts';
import { PUBLIC_URL } from './world.ts';

/**
 * Finds the addresses of everything readable by following the links of pages, lists and sitemaps, starting from the
 * home page, the tools and the lists.
 */

/** A path with its query string, and the body to post, if any. */
export interface Question {
  readonly path: string;
  readonly body?: string;
}

/** Patterns of the routes that an edge answers itself. Health is left out because it differs on purpose. */
export const READ_ROUTES: readonly string[] = createRoutes(contextOf({ publicUrl: PUBLIC_URL }))
  .filter(({ method, path, primaryOnly }) => method === 'GET' && primaryOnly === undefined && path !== '/api/health')
  .map(({ path }) => path);

/** Turns a route's path into a regular expression. `:name` matches a segment, and `:name{pattern}` the pattern. */
function patternOf(route: string): RegExp {
  const parts = route.split(/(:\w+(?:\{[^}]*\})?)/).map((part) => {
    if (!part.startsWith(':')) return part.replaceAll('.', '\\.');
    return /\{(.*)\}$/.exec(part)?.[1] ?? '[^/]+';
  });
  return new RegExp(`^${parts.join('')}$`);
}

const PATTERNS = READ_ROUTES.map((route) => ({ route, pattern: patternOf(route) }));

/** Returns the route that answers a path, or undefined if there is none. Exact paths win over patterns. */
export function routeAt(path: string): string | undefined {
  return (
    READ_ROUTES.find((route) => route === path) ??
    PATTERNS.find(({ pattern }) => pattern.test(path))?.route ??
    // Their names contain a digest of their content.
    /^\/(?:assets|docs)\//.exec(path)?.[0]
  );
}

/** Maximum number of requests per route. A realm has hundreds of similar pages. */
const EACH_MAX = 12;

function toolQuestions(): readonly string[] {
  return [...TOOLS.keys()].map((name) => {
    const { required = [] } = findDocument(`/mcp/${name}.json`)!['inputSchema'] as { required?: string[] };
    const asked = new URLSearchParams(
      Object.entries(listExampleArguments(name, required)).map(([key, value]) => [key, String(value)]),
    );
    return `/api/tools/${name}?${asked}`;
  });
}

/** Returns the tool calls as MCP requests. */
function protocolQuestions(): readonly Question[] {
  const message = (method: string, params: object): Question => ({
    path: '/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return [
    message('tools/list', {}),
    ...[...TOOLS.keys()].map((name) => {
      const { required = [] } = findDocument(`/mcp/${name}.json`)!['inputSchema'] as { required?: string[] };
      return message('tools/call', { name, arguments: listExampleArguments(name, required) });
    }),
  ];
}

const LISTS = [
  ...['/api/corpus/public?limit=40', '/api/rollups/drops?limit=40', '/api/edges?limit=40', '/api/items?limit=40'],
  ...['/api/edges/client-layer', '/api/items/categories', '/api/market/prices', '/api/tools', '/api/openapi.json'],
  ...[
    '/schema/index.json',
    '/robots.txt',
    '/sitemap.xml',
    '/llms.txt',
    '/opensearch.xml',
    '/opensearch/suggest?q=th',
    '/mcp/server-card',
    '/.well-known/mcp/server-card.json',
    '/.well-known/ai-catalog.json',
    '/.well-known/security.txt',
    '/search?query=thing',
    '/api/suggest?q=th',
    '/coverage.json',
    '/feeds/recent.atom',
    '/tooltip.js',
    '/api/tooltip/item?ids=25,26',
  ],
];

/** Returns all requests. `url` is the address of an instance whose links are followed. */
export async function allQuestions(url: string): Promise<readonly Question[]> {
  const found = new Set<string>();
  const perRoute = new Map<string, number>();
  const waiting: string[] = [];
  const note = (link: string): void => {
    if (!URL.canParse(link, PUBLIC_URL)) return;
    const { origin, pathname, search } = new URL(link, PUBLIC_URL);
    const path = pathname + search;
    const route = routeAt(pathname);
    if (origin !== new URL(PUBLIC_URL).origin || found.has(path) || route === undefined) return;
    const count = perRoute.get(route) ?? 0;
    if (count >= EACH_MAX && route !== '/api/tools/:tool' && !route.startsWith('/schema')) return;
    perRoute.set(route, count + 1);
    found.add(path);
    waiting.push(path);
  };
  for (const route of READ_ROUTES) if (!route.includes(':')) note(route);
  for (const path of [...LISTS, ...toolQuestions()]) note(path);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const text = new TextDecoder().decode((await ask(url, { path })).bytes);
    for (const [, link] of text.matchAll(/(?:href|src|data-api|action)="([^"#]+)/g))
      note(link!.replaceAll('&amp;', '&'));
    // Pages show this address as text to be copied.
    for (const [link] of text.matchAll(/\/tooltip-[\w-]+\.js/g)) note(link);
    for (const [, link] of text.matchAll(/<loc>([^<]+)</g)) note(link!);
    for (const [, link] of text.matchAll(/"(?:next|url|source|page|schema)":"([^"]+)"/g)) note(link!);
    const entity = /^\/(item|npc|object|quest)\/(\d+)$/.exec(path);
    if (entity !== null) for (const more of [`/api/tooltip${path}`, `${path}/picture.png`]) note(more);
  }
  return [...[...found].sort().map((path) => ({ path })), ...protocolQuestions()];
}

/** Returns status, type and digest of an answer, for comparison. */
export async function answerOf(url: string, question: Question): Promise<string> {
  const { status, type, bytes } = await ask(url, question);
  return `${status} ${type} ${bytes.byteLength} bytes ${createHash('sha256').update(bytes).digest('hex')}`;
}

const PROTOCOL = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
const TRIES = 3;

/**
 * Sends a request. Repeats it if the connection fails, because a kept-alive connection may be closed at that moment.
 */
async function ask(
  url: string,
  { path, body }: Question,
): Promise<{ status: number; type: string | null; bytes: Uint8Array }> {
  for (let tried = 1; ; tried++) {
    try {
      const posted = body === undefined ? {} : { method: 'POST', body, headers: PROTOCOL };
      const response = await fetch(url + path, { redirect: 'manual', ...posted });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return { status: response.status, type: response.headers.get('content-type'), bytes };
    } catch (error) {
      if (tried === TRIES) throw error;
    }
  }
}
