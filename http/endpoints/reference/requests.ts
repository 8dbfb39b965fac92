import type { JsonPart } from '../../../schema/rules.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import { html } from '../../pages/html.ts';
import { exampleArguments } from '../tools/argument_examples.ts';
import type { ExampleRequest } from './examples.ts';
import { TRY_PATH } from './groups.ts';
import type { Operation, Parameter } from './reference.ts';

export const UPLOAD_FILE = 'upload.json';

/** Parameter values, keyed by parameter name. */
export type Values = Readonly<Record<string, string>>;

/** Optional parameters to include in examples, keyed by operation. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  listPublicRecords: ['kinds', 'limit'],
  listDropRates: ['limit'],
  listRelations: ['from_kind', 'from_id'],
  getMarketPrices: ['realm'],
  listItems: ['class', 'limit'],
  callTool: ['arguments'],
};

export function exampleRequest(operation: Operation, publicUrl: string): ExampleRequest {
  return {
    url: `${publicUrl}${pathAndQuery(operation, exampleValues(operation))}`,
    answer: operation.responses[0]?.body?.mediaType === 'application/x-ndjson' ? 'lines' : 'json',
    upload: operation.requestBody === null ? null : UPLOAD_FILE,
  };
}

/** Returns the example values of parameters. Forms are prefilled with them. */
export function exampleValues({ id, parameters }: Operation): Values {
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const shown = [...required, ...(SHOWN[id] ?? [])];
  return {
    ...Object.fromEntries(parameters.filter(({ name }) => shown.includes(name)).flatMap(exampleEntries)),
    ...(TOOLS.has(id) ? asTexts(exampleArguments(id, required)) : {}),
  };
}

/** Returns a parameter's example. An object is split into several parameters. */
function exampleEntries({ name, example }: Parameter): readonly (readonly [string, string])[] {
  return Object.entries(asTexts(typeof example === 'object' && example !== null ? example : { [name]: example }));
}

function asTexts(values: object): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Returns the path and query of a request. Omits empty query parameters. */
export function pathAndQuery({ path, parameters }: Pick<Operation, 'path' | 'parameters'>, values: Values): string {
  const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(Object.entries(values).filter(([name, value]) => !inPath.has(name) && value !== ''))
    .toString()
    // Commas and colons need no escaping in a query and are easier to read.
    .replace(/%2C|%3A/g, decodeURIComponent);
  return query === '' ? filled : `${filled}?${query}`;
}

/**
 * Renders a form that sends a GET request and shows the answer in the browser. HTML forms cannot fill in a path or
 * omit empty fields, so the form is sent to a path below TRY_PATH, which redirects.
 */
export function tryForm(operation: Operation, base: string): unknown {
  const values = exampleValues(operation);
  const fields = operation.parameters.filter((one) => one.in !== 'header');
  return html`<form class="try" method="get" action="${base}${TRY_PATH}/${operation.id}">
${fields.map((parameter) => tryField(parameter, `${operation.id}-${parameter.name}`, values[parameter.name] ?? ''))}<button type="submit">Send</button>
</form>
`;
}

export function canBeTried({ method, parameters }: Operation): boolean {
  return method === 'GET' && parameters.every(({ schema }) => schema['type'] !== 'object');
}

function tryField({ name, required, schema, example }: Parameter, id: string, value: string): unknown {
  const must = required ? html` required` : '';
  const label = html`<label for="${id}">${name}${required ? '' : html` <small class="quiet">optional</small>`}</label>`;
  const words = schema['enum'];
  if (Array.isArray(words)) {
    return html`<p>${label}<select id="${id}" name="${name}"${must}>${required ? '' : html`<option value="">–</option>`}${words.map((word) => html`<option${word === value ? html` selected` : ''}>${word}</option>`)}</select></p>\n`;
  }
  return html`<p>${label}<input id="${id}" name="${name}" ${inputType(schema)}${must} autocomplete="off" value="${value}"${
    value === '' && example !== undefined ? html` placeholder="${example}"` : ''
  }></p>\n`;
}

function inputType({ type, minimum, maximum }: JsonPart): unknown {
  if (type !== 'integer' && type !== 'number') return html`type="text"`;
  const step = type === 'number' ? html` step="any"` : '';
  return html`type="number" min="${minimum}" max="${maximum}"${step}`;
}
