import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Heard, Json } from '../support.ts';
import { createAjv2020 } from './ajv.ts';

/** An OpenAPI document that checks answers. */
export interface Documented {
  readonly document: Json;
  /** All operations with their path and method. */
  readonly operations: readonly { readonly path: string; readonly method: string; readonly operation: Json }[];
  /** Resolves a `$ref` within the document. */
  follow(part: Json): Json;
  /** Validates a value with the schema at a JSON Pointer. Returns the first error, or null if the value is valid. */
  faultAt(pointer: string, value: unknown): string | null;
  /** Fails if the status, header fields, media type or body of an answer differ from the operation's description. */
  check(path: string, method: string, heard: Heard): void;
}

/** Header fields of the connection and of body framing, which OpenAPI does not describe. */
const FRAMING = new Set(['content-type', 'content-length']);

function pointerOf(...names: readonly (string | number)[]): string {
  return `/${names.map((name) => encodeURIComponent(String(name).replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
}

export function documented(document: Json): Documented {
  const ajv = createAjv2020();
  ajv.addSchema(document, 'https://document.example/');
  const validators = new Map<string, ValidateFunction>();
  const faultAt: Documented['faultAt'] = (pointer, value) => {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `https://document.example/#${pointer}` });
    validators.set(pointer, validate);
    return validate(value) ? null : JSON.stringify(validate.errors?.[0]);
  };
  /** Returns the JSON Pointer of a part after its reference is resolved. */
  const at = (pointer: string, part: Json): string => (part.$ref === undefined ? pointer : part.$ref.slice(1));
  const follow = (part: Json): Json =>
    part.$ref === undefined
      ? part
      : part.$ref
          .slice(2)
          .split('/')
          .reduce((found: Json, name: string) => found[name], document);

  const checkFields = (where: string, pointer: string, response: Json, heard: Heard): void => {
    const known = new Set<string>();
    for (const [name, part] of Object.entries<Json>(response.headers ?? {})) {
      const header = follow(part);
      const sent = heard.headers.get(name);
      known.add(name.toLowerCase());
      if (sent === null) assert.notEqual(header.required, true, `${where} lacks the field ${name}`);
      else {
        const value = header.schema.type === 'integer' ? Number(sent) : sent;
        const fault = faultAt(`${at(`${pointer}${pointerOf('headers', name)}`, part)}/schema`, value);
        assert.equal(fault, null, `${where}: ${name} is ${sent}`);
      }
    }
    for (const name of heard.headers.keys()) {
      assert.ok(known.has(name) || FRAMING.has(name), `${where} has the field ${name}, which the document lacks`);
    }
  };

  const checkBody = (where: string, pointer: string, response: Json, heard: Heard): void => {
    if (heard.status === 304) assert.equal(heard.bytes.byteLength, 0, where);
    if (heard.status === 304 || response.content === undefined) return;
    const type = heard.headers.get('content-type') ?? '';
    const media = response.content[type];
    assert.ok(media !== undefined, `${where} is ${type}`);
    const body = /^application\/(?:.+\+)?json$/.test(type) ? JSON.parse(heard.text) : heard.text;
    assert.equal(
      faultAt(`${pointer}${pointerOf('content', type, 'schema')}`, body),
      null,
      `${where}: ${heard.text.slice(0, 300)}`,
    );
  };

  return {
    document,
    operations: Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation })),
    ),
    follow,
    faultAt,
    check: (path, method, heard) => {
      const where = `${method} ${path} ${heard.status}`;
      const part = document.paths[path]?.[method]?.responses[heard.status];
      assert.ok(part !== undefined, `${where} is not in the document: ${heard.text.slice(0, 300)}`);
      const pointer = at(pointerOf('paths', path, method, 'responses', heard.status), part);
      checkFields(where, pointer, follow(part), heard);
      checkBody(where, pointer, follow(part), heard);
    },
  };
}
