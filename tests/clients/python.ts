import type { Field, Model, Operation, Parameter, Type } from './model.ts';

/** Words that cannot be names in Python, of those that the API uses. */
const KEYWORDS = new Set(['class', 'from']);

/** Formats the types and methods of the client for Python. */
export function formatPython({ objects, operations }: Model): string {
  const names = new Set(operations.flatMap(({ parameters }) => parameters.map(({ name }) => name)));
  const types = [...objects].map(([name, { description, fields }]) => formatObject(name, description, fields));
  return `
PARAMETERS = frozenset(${JSON.stringify([...names].sort())})
"""Names of all parameters."""

${types.join('')}
class Client(BaseClient):
    """Reads an instance. Methods that end in _pages return all pages of a list, methods that end in _csv its rows as
    texts by column. Methods for files and feeds return their lines while they are being received."""
${operations.map(formatOperation).join('')}`;
}

function formatObject(name: string, description: string, fields: readonly Field[]): string {
  const required = fields.filter((field) => field.required);
  const optional = fields.filter((field) => !field.required);
  const doc = description === '' ? '    pass\n' : `    """${formatText(description)}"""\n`;
  if (fields.some(({ name }) => KEYWORDS.has(name) || !/^\w+$/.test(name))) {
    return `
_${name} = TypedDict("_${name}", {\n${formatEntries(required)}})
_${name}Optional = TypedDict("_${name}Optional", {\n${formatEntries(optional)}}, total=False)


class ${name}(_${name}, _${name}Optional):
${doc}
`;
  }
  if (required.length > 0 && optional.length > 0) {
    return `
class _${name}(TypedDict):
${formatFields(required)}

class ${name}(_${name}, total=False):
${doc}${formatFields(optional)}
`;
  }
  return `
class ${name}(TypedDict${required.length > 0 ? '' : ', total=False'}):
${doc}${formatFields(fields)}
`;
}

function formatFields(fields: readonly Field[]): string {
  return fields
    .map(({ name, type, description }) => `${formatComment(description)}    ${name}: ${formatType(type)}\n`)
    .join('');
}

function formatEntries(fields: readonly Field[]): string {
  return fields
    .map(
      ({ name, type, description }) =>
        `${formatComment(description)}    "${name}": ${JSON.stringify(formatType(type).replaceAll('"', "'"))},\n`,
    )
    .join('');
}

function formatComment(text: string): string {
  return text === '' ? '' : `    # ${text.replaceAll('\n', ' ')}\n`;
}

function formatText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
}

function formatOperation({ id, path, summary, parameters, json, csv, paged, open }: Operation): string {
  const method = snakeCase(id);
  const parts = formatDict(parameters.filter((one) => one.in === 'path'));
  const query = open ? 'arguments' : formatDict(parameters.filter((one) => one.in === 'query'));
  const sorted = [...parameters].sort((a, b) => Number(b.required) - Number(a.required));
  const named = [...sorted.map(formatParameter), ...(open ? ['**arguments: Union[str, int, float, bool]'] : [])];
  const words = ['self', ...(sorted.length > 0 ? ['*'] : []), ...named];
  const signature = words.length < 4 ? words.join(', ') : `\n        ${words.join(',\n        ')},\n    `;
  const write = (name: string, type: string, about: string, call: string) => `
    def ${name}(${signature}) -> ${type}:
        """${formatText(about)}"""
        return ${call}
`;
  const address = JSON.stringify(path);
  const answer = json === null ? 'Iterator[str]' : formatType(json);
  return [
    write(
      method,
      answer,
      summary,
      json === null
        ? `self._lines(${address}, ${parts}, ${query})`
        : `cast("${answer.replaceAll('"', "'")}", self._json(${address}, ${parts}, ${query}))`,
    ),
    ...(paged
      ? [write(`${method}_pages`, `Iterator[${answer}]`, `${summary}: all pages`, `self._pages(${address}, ${query})`)]
      : []),
    ...(csv
      ? [write(`${method}_csv`, 'Iterator[Dict[str, str]]', `${summary}: rows`, `self._csv(${address}, ${query})`)]
      : []),
  ].join('');
}

function formatParameter({ name, type, required }: Parameter): string {
  const text = formatType(type);
  return required ? `${snakeCase(name)}: ${text}` : `${snakeCase(name)}: Optional[${text}] = None`;
}

function formatDict(parameters: readonly Parameter[]): string {
  return `{${parameters.map(({ name }) => `"${name}": ${snakeCase(name)}`).join(', ')}}`;
}

function snakeCase(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

const PLAIN = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  unknown: 'Any',
  undefined: 'None',
} as const;

function formatType(type: Type): string {
  switch (type.is) {
    case 'name':
      return type.name;
    case 'plain':
      return PLAIN[type.type];
    case 'literal':
      return `Literal[${type.values.map(formatLiteral).join(', ')}]`;
    case 'list':
      return `List[${formatType(type.of)}]`;
    // JSON’s arrays become lists, and a list has one type.
    case 'tuple':
      return `List[${formatUnion(type.of)}]`;
    case 'map':
      return `Dict[str, ${formatType(type.of)}]`;
    case 'union':
      return formatUnion(type.of);
  }
}

function formatUnion(types: readonly Type[]): string {
  const texts = [...new Set(types.map(formatType))];
  return texts.length === 1 ? texts[0]! : `Union[${texts.join(', ')}]`;
}

function formatLiteral(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
}
