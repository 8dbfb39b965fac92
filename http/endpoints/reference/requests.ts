import { TOOLS } from '../../../schema/tool_contracts.ts';
import { exampleArguments } from '../tools/argument_examples.ts';
import type { ExampleRequest } from './examples.ts';
import type { Operation, Parameter } from './reference.ts';

/** Name of the file in upload examples. */
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

/** Returns the request that an operation's examples send. */
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
