import type { JsonPart } from './rules.ts';

/** Makes a JSON Schema short: what it says twice is said once, and it allows what it allowed before. */

/** Keywords under which every key is a name, not a keyword. */
const NAMES: ReadonlySet<string> = new Set(['properties', '$defs']);

function isPart(value: unknown): value is JsonPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Does something with every schema that stands directly in another; `name` is what it is called there. */
function eachChild(part: JsonPart, name: string, change: (child: JsonPart, name: string) => unknown): JsonPart {
  const changed = (child: unknown, called: string): unknown => (isPart(child) ? change(child, called) : child);
  return Object.fromEntries(
    Object.entries(part).map(([keyword, value]) => {
      if (NAMES.has(keyword) && isPart(value)) {
        return [keyword, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, key)]))];
      }
      if (keyword === 'anyOf' && Array.isArray(value)) return [keyword, value.map((one) => changed(one, name))];
      return [keyword, keyword === 'items' ? changed(value, singular(name)) : value];
    }),
  );
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** The schema with every schema in it changed, the innermost first. */
export function changeParts(part: JsonPart, change: (part: JsonPart) => JsonPart): JsonPart {
  return change(eachChild(part, '', (child) => changeParts(child, change)));
}

export function withoutDescription({ description: _, ...part }: JsonPart): JsonPart {
  return part;
}

function isNull(option: unknown): boolean {
  return isPart(option) && option['type'] === 'null';
}

/** A value or null. Two types say so in one schema; where one is not enough, the description stands once all the same. */
function nullOnce(part: JsonPart): JsonPart {
  const { anyOf, ...rest } = part;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isPart(anyOf[0]) || !isNull(anyOf[1])) return part;
  const value = withoutDescription(anyOf[0]);
  const { type, enum: words, ...bounds } = value;
  // What is not bound to a type would bind null, too.
  if (typeof type !== 'string' || ['object', 'array'].includes(type) || 'not' in bounds || 'const' in bounds) {
    return { anyOf: [value, anyOf[1]], ...rest };
  }
  return { type: [type, 'null'], ...(Array.isArray(words) ? { enum: [...words, null] } : {}), ...bounds, ...rest };
}

/** A schema that stands in a document once or more, whatever it is said to be there. */
interface Shared {
  readonly number: number;
  /** Its title, else what it is called where it stands first. */
  readonly name: string;
  /** Without its description, which each place keeps. */
  readonly part: JsonPart;
  /** In how many places of different schemas it stands. */
  places: number;
  /** The name under which it is written once, where that is shorter. */
  defined: string | null;
}

/** `{"$ref":"#/$defs/` and what closes it. */
const REF_BYTES = 21;

/** Every different schema of a document, those within others first, and which of them each of its schemas is. */
function collect(document: JsonPart) {
  const found = new Map<string, Shared>();
  const sharedOf = new Map<JsonPart, Shared>();
  const take = (part: JsonPart, name: string): Shared => {
    const inner: Shared[] = [];
    const shape = eachChild(withoutDescription(part), name, (child, called) => {
      const shared = take(child, called);
      inner.push(shared);
      return [shared.number, child['description']];
    });
    const key = JSON.stringify(shape);
    let shared = found.get(key);
    if (shared === undefined) {
      for (const one of inner) one.places++;
      const own = typeof part['title'] === 'string' ? part['title'] : name;
      shared = { number: found.size, name: own, part: withoutDescription(part), places: 0, defined: null };
      found.set(key, shared);
    }
    sharedOf.set(part, shared);
    return shared;
  };
  take(document, 'value');
  return { found: found.values(), sharedOf };
}

/** The document with every repeated schema written once under `$defs`, where that makes it shorter. */
export function shareParts(whole: JsonPart): JsonPart {
  const document = changeParts(whole, nullOnce);
  const { found, sharedOf } = collect(document);
  const definitions: Record<string, JsonPart> = {};
  const said = (child: JsonPart): JsonPart => {
    const shared = sharedOf.get(child)!;
    const described = 'description' in child ? { description: child['description'] } : {};
    return shared.defined === null
      ? { ...written(shared), ...described }
      : { $ref: `#/$defs/${shared.defined}`, ...described };
  };
  const written = ({ part, name }: Shared): JsonPart => eachChild(part, name, said);
  for (const shared of found) {
    if (shared.places < 2) continue;
    const { places, name } = shared;
    const part = written(shared);
    const bytes = JSON.stringify(part).length;
    if ((places - 1) * bytes <= places * (REF_BYTES + name.length) + name.length) continue;
    shared.defined = freeName(name, definitions);
    definitions[shared.defined] = part;
  }
  const shared = eachChild(document, 'value', said);
  return Object.keys(definitions).length === 0 ? shared : { ...shared, $defs: definitions };
}

/** A name that no other definition has. */
function freeName(name: string, taken: Readonly<Record<string, JsonPart>>): string {
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}${n}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}
