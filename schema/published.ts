import type * as v from 'valibot';
import { FEED_RECORDS } from './feed_records.ts';
import { JSON_SCHEMA_DIALECT, toDocument } from './json_schema.ts';
import { knowledgeDocument } from './knowledge_document.ts';
import { LIMITS } from './limits.ts';
import { PROTOCOL_MAJORS_ACCEPTED, PROTOCOL_VERSION } from './protocol.ts';
import { RECORD_KINDS } from './record_kinds.ts';
import { REQUEST_BUDGETS } from './request_budgets.ts';
import { INTERNAL_SHAPES, RESPONSE_SHAPES } from './response_shapes.ts';
import type { JsonPart } from './rules.ts';
import { moveSharedParts } from './share_parts.ts';
import { TOOLS } from './tool_contracts.ts';
import type { ToolContract } from './tools/tool.ts';
import type { Game } from './vocabulary.ts';

/**
 * The documents served under `/schema` (contract, section 4, Schema files): an index, a JSON Schema for each record
 * kind, for the upload and for each response shape, the tools, and the limits. Each document is built on first use.
 */

/** Response shapes whose record schemas are written only once, under `$defs`. */
const DEFINITIONS: Readonly<Record<string, () => Record<string, v.GenericSchema>>> = {
  intakeRequest: () => Object.fromEntries([...RECORD_KINDS].map(([kind, { schema }]) => [kind, schema])),
  corpusPublicResponse: () => ({ ...FEED_RECORDS }),
};

function buildShapeDocument(name: string, shape: v.GenericSchema): JsonPart {
  return toDocument(name, shape, DEFINITIONS[name]?.());
}

function buildSchemaIndex(): JsonPart {
  return {
    title: 'The published contract',
    description: 'The documents published under /schema. Paths are relative to this document.',
    protocol: PROTOCOL_VERSION,
    protocolMajorsAccepted: PROTOCOL_MAJORS_ACCEPTED,
    dialect: JSON_SCHEMA_DIALECT,
    upload: 'upload.json',
    knowledgeDocument: 'knowledge_document.json',
    limits: 'limits.json',
    records: [...RECORD_KINDS.values()].map(({ kind, visibility, sharing }) => ({
      kind,
      visibility,
      sharing,
      schema: `records/${kind}.json`,
    })),
    api: [...RESPONSE_SHAPES.keys()].map((name) => ({ name, schema: `api/${name}.json` })),
    more: [...INTERNAL_SHAPES.keys()].map((name) => ({ name, schema: `more/${name}.json` })),
    tools: [...TOOLS.values()].map(({ name, title, layers }) => ({ name, title, layers, schema: `mcp/${name}.json` })),
  };
}

export function buildLimitsDocument(game: Game | null): JsonPart {
  return {
    title: 'The limits of the contract',
    description:
      'limits: every limit with its unit; bounds of single record fields are in the schemas of the record kinds. requests: requests that one client may make to each endpoint within windowS seconds, without a key (anonymous) and with one (keyed, or null if the endpoint accepts no key); an instance may set its own. game: the game whose uploads the instance takes, or null if it takes uploads of all games until one is settled. Clients of one IPv6 network share budgetsPer56Max and budgetsPer48Max times as many.',
    protocol: PROTOCOL_VERSION,
    game,
    limits: LIMITS,
    requests: REQUEST_BUDGETS,
  };
}

/**
 * Builds a tool's full document. The annotations are the same for all tools: they only read, and only from this
 * instance.
 */
function buildToolDocument({ name, title, description, layers, input, output }: ToolContract): JsonPart {
  return {
    name,
    title,
    description,
    layers,
    inputSchema: toDocument(`Arguments of ${name}`, input),
    outputSchema: moveSharedParts(toDocument(`Answer of ${name}`, output)),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

const DOCUMENT_BUILDERS: ReadonlyMap<string, () => JsonPart> = new Map([
  ['/index.json', buildSchemaIndex],
  ['/limits.json', () => buildLimitsDocument(null)],
  ['/upload.json', () => buildShapeDocument('intakeRequest', RESPONSE_SHAPES.get('intakeRequest')!)],
  ['/knowledge_document.json', () => toDocument('knowledgeDocument', knowledgeDocument)],
  ...[...RECORD_KINDS].map(([kind, { schema }]) => [`/records/${kind}.json`, () => toDocument(kind, schema)] as const),
  ...[...RESPONSE_SHAPES].map(([name, shape]) => [`/api/${name}.json`, () => buildShapeDocument(name, shape)] as const),
  ...[...INTERNAL_SHAPES].map(
    ([name, shape]) => [`/more/${name}.json`, () => buildShapeDocument(name, shape)] as const,
  ),
  ...[...TOOLS].map(([name, tool]) => [`/mcp/${name}.json`, () => buildToolDocument(tool)] as const),
]);

const cachedDocuments = new Map<string, JsonPart>();

/** Returns the paths of all published documents, relative to `/schema`. */
export function listDocuments(): readonly string[] {
  return [...DOCUMENT_BUILDERS.keys()];
}

/** Returns the document at a path relative to `/schema`, such as `/records/loot.json`, or null if there is none. */
export function findDocument(path: string): JsonPart | null {
  const known = cachedDocuments.get(path);
  if (known !== undefined) return known;
  const document = DOCUMENT_BUILDERS.get(path)?.();
  if (document === undefined) return null;
  cachedDocuments.set(path, document);
  return document;
}
