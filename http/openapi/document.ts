import { attributionOf } from '../../domain/values/attribution.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import { readsKeys } from '../middleware/check_key.ts';
import type { Route } from '../pipeline/route.ts';
import { infoOf, KEY_ALTERNATIVES, SECURITY_SCHEMES, tagList } from './about.ts';
import { sharedHeaders } from './fields.ts';
import type { Documentation, InstanceSetup, Operation } from './operation.ts';
import { sharedParameter, sharedParameters } from './parts.ts';
import { responsesOf, type Share } from './responses.ts';
import { componentSchemas } from './schemas.ts';

/**
 * Creates an instance's OpenAPI document (contract, section 4, OpenAPI document) from the endpoints' documentation and
 * the routes that serve them. Operations without a route and routes without an operation are left out; a test checks
 * that there are none.
 */
export function documentOf(
  routes: readonly Route[],
  documentation: readonly Documentation[],
  settings: AppSettings,
): JsonPart {
  const setup: InstanceSetup = { settings, attribution: attributionOf(settings) };
  const { share, shared } = createSharedResponses();
  const paths: Record<string, JsonPart> = {};
  for (const operation of documentation.flatMap(({ chapter }) => chapter(setup))) {
    const route = routeOf(operation, routes);
    if (route === null) continue;
    paths[operation.path] = { [route.method.toLowerCase()]: operationObject(operation, route, settings, share) };
  }
  const anyKey = routes.some((route) => readsKeys(route, settings));
  const components = {
    schemas: componentSchemas(documentation.map(({ schemas = {} }) => schemas)),
    parameters: sharedParameters(settings),
    headers: sharedHeaders(settings),
    responses: shared,
    ...(anyKey ? { securitySchemes: SECURITY_SCHEMES } : {}),
  };
  return {
    openapi: '3.1.1',
    info: infoOf(settings),
    servers: [{ url: settings.publicUrl, description: settings.serviceName }],
    tags: tagList(),
    paths,
    components: pickUsed(components, paths),
  };
}

function operationObject(operation: Operation, route: Route, settings: AppSettings, share: Share): JsonPart {
  const { operationId, tag, summary, description, parameters, requestBody } = operation;
  const conditions = route.cacheHeaders.etag ? [sharedParameter('If-None-Match')] : [];
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [...parameters, ...conditions],
    ...(requestBody === undefined ? {} : { requestBody }),
    security: readsKeys(route, settings) ? KEY_ALTERNATIVES : [],
    responses: responsesOf(operation, route, settings, share),
  };
}

/**
 * Returns the route of an operation: the route with the same path, or a route whose pattern matches the operation's
 * path or whose path matches the operation's pattern.
 */
export function routeOf(
  { path, requestBody }: Pick<Operation, 'path' | 'requestBody'>,
  routes: readonly Route[],
): Route | null {
  const method = requestBody === undefined ? 'GET' : 'POST';
  const serving = routes.filter((route) => route.method === method);
  return (
    serving.find((route) => templateOf(route) === path) ??
    serving.find((route) => matches(templateOf(route), path) || matches(path, templateOf(route))) ??
    null
  );
}

/** Returns the path of a route in OpenAPI's notation. */
function templateOf({ path }: Route): string {
  return path.replace(/:([A-Za-z]+)/g, '{$1}');
}

/** Whether a path template matches a path. */
function matches(template: string, path: string): boolean {
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/{}]+');
  return new RegExp(`^${pattern}$`).test(path);
}

/** Stores equal responses under one name. Different responses with the same name are numbered. */
function createSharedResponses(): { readonly share: Share; readonly shared: Readonly<Record<string, JsonPart>> } {
  const shared: Record<string, JsonPart> = {};
  const names = new Map<string, string>();
  const share: Share = (baseName, response) => {
    const text = JSON.stringify(response);
    let name = names.get(text);
    for (let n = 1; name === undefined; n++) {
      const candidate = n === 1 ? baseName : `${baseName}${n}`;
      if (!(candidate in shared)) name = candidate;
    }
    names.set(text, name);
    shared[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  return { share, shared };
}

type Components = Readonly<Record<string, Readonly<Record<string, JsonPart>>>>;

/** Returns the components that the paths refer to, directly or indirectly, and all security schemes. */
function pickUsed(components: Components, paths: JsonPart): JsonPart {
  const found = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, section, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const key = `${section}/${name}`;
      if (found.has(key)) continue;
      found.add(key);
      follow(components[section!]?.[name!] ?? {});
    }
  };
  follow(paths);
  return Object.fromEntries(
    Object.entries(components).map(([section, parts]) => [
      section,
      section === 'securitySchemes'
        ? parts
        : Object.fromEntries(Object.entries(parts).filter(([name]) => found.has(`${section}/${name}`))),
    ]),
  );
}
