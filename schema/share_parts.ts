import type { JsonPart } from './rules.ts';

/** Shortens a JSON Schema by writing repeated parts only once. The shortened schema accepts the same values. */

/** Keywords whose value is a map from names to schemas. */
const NAME_MAP_KEYWORDS: ReadonlySet<string> = new Set(['properties', '$defs']);

function isJsonPart(value: unknown): value is JsonPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies `change` to every schema directly inside another schema. `name` is the property name of the outer schema. */
function mapChildParts(part: JsonPart, name: string, change: (child: JsonPart, name: string) => unknown): JsonPart {
  const changed = (child: unknown, called: string): unknown => (isJsonPart(child) ? change(child, called) : child);
  return Object.fromEntries(
    Object.entries(part).map(([keyword, value]) => {
      if (NAME_MAP_KEYWORDS.has(keyword) && isJsonPart(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, key)]))];
      }
      if (keyword === 'anyOf' && Array.isArray(value)) return [keyword, value.map((one) => changed(one, name))];
      return [keyword, keyword === 'items' ? changed(value, toSingular(name)) : value];
    }),
  );
}

function toSingular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** Applies `change` to every schema inside a schema, innermost first. */
export function mapParts(part: JsonPart, change: (part: JsonPart) => JsonPart): JsonPart {
  return change(mapChildParts(part, '', (child) => mapParts(child, change)));
}

export function omitDescription({ description: _, ...part }: JsonPart): JsonPart {
  return part;
}

/**
 * Shortens a schema for "a value or null" to a list of two types if possible. Otherwise removes the value's own
 * description, which repeats the outer one.
 */
function mergeNullTypes(part: JsonPart): JsonPart {
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return part;
  const [option, other] = anyOf;
  if (!isJsonPart(option) || !isJsonPart(other) || other['type'] !== 'null') return part;
  const value = omitDescription(option);
  const { type, enum: words, ...bounds } = value;
  // Keywords without a type would also apply to null.
  if (typeof type !== 'string' || ['object', 'array'].includes(type) || 'not' in bounds || 'const' in bounds) {
    return { anyOf: [value, other], ...rest };
  }
  return { type: [type, 'null'], ...(Array.isArray(words) ? { enum: [...words, null] } : {}), ...bounds, ...rest };
}

/** A distinct schema of a document, ignoring descriptions. */
interface SharedPart {
  readonly number: number;
  /** The schema's title, or the name of the property where it first occurs. */
  readonly name: string;
  /** The schema without its description, which stays at each occurrence. */
  readonly part: JsonPart;
  /** Number of occurrences in distinct schemas. */
  places: number;
  /** The schema's name under `$defs`, or null if sharing it would not make the document shorter. */
  defined: string | null;
}

/** Length of a reference without the name, which is `{"$ref":"#/$defs/` and the closing characters. */
const REFERENCE_BYTES = 21;

/**
 * Collects a document's distinct schemas, inner ones first, and maps each schema to the distinct schema that it
 * equals.
 */
function collectParts(document: JsonPart) {
  const found = new Map<string, SharedPart>();
  const sharedOf = new Map<JsonPart, SharedPart>();
  const take = (part: JsonPart, name: string): SharedPart => {
    const inner: SharedPart[] = [];
    const shape = mapChildParts(omitDescription(part), name, (child, called) => {
      const shared = take(child, called);
      inner.push(shared);
      return [shared.number, child['description']];
    });
    const key = JSON.stringify(shape);
    let shared = found.get(key);
    if (shared === undefined) {
      for (const one of inner) one.places++;
      const own = typeof part['title'] === 'string' ? part['title'] : name;
      shared = { number: found.size, name: own, part: omitDescription(part), places: 0, defined: null };
      found.set(key, shared);
    }
    sharedOf.set(part, shared);
    return shared;
  };
  take(document, 'value');
  return { found: found.values(), sharedOf };
}

/** Moves repeated schemas to `$defs` if that makes the document shorter. */
export function moveSharedParts(whole: JsonPart): JsonPart {
  const document = mapParts(whole, mergeNullTypes);
  const { found, sharedOf } = collectParts(document);
  const definitions: Record<string, JsonPart> = {};
  const said = (child: JsonPart): JsonPart => {
    const shared = sharedOf.get(child)!;
    const described = 'description' in child ? { description: child['description'] } : {};
    return shared.defined === null
      ? { ...written(shared), ...described }
      : { $ref: `#/$defs/${shared.defined}`, ...described };
  };
  const written = ({ part, name }: SharedPart): JsonPart => mapChildParts(part, name, said);
  for (const shared of found) {
    if (shared.places < 2) continue;
    const { places, name } = shared;
    const part = written(shared);
    const bytes = JSON.stringify(part).length;
    if ((places - 1) * bytes <= places * (REFERENCE_BYTES + name.length) + name.length) continue;
    shared.defined = findFreeName(name, definitions);
    definitions[shared.defined] = part;
  }
  const shared = mapChildParts(document, 'value', said);
  return Object.keys(definitions).length === 0 ? shared : { ...shared, $defs: definitions };
}

function findFreeName(name: string, taken: Readonly<Record<string, JsonPart>>): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}${n}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}
