import { INTERNAL_SHAPES, RESPONSE_SHAPES } from '../../schema/response_shapes.ts';

/** Reads the types of an OpenAPI document, for the clients that are generated from it. */

// biome-ignore lint/suspicious/noExplicitAny: the generator reads any part of the document.
export type Json = any;

export type Type =
  | { readonly is: 'name'; readonly name: string }
  | {
      readonly is: 'plain';
      readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' | 'undefined';
    }
  | { readonly is: 'literal'; readonly values: readonly unknown[] }
  | { readonly is: 'list'; readonly of: Type }
  | { readonly is: 'tuple'; readonly of: readonly Type[] }
  | { readonly is: 'map'; readonly of: Type }
  | { readonly is: 'union'; readonly of: readonly Type[] };

export interface Field {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly description: string;
}

export interface Parameter extends Field {
  readonly in: 'query' | 'path';
}

export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Type of a JSON answer, or null if the operation answers text. */
  readonly json: Type | null;
  readonly csv: boolean;
  readonly paged: boolean;
  /** Whether any query parameter is allowed, as for a tool that is named in the path. */
  readonly open: boolean;
}

/** The objects of a document by name, and its operations that read. */
export interface Model {
  readonly objects: ReadonlyMap<string, { readonly description: string; readonly fields: readonly Field[] }>;
  readonly operations: readonly Operation[];
}

/**
 * Components whose names are part of the contract. All other components are parts that are repeated in the document;
 * their names may change, so the generated types do not have them.
 */
const NAMED = /^(?:record|feed)_|_(?:answer|arguments)$|^(?:attribution|gameDataNotice|clientLayer|toolList)$/;

export function typeName(text: string): string {
  return text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}

export function readModel(document: Json): Model {
  const objects = new Map<string, { description: string; fields: Field[] }>();
  /** The names of types that the contract gives. */
  const contract = new Set<string>();
  /** The schema of each object, to find names that are used twice. */
  const sources = new Map<string, string>();

  function follow(part: Json): Json {
    if (part.$ref === undefined) return part;
    const { $ref, ...beside } = part;
    const names = $ref.slice(2).split('/');
    return follow({ ...names.reduce((at: Json, name: string) => at[name], document), ...beside });
  }

  function nameOf({ $ref = '' }: Json): string | null {
    const name = $ref.replace('#/components/schemas/', '');
    if (!RESPONSE_SHAPES.has(name) && !INTERNAL_SHAPES.has(name) && !NAMED.test(name)) return null;
    contract.add(typeName(name));
    return typeName(name);
  }

  function addObject(name: string, schema: Json): Type {
    const known = sources.get(name);
    if (known !== undefined && known !== JSON.stringify(schema)) throw new Error(`two types have the name ${name}`);
    if (known === undefined) {
      sources.set(name, JSON.stringify(schema));
      const { description = '', properties, required = [] } = schema;
      const object = { description, fields: [] as Field[] };
      objects.set(name, object);
      for (const [field, value] of Object.entries<Json>(properties)) {
        object.fields.push({
          name: field,
          type: readType(value, `${name}${typeName(field)}`),
          required: required.includes(field),
          description: follow(value).description ?? '',
        });
      }
    }
    return { is: 'name', name };
  }

  /** Reads a schema. `place` is the name of its type if it is an object without a name of its own. */
  function readType(part: Json, place: string): Type {
    const schema = follow(part);
    if ('const' in schema) return { is: 'literal', values: [schema.const] };
    if (schema.enum !== undefined) return { is: 'literal', values: schema.enum };
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives !== undefined) {
      const objectCount = alternatives.filter((one: Json) => nameOf(one) === null && follow(one).properties).length;
      const read = (one: Json, n: number) => readType(one, objectCount > 1 ? `${place}${n + 1}` : place);
      return { is: 'union', of: alternatives.map(read) };
    }
    if (Array.isArray(schema.type)) {
      return { is: 'union', of: schema.type.map((type: string) => readType({ ...schema, type }, place)) };
    }
    if (schema.prefixItems !== undefined) {
      return { is: 'tuple', of: schema.prefixItems.map((one: Json, n: number) => readType(one, `${place}${n + 1}`)) };
    }
    if (schema.type === 'array') return { is: 'list', of: readType(schema.items ?? {}, place) };
    if (Object.keys(schema.properties ?? {}).length > 0) {
      const name = nameOf(part);
      // A description beside a reference is that of the field.
      return name === null ? addObject(place, schema) : addObject(name, follow({ $ref: part.$ref }));
    }
    if (schema.type === 'object') {
      const { additionalProperties: values } = schema;
      return { is: 'map', of: typeof values === 'object' ? readType(values, place) : { is: 'plain', type: 'unknown' } };
    }
    return { is: 'plain', type: schema.type ?? 'unknown' };
  }

  function readParameter(part: Json, id: string): Parameter {
    const { name, in: place, required = false, description, schema } = follow(part);
    return { name, in: place, required, description, type: readType(schema, `${id}${typeName(name)}`) };
  }

  function readOperation(path: string, { operationId, summary, parameters, responses }: Json): Operation {
    const name = typeName(operationId);
    const all = parameters.map(follow);
    const content = follow(responses[200]).content ?? {};
    const media = content['application/json'];
    const json = media === undefined ? null : readType(media.schema, `${name}Result`);
    return {
      id: operationId,
      path,
      summary,
      parameters: all
        .filter((one: Json) => one.in !== 'header' && one.name !== 'format' && !one.explode)
        .map((one: Json) => readParameter(one, name)),
      json,
      csv: all.some((one: Json) => one.name === 'format'),
      paged: json?.is === 'name' && objects.get(json.name)!.fields.some((field) => field.name === 'next'),
      open: all.some((one: Json) => one.explode),
    };
  }

  const operations = Object.entries<Json>(document.paths)
    .filter(([, { get }]) => get !== undefined)
    .map(([path, { get }]) => readOperation(path, get));
  const intake = document.paths['/api/intake'].post;
  readType(follow(intake.requestBody).content['application/json'].schema, 'IntakeRequest');
  readType(follow(intake.responses[200]).content['application/json'].schema, 'IntakeReceipt');
  return mergeEqualObjects({ objects, operations }, contract);
}

/**
 * Gives objects with the same fields one name: the contract's if it has one, otherwise the shortest. The document repeats
 * entities and places in most answers.
 */
function mergeEqualObjects({ objects, operations }: Model, contract: ReadonlySet<string>): Model {
  const names = new Map<string, string>();
  const groups = new Map<string, string[]>();
  for (const [name, { fields }] of objects) {
    const key = JSON.stringify(fields);
    groups.set(key, [...(groups.get(key) ?? []), name]);
  }
  for (const group of groups.values()) {
    const merged = group.filter((name) => !contract.has(name));
    const kept = group.find((name) => contract.has(name)) ?? [...merged].sort((a, b) => a.length - b.length)[0]!;
    for (const name of merged) if (name !== kept) names.set(name, kept);
  }
  if (names.size === 0) return { objects, operations };
  const rename = (type: Type): Type => {
    if (type.is === 'name') return { is: 'name', name: names.get(type.name) ?? type.name };
    if (type.is === 'union' || type.is === 'tuple') return { is: type.is, of: type.of.map(rename) };
    return type.is === 'list' || type.is === 'map' ? { is: type.is, of: rename(type.of) } : type;
  };
  const shared = new Set([...names.values()].filter((name) => !contract.has(name)));
  const renamed = [...objects]
    .filter(([name]) => !names.has(name))
    .map(([name, { description, fields }]) => {
      const own = fields.map((field) => ({ ...field, type: rename(field.type) }));
      // The description of a shared object would be that of one of its places.
      return [name, { description: shared.has(name) ? '' : description, fields: own }] as const;
    });
  const answers = operations.map((one) => ({ ...one, json: one.json && rename(one.json) }));
  // Objects may be equal only now that the objects in them have one name.
  return mergeEqualObjects({ objects: new Map(renamed), operations: answers }, contract);
}
