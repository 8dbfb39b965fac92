import { formatQuantity } from '../../../domain/values/phrases.ts';
import { REQUEST_BUDGETS } from '../../../schema/request_budgets.ts';
import { INTERNAL_SHAPES, RESPONSE_SHAPES } from '../../../schema/response_shapes.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import type { AppSettings } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { renderCode } from '../../pages/parts/copy.ts';
import type { CacheHeaders } from '../../pipeline/route.ts';
import {
  type FollowReference,
  formatType,
  listRules,
  listVariants,
  type Operation,
  type RequestBody,
  type ResponseDocs,
  renderParameters,
} from './reference.ts';
import {
  buildExampleRequest,
  formatCurlExample,
  formatJavascriptExample,
  formatPythonExample,
  isTryable,
  renderTryForm,
  UPLOAD_FILE,
} from './requests.ts';

/** The dependencies of endpoint sections. */
export interface EndpointContext {
  readonly settings: AppSettings;
  readonly base: string;
  readonly follow: FollowReference;
}

/** Renders the full documentation of one endpoint. */
export function renderEndpoint(operation: Operation, context: EndpointContext): unknown {
  const { id, summary, description, requestBody } = operation;
  return html`<section class="endpoint" id="${id}">
<h2>${summary}</h2>
${renderCall(operation)}<p>${description}</p>
${renderConditions(operation, context.settings)}<h3>Parameters</h3>
${renderParameters(operation, context.follow)}${requestBody === null ? '' : html`<h3>Body</h3>\n${renderBody(requestBody, context)}`}<h3>Answers</h3>
${renderAnswers(operation, context)}<h3>Examples</h3>
${renderExamples(operation, context)}${isTryable(operation) ? html`<h3>Try it</h3>\n${renderTryForm(operation, context.base)}` : ''}</section>
`;
}

export function renderCall({ method, path }: Operation): unknown {
  return html`<p class="call"><b>${method}</b> <code>${path}</code></p>\n`;
}

function renderConditions({ route, takesKeys }: Operation, settings: AppSettings): unknown {
  const conditions: readonly (readonly [string, unknown])[] = [
    ['Limit', describeLimit(route.budget, settings)],
    ['Key', takesKeys ? 'optional; raises the limit' : 'not read'],
    [
      'Caching',
      html`${describeCaching(route.cacheHeaders)} <code>Cache-Control: ${route.cacheHeaders.cacheControl}</code>`,
    ],
    [
      'Web pages',
      route.cors ? 'scripts of any site may read it (CORS)' : 'programs only; scripts of other sites cannot read it',
    ],
  ];
  return html`<dl class="conditions">${conditions.map(([name, said]) => html`<div><dt>${name}</dt><dd>${said}</dd></div>`)}</dl>\n`;
}

/** Returns text such as `30 requests an hour, 2,000 with a key`. */
export function describeLimit(budget: Operation['route']['budget'], settings: AppSettings): string {
  if (budget === null || !settings.limits) return 'none';
  const { anonymous, keyed } = settings.budgets[budget];
  const shown = `${formatQuantity(anonymous, 'request')} an hour`;
  return settings.keys && REQUEST_BUDGETS[budget].keyed !== null
    ? `${shown}, ${keyed.toLocaleString('en-GB')} with a key`
    : shown;
}

/** Explains how a client may cache a response. */
function describeCaching({ cacheControl, etag }: CacheHeaders): string {
  if (!etag) return 'Do not keep it.';
  const again = 'send its ETag as If-None-Match; an unchanged answer is 304 without a body.';
  const hours = Number(/max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0) / 3_600;
  if (hours === 0) return `${again[0]!.toUpperCase()}${again.slice(1)}`;
  return `Keep it for ${hours === 1 ? 'an hour' : `${hours} hours`}, then ${again}`;
}

function renderAnswers({ responses }: Operation, context: EndpointContext): unknown {
  const isServed = ({ status, body }: ResponseDocs): boolean =>
    status < 300 || (body !== null && SCHEMA_REFERENCE.exec(String(body.schema['$ref']))?.[1] !== 'apiError');
  const served = responses.filter(isServed);
  const others = responses.filter((one) => !isServed(one));
  return html`${served.map(
    ({ status, description, body }) => html`<p><b>${status}</b> ${description}</p>
${body === null ? '' : renderBody(body, context)}`,
  )}<details><summary>Other statuses: ${others.map(({ status }) => status).join(', ')}</summary>
<dl class="statuses">${others.map(({ status, description }) => html`<div><dt>${status}</dt><dd>${description}</dd></div>`)}</dl>
</details>
`;
}

/** Matches a `$ref` to the schema of a response or upload. */
const SCHEMA_REFERENCE = /^#\/components\/schemas\/(\w+)$/;

function renderBody({ schema, examples, mediaType }: RequestBody, { follow, base }: EndpointContext): unknown {
  const shapes = ((schema['anyOf'] as readonly RequestBody['schema'][] | undefined) ?? [schema]).map((one) => ({
    name: SCHEMA_REFERENCE.exec(String(one['$ref']))?.[1],
    list: renderFields(one, { follow, base }),
  }));
  return html`${shapes.map(({ name, list }) =>
    list === ''
      ? ''
      : html`<details><summary>Fields${name === undefined ? '' : html` of ${name}`}</summary>
${linkSchema(name, base)}${list}</details>
`,
  )}${examples.map(
    ({ summary, value }) => html`<details><summary>Example: ${summary}</summary>
${renderCode(mediaType.endsWith('json') && typeof value !== 'string' ? JSON.stringify(value, null, 2) : String(value))}</details>
`,
  )}`;
}

function linkSchema(name: string | undefined, base: string): unknown {
  const folder = [['api', RESPONSE_SHAPES] as const, ['more', INTERNAL_SHAPES] as const].find(([, shapes]) =>
    shapes.has(name ?? ''),
  )?.[0];
  return folder === undefined
    ? ''
    : html`<p><a href="${base}/schema/${folder}/${name}.json">JSON Schema of ${name}</a></p>\n`;
}

export function renderExamples(operation: Operation, { settings }: EndpointContext): unknown {
  const request = buildExampleRequest(operation, settings.publicUrl);
  return html`${request.upload === null ? '' : html`<p>Save the body above as <code>${UPLOAD_FILE}</code>, with an install id of your own, then send it.</p>\n`}<details open><summary>curl</summary>
${renderCode(formatCurlExample(request))}</details>
<details><summary>JavaScript</summary>
${renderCode(formatJavascriptExample(request))}</details>
<details><summary>Python</summary>
${renderCode(formatPythonExample(request))}</details>
`;
}

interface FieldContext {
  readonly follow: FollowReference;
  readonly base: string;
}

interface SchemaField {
  readonly name: string;
  readonly schema: JsonPart;
  readonly required: boolean;
}

/** Renders a body's fields as a list in which inner objects are collapsed. Empty if the body has no fields. */
function renderFields(schema: JsonPart, context: FieldContext): unknown {
  const { follow, base } = context;
  const variants = listVariants(schema, follow);
  if (variants.length > 1) return renderVariants(variants, context);
  const fields = listFields(variants[0] ?? {}, follow);
  if (fields.length === 0) return '';
  return html`<ul class="fields">${fields.map(
    ({ name, schema: field, required }) =>
      html`<li><code>${name}</code> <small class="quiet">${formatType(field, follow)}${
        required ? '' : ', may be absent'
      }</small> ${field['description'] ?? follow(field)['description'] ?? ''}${renderAllowedWords(field, follow)}${renderNestedFields(field, { follow, base })}</li>\n`,
  )}</ul>\n`;
}

/** Renders the fields of an inner object, with the number of fields as the title. */
function renderNestedFields(schema: JsonPart, context: FieldContext): unknown {
  const inner = findElementSchema(schema, context.follow);
  const variants = listVariants(inner, context.follow);
  const list = renderFields(inner, context);
  if (list === '') return '';
  const title =
    variants.length > 1
      ? formatQuantity(variants.length, 'kind')
      : formatQuantity(listFields(variants[0] ?? {}, context.follow).length, 'field');
  return html`<details><summary>${title}</summary>${list}</details>`;
}

/** Matches a `$ref` to the schema of a record kind. These schemas are published separately. */
const RECORD_REFERENCE = /^#\/components\/schemas\/(record|feed)_(\w+)$/;

/** Renders alternative schemas: links for record kinds, with the fields of uploaded ones, and field lists for others. */
function renderVariants(variants: readonly JsonPart[], context: FieldContext): unknown {
  const kinds = variants.flatMap((one) => {
    const [, group, kind] = RECORD_REFERENCE.exec(String(one['$ref'])) ?? [];
    return kind === undefined
      ? []
      : { kind, fields: group === 'record' ? renderFields(context.follow(one), context) : '' };
  });
  if (kinds.length === variants.length) {
    const linkOf = (kind: string) => html`<a href="${context.base}/schema/records/${kind}.json">${kind}</a>`;
    return kinds[0]?.fields === ''
      ? html`<p class="kinds">${kinds.map(({ kind }, at) => html`${at === 0 ? '' : ', '}${linkOf(kind)}`)}</p>\n`
      : kinds.map(
          ({ kind, fields }) =>
            html`<details><summary>${kind}</summary>\n<p>JSON Schema: ${linkOf(kind)}</p>\n${fields}</details>\n`,
        );
  }
  const lists = variants.map((one) => renderFields(one, context)).filter((list) => list !== '');
  return lists.length === 0 ? '' : lists;
}

/** Returns the element schema of an array, which may be nested. Returns other schemas unchanged. */
function findElementSchema(schema: JsonPart, follow: FollowReference): JsonPart {
  const [variant, ...others] = listVariants(schema, follow);
  if (variant === undefined || others.length > 0) return schema;
  const { type, items } = follow(variant);
  return type === 'array' && typeof items === 'object' ? findElementSchema(items as JsonPart, follow) : variant;
}

function listFields(schema: JsonPart, follow: FollowReference): readonly SchemaField[] {
  const {
    properties = {},
    required = [],
    prefixItems = [],
  } = follow(schema) as {
    readonly properties?: Readonly<Record<string, JsonPart>>;
    readonly required?: readonly string[];
    readonly prefixItems?: readonly JsonPart[];
  };
  return [
    ...Object.entries(properties).map(([name, field]) => ({ name, schema: field, required: required.includes(name) })),
    ...prefixItems.map((field, at) => ({ name: `[${at}]`, schema: field, required: true })),
  ];
}

/** Renders the allowed words of an enum. Other rules are shown only in the schema. */
function renderAllowedWords(schema: JsonPart, follow: FollowReference): unknown {
  const value = follow(findElementSchema(schema, follow));
  const rules = 'enum' in value ? listRules({ enum: value['enum'] }) : [];
  return rules.length === 0 ? '' : html` <small class="quiet">${rules}</small>`;
}
