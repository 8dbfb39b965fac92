import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatType, listRules } from '../../../../http/endpoints/reference/reference.ts';
import {
  buildUrl,
  type ExampleRequest,
  formatCurlExample,
  formatJavascriptExample,
  formatJavascriptListExample,
  formatPythonExample,
  formatPythonListExample,
  listExampleValues,
} from '../../../../http/endpoints/reference/requests.ts';

const GET: ExampleRequest = { url: 'https://a.example/x?y=1&z=2', answer: 'json', upload: null };
const LINES: ExampleRequest = { ...GET, answer: 'lines' };
const POST: ExampleRequest = { ...GET, upload: 'upload.json' };

test('there is a GET example in each language', () => {
  assert.equal(formatCurlExample(GET), "curl 'https://a.example/x?y=1&z=2'");
  assert.equal(
    formatJavascriptExample(GET),
    `const response = await fetch("https://a.example/x?y=1&z=2");
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());`,
  );
  assert.equal(
    formatPythonExample(GET),
    `import json
from urllib.request import urlopen

with urlopen("https://a.example/x?y=1&z=2") as response:
    print(json.load(response))`,
  );
});

test('NDJSON examples read one row per line', () => {
  assert.match(formatJavascriptExample(LINES), /split\("\\n"\)\) \{\n {2}console\.log\(JSON\.parse\(line\)\);\n\}$/);
  assert.match(
    formatPythonExample(LINES),
    /as response:\n {4}for line in response:\n {8}print\(json\.loads\(line\)\)$/,
  );
});

test('the upload example sends a file as JSON', () => {
  assert.equal(
    formatCurlExample(POST),
    "curl -H 'Content-Type: application/json' --data-binary @upload.json 'https://a.example/x?y=1&z=2'",
  );
  assert.match(formatJavascriptExample(POST), /method: "POST",[\s\S]*body: await readFile\("upload\.json"\),/);
  assert.match(formatPythonExample(POST), /data=file\.read\(\),\n/);
});

test('the list example follows next until it is null', () => {
  const list = { url: 'https://a.example/l', field: 'edges' };
  assert.match(formatJavascriptListExample(list), /^let url = "https:\/\/a\.example\/l";\nwhile \(url !== null\)/);
  assert.match(formatPythonListExample(list), /while url is not None:[\s\S]* {4}for row in page\["edges"\]:/);
});

test('quotes in an address are escaped in examples', () => {
  const quoted = { ...GET, url: `https://a.example/it's/"x"` };
  assert.equal(formatCurlExample(quoted), `curl 'https://a.example/it'\\''s/"x"'`);
  assert.ok(formatJavascriptExample(quoted).includes(`fetch("https://a.example/it's/\\"x\\"")`));
  assert.ok(formatPythonExample(quoted).includes(`urlopen("https://a.example/it's/\\"x\\"")`));
});

function parameter(name: string, place: 'query' | 'path', example: unknown, required = false) {
  return {
    name,
    in: place,
    required,
    description: '',
    schema: {},
    example,
  };
}

test('an example address has its path parameters filled in and no empty fields', () => {
  const operation = { path: '/a/{id}', parameters: [parameter('id', 'path', 1, true), parameter('q', 'query', 'x')] };
  assert.equal(buildUrl(operation, { id: '1/2', q: '' }), '/a/1%2F2');
  assert.equal(buildUrl(operation, { id: '1', q: 'a b,c:d&e' }), '/a/1?q=a+b,c:d%26e');
});

test('an example has the required values and those of the table of examples', () => {
  const operation = {
    id: 'listItems',
    tag: 'Game files',
    method: 'GET',
    path: '/api/items',
    summary: '',
    description: '',
    requestBody: null,
    responses: [],
    takesKeys: false,
    parameters: [
      parameter('item', 'query', 25),
      parameter('class', 'query', 'weapon'),
      parameter('limit', 'query', 2),
      parameter('needed', 'query', 7, true),
    ],
  } as unknown as Parameters<typeof listExampleValues>[0];
  assert.deepEqual(listExampleValues(operation), { class: 'weapon', limit: '2', needed: '7' });
});

test('types and rules are described in words', () => {
  const schemas: Readonly<Record<string, object>> = { '#/s': { type: 'object' } };
  const follow = (part: object) => ('$ref' in part ? schemas[String(part.$ref)]! : part) as Record<string, unknown>;
  const type = (schema: object): string => formatType(schema as Record<string, unknown>, follow);
  assert.deepEqual(
    [
      type({ anyOf: [{ type: 'string' }, { type: 'null' }] }),
      type({ type: ['string', 'null'] }),
      type({ type: 'array', items: { $ref: '#/s' } }),
      type({ type: 'array', prefixItems: [{}] }),
      type({ const: true }),
      type({}),
    ],
    ['string or null', 'string or null', 'array of object', 'array', 'boolean', 'any'],
  );
  const rules = (schema: object): string =>
    listRules(schema as Record<string, unknown>)
      .map(String)
      .join('; ');
  assert.equal(
    rules({ enum: ['a', 'b'], default: 'a' }),
    'one of <code>a</code>, <code>b</code>; default <code>&quot;a&quot;</code>',
  );
  assert.equal(rules({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), '1 or more');
  assert.equal(rules({ minimum: 0, maximum: 142 }), '0 to 142');
  assert.equal(rules({ maxLength: 2_000 }), 'length at most 2,000');
  assert.equal(rules({ pattern: '^a$' }), 'matches <code>^a$</code>');
  assert.equal(rules({ pattern: `^${'a'.repeat(80)}$` }), '');
});
