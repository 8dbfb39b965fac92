import type { JsonPart } from '../../../schema/rules.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import { html } from '../../pages/html.ts';
import { EVENT_TYPE } from '../../pipeline/body.ts';
import { listExampleArguments } from '../tools/argument_examples.ts';
import { TRY_PATH } from './groups.ts';
import type { Operation, RouteParameter } from './reference.ts';

export const UPLOAD_FILE = 'upload.json';

/** Parameter values, keyed by parameter name. */
export type TextValues = Readonly<Record<string, string>>;

/** Optional parameters to include in examples, keyed by operation. */
const SHOWN_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  listPublicRecords: ['kinds', 'limit'],
  listDropRates: ['limit'],
  listRelations: ['from_kind', 'from_id'],
  getMarketPrices: ['realm'],
  listItems: ['class', 'limit'],
  callTool: ['arguments'],
  followChanges: ['since'],
};

export function buildExampleRequest(operation: Operation, publicUrl: string): ExampleRequest {
  return {
    url: `${publicUrl}${buildUrl(operation, listExampleValues(operation))}`,
    answer: chooseAnswerKind(operation.responses[0]?.body?.mediaType ?? ''),
    upload: operation.requestBody === null ? null : UPLOAD_FILE,
  };
}

function chooseAnswerKind(mediaType: string): ExampleRequest['answer'] {
  if (mediaType === 'application/x-ndjson') return 'lines';
  if (mediaType === EVENT_TYPE) return 'events';
  return /^text\/|\bxml\b/.test(mediaType) ? 'text' : 'json';
}

/** Returns the example values of parameters. Forms are prefilled with them. */
export function listExampleValues({ id, parameters }: Operation): TextValues {
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const shown = [...required, ...(SHOWN_PARAMETERS[id] ?? [])];
  return {
    ...Object.fromEntries(parameters.filter(({ name }) => shown.includes(name)).flatMap(splitExample)),
    ...(TOOLS.has(id) ? formatValues(listExampleArguments(id, required)) : {}),
  };
}

/** Returns a parameter's example. An object is split into several parameters. */
function splitExample({ name, example }: RouteParameter): readonly (readonly [string, string])[] {
  return Object.entries(formatValues(typeof example === 'object' && example !== null ? example : { [name]: example }));
}

function formatValues(values: object): TextValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Returns the path and query of a request. Omits empty query parameters. */
export function buildUrl({ path, parameters }: Pick<Operation, 'path' | 'parameters'>, values: TextValues): string {
  const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(Object.entries(values).filter(([name, value]) => !inPath.has(name) && value !== ''))
    .toString()
    // Commas and colons need no escaping in a query and are easier to read.
    .replace(/%2C|%3A/g, decodeURIComponent);
  return query === '' ? filled : `${filled}?${query}`;
}

/**
 * Renders a form that sends a GET request and shows the response in the browser. HTML forms cannot fill in a path or
 * omit empty fields, so the form is sent to a path below TRY_PATH, which redirects.
 */
export function renderTryForm(operation: Operation, base: string): unknown {
  const values = listExampleValues(operation);
  const fields = operation.parameters.filter((one) => one.in !== 'header');
  return html`<form class="try" method="get" action="${base}${TRY_PATH}/${operation.id}">
${fields.map((parameter) => renderTryField(parameter, `${operation.id}-${parameter.name}`, values[parameter.name] ?? ''))}<button type="submit">Send</button>
</form>
`;
}

/** Whether a browser can show the answer after sending a form. A stream does not end. */
export function isTryable({ method, parameters, responses }: Operation): boolean {
  const isStream = responses[0]?.body?.mediaType === EVENT_TYPE;
  return method === 'GET' && !isStream && parameters.every(({ schema }) => schema['type'] !== 'object');
}

function renderTryField({ name, required, schema, example }: RouteParameter, id: string, value: string): unknown {
  const must = required ? html` required` : '';
  const label = html`<label for="${id}">${name}${required ? '' : html` <small class="quiet">optional</small>`}</label>`;
  const words = schema['enum'];
  if (Array.isArray(words)) {
    return html`<p>${label}<select id="${id}" name="${name}"${must}>${required ? '' : html`<option value="">–</option>`}${words.map((word) => html`<option${word === value ? html` selected` : ''}>${word}</option>`)}</select></p>\n`;
  }
  return html`<p>${label}<input id="${id}" name="${name}" ${chooseInputType(schema)}${must} autocomplete="off" value="${value}"${
    value === '' && example !== undefined ? html` placeholder="${example}"` : ''
  }></p>\n`;
}

function chooseInputType({ type, minimum, maximum }: JsonPart): unknown {
  if (type !== 'integer' && type !== 'number') return html`type="text"`;
  const step = type === 'number' ? html` step="any"` : '';
  return html`type="number" min="${minimum}" max="${maximum}"${step}`;
}

export interface ExampleRequest {
  readonly url: string;
  /** `lines` means NDJSON, which has one JSON object per line, and `events` a stream of server-sent events. */
  readonly answer: 'json' | 'lines' | 'events' | 'text';
  /** Name of the file whose content is posted, or null for a GET. */
  readonly upload: string | null;
}

const UPLOAD_TYPE = 'application/json';
/** The module that the JavaScript example of an upload imports. */
const FILE_MODULE = 'node:fs/promises';

/** Returns a command for a POSIX shell. */
export function formatCurlExample({ url, answer, upload }: ExampleRequest): string {
  if (upload === null) return `curl ${answer === 'events' ? '-N ' : ''}${quoteForShell(url)}`;
  return `curl -H 'Content-Type: ${UPLOAD_TYPE}' --data-binary @${upload} ${quoteForShell(url)}`;
}

/** Returns a JavaScript module that needs only `fetch`, so that it runs in Node, Deno and Bun. */
export function formatJavascriptExample({ url, answer, upload }: ExampleRequest): string {
  const call =
    upload === null
      ? `const response = await fetch(${quoteForCode(url)});`
      : `import { readFile } from ${quoteForCode(FILE_MODULE)};

const response = await fetch(${quoteForCode(url)}, {
  method: "POST",
  headers: { "Content-Type": "${UPLOAD_TYPE}" },
  body: await readFile("${upload}"),
});`;
  return `${call}
if (!response.ok) throw new Error(await response.text());
${JAVASCRIPT_READERS[answer]}`;
}

const JAVASCRIPT_READERS: Readonly<Record<ExampleRequest['answer'], string>> = {
  json: 'console.log(await response.json());',
  lines: `for (const line of (await response.text()).trim().split("\\n")) {
  console.log(JSON.parse(line));
}`,
  events: `for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
  console.log(text);
}`,
  text: 'console.log(await response.text());',
};

const PYTHON_READERS: Readonly<Record<ExampleRequest['answer'], string>> = {
  json: 'print(json.load(response))',
  lines: 'for line in response:\n        print(json.loads(line))',
  events: 'for line in response:\n        print(line.decode().strip(), flush=True)',
  text: 'print(response.read().decode())',
};

/** Returns a Python 3 program that needs only the standard library. */
export function formatPythonExample({ url, answer, upload }: ExampleRequest): string {
  const head = `${answer === 'text' || answer === 'events' ? '' : 'import json\n'}from urllib.request import ${upload === null ? 'urlopen' : 'Request, urlopen'}
`;
  const request =
    upload === null
      ? ''
      : `
with open("${upload}", "rb") as file:
    request = Request(
        ${quoteForCode(url)},
        data=file.read(),
        headers={"Content-Type": "${UPLOAD_TYPE}"},
    )
`;
  return `${head}${request}
with urlopen(${upload === null ? quoteForCode(url) : 'request'}) as response:
    ${PYTHON_READERS[answer]}`;
}

/** A list that an example reads to the end: the URL of its first page, and the field that holds the rows. */
export interface ExampleList {
  readonly url: string;
  readonly field: string;
}

export function formatJavascriptListExample({ url, field }: ExampleList): string {
  return `let url = ${quoteForCode(url)};
while (url !== null) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(await response.text());
  const page = await response.json();
  for (const row of page.${field}) console.log(row);
  url = page.next;
}`;
}

export function formatPythonListExample({ url, field }: ExampleList): string {
  return `import json
from urllib.request import urlopen

url = ${quoteForCode(url)}
while url is not None:
    with urlopen(url) as response:
        page = json.load(response)
    for row in page["${field}"]:
        print(row)
    url = page["next"]`;
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a URL as JSON. URLs are plain ASCII, so JSON strings mean the same in JavaScript and Python. */
function quoteForCode(text: string): string {
  return JSON.stringify(text);
}
