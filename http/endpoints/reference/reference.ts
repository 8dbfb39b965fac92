import { INTEGER_MAX } from '../../../schema/fields.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { findRoute } from '../../openapi/document.ts';
import { html } from '../../pages/html.ts';
import type { Route } from '../../pipeline/route.ts';

/** A parameter of an operation, with all `$ref`s resolved. */
export interface RouteParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonPart;
  readonly example: unknown;
}

/** A request or response body. */
export interface RequestBody {
  readonly mediaType: string;
  readonly schema: JsonPart;
  readonly examples: readonly { readonly summary: string; readonly value: unknown }[];
}

export interface ResponseDocs {
  readonly status: number;
  readonly description: string;
  /** The response body, or null if the response has none or the body has no schema. */
  readonly body: RequestBody | null;
}

/** One operation of the OpenAPI document, with the route that serves it. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: Route['method'];
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly RouteParameter[];
  readonly requestBody: RequestBody | null;
  readonly responses: readonly ResponseDocs[];
  readonly takesKeys: boolean;
  readonly route: Route;
}

/** An OpenAPI document, prepared for the pages of the reference. */
export interface ApiReference {
  readonly operations: readonly Operation[];
  /** Resolves a `$ref` within the document. */
  readonly follow: FollowReference;
}

export type FollowReference = (part: JsonPart) => JsonPart;

/** Reads an OpenAPI document that was created from `routes`. */
export function readReference(document: JsonPart, routes: readonly Route[]): ApiReference {
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

function readOperation(
  path: string,
  operation: JsonPart,
  follow: FollowReference,
  routes: readonly Route[],
): Operation {
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
  const route = findRoute(requestBody === undefined ? { path } : { path, requestBody }, routes);
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

function readParameter(part: JsonPart): RouteParameter {
  const { example, ...parameter } = part as unknown as RouteParameter;
  return { ...parameter, example: example ?? (parameter.schema['examples'] as readonly unknown[] | undefined)?.[0] };
}

function readBody({ content }: JsonPart): RequestBody | null {
  const [media] = Object.entries((content ?? {}) as Readonly<Record<string, JsonPart>>);
  if (media === undefined) return null;
  const [mediaType, { schema, examples = {} }] = media as [string, Readonly<Record<string, JsonPart>>];
  return { mediaType, schema: schema!, examples: Object.values(examples) as unknown as RequestBody['examples'] };
}

/** Returns the alternatives of a schema, without null. */
export function listVariants(schema: JsonPart, follow: FollowReference): readonly JsonPart[] {
  const { anyOf, oneOf } = follow(schema) as { readonly [name in 'anyOf' | 'oneOf']?: readonly JsonPart[] };
  const variants = anyOf ?? oneOf;
  return variants === undefined ? [schema] : variants.filter(({ type }) => type !== 'null');
}

/** Describes the JSON type of a value, such as `array of object` or `string or null`. */
export function formatType(schema: JsonPart, follow: FollowReference): string {
  const { anyOf, oneOf, type, items, prefixItems, enum: words, ...rest } = follow(schema);
  const variants = (anyOf ?? oneOf) as readonly JsonPart[] | undefined;
  if (variants !== undefined) return [...new Set(variants.map((one) => formatType(one, follow)))].join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array' && prefixItems === undefined) return `array of ${formatType((items ?? {}) as JsonPart, follow)}`;
  if (typeof type === 'string') return type;
  if (words !== undefined) return 'string';
  return 'const' in rest ? typeof rest['const'] : 'any';
}

/** Maximum length of patterns to show. Longer patterns do not help readers. */
const PATTERN_CHARS_MAX = 60;

/** Returns the constraints on a value, besides its type, as a list of HTML phrases. */
export function listRules(schema: JsonPart): readonly unknown[] {
  const { enum: words, const: only, pattern, default: usual, format } = schema;
  const rules: unknown[] = [];
  if (Array.isArray(words)) {
    rules.push(html`one of ${words.map((word, at) => html`${at === 0 ? '' : ', '}<code>${word}</code>`)}`);
  }
  if (only !== undefined) rules.push(html`always <code>${JSON.stringify(only)}</code>`);
  const range = describeRange(schema['minimum'], schema['maximum']);
  if (range !== null) rules.push(range);
  const length = describeRange(schema['minLength'], schema['maxLength']);
  if (length !== null && words === undefined && format === undefined) rules.push(`length ${length}`);
  if (typeof pattern === 'string' && pattern.length <= PATTERN_CHARS_MAX)
    rules.push(html`matches <code>${pattern}</code>`);
  if (format !== undefined) rules.push(String(format));
  if (usual !== undefined) rules.push(html`default <code>${JSON.stringify(usual)}</code>`);
  return rules;
}

/** Formats a range as `1 to 5`, `1 or more` or `at most 5`. Returns null if there is no bound. */
function describeRange(least: unknown, most: unknown): string | null {
  const from = typeof least === 'number' ? least.toLocaleString('en-GB') : null;
  const to = typeof most === 'number' && most < INTEGER_MAX ? most.toLocaleString('en-GB') : null;
  if (from === null) return to === null ? null : `at most ${to}`;
  return to === null ? `${from} or more` : `${from} to ${to}`;
}

const PARAMETER_COLUMNS = ['Name', 'Where', 'Type', 'Required', 'Meaning and rule', 'Example'] as const;

/** Renders an operation's parameters as a table. On narrow screens each row becomes a block. */
export function renderParameters({ id, parameters, summary }: Operation, follow: FollowReference): unknown {
  if (parameters.length === 0) return html`<p>None.</p>\n`;
  return html`<table class="parameters">
<caption>Parameters of ${summary}</caption>
<thead><tr>${PARAMETER_COLUMNS.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${parameters.map((parameter) => renderParameter(parameter, id, follow))}</tbody>
</table>
`;
}

function renderParameter(parameter: RouteParameter, id: string, follow: FollowReference): unknown {
  const { name, required, description, schema, example } = parameter;
  const rules = listRules(schema);
  const cells = [
    parameter.in,
    formatType(schema, follow),
    required ? 'yes' : 'no',
    html`${description}${rules.length === 0 ? '' : html` <small class="rule">${rules.map((rule, at) => html`${at === 0 ? '' : '; '}${rule}`)}</small>`}`,
    example === undefined ? '' : html`<code>${formatExample(example)}</code>`,
  ];
  return html`<tr><th scope="row" id="${id}.${name}"><code>${name}</code></th>${cells.map((cell, at) => html`<td data-head="${PARAMETER_COLUMNS[at + 1]}">${cell}</td>`)}</tr>\n`;
}

/** Formats an example. An object is formatted as several query parameters. */
function formatExample(example: unknown): string {
  if (typeof example !== 'object' || example === null) return String(example);
  return Object.entries(example)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}
