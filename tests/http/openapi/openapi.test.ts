import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoutes } from '../../../http/endpoints/mod.ts';
import { API_VERSION } from '../../../http/openapi/document.ts';
import { RESPONSE_SHAPES } from '../../../schema/response_shapes.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import type { Json, WorldOptions } from '../support.ts';
import { documented } from './openapi_check.ts';
import { contextOf } from './openapi_context.ts';
import { exampleOf } from './openapi_requests.ts';
import { createApiWorld } from './openapi_world.ts';

const OPENAPI = '/api/openapi.json';

async function read(settings: WorldOptions['settings'] = {}): Promise<ReturnType<typeof documented>> {
  return (await readFrom(settings)).documented;
}

async function readFrom(settings: WorldOptions['settings'] = {}) {
  const world = await createApiWorld({ settings: { keys: true, ...settings } });
  return { world, documented: documented(JSON.parse((await world.ask(OPENAPI)).text)) };
}

/** Returns the paths with the values of enumerated parameters filled in, and other paths unchanged. */
function spelledOut(path: string, parameters: readonly Json[]): readonly string[] {
  const [first, ...rest] = parameters.filter((one) => one.in === 'path');
  if (first === undefined) return [path];
  const values: readonly string[] = first.schema.enum ?? [`{${first.name}}`];
  return values.flatMap((value) => spelledOut(path.replace(`{${first.name}}`, value), rest));
}

function holds(route: string, path: string): boolean {
  return new RegExp(`^${route.replaceAll('.', '\\.').replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(path);
}

test('the document has exactly the routes for programs', async () => {
  const { operations, follow } = await read();
  const routes = createRoutes(contextOf()).filter(({ path }) =>
    /^\/(?:(?:api|changes|export|feeds|schema)\/|coverage\.json$)/.test(path),
  );
  assert.ok(routes.length > 60);
  const said = operations.flatMap(({ path, method, operation }) =>
    spelledOut(path, operation.parameters.map(follow)).map((address) => `${method} ${address}`),
  );
  const served = (route: (typeof routes)[number], line: string): boolean => {
    const [method, path] = line.split(' ') as [string, string];
    return method === route.method.toLowerCase() && holds(route.path, path);
  };
  for (const route of routes) {
    assert.ok(
      said.some((line) => served(route, line)),
      `${route.method} ${route.path} is not in the document`,
    );
  }
  for (const line of said)
    assert.ok(
      routes.some((route) => served(route, line)),
      `${line} has no route`,
    );
});

test('the document has its title, server address and version', async () => {
  const { document } = await read();
  assert.equal(document.openapi, '3.1.1');
  assert.deepEqual([document.info.version, API_VERSION], ['1.1.0', '1.1.0']);
  assert.deepEqual(document.servers, [{ url: 'https://witness.example', description: 'Third Witness' }]);
  assert.match(document.info.description, /https:\/\/witness\.example\/mcp/);
  assert.equal(document.info.termsOfService, 'https://witness.example/terms');
});

test('every operation has a unique id, texts, and a tag with a description', async () => {
  const { document, operations } = await read();
  const tags = document.tags.map(({ name }: Json) => name);
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  for (const { path, operation } of operations) {
    assert.ok(operation.summary.length > 5 && operation.description.length > 20, path);
    assert.ok(
      operation.tags.every((tag: string) => tags.includes(tag)),
      path,
    );
    assert.ok(Array.isArray(operation.security), path);
  }
});

test('every parameter and body has a description, a schema and a valid example', async () => {
  const { operations, follow, faultAt, document } = await read();
  const pointerOf = (path: string, method: string, n: number, part: Json): string =>
    part.$ref?.slice(1) ?? `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}/parameters/${n}`;
  for (const { path, method, operation } of operations) {
    operation.parameters.forEach((part: Json, n: number) => {
      const one = follow(part);
      const where = `${path} ${one.name}`;
      assert.ok(one.description.length > 5, where);
      const example = exampleOf(one);
      assert.ok(example !== undefined, `${where} has no example: see http/endpoints/tools/argument_examples.ts`);
      assert.equal(faultAt(`${pointerOf(path, method, n, part)}/schema`, example), null, where);
    });
  }
  const upload = document.paths['/api/intake'].post.requestBody.content['application/json'];
  assert.equal(faultAt('/components/schemas/intakeRequest', upload.examples.loot.value), null);
});

test('every example of an answer matches its schema', async () => {
  const { world, documented } = await readFrom();
  const { operations, follow, faultAt, document } = documented;
  let [count, long] = [0, 0];
  for (const { path, method, operation } of operations) {
    const inFile: Json =
      operation.externalDocs === undefined
        ? {}
        : JSON.parse((await world.ask(operation.externalDocs.url.slice(document.servers[0].url.length))).text);
    for (const [status, part] of Object.entries<Json>(operation.responses)) {
      const content = Object.entries<Json>(follow(part).content ?? {});
      for (const [type, media] of content) {
        const base =
          part.$ref?.slice(1) ??
          `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}/responses/${status}`;
        const pointer = `${base}/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`;
        const inDocument = media.examples ?? {};
        const all = { ...inDocument, ...(type === content[0]![0] ? inFile[status] : {}) };
        long += Object.keys(all).length - Object.keys(inDocument).length;
        for (const [name, example] of Object.entries<Json>(all)) {
          const { value, summary } = follow(example);
          assert.equal(faultAt(pointer, value), null, `${method} ${path} ${status} ${name}`);
          assert.ok(summary.length > 0);
          count++;
        }
      }
    }
  }
  assert.ok(count > 60 && long > 30, `${count} examples, of which ${long} are not in the document`);
});

test('the document is under 500 KB', async () => {
  const world = await createApiWorld({ settings: { keys: true } });
  const { byteLength } = (await world.ask(OPENAPI)).bytes;
  assert.ok(byteLength < 500 * 1_024, String(byteLength));
});

test('the examples of an unknown operation answer 404', async () => {
  const world = await createApiWorld();
  const { status, text } = await world.ask('/docs/examples/other');
  assert.equal(status, 404);
  assert.match(JSON.parse(text).error, /^No operation "other" /);
});

test('every tool has its own path, with its arguments and an example', async () => {
  const { world, documented } = await readFrom();
  const { document, follow } = documented;
  for (const [name, tool] of TOOLS) {
    const operation = document.paths[`/api/tools/${name}`].get;
    assert.equal(operation.summary, tool.title);
    const { properties, required = [] } = document.components.schemas[`${name}_arguments`];
    const asked = operation.parameters.map(follow).filter((one: Json) => one.in === 'query');
    assert.deepEqual(
      asked.map((one: Json) => [one.name, one.required]),
      Object.keys(properties).map((argument) => [argument, required.includes(argument) || undefined]),
    );
    const examples = await world.ask(`/docs/examples/${name}`);
    assert.ok(JSON.parse(examples.text)[200]?.answer !== undefined, `${name} has no example; run "npm run golden"`);
  }
});

test('each schema of the contract is in the document once, and every schema is used', async () => {
  const { document } = await read();
  const text = JSON.stringify(document);
  const schemas = Object.keys(document.components.schemas);
  for (const name of RESPONSE_SHAPES.keys()) {
    // Paging is merged into every list answer and is not an answer itself.
    assert.equal(schemas.includes(name), name !== 'page', name);
  }
  for (const name of schemas) assert.ok(text.includes(`"#/components/schemas/${name}"`), `${name} is not used`);
  assert.ok(!text.includes('$defs'));
  assert.equal(schemas.filter((name) => name.startsWith('record_')).length, 33);
  assert.equal(schemas.filter((name) => name.startsWith('feed_')).length, 20);
});

test('keys and limits are in the document only if the instance has them', async () => {
  const keyed = [
    '/api/corpus/public',
    '/api/rollups/drops',
    '/api/rollups/gathering',
    '/api/edges',
    '/api/items',
    '/api/tools',
  ];
  const on = await read();
  for (const { path, operation } of on.operations) {
    const reads = keyed.includes(path) || path.startsWith('/api/tools/');
    assert.deepEqual(operation.security, reads ? [{}, { bearerKey: [] }, { headerKey: [] }] : [], path);
    assert.equal('401' in operation.responses, reads, path);
  }
  assert.deepEqual(Object.keys(on.document.components.securitySchemes), ['bearerKey', 'headerKey']);
  const off = JSON.stringify((await read({ keys: false, limits: false })).document);
  for (const word of ['securitySchemes', 'bearerKey', '"401"', '"429"', 'RateLimit', 'getAKey":"http']) {
    assert.ok(!off.includes(word), word);
    assert.ok(JSON.stringify(on.document).includes(word), word);
  }
});

test('the document is readable from every origin and cached for an hour', async () => {
  const world = await createApiWorld();
  const { headers, status } = await world.ask(OPENAPI);
  assert.equal(status, 200);
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('cache-control'), 'public, max-age=3600');
  const etag = headers.get('etag') ?? '';
  assert.equal((await world.ask(OPENAPI, { headers: { 'if-none-match': etag } })).status, 304);
});
