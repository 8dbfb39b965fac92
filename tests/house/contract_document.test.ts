import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUDGET_VARIABLES, VARIABLES } from '../../adapters/config/variables.ts';
import { CLAIM_FAMILIES } from '../../domain/families/mod.ts';
import { JOBS } from '../../jobs/mod.ts';
import { FAULT_CODES } from '../../schema/fault_codes.ts';
import { LIMITS } from '../../schema/limits.ts';
import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import { publishedDocument } from '../../schema/published.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import { RESPONSE_SHAPES } from '../../schema/response_shapes.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, QUALITIES, RELATIONS } from '../../schema/vocabulary.ts';
import { filesEndingIn } from './documents.ts';

/** Checks docs/contract.md against the limits and vocabulary that are published and set elsewhere. */
const FILES = filesEndingIn('.md', 'openapi.json');
function sourceOf(path: string): string {
  return FILES.find((file) => file.path === path)!.source;
}
const CONTRACT = sourceOf('docs/contract.md');

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

function told(number: number): string {
  return number.toLocaleString('en-GB');
}

function fieldsOf(schema: object): readonly string[] {
  const { properties, items } = schema as { properties?: Record<string, object>; items?: object };
  if (items !== undefined) return fieldsOf(items);
  return Object.entries(properties ?? {}).flatMap(([name, field]) => [name, ...fieldsOf(field)]);
}

const COMMON = ['kind', 'installId', 'eventId', 'capturedAt'];
const OF_THE_CHARACTER = ['characterKey', 'class', 'level'];

test('the document has a row for every record kind, with all fields', () => {
  const section = partOf(5);
  for (const kind of RECORD_KINDS.keys()) {
    const row = rowOf(section, kind);
    const isSaid = (field: string): boolean =>
      row.includes(`\`${field}\``) || (row.includes('the character') && OF_THE_CHARACTER.includes(field));
    const fields = fieldsOf(publishedDocument(`/records/${kind}.json`)!).filter((field) => !COMMON.includes(field));
    assert.deepEqual(
      fields.filter((field) => !isSaid(field)),
      [],
      kind,
    );
  }
  for (const word of [...QUALITIES, ...ENTITY_KINDS, ...EDGE_EVIDENCE]) assert.ok(section.includes(word), word);
  for (const relation of RELATIONS) rowOf(partOf(3), relation);
});

test('the document has a row for every tool, with its arguments, required ones and defaults', () => {
  const section = partOf(6);
  for (const name of TOOLS.keys()) {
    const row = rowOf(section, name);
    const { properties = {}, required = [] } = publishedDocument(`/mcp/${name}.json`)!['inputSchema'] as {
      readonly properties?: Readonly<Record<string, { readonly default?: unknown }>>;
      readonly required?: readonly string[];
    };
    for (const [argument, { default: usual }] of Object.entries(properties)) {
      const said = usual !== undefined ? ` = ${usual}` : required.includes(argument) ? '*' : '';
      assert.ok(row.includes(`\`${argument}\`${said}`), `${name}: ${argument}${said}`);
    }
  }
});

test('the document has every limit with its value', () => {
  for (const [name, { value }] of Object.entries(LIMITS)) {
    const row = rowOf(partOf(1, 'Limits'), name);
    assert.ok(row.includes(typeof value === 'number' ? told(value) : value), `${name}: ${value}`);
  }
  for (const [name, { anonymous, keyed }] of Object.entries(REQUEST_BUDGETS)) {
    const cells = rowOf(partOf(1, 'Rate limits'), name).split(' | ');
    assert.deepEqual([cells[1], cells[2]], [told(anonymous), keyed === null ? '– |' : `${told(keyed)} |`], name);
  }
});

test('the document has every code, shape, path, command and roll-up', () => {
  for (const code of Object.keys(FAULT_CODES)) rowOf(partOf(2, 'Codes'), code);
  for (const shape of RESPONSE_SHAPES.keys()) {
    assert.match(partOf(4, 'Response shapes'), new RegExp(`\\b${shape}\\b`), shape);
  }
  const { paths } = JSON.parse(sourceOf('tests/golden/openapi.json')) as { readonly paths: object };
  for (const path of Object.keys(paths)) {
    if (/^\/(?:schema|api\/tools)\//.test(path)) continue;
    assert.ok(partOf(1, 'Endpoints').includes(`\`${path}\``) || path.startsWith('/api/intake'), path);
  }
  for (const { name } of JOBS) assert.match(partOf(7, 'Commands'), new RegExp(`\`${name}\\b`), name);
  const rollups = partOf(3, 'Roll-ups');
  for (const { name } of CLAIM_FAMILIES) assert.ok(rollups.includes(name.replaceAll('_', ' ')), name);
  assert.ok(CONTRACT.includes(`contract ${PROTOCOL_VERSION}`) && partOf(9).includes(PROTOCOL_VERSION));
});

test('the document has every variable with its default', () => {
  const part = partOf(7, 'Configuration');
  for (const { name, fallback } of Object.values(VARIABLES)) {
    const row = rowOf(part, name);
    assert.ok(fallback === null || row.includes(fallback), `${name}: ${fallback}`);
  }
  for (const { name } of Object.values(BUDGET_VARIABLES)) rowOf(part, name);
});
