import type { Field, Model, Operation, Type } from './model.ts';

/** Formats the types of the client for TypeScript. */
export function formatTypeScript({ objects, operations }: Model): string {
  const names = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const types = [...objects].map(
    ([name, { description, fields }]) =>
      `${formatComment(description, '')}export interface ${name} {\n${formatFields(fields, '  ')}}\n`,
  );
  return `
/** Names of all parameters. */
const PARAMETERS: ReadonlySet<string> = new Set(${JSON.stringify([...names].sort())});

/** The operations, keyed by path. */
export interface Operations {
${operations.map(formatOperation).join('')}}

${types.join('\n')}`;
}

function formatOperation({ path, summary, parameters, json, csv, open }: Operation): string {
  const group = (place: 'query' | 'path') => {
    // Programs may pass undefined for a parameter that they do not need.
    const optional = (type: Type): Type => ({ is: 'union', of: [type, { is: 'plain', type: 'undefined' }] });
    const fields = formatFields(
      parameters
        .filter((one) => one.in === place)
        .map((one) => (one.required ? one : { ...one, type: optional(one.type) })),
      '      ',
    );
    const any = open && place === 'query' ? '      [argument: string]: string | number | boolean;\n' : '';
    return `    ${place}: ${fields === '' && any === '' ? 'object' : `{\n${fields}${any}    }`};\n`;
  };
  const answer = json === null ? 'text: true' : `json: ${formatType(json)}`;
  return `  /** ${summary} */
  ${JSON.stringify(path)}: {
${group('path')}${group('query')}    ${answer};
${csv ? '    csv: true;\n' : ''}  };
`;
}

function formatFields(fields: readonly Field[], indent: string): string {
  return fields
    .map(
      ({ name, type, required, description }) =>
        `${formatComment(description, indent)}${indent}${name}${required ? '' : '?'}: ${formatType(type)};\n`,
    )
    .join('');
}

function formatComment(text: string, indent: string): string {
  return text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '* /')} */\n`;
}

function formatType(type: Type): string {
  switch (type.is) {
    case 'name':
      return type.name;
    case 'plain':
      return type.type === 'integer' ? 'number' : type.type;
    case 'literal':
      return type.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'list':
      return `Array<${formatType(type.of)}>`;
    case 'tuple':
      return `[${type.of.map(formatType).join(', ')}]`;
    case 'map':
      return `Record<string, ${formatType(type.of)}>`;
    case 'union':
      return [...new Set(type.of.map(formatType))].join(' | ');
  }
}
