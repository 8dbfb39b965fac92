import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDocument, listDocuments } from '../../schema/published.ts';
import { REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import { createAjv, documentOf, type Schema } from './documents.ts';

const DATA = new Set(['/index.json', '/limits.json']);
/** Documents that the index lists individually. */
const SINGLE = new Set(['/upload.json', '/knowledge_document.json']);
const schemaPaths = listDocuments().filter((path) => !DATA.has(path) && !path.startsWith('/mcp/'));
const toolPaths = listDocuments().filter((path) => path.startsWith('/mcp/'));

/** Every schema that describes a value, with its place: whole documents, and two schemas per tool. */
const schemas: readonly (readonly [at: string, schema: Schema])[] = [
  ...schemaPaths.map((path) => [path, documentOf(path)] as const),
  ...toolPaths.flatMap((path) =>
    ['inputSchema', 'outputSchema'].map((part) => [`${path} ${part}`, documentOf(path)[part] as Schema] as const),
  ),
];

/** Calls `visit` with every schema within a document that describes a value. */
function walk(schema: Schema, at: string, visit: (schema: Schema, at: string) => void): void {
  visit(schema, at);
  for (const [name, field] of Object.entries({ ...schema.properties, ...(schema['$defs'] as object) })) {
    walk(field as Schema, `${at}/${name}`, visit);
  }
  for (const keyword of ['anyOf', 'oneOf', 'prefixItems']) {
    const options = (schema[keyword] ?? []) as Schema[];
    options.forEach((option, n) => {
      walk(option, `${at}/${keyword}/${n}`, visit);
    });
  }
  for (const keyword of ['items', 'additionalProperties', 'propertyNames']) {
    const inner = schema[keyword];
    if (typeof inner === 'object') walk(inner as Schema, `${at}/${keyword}`, visit);
  }
}

function isBounded(schema: Schema): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  if (schema.type === 'string') return typeof schema['maxLength'] === 'number';
  if (schema.type === 'array') return typeof schema['maxItems'] === 'number' || schema.items === (false as unknown);
  if (schema.type === 'integer') return typeof schema['minimum'] === 'number' && typeof schema['maximum'] === 'number';
  return true;
}

test('exactly 90 documents are published', () => {
  assert.equal(listDocuments().length, 4 + 33 + 18 + 7 + 28);
  for (const path of [
    '',
    '/',
    '/records',
    '/records/nothing.json',
    '/api/__proto__.json',
    '/records/loot',
    '/constructor',
  ]) {
    assert.equal(findDocument(path), null, path);
  }
});

test('every schema is valid draft 2020-12, self-contained, titled and described', () => {
  const ajv = createAjv();
  for (const [path, document] of schemas) {
    assert.equal(document['$schema'], 'https://json-schema.org/draft/2020-12/schema', path);
    assert.equal(document['$id'], undefined, path);
    assert.ok(typeof document['title'] === 'string' && (document.description ?? '').length > 0, path);
    ajv.compile(document);
    for (const [, ref] of JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)) {
      assert.ok(ref?.startsWith('#/$defs/'), `${path} refers to ${ref}`);
    }
  }
});

test('every field of every schema has a description', () => {
  for (const [path, document] of schemas) {
    walk(document, path, (schema, at) => {
      for (const [name, field] of Object.entries(schema.properties ?? {})) {
        assert.ok((field.description ?? '').length > 3, `${at}/${name} has no description`);
      }
    });
  }
});

test('every text, list and integer in every schema is bounded', () => {
  for (const [path, document] of schemas) {
    walk(document, path, (schema, at) => {
      assert.ok(isBounded(schema), `${at} is unbounded`);
    });
  }
});

test('schemas of records and uploads allow no other fields', () => {
  for (const path of ['/upload.json', ...schemaPaths.filter((name) => name.startsWith('/records/'))]) {
    walk(documentOf(path), path, (schema, at) => {
      if (schema.type === 'object') assert.equal(schema['additionalProperties'], false, at);
    });
  }
});

test('tools accept no other arguments and are read-only', () => {
  for (const path of toolPaths) {
    const { inputSchema, outputSchema, annotations, title, description } = documentOf(path) as Record<string, Schema>;
    assert.equal(inputSchema?.type, 'object', path);
    assert.equal(inputSchema?.['additionalProperties'], false, path);
    assert.equal(outputSchema?.type, 'object', path);
    assert.ok(String(title).length > 3 && String(description).length > 20, path);
    assert.deepEqual([annotations?.['readOnlyHint'], annotations?.['destructiveHint']], [true, false], path);
  }
});

test('event and scan ids have exactly the pattern of the contract', () => {
  const scan = documentOf('/records/auction_scan.json').properties;
  assert.equal(scan?.['eventId']?.pattern, '^[A-Za-z0-9:_-]+$');
  assert.equal(scan?.['scanId']?.pattern, '^[A-Za-z0-9:_-]+$');
});

test('records in the feed have no installId and no claimToken', () => {
  const { $defs } = documentOf('/api/corpusPublicResponse.json') as { $defs: Record<string, Schema> };
  assert.equal(Object.keys($defs).length, 20);
  for (const [kind, schema] of Object.entries($defs)) {
    const fields = Object.keys(schema.properties ?? {});
    assert.ok(!fields.includes('installId') && !fields.includes('claimToken'), kind);
    assert.equal(schema.properties?.['eventId']?.pattern, '^[0-9a-f]{24}$', kind);
    if (fields.includes('scanId')) assert.equal(schema.properties?.['scanId']?.pattern, '^[0-9a-f]{24}$', kind);
  }
});

test('the index lists every document with the visibility and category of each kind', () => {
  const index = documentOf('/index.json') as unknown as {
    protocol: string;
    records: { kind: string; visibility: string; sharing: string | null; schema: string }[];
    api: { schema: string }[];
    more: { schema: string }[];
    tools: { schema: string }[];
  };
  assert.equal(index.protocol, '1.5.0');
  const listed = [...index.records, ...index.api, ...index.more, ...index.tools].map((entry) => `/${entry.schema}`);
  assert.deepEqual(listed.sort(), [...schemaPaths.filter((path) => !SINGLE.has(path)), ...toolPaths].sort());
  assert.deepEqual(
    index.records.find((entry) => entry.kind === 'money_event'),
    { kind: 'money_event', visibility: 'public', sharing: 'gold', schema: 'records/money_event.json' },
  );
});

test('the published rate limits are those of the contract', () => {
  const requests = Object.entries(REQUEST_BUDGETS).map(
    ([name, { anonymous, keyed, windowS }]) => `${name} ${anonymous}/${keyed ?? '-'} in ${windowS} s`,
  );
  assert.deepEqual(requests, [
    'corpus 30/2000 in 3600 s',
    'drops 30/2000 in 3600 s',
    'edges 120/2000 in 3600 s',
    'items 120/2000 in 3600 s',
    'market 120/- in 3600 s',
    'tools 240/2000 in 3600 s',
    'mcp 240/2000 in 3600 s',
    'tooltip 3600/- in 3600 s',
    'suggest 3600/- in 3600 s',
    'feeds 240/- in 3600 s',
    'intake 240/- in 3600 s',
    'exports 240/- in 3600 s',
    'changes 3600/- in 3600 s',
    'compare 10/- in 3600 s',
    'keychecks 3600/- in 3600 s',
    'keys 5/- in 86400 s',
  ]);
});
