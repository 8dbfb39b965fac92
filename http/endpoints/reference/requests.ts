import { TOOLS } from '../../../schema/tool_contracts.ts';
import { exampleArguments } from '../tools/argument_examples.ts';
import type { ExampleRequest } from './examples.ts';
import type { Operation, Parameter } from './reference.ts';

/** The file that examples of uploads send. */
export const UPLOAD_FILE = 'upload.json';

/** Values of parameters by name. */
export type Values = Readonly<Record<string, string>>;

/** Parameters that an example gives beside those that are required. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  listPublicRecords: ['kinds', 'limit'],
  listDropRates: ['limit'],
  listRelations: ['from_kind', 'from_id'],
  getMarketPrices: ['realm'],
  listItems: ['class', 'limit'],
  callTool: ['arguments'],
};

/** The request that the examples of an operation send. */
export function exampleRequest(operation: Operation, publicUrl: string): ExampleRequest {
  return {
    url: `${publicUrl}${pathAndQuery(operation, exampleValues(operation))}`,
    answer: operation.responses[0]?.body?.mediaType === 'application/x-ndjson' ? 'lines' : 'json',
    upload: operation.requestBody === null ? null : UPLOAD_FILE,
  };
}

/** What the fields of a form hold at first, and what the examples ask for. */
export function exampleValues({ id, parameters }: Operation): Values {
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const shown = [...required, ...(SHOWN[id] ?? [])];
  return {
    ...Object.fromEntries(parameters.filter(({ name }) => shown.includes(name)).flatMap(exampleEntries)),
    ...(TOOLS.has(id) ? asTexts(exampleArguments(id, required)) : {}),
  };
}

/** The example of a parameter; an object stands for several parameters of their own names. */
function exampleEntries({ name, example }: Parameter): readonly (readonly [string, string])[] {
  return Object.entries(asTexts(typeof example === 'object' && example !== null ? example : { [name]: example }));
}

function asTexts(values: object): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** The address that asks an operation, within the instance. Empty values are left out of the query. */
export function pathAndQuery({ path, parameters }: Pick<Operation, 'path' | 'parameters'>, values: Values): string {
  const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(Object.entries(values).filter(([name, value]) => !inPath.has(name) && value !== ''))
    .toString()
    // These need no escaping in a query, and read better as they are.
    .replace(/%2C|%3A/g, decodeURIComponent);
  return query === '' ? filled : `${filled}?${query}`;
}
