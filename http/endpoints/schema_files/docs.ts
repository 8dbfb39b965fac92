import { findDocument, listDocuments } from '../../../schema/published.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import type { ListOperations, Operation } from '../../pipeline/route_docs.ts';
import { enumSchema, pathParam } from '../../pipeline/route_docs.ts';

/** Folders of schema files. Each folder is documented as one operation. */
const FOLDERS = [
  {
    folder: 'records',
    parameter: 'kind',
    operationId: 'getRecordSchema',
    summary: 'The JSON Schema of a record kind',
    about: 'A record kind.',
  },
  {
    folder: 'api',
    parameter: 'name',
    operationId: 'getResponseSchema',
    summary: 'The JSON Schema of a response shape',
    about: 'A response shape.',
  },
  {
    folder: 'more',
    parameter: 'name',
    operationId: 'getMoreSchema',
    summary: 'The JSON Schema of a response shape that the contract gained later',
    about: 'A response shape.',
  },
  {
    folder: 'mcp',
    parameter: 'tool',
    operationId: 'getToolSchema',
    summary: 'The JSON Schemas of a tool',
    about: 'A tool.',
  },
] as const;

/** Operation ids for documents outside these folders, keyed by path. */
const OPERATION_IDS: Readonly<Record<string, string>> = {
  '/index.json': 'getSchemaIndex',
  '/limits.json': 'getLimits',
  '/upload.json': 'getUploadSchema',
};

/** Returns an operation id, such as `getKnowledgeDocumentSchema` for `/knowledge_document.json`. */
function buildOperationId(path: string): string {
  const words = path.slice(1, -'.json'.length).split(/[^A-Za-z0-9]+/);
  return OPERATION_IDS[path] ?? `get${words.map((one) => one.slice(0, 1).toUpperCase() + one.slice(1)).join('')}Schema`;
}

const CONTRACT_DESCRIPTION =
  'The published contract, for programs: JSON Schema, draft 2020-12. Its version is protocol in /schema/index.json.';

/** Returns the schema of a schema document. `field` is a field that the document always has. */
function createDocumentSchema(field: string): JsonPart {
  return {
    type: 'object',
    description: 'The document.',
    properties: { [field]: { description: 'A part of the document.' } },
    required: [field],
    additionalProperties: true,
  };
}

function createOperation(
  said: Pick<Operation, 'path' | 'operationId' | 'summary' | 'parameters'>,
  field: string,
): Operation {
  return {
    ...said,
    tag: 'Files',
    description: CONTRACT_DESCRIPTION,
    served: [{ description: 'The document.', schema: createDocumentSchema(field) }],
  };
}

/** Returns the name of a field that a document below `/schema` always has. */
function findField(path: string): string {
  const document = findDocument(path) ?? {};
  return '$schema' in document ? '$schema' : (Object.keys(document)[0] ?? 'title');
}

function inFolder({ folder, parameter, operationId, summary, about }: (typeof FOLDERS)[number]): readonly Operation[] {
  const names = listDocuments()
    .filter((path) => path.startsWith(`/${folder}/`))
    .map((path) => path.slice(folder.length + 2, -'.json'.length));
  if (names.length === 0) return [];
  const path = `/schema/${folder}/{${parameter}}.json`;
  const parameters = [pathParam(parameter, about, enumSchema(names), names[0])];
  return [createOperation({ path, operationId, summary, parameters }, findField(`/${folder}/${names[0]}.json`))];
}

function createSingleOperation(path: string): Operation {
  const { title } = findDocument(path) ?? {};
  const said = { path: `/schema${path}`, operationId: buildOperationId(path), parameters: [] };
  return createOperation({ ...said, summary: `A file of the contract: ${title ?? path.slice(1)}` }, findField(path));
}

/** Documents the endpoint (contract, section 4, Schema files). */
export const listOperations: ListOperations = () => [
  ...listDocuments()
    .filter((path) => path.lastIndexOf('/') === 0)
    .map(createSingleOperation),
  ...FOLDERS.flatMap(inFolder),
];
