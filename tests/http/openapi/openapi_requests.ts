import type { Json } from '../support.ts';
import type { Documented } from './openapi_check.ts';

/** Builds requests from the descriptions of operations in the document. */

/** Returns the example of a parameter, which is in its schema or, for required parameters, beside it. */
export function exampleOf({ example, schema }: Json): unknown {
  return example ?? schema.examples?.[0];
}

function parametersOf({ follow }: Documented, operation: Json): readonly Json[] {
  return operation.parameters.map(follow);
}

/** Returns the query parameters. A parameter that is an object becomes one parameter per property. */
export function queryParameters(documented: Documented, operation: Json): readonly Json[] {
  return parametersOf(documented, operation)
    .filter((one) => one.in === 'query')
    .flatMap((one) =>
      one.schema.type === 'object'
        ? Object.entries(exampleOf(one) as Json).map(([name, example]) => ({
            name,
            example,
            required: true,
            schema: {},
          }))
        : [one],
    );
}

function pathWith(documented: Documented, path: string, operation: Json, values: Readonly<Record<string, string>>) {
  return parametersOf(documented, operation)
    .filter((one) => one.in === 'path')
    .reduce((text: string, { name, example }) => text.replace(`{${name}}`, values[name] ?? String(example)), path);
}

/** Returns the address of a request: required parameters have their examples, and `asked` adds or replaces values. */
export function addressOf(
  documented: Documented,
  path: string,
  operation: Json,
  asked: readonly (readonly [string, unknown])[] = [],
  inPath: Readonly<Record<string, string>> = {},
): string {
  const search = new URLSearchParams();
  for (const one of queryParameters(documented, operation)) {
    const { name, required } = one;
    const said = asked.filter(([other]) => other === name);
    for (const [, value] of said) search.append(name, String(value));
    if (said.length === 0 && required) search.append(name, String(exampleOf(one)));
  }
  const query = search.toString();
  return `${pathWith(documented, path, operation, inPath)}${query === '' ? '' : `?${query}`}`;
}

/** Parameters that need another parameter. */
const GIVEN_WITH: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  subclass: [['class', 'weapon']],
  house: [['realm', 'Stormrage']],
  ids: [['realm', 'Stormrage']],
  after: [['kind', 'npc']],
};

/** Returns the address of a request that also gives one optional parameter, by its example. `pin` names a snapshot. */
export function addressWith(documented: Documented, path: string, operation: Json, parameter: Json, pin: string) {
  const { name, schema } = parameter;
  const isPin = ['snapshot', 'since'].includes(name) && schema.pattern?.includes('\\.') === true;
  const value = isPin ? pin : exampleOf(parameter);
  return addressOf(documented, path, operation, [...(GIVEN_WITH[name] ?? []), [name, value]]);
}

/** Returns values that a parameter's schema excludes. */
export function wrongValues({ type, enum: words, maxLength, minLength = 0 }: Json): readonly string[] {
  return [
    ...(type === 'integer' || type === 'number' ? ['one', ''] : []),
    ...(words === undefined ? [] : ['nothing-of-the-kind']),
    ...(maxLength === undefined || words !== undefined ? [] : ['é'.repeat(maxLength + 1)]),
    ...(minLength > 1 ? ['x'] : []),
  ];
}
