import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRoutes, loadDocumentation } from '../../../http/endpoints/mod.ts';
import { createDocument } from '../../../http/openapi/document.ts';
import { shareRepeatedParts } from '../../../http/openapi/share_parts.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import type { Json } from '../support.ts';
import { contextOf } from './openapi_context.ts';

/** Replaces every reference by the part that it names, whose description it may replace. */
function resolved(document: Json, part: Json): Json {
  if (Array.isArray(part)) return part.map((one) => resolved(document, one));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...own } = part;
  if ($ref === undefined) return mapped(own, (one) => resolved(document, one));
  const [section, name] = $ref.slice('#/components/'.length).split('/');
  return resolved(document, { ...document.components[section][name], ...own });
}

/** Omits the descriptions of alternatives that the whole repeats. */
function withoutEchoes(part: Json): Json {
  if (Array.isArray(part)) return part.map(withoutEchoes);
  if (typeof part !== 'object' || part === null) return part;
  const { description, anyOf, ...rest } = mapped(part, withoutEchoes);
  const variants = (list: Json[]): Json[] =>
    list.map(({ description: own, ...one }) =>
      own === undefined || (own === description && !('$ref' in one)) ? one : { description: own, ...one },
    );
  return {
    ...rest,
    ...(description === undefined ? {} : { description }),
    ...(anyOf === undefined ? {} : { anyOf: Array.isArray(anyOf) ? variants(anyOf) : anyOf }),
  };
}

/** Omits the long examples of answers from the operations. */
function withShortExamples(paths: Json): Json {
  const shortened = (response: Json): Json =>
    response.content === undefined ? response : { ...response, content: mapped(response.content, shortExamples) };
  return mapped(paths, (methods) =>
    mapped(methods, (operation) => ({ ...operation, responses: mapped(operation.responses, shortened) })),
  );
}

function shortExamples({ examples = {}, ...media }: Json): Json {
  const short = Object.entries(examples).filter(([, example]) => JSON.stringify(example).length <= 300);
  return short.length === 0 ? media : { ...media, examples: Object.fromEntries(short) };
}

function mapped(map: Json, change: (one: Json) => Json): Json {
  return Object.fromEntries(Object.entries<Json>(map).map(([key, one]) => [key, change(one)]));
}

function assertEqualMeaning(document: JsonPart): JsonPart {
  const shared = shareRepeatedParts(document);
  const expected = withoutEchoes({ ...document, paths: withShortExamples(document['paths']) });
  assert.deepEqual(
    resolved(shared, { ...shared, components: null }),
    resolved(expected, { ...expected, components: null }),
  );
  return shared;
}

async function documentOfInstance(): Promise<JsonPart> {
  const context = contextOf({ keys: true });
  return createDocument(createRoutes(context), await loadDocumentation(), context.settings);
}

test('the document means the same after its parts are shared, and is less than half as long', async () => {
  const document = await documentOfInstance();
  const shared = assertEqualMeaning(document);
  assert.ok(JSON.stringify(shared).length < JSON.stringify(document).length / 2);
});

test('components have names that OpenAPI allows, and each is used', async () => {
  const shared = shareRepeatedParts(await documentOfInstance());
  const text = JSON.stringify(shared);
  const { securitySchemes, ...sections } = shared['components'] as Json;
  assert.deepEqual(Object.keys(securitySchemes), ['bearerKey', 'headerKey']);
  for (const [section, parts] of Object.entries<Json>(sections)) {
    for (const name of Object.keys(parts)) {
      assert.match(name, /^[A-Za-z][A-Za-z0-9._-]*$/);
      assert.ok(text.includes(`"$ref":"#/components/${section}/${name}"`), `${section}/${name} is not used`);
    }
  }
});

test('small parts that most answers share have names that people know', async () => {
  const { schemas } = shareRepeatedParts(await documentOfInstance())['components'] as Json;
  assert.deepEqual(Object.keys(schemas.entity.properties), ['kind', 'id', 'name', 'locale', 'url']);
  assert.equal(schemas.instant.format, 'date-time');
});

const description = fc.option(fc.constantFrom('One.', 'Two.', 'Three.'), { nil: undefined });

function described(part: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(description, part).map(([text, one]) => (text === undefined ? one : { description: text, ...one }));
}

const name = fc.constantFrom('items', 'schema', 'item', 'name', 'type', 'anyOf', 'headers');

/** Schemas of few forms, so that many are equal, with fields that are named like keywords. */
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: described(
    fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(
        { type: 'string', pattern: 'x'.repeat(150) },
        { type: 'string' },
        { $ref: '#/components/schemas/given' },
        { type: 'integer', minimum: 0, maximum: 9_007_199_254_740_991 },
      ),
      tie('schema').map((items) => ({ type: 'array', items })),
      tie('schema').map((one) => ({ anyOf: [one, { type: 'null' }] })),
      fc.dictionary(name, tie('schema'), { maxKeys: 3 }).map((properties) => ({ type: 'object', properties })),
    ),
  ),
}));

const header = described(schema.map((one) => ({ required: true, schema: one })));
const response = fc
  .tuple(fc.constantFrom('Yes.', 'No.'), fc.dictionary(name, header, { maxKeys: 3 }), schema)
  .map(([text, headers, one]) => ({ description: text, headers, content: { 'application/json': { schema: one } } }));
const operation = fc
  .dictionary(fc.constantFrom('200', '400', '500'), response, { maxKeys: 3 })
  .map((responses) => ({ get: { operationId: 'read', responses } }));

test('a document means the same after its parts are shared, whatever its parts are', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('/a', '/b', '/c'), operation), schema, (paths, given) => {
      const isGiven = JSON.stringify(given).includes('$ref');
      assertEqualMeaning({ paths, components: { schemas: { given: isGiven ? { type: 'boolean' } : given } } });
    }),
    { numRuns: 300 },
  );
});
