import type { JsonPart } from '../../schema/rules.ts';

/**
 * The fields of each kind of object that hold other objects: one, a list, or, if marked with `*`, a map of them. Kinds
 * that can be components have the name of their section.
 */
const PART_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: { paths: 'paths*' },
  paths: { get: 'operations', post: 'operations' },
  operations: { parameters: 'parameters', requestBody: 'bodies', responses: 'responses*' },
  bodies: { content: 'media*' },
  media: { schema: 'schemas', examples: 'examples*' },
  answers: { schema: 'schemas', examples: 'examples*' },
  parameters: {},
  headers: { schema: 'schemas' },
  responses: { headers: 'headers*', content: 'answers*' },
  examples: {},
  schemas: Object.fromEntries([
    ['properties', 'schemas*'],
    ...['items', 'prefixItems', 'additionalProperties', 'not', 'anyOf', 'oneOf', 'allOf'].map((at) => [at, 'schemas']),
  ]),
};

const SECTIONS = ['schemas', 'parameters', 'headers', 'responses', 'examples'];

/** Names of responses, and of schemas whose most frequent field says too little. */
const RESPONSE_NAMES: Readonly<Record<string, string>> = {
  200: 'Served',
  304: 'NotModified',
  400: 'BadRequest',
  401: 'BadKey',
  404: 'NotFound',
  405: 'WrongMethod',
  406: 'NotAcceptable',
  429: 'TooMany',
  500: 'Fault',
  503: 'Unreachable',
  item: 'entity',
  capturedAt: 'instant',
};

const REFERENCE_LENGTH = 45;

/** Schemas longer than this are shared although their descriptions differ. */
const SHARED_CHARS_MIN = 80;

/** Longer examples of answers are only in the file of their operation's examples. */
const LONG_EXAMPLE_CHARS = 300;

type Components = Readonly<Record<string, Readonly<Record<string, JsonPart>>>>;

interface SharedPart {
  readonly value: JsonPart;
  readonly descriptions: Map<unknown, number>;
  readonly names: Map<string, number>;
  uses: number;
  /** The part without its description, in which other parts are references. Null until it is written. */
  written: JsonPart | null;
  component: string | null;
}

/**
 * Returns a document that means the same and is less than half as long (contract, section 4, OpenAPI document). A part
 * that occurs several times becomes a component, named after the field where it occurs most. A reference has a
 * description if it differs from the component's. Components that the document has keep their names, and are omitted if
 * nothing refers to them. Long examples of answers are omitted. `document` must be an OpenAPI 3.1 document whose
 * references are all to components.
 */
export function shareRepeatedParts({ components, ...rest }: JsonPart): JsonPart {
  const given = components as Components;
  const parts = new Map<string, SharedPart>();
  const named = new Map<string, SharedPart>();
  const shared: Record<string, Record<string, JsonPart>> = Object.fromEntries(SECTIONS.map((kind) => [kind, {}]));

  function partOf(kind: string, value: JsonPart): SharedPart {
    const referred = named.get(String(value['$ref']));
    if (referred !== undefined) return referred;
    const text = JSON.stringify(omitDescription(value));
    // A reference can replace a component's description, but cannot remove it.
    const key = `${kind}${text.length > SHARED_CHARS_MIN ? `${'description' in value}${text}` : JSON.stringify(value)}`;
    const part = parts.get(key) ?? createSharedPart(value);
    parts.set(key, part);
    return part;
  }

  /** Counts the places of each part. Those within a part are counted once, because it will be written once. */
  function count(kind: string, value: JsonPart, name: string): JsonPart {
    const part = partOf(kind, value);
    if (!('$ref' in value)) addToCount(part.descriptions, value['description']);
    addToCount(part.names, name);
    if (++part.uses === 1) replaceParts(kind, part.value, name, count);
    return value;
  }

  function write(kind: string, value: JsonPart, name: string): JsonPart {
    const part = partOf(kind, value);
    part.written ??= omitDescription(replaceParts(kind, part.value, name, write));
    const usual = addDescription(part.written, findCommonestValue(part.descriptions));
    const own = value['description'] ?? ('$ref' in value ? part.value['description'] : undefined);
    if (part.component === null) {
      const saved = (part.uses - 1) * (JSON.stringify(usual).length - REFERENCE_LENGTH) - REFERENCE_LENGTH;
      if (!SECTIONS.includes(kind) || saved < 0) return addDescription(part.written, own);
      part.component = freeName(kind, findCommonestValue(part.names));
    }
    shared[kind]![part.component] ??= usual;
    const $ref = `#/components/${kind}/${part.component}`;
    return addDescription({ $ref }, own === usual['description'] ? undefined : own);
  }

  function freeName(kind: string, field: string): string {
    const base = RESPONSE_NAMES[field] ?? (kind === 'responses' ? `Status${field}` : field);
    const isTaken = (one: string): boolean => one in shared[kind]! || one in (given[kind] ?? {});
    let name = base;
    for (let n = 2; isTaken(name); n++) name = `${base}_${n}`;
    return name;
  }

  for (const kind of SECTIONS) {
    for (const [name, repetitive] of Object.entries(given[kind] ?? {})) {
      const value = omitRepeatedTexts(kind, repetitive);
      const part = partOf(kind, value);
      const own = part.component === null ? part : createSharedPart(value);
      own.component = name;
      addToCount(own.descriptions, value['description']);
      named.set(`#/components/${kind}/${name}`, own);
    }
  }
  const document = omitRepeatedTexts('document', rest);
  replaceParts('document', document, '', count);
  const written = replaceParts('document', document, '', write);
  const filled = Object.entries({ ...given, ...shared }).filter(([, section]) => Object.keys(section).length > 0);
  return { ...written, components: Object.fromEntries(filled) };
}

function createSharedPart(value: JsonPart): SharedPart {
  return { value, descriptions: new Map(), names: new Map(), uses: 0, written: null, component: null };
}

type VisitPart = (kind: string, part: JsonPart, name: string) => JsonPart;

/** Replaces each object in a part by the result of `visit`, which gets the name of the nearest field around it. */
function replaceParts(kind: string, part: JsonPart, name: string, visit: VisitPart): JsonPart {
  const visitField = (field: string, value: unknown): unknown => {
    const inner = PART_FIELDS[kind]![field];
    if (inner === undefined || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((one) => visit(inner, one, one.name ?? name));
    if (!inner.endsWith('*')) return visit(inner, value as JsonPart, name);
    const nameOf = (key: string): string => (inner === 'answers*' ? name : key);
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, visit(inner.slice(0, -1), one, nameOf(key))]),
    );
  };
  const shown = kind === 'answers' ? omitLongExamples(part) : part;
  return Object.fromEntries(Object.entries(shown).map(([field, value]) => [field, visitField(field, value)]));
}

function omitLongExamples({ examples, ...rest }: JsonPart): JsonPart {
  const short = Object.entries(examples ?? {}).filter(([, one]) => JSON.stringify(one).length <= LONG_EXAMPLE_CHARS);
  return short.length === 0 ? rest : { ...rest, examples: Object.fromEntries(short) };
}

/** Omits the descriptions of alternatives that the whole repeats, as nullable fields do. */
function omitRepeatedTexts(kind: string, value: JsonPart): JsonPart {
  const part = replaceParts(kind, value, '', omitRepeatedTexts);
  const variants = part['anyOf'];
  if (!Array.isArray(variants)) return part;
  const isEcho = (one: JsonPart): boolean => !('$ref' in one) && one['description'] === part['description'];
  return { ...part, anyOf: variants.map((one) => (isEcho(one) ? omitDescription(one) : one)) };
}

function omitDescription({ description: _, ...rest }: JsonPart): JsonPart {
  return rest;
}

function addDescription(part: JsonPart, description: unknown): JsonPart {
  return description === undefined ? part : { description, ...part };
}

function addToCount<T>(counts: Map<T, number>, value: T): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function findCommonestValue<T>(counts: ReadonlyMap<T, number>): T {
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
