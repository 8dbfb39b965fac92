import { createAttribution } from '../../domain/values/attribution.ts';
import { INSTALLS_TO_PUBLISH } from '../../domain/values/corroboration.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import { buildExample } from '../endpoints/examples.ts';
import { EXAMPLES_PATH } from '../endpoints/reference/groups.ts';
import { isKeyChecked } from '../middleware/check_key.ts';
import { toKeysUrl } from '../pages/connect.ts';
import type { Route } from '../pipeline/route.ts';
import type { Documentation, InstanceSetup, Operation, OperationTag } from '../pipeline/route_docs.ts';
import { listSharedHeaders } from './fields.ts';
import { describeQuery, SHARED_PARAMETERS } from './parts.ts';
import { describeResponses } from './responses.ts';
import { listComponentSchemas } from './schemas.ts';

/**
 * Creates an instance's OpenAPI document (contract, section 4, OpenAPI document) from the routes that describe
 * themselves, and from the chapters of endpoints whose operations are not their routes, in the order of the routes.
 * Operations without a route are left out; a test checks that there are none, and that no route for programs lacks an operation.
 */
export function createDocument(
  routes: readonly Route[],
  documentation: readonly Documentation[],
  settings: AppSettings,
): JsonPart {
  const attribution = createAttribution(settings);
  const setup: InstanceSetup = { settings, attribution, example: (name) => buildExample(name, settings, attribution) };
  const operations = [
    ...routes.flatMap((route) =>
      route.docs === undefined ? [] : [{ path: formatTemplate(route), ...route.docs(setup) }],
    ),
    ...documentation.flatMap(({ listOperations: chapter }) => chapter(setup)),
  ];
  const served = operations.flatMap((operation) => {
    const route = findRoute(operation, routes);
    return route === null ? [] : [{ operation, route, at: routes.indexOf(route) }];
  });
  const paths = served
    .sort((a, b) => a.at - b.at)
    .map(({ operation, route }): [string, JsonPart] => [
      operation.path,
      { [route.method.toLowerCase()]: createOperationObject(operation, route, settings) },
    ]);
  const anyKey = routes.some((route) => isKeyChecked(route, settings));
  return {
    openapi: '3.1.1',
    info: createInfo(settings),
    servers: [{ url: settings.publicUrl, description: settings.serviceName }],
    tags: Object.entries(TAG_DESCRIPTIONS).map(([name, text]) => ({ name, description: text })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: listComponentSchemas(documentation.map(({ schemas = {} }) => schemas)),
      parameters: SHARED_PARAMETERS,
      headers: listSharedHeaders(settings),
      ...(anyKey ? { securitySchemes: SECURITY_SCHEMES } : {}),
    },
  };
}

function createOperationObject(operation: Operation, route: Route, settings: AppSettings): JsonPart {
  const { operationId, tag, summary, description, parameters = [], requestBody } = operation;
  const asked = route.query === undefined ? [] : describeQuery(route.query, settings);
  const conditions: readonly JsonPart[] = route.cacheHeaders.etag
    ? [{ $ref: '#/components/parameters/If-None-Match' }]
    : [];
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [...asked, ...parameters, ...conditions].sort(
      (a, b) => PARAMETER_ORDER.indexOf(a['in']) - PARAMETER_ORDER.indexOf(b['in']),
    ),
    ...(requestBody === undefined ? {} : { requestBody }),
    security: isKeyChecked(route, settings) ? KEY_ALTERNATIVES : [],
    responses: describeResponses(operation, route, settings),
    ...(operation.served.some(({ examples }) => examples !== undefined) && {
      externalDocs: {
        description: 'Examples of answers, also the long ones.',
        url: `${settings.publicUrl}${EXAMPLES_PATH}/${operationId}`,
      },
    }),
  };
}

/** The order of parameters. References to headers have no place. */
const PARAMETER_ORDER: readonly unknown[] = ['path', 'query', 'header', undefined];

/**
 * Returns the route of an operation: the route with the same path, or a route whose pattern matches the operation's
 * path or whose path matches the operation's pattern.
 */
export function findRoute(
  { path, requestBody }: Pick<Operation, 'path' | 'requestBody'>,
  routes: readonly Route[],
): Route | null {
  const method = requestBody === undefined ? 'GET' : 'POST';
  const serving = routes.filter((route) => route.method === method);
  return (
    serving.find((route) => formatTemplate(route) === path) ??
    serving.find((route) => matchesPath(formatTemplate(route), path) || matchesPath(path, formatTemplate(route))) ??
    null
  );
}

/** Returns the path of a route in OpenAPI's notation. */
function formatTemplate({ path }: Route): string {
  return path.replace(/:([A-Za-z]+)/g, '{$1}');
}

function matchesPath(template: string, path: string): boolean {
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/{}]+');
  return new RegExp(`^${pattern}$`).test(path);
}

/** Version of the API description (contract, section 9). The version of the contract itself is PROTOCOL_VERSION. */
export const API_VERSION = '1.1.0';

function describeInstance(settings: AppSettings): string {
  return `Records of what players saw in a game, as JSON, and a separate layer read from the game’s files.

**Layers.** Observed data come from anonymous uploads of players’ addons and are licensed CC BY-SA 4.0: show the credit of \`attribution\` wherever you show them. Data of the game’s files belong to the game’s publisher, are unconfirmed, and carry the notice \`gameData\` with their build.

**Three installs.** A fact is public once at least ${INSTALLS_TO_PUBLISH} distinct installs have reported it. Single reports appear only in the raw feed.

**Unrecorded is not zero.** null means unknown. If the storage cannot be read, the answer says so with \`unreachable\` or 503.

**Keys.** Reading needs none. ${
    settings.keys
      ? `A free one (<${toKeysUrl(settings)}>) raises limits and page size; send it as \`Authorization: Bearer tw_…\` or \`X-API-Key: tw_…\`, never in a URL. An invalid key is refused with 401, even if no key is needed.`
      : 'This instance has keys switched off and ignores them.'
  }

**Requests.** Integers are plain decimal digits. A parameter given twice is refused. Unknown parameters are ignored, except by tools, which refuse them. HEAD answers like GET without a body, OPTIONS with \`Allow\`, other methods with 405. A trailing slash is redirected (308). Lists are paged: follow \`next\` until it is null.

**Tools for models.** The tools are also served over the Model Context Protocol, by POST to ${settings.publicUrl}/mcp.

**The program.** Third Witness, AGPL-3.0-only. ${
    settings.sourceUrl === null ? '' : `Source code of this instance: <${settings.sourceUrl}>. `
  }${
    settings.contact === null
      ? 'The operator has not published a contact address.'
      : `Contact of the operator: <${settings.contact.name}>.`
  }`;
}

function createInfo(settings: AppSettings): JsonPart {
  return {
    title: settings.serviceName,
    version: API_VERSION,
    summary: 'Players’ observations of a game, public once three installs have reported them.',
    description: describeInstance(settings),
    termsOfService: `${settings.publicUrl}/terms`,
    contact: { name: settings.serviceName, url: `${settings.publicUrl}/connect` },
    license: { name: 'CC BY-SA 4.0 (observed data)', identifier: 'CC-BY-SA-4.0' },
  };
}

const TAG_DESCRIPTIONS: Readonly<Record<OperationTag, string>> = {
  Observed: 'Facts that players reported, public once three installs have reported them.',
  'Game files': 'Unconfirmed data from the game’s own files, of one build.',
  Tools: 'Answers to single questions, as tools for people and models.',
  Uploads: 'Sending records to the instance.',
  Files: 'All public data as files, and the schemas of the contract.',
  Service: 'The state of the service, and this document.',
};

/** The two ways to send a key (contract, section 1, Key). */
const SECURITY_SCHEMES: Readonly<Record<string, JsonPart>> = {
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tw_…',
    description: 'A key, as Authorization: Bearer tw_….',
  },
  headerKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key, as X-API-Key: tw_….' },
};

/** Keys are optional, and can be sent in either of the two ways. */
const KEY_ALTERNATIVES: readonly JsonPart[] = [{}, { bearerKey: [] }, { headerKey: [] }];
