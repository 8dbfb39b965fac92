import type * as v from 'valibot';
import { FEED_RECORDS } from './feed_records.ts';
import { DIALECT, toDocument } from './json_schema.ts';
import { knowledgeDocument } from './knowledge_document.ts';
import { LIMITS, REQUEST_BUDGETS } from './limits.ts';
import { PROTOCOL_MAJORS_ACCEPTED, PROTOCOL_VERSION } from './protocol.ts';
import { RECORD_KINDS } from './record_kinds.ts';
import { RESPONSE_SHAPES } from './response_shapes.ts';
import type { JsonPart } from './rules.ts';
import { shareParts } from './share_parts.ts';
import { TOOLS } from './tool_contracts.ts';
import type { ToolContract } from './tools/tool.ts';

/**
 * The documents served under `/schema` (contract, section 4, Schema files): what is published, a JSON Schema of each
 * record kind, of the upload and of each response shape, each tool, and the limits. Each is made when it is first asked
 * for.
 */

function recordSchemas(): Record<string, v.GenericSchema> {
  return Object.fromEntries([...RECORD_KINDS].map(([kind, { schema }]) => [kind, schema]));
}

/** Shapes whose records are written once under `$defs`. */
const DEFINITIONS: Readonly<Record<string, () => Record<string, v.GenericSchema>>> = {
  intakeRequest: recordSchemas,
  corpusPublicResponse: () => ({ ...FEED_RECORDS }),
};

function shapeDocument(name: string, shape: v.GenericSchema): JsonPart {
  return toDocument(name, shape, DEFINITIONS[name]?.());
}

function index(): JsonPart {
  return {
    title: 'The published contract',
    description: 'What is published under /schema. Paths are relative to this document.',
    protocol: PROTOCOL_VERSION,
    protocolMajorsAccepted: PROTOCOL_MAJORS_ACCEPTED,
    dialect: DIALECT,
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
    tools: [...TOOLS.values()].map(({ name, title, layers }) => ({ name, title, layers, schema: `mcp/${name}.json` })),
  };
}

function limits(): JsonPart {
  return {
    title: 'The limits of the contract',
    description:
      'limits: every limit with its unit; the bounds of single record fields stand in the schemas of their kinds. requests: how often one client may call each endpoint within windowS seconds, without a key (anonymous) and with one (keyed; null where the endpoint reads no key); an instance may set its own. Clients of one IPv6 network share budgetsPer56Max and budgetsPer48Max times as many.',
    protocol: PROTOCOL_VERSION,
    limits: LIMITS,
    requests: REQUEST_BUDGETS,
  };
}

/** A tool in full. It changes nothing and asks nobody else. */
function toolDocument({ name, title, description, layers, input, output }: ToolContract): JsonPart {
  return {
    name,
    title,
    description,
    layers,
    inputSchema: toDocument(`Arguments of ${name}`, input),
    outputSchema: shareParts(toDocument(`Answer of ${name}`, output)),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

const MAKERS: ReadonlyMap<string, () => JsonPart> = new Map([
  ['/index.json', index],
  ['/limits.json', limits],
  ['/upload.json', () => shapeDocument('intakeRequest', RESPONSE_SHAPES.get('intakeRequest')!)],
  ['/knowledge_document.json', () => toDocument('knowledgeDocument', knowledgeDocument)],
  ...[...RECORD_KINDS].map(([kind, { schema }]) => [`/records/${kind}.json`, () => toDocument(kind, schema)] as const),
  ...[...RESPONSE_SHAPES].map(([name, shape]) => [`/api/${name}.json`, () => shapeDocument(name, shape)] as const),
  ...[...TOOLS].map(([name, tool]) => [`/mcp/${name}.json`, () => toolDocument(tool)] as const),
]);

const made = new Map<string, JsonPart>();

/** The paths of all published documents, below `/schema`. */
export function publishedPaths(): readonly string[] {
  return [...MAKERS.keys()];
}

/** The document at a path below `/schema`, such as `/records/loot.json`; null where none is published. */
export function publishedDocument(path: string): JsonPart | null {
  const known = made.get(path);
  if (known !== undefined) return known;
  const document = MAKERS.get(path)?.();
  if (document === undefined) return null;
  made.set(path, document);
  return document;
}
