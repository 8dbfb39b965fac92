import { FEED_RECORDS } from '../../schema/feed_records.ts';
import { toDocument } from '../../schema/json_schema.ts';
import { COMMON_RULES } from '../../schema/record_kind.ts';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { INTERNAL_SHAPES, RESPONSE_SHAPES } from '../../schema/response_shapes.ts';
import { attribution } from '../../schema/responses/attribution.ts';
import { gameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { JsonPart } from '../../schema/rules.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import type { ToolContract } from '../../schema/tools/tool.ts';
import { buildSchemaRef } from '../pipeline/route_docs.ts';

/** Converts the contract's schemas to components. The `$defs` of individual schemas become shared components. */

type InputSchema = ToolContract['input'];

type SchemaDefinitions = Readonly<Record<string, InputSchema>>;

function prefixNames(prefix: string, schemas: SchemaDefinitions): SchemaDefinitions {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [`${prefix}${name}`, schema]));
}

/** Components that other schemas refer to. */
const NOTICE_SCHEMAS: SchemaDefinitions = { attribution, gameDataNotice };

/** Schemas of records, as sent and as shown in the feed. The record kinds are the same, but the fields differ. */
const schemas = Object.fromEntries([...RECORD_KINDS].map(([kind, { schema }]) => [kind, schema]));
const SENT_SCHEMAS = prefixNames('record_', schemas);
const SHOWN_SCHEMAS = prefixNames('feed_', FEED_RECORDS);

const NAMED_SCHEMAS: Readonly<Record<string, SchemaDefinitions>> = {
  intakeRequest: SENT_SCHEMAS,
  corpusPublicResponse: SHOWN_SCHEMAS,
};

/** Converts a schema to a component, without the keywords that only a standalone document needs. */
function createComponent(name: string, schema: InputSchema, definitions: SchemaDefinitions): JsonPart {
  const others = Object.fromEntries(Object.entries(definitions).filter(([other]) => other !== name));
  const { $schema: _dialect, $defs: _defs, title: _title, ...rest } = toDocument(name, schema, others);
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonPart;
}

const argumentsSchemas = new Map<ToolContract, JsonPart>();

export function describeArgs(tool: ToolContract): JsonPart {
  const cached = argumentsSchemas.get(tool);
  if (cached !== undefined) return cached;
  const schema = createComponent('', tool.input, {});
  argumentsSchemas.set(tool, schema);
  return schema;
}

/** Writes the rules that all kinds of records share once, in the schema of uploads. */
function omitCommonRules(schema: JsonPart): JsonPart {
  const description = String(schema['description']).replace(` ${COMMON_RULES}`, '');
  return { ...schema, description };
}

function createComponents(schemas: SchemaDefinitions): Readonly<Record<string, JsonPart>> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      createComponent(name, schema, { ...NOTICE_SCHEMAS, ...NAMED_SCHEMAS[name] }),
    ]),
  );
}

/**
 * Returns the schema for the answer of any tool. It states explicitly that arguments and answer may have any fields.
 */
function createAnyToolAnswer(): JsonPart {
  const base = createComponent('', RESPONSE_SHAPES.get('toolAnswerResponse')!, {});
  const properties = base['properties'] as Readonly<Record<string, JsonPart>>;
  const open = (name: string): JsonPart => ({ ...properties[name], additionalProperties: true });
  return { ...base, properties: { ...properties, arguments: open('arguments'), answer: open('answer') } };
}

/** Returns all schemas of the document, keyed by name. `own` contains the schemas of individual endpoints. */
export function listComponentSchemas(
  own: readonly Readonly<Record<string, JsonPart>>[],
): Readonly<Record<string, JsonPart>> {
  const shapes = createComponents(Object.fromEntries([...RESPONSE_SHAPES, ...INTERNAL_SHAPES]));
  const request = shapes['intakeRequest']!;
  return {
    ...shapes,
    intakeRequest: { ...request, description: `${request['description']} Rules of every record: ${COMMON_RULES}` },
    toolAnswerResponse: createAnyToolAnswer(),
    ...Object.fromEntries(
      Object.entries(createComponents(SENT_SCHEMAS)).map(([name, sent]) => [name, omitCommonRules(sent)]),
    ),
    ...createComponents(SHOWN_SCHEMAS),
    ...Object.assign({}, ...own),
    ...Object.fromEntries(
      [...TOOLS.values()].flatMap((tool) => [
        [`${tool.name}_arguments`, describeArgs(tool)],
        [`${tool.name}_answer`, createComponent('', tool.output, { attribution, gameDataNotice })],
      ]),
    ),
  };
}

/** Returns the schema of one tool's answer over plain HTTP: the common format with the tool's arguments and answer. */
export function createToolAnswer(tool: ToolContract): JsonPart {
  const { description: _, ...base } = createComponent('', RESPONSE_SHAPES.get('toolAnswerResponse')!, {});
  return {
    ...base,
    properties: {
      ...(base['properties'] as JsonPart),
      tool: { const: tool.name, type: 'string', description: 'The tool.' },
      arguments: buildSchemaRef(`${tool.name}_arguments`),
      answer: buildSchemaRef(`${tool.name}_answer`),
    },
  };
}
