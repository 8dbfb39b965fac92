import { INTEGER_MAX } from './fields.ts';
import { toDocument } from './json_schema.ts';
import type { JsonPart } from './rules.ts';
import { mapParts, moveSharedParts, omitDescription } from './share_parts.ts';
import type { ToolContract } from './tools/tool.ts';

/** Maximum size of one tool in the list, so that the whole list stays below 80,000 bytes. */
const LISTED_BYTES_MAX = 3_450;

/**
 * Builds a tool's entry in the list for model clients (contract, section 6, MCP). Clients load the list with every
 * question, so the entry is shorter than the published document. It omits bounds, because error messages state them.
 * The output schema is shortened until it fits: first, the descriptions of deeply nested fields are removed; then,
 * deeply nested objects are reduced to their field names. The input schema accepts everything that the published one
 * accepts.
 */
export function describeTool({ name, title, description, input, output }: ToolContract): JsonPart {
  const inputSchema = shortenSchema(toDocument('', input));
  // The ranges of numbers are of no use in answers.
  const outputSchema = mapParts(
    shortenSchema(toDocument('', output)),
    ({ minimum: _min, maximum: _max, ...part }) => part,
  );
  const listed = (detail: DetailLevel): JsonPart => ({
    name,
    title,
    description,
    inputSchema: omitDescription(inputSchema),
    outputSchema: {
      description: `Described in full at /schema/mcp/${name}.json.`,
      ...moveSharedParts(omitDescription(limitDetail(outputSchema, 0, detail))),
    },
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  });
  for (const detail of DETAIL_LEVELS) {
    const one = listed(detail);
    if (new TextEncoder().encode(JSON.stringify(one)).length <= LISTED_BYTES_MAX) return one;
  }
  return listed({ objects: 1, words: 1 });
}

/**
 * Number of nesting levels of an output schema that are kept. Objects nested deeper than `objects` are reduced to their field
 * names, and fields nested deeper than `words` lose their descriptions.
 */
interface DetailLevel {
  readonly objects: number;
  readonly words: number;
}

/** Levels of detail in the order tried, from most to least detailed. */
const DETAIL_LEVELS: readonly DetailLevel[] = [
  { objects: Number.POSITIVE_INFINITY, words: Number.POSITIVE_INFINITY },
  { objects: Number.POSITIVE_INFINITY, words: 3 },
  { objects: Number.POSITIVE_INFINITY, words: 2 },
  { objects: 5, words: 2 },
  { objects: 4, words: 2 },
  { objects: 3, words: 2 },
  { objects: 2, words: 2 },
  { objects: 3, words: 1 },
  { objects: 2, words: 1 },
];

/** Fields of most answers. The server's instructions explain them once. */
const COMMON_FIELDS: ReadonlySet<string> = new Set([
  ...['connected', 'dataAsOf', 'reason', 'url', 'attribution', 'gameData'],
  ...['build', 'label', 'credit', 'extractedAt', 'error'],
]);

/** JSON Schema keywords that are of no use to a client. */
const OMITTED_KEYWORDS: ReadonlySet<string> = new Set([
  ...['$schema', 'title', 'const', 'minLength', 'maxLength', 'maxItems', 'pattern', 'format', 'not'],
]);

function shortenSchema(schema: JsonPart): JsonPart {
  return mapParts(schema, (part) => {
    const isOmitted = ([keyword, value]: [string, unknown]): boolean =>
      OMITTED_KEYWORDS.has(keyword) || (keyword === 'maximum' && value === INTEGER_MAX);
    return Object.fromEntries(Object.entries(part).filter((entry) => !isOmitted(entry)));
  });
}

function limitDetail(part: JsonPart, depth: number, detail: DetailLevel): JsonPart {
  const { properties, items, anyOf, required, description } = part as {
    readonly properties?: Readonly<Record<string, JsonPart>>;
    readonly items?: JsonPart;
    readonly anyOf?: readonly JsonPart[];
    readonly required?: readonly string[];
    readonly description?: string;
  };
  const within = (one: JsonPart): JsonPart => limitDetail(omitDescription(one), depth, detail);
  if (items !== undefined) return { ...part, items: within(items) };
  if (anyOf !== undefined) return { ...part, anyOf: anyOf.map(within) };
  if (properties === undefined) return part;
  if (depth >= detail.objects)
    return { type: 'object', ...(description === undefined ? {} : { description }), required };
  const field = (name: string, one: JsonPart): JsonPart => {
    if (depth === 0 && COMMON_FIELDS.has(name))
      return limitDetail(omitDescription(one), Number.POSITIVE_INFINITY, detail);
    return limitDetail(depth < detail.words ? one : omitDescription(one), depth + 1, detail);
  };
  return {
    ...part,
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, field(name, one)])),
  };
}
