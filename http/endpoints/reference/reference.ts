import type { JsonPart } from '../../../schema/rules.ts';
import { routeOf } from '../../openapi/document.ts';
import type { Route } from '../../pipeline/route.ts';

/** A parameter of an operation, with all `$ref`s resolved. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonPart;
  readonly example: unknown;
}

/** A request or response body. */
export interface Body {
  readonly mediaType: string;
  readonly schema: JsonPart;
  readonly examples: readonly { readonly summary: string; readonly value: unknown }[];
}

export interface Response {
  readonly status: number;
  readonly description: string;
  /** The response body, or null if the response has none or the body has no schema. */
  readonly body: Body | null;
}

/** One operation of the OpenAPI document, with the route that serves it. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: Route['method'];
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody: Body | null;
  readonly responses: readonly Response[];
  readonly takesKeys: boolean;
  readonly route: Route;
}

/** An OpenAPI document, prepared for the pages of the reference. */
export interface Reference {
  readonly operations: readonly Operation[];
  /** Resolves a `$ref` within the document. */
  readonly follow: Follow;
}

export type Follow = (part: JsonPart) => JsonPart;

/** Reads an OpenAPI document that was created from `routes`. */
export function readReference(document: JsonPart, routes: readonly Route[]): Reference {
  function follow(part: JsonPart): JsonPart {
    const target = part['$ref'];
    if (typeof target !== 'string') return part;
    const names = target.slice('#/'.length).split('/');
    return follow(names.reduce((found, name) => found[name] as JsonPart, document));
  }
  const paths = Object.entries(document['paths'] as Readonly<Record<string, Readonly<Record<string, JsonPart>>>>);
  const operations = paths.flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => readOperation(path, operation, follow, routes)),
  );
  return { operations, follow };
}

function readOperation(path: string, operation: JsonPart, follow: Follow, routes: readonly Route[]): Operation {
  const { operationId, tags, summary, description, parameters, requestBody, security, responses } = operation as {
    readonly operationId: string;
    readonly tags: readonly [string];
    readonly summary: string;
    readonly description: string;
    readonly parameters: readonly JsonPart[];
    readonly requestBody?: JsonPart;
    readonly security: readonly JsonPart[];
    readonly responses: Readonly<Record<string, JsonPart>>;
  };
  const route = routeOf(requestBody === undefined ? { path } : { path, requestBody }, routes);
  if (route === null) throw new Error(`No route serves ${path} of the OpenAPI document.`);
  return {
    id: operationId,
    tag: tags[0],
    method: route.method,
    path,
    summary,
    description,
    parameters: parameters.map((parameter) => readParameter(follow(parameter))),
    requestBody: requestBody === undefined ? null : readBody(requestBody),
    responses: Object.entries(responses).map(([status, response]) => {
      const followed = follow(response);
      return { status: Number(status), description: String(followed['description']), body: readBody(followed) };
    }),
    takesKeys: security.length > 0,
    route,
  };
}

function readParameter(part: JsonPart): Parameter {
  const { example, ...parameter } = part as unknown as Parameter;
  return { ...parameter, example: example ?? (parameter.schema['examples'] as readonly unknown[] | undefined)?.[0] };
}

function readBody({ content }: JsonPart): Body | null {
  const [media] = Object.entries((content ?? {}) as Readonly<Record<string, JsonPart>>);
  if (media === undefined) return null;
  const [mediaType, { schema, examples = {} }] = media as [string, Readonly<Record<string, JsonPart>>];
  return { mediaType, schema: schema!, examples: Object.values(examples) as unknown as Body['examples'] };
}
