import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUDGET_VARIABLES, VARIABLES } from '../../adapters/config/variables.ts';
import { CLAIM_FAMILIES } from '../../domain/families/mod.ts';
import { ALL_JOBS } from '../../jobs/mod.ts';
import { FAULT_CODES } from '../../schema/fault_codes.ts';
import { LIMITS } from '../../schema/limits.ts';
import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import { findDocument } from '../../schema/published.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import { RESPONSE_SHAPES } from '../../schema/response_shapes.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, QUALITIES, RELATIONS } from '../../schema/vocabulary.ts';
import { filesEndingIn } from './documents.ts';

/**
 * Checks that the limits, vocabulary and settings of the code are told: in docs/contract.md, docs/settings.md,
 * docs/commands.md, or in the golden files of what instances publish at /schema and /api/openapi.json.
 */
const FILES = filesEndingIn('.md', '.json');
function sourceOf(path: string): string {
  return FILES.find((file) => file.path === path)!.source;
}
const CONTRACT = sourceOf('docs/contract.md');

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: { readonly default?: unknown };
}

const OPENAPI_TEXT = sourceOf('tests/golden/openapi.json');
const OPENAPI = JSON.parse(OPENAPI_TEXT) as {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Parameter[] } }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
};

/** Returns the text of a section, or of a titled part, up to the next heading of the same or a higher level. */
function partOf(number: number, title?: string): string {
  const section = new RegExp(`^## ${number}\\. [^]*?(?=^## |(?![^]))`, 'm').exec(CONTRACT)![0];
  if (title === undefined) return section;
  const part = new RegExp(`^### ${title}\\n[^]*?(?=^### |(?![^]))`, 'm').exec(section);
  assert.ok(part !== null, `section ${number}, ${title}`);
  return part[0];
}

function rowsOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith('| '));
}

/** Returns the table row whose first cell contains a name. */
function rowOf(text: string, name: string): string {
  const first = (row: string): readonly string[] => row.split('|')[1]!.split(/[\s,;()`]+/);
  const row = rowsOf(text).find((one) => first(one).includes(name));
  assert.ok(row !== undefined, `no row tells of ${name}`);
  return row;
}

function parametersOf(path: string): readonly Parameter[] {
  const { parameters } = OPENAPI.components;
  const listed = OPENAPI.paths[path]?.get?.parameters ?? [];
  return listed.map((one) => (one.$ref === undefined ? one : parameters[one.$ref.split('/').at(-1)!]!));
}

/** Returns the names of the fields of a schema, including nested ones. Follows references of the OpenAPI document. */
function fieldsOf({ $ref, items, properties = {} }: Schema): readonly string[] {
  if ($ref !== undefined) return fieldsOf(OPENAPI.components.schemas[$ref.split('/').at(-1)!]!);
  if (items !== undefined) return fieldsOf(items);
  return Object.entries(properties).flatMap(([name, field]) => [name, ...fieldsOf(field)]);
}

test('the OpenAPI document has every record kind with all fields, and every word', () => {
  for (const kind of RECORD_KINDS.keys()) {
    const record = OPENAPI.components.schemas[`record_${kind}`];
    assert.ok(record?.description !== undefined, kind);
    assert.deepEqual(fieldsOf(record), fieldsOf(findDocument(`/records/${kind}.json`)! as Schema), kind);
  }
  for (const word of [...QUALITIES, ...ENTITY_KINDS, ...EDGE_EVIDENCE]) {
    assert.ok(OPENAPI_TEXT.includes(`"${word}"`), word);
  }
  for (const relation of RELATIONS) rowOf(partOf(3), relation);
});

test('the OpenAPI document has every tool with its arguments, required ones and defaults', () => {
  for (const name of TOOLS.keys()) {
    const { properties = {}, required = [] } = findDocument(`/mcp/${name}.json`)!['inputSchema'] as {
      readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
      readonly required?: readonly string[];
    };
    const parameters = parametersOf(`/api/tools/${name}`);
    for (const [argument, { default: usual }] of Object.entries(properties)) {
      const parameter = parameters.find((one) => one.name === argument);
      assert.ok(parameter?.description !== undefined, `${name}: ${argument}`);
      assert.deepEqual(
        [parameter.required ?? false, parameter.schema.default],
        [required.includes(argument) && usual === undefined, usual],
        `${name}: ${argument}`,
      );
    }
  }
});

test('the published limits have every limit and budget with its value', () => {
  const { limits, requests } = JSON.parse(sourceOf('tests/golden/schema/limits.json')) as {
    readonly limits: Readonly<Record<string, { readonly value: unknown; readonly description: string }>>;
    readonly requests: Readonly<Record<string, { readonly anonymous: number; readonly keyed: number | null }>>;
  };
  for (const [name, { value }] of Object.entries(LIMITS)) {
    assert.equal(limits[name]?.value, value, name);
    assert.ok(limits[name].description !== '', name);
  }
  for (const [name, { anonymous, keyed }] of Object.entries(REQUEST_BUDGETS)) {
    assert.deepEqual([requests[name]?.anonymous, requests[name]?.keyed], [anonymous, keyed], name);
  }
});

test('every code and shape is in the OpenAPI document, every command and roll-up in its document', () => {
  for (const [code, meaning] of Object.entries(FAULT_CODES)) {
    assert.ok(OPENAPI_TEXT.includes(`${code}: ${meaning}`), code);
  }
  for (const shape of RESPONSE_SHAPES.keys())
    assert.ok(
      FILES.some(({ path }) => path === `tests/golden/schema/api/${shape}.json`),
      shape,
    );
  for (const { name } of ALL_JOBS) assert.ok(sourceOf('docs/commands.md').includes(`\`${name}`), name);
  const rollups = partOf(3, 'Roll-ups');
  for (const { name } of CLAIM_FAMILIES) assert.ok(rollups.includes(name.replaceAll('_', ' ')), name);
  assert.ok(CONTRACT.includes(`contract ${PROTOCOL_VERSION}`) && partOf(9).includes(PROTOCOL_VERSION));
});

test('the contract is short enough to read before a change', () => {
  assert.ok(Buffer.byteLength(CONTRACT) <= 40_000, `${Buffer.byteLength(CONTRACT)} bytes`);
});

test('the document of settings has every variable with its default', () => {
  const settings = sourceOf('docs/settings.md');
  for (const { name, fallback } of Object.values(VARIABLES)) {
    const row = rowOf(settings, name);
    assert.ok(fallback === null || row.includes(fallback), `${name}: ${fallback}`);
  }
  for (const { name } of Object.values(BUDGET_VARIABLES)) rowOf(settings, name);
});
