import { INTEGER_MAX } from './fields.ts';
import { toDocument } from './json_schema.ts';
import type { JsonPart } from './rules.ts';
import { changeParts, shareParts, withoutDescription } from './share_parts.ts';
import type { ToolContract } from './tools/tool.ts';

/** What a tool takes up at most in the list, so that all of them stay below 80,000 bytes. */
const LISTED_BYTES_MAX = 3_250;

/**
 * A tool as model clients list it (contract, section 6, MCP). They read the list with every question, so it is shorter
 * than the published document. Bounds that a client has no use for are left out: a refusal says them in words. Of an
 * answer it tells as much as there is room for: first deep descriptions go, then deep objects are told by the names of
 * their fields alone. What the document takes, the list takes, too.
 */
export function listedTool({ name, title, description, input, output }: ToolContract): JsonPart {
  const [inputSchema, outputSchema] = [brief(toDocument('', input)), brief(toDocument('', output))];
  const listed = (detail: Detail): JsonPart => ({
    name,
    title,
    description,
    inputSchema: withoutDescription(inputSchema),
    outputSchema: {
      description: `Described in full at /schema/mcp/${name}.json.`,
      ...shareParts(withoutDescription(detailed(outputSchema, 0, detail))),
    },
    annotations: { title, readOnlyHint: true, openWorldHint: false },
  });
  for (const detail of DETAILS) {
    const one = listed(detail);
    if (new TextEncoder().encode(JSON.stringify(one)).length <= LISTED_BYTES_MAX) return one;
  }
  return listed(LEAST);
}

/**
 * How deep an answer is told, in objects within objects: those below `objects` by the names of their fields alone, and
 * fields below `words` without a description.
 */
interface Detail {
  readonly objects: number;
  readonly words: number;
}

const LEAST: Detail = { objects: 1, words: 1 };

/** From all to less. */
const DETAILS: readonly Detail[] = [
  { objects: Number.POSITIVE_INFINITY, words: Number.POSITIVE_INFINITY },
  { objects: Number.POSITIVE_INFINITY, words: 3 },
  { objects: Number.POSITIVE_INFINITY, words: 2 },
  { objects: 4, words: 2 },
  { objects: 3, words: 2 },
  { objects: 2, words: 2 },
  { objects: 3, words: 1 },
  { objects: 2, words: 1 },
];

/** Fields that most answers have. What they mean is told once, when the server says what it is. */
const TOLD_ONCE: ReadonlySet<string> = new Set([
  ...['connected', 'dataAsOf', 'reason', 'url', 'attribution', 'gameData'],
  ...['build', 'label', 'credit', 'extractedAt', 'error'],
]);

/** Keywords that tell a client nothing it acts on. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['$schema', 'title', 'const', 'minLength', 'maxLength', 'maxItems', 'pattern', 'format', 'not'],
]);

function brief(schema: JsonPart): JsonPart {
  return changeParts(schema, (part) => {
    const isLeftOut = ([keyword, value]: [string, unknown]): boolean =>
      LEFT_OUT.has(keyword) || (keyword === 'maximum' && value === INTEGER_MAX);
    return Object.fromEntries(Object.entries(part).filter((entry) => !isLeftOut(entry)));
  });
}

function detailed(part: JsonPart, depth: number, detail: Detail): JsonPart {
  const { properties, items, anyOf, required, description } = part as {
    readonly properties?: Readonly<Record<string, JsonPart>>;
    readonly items?: JsonPart;
    readonly anyOf?: readonly JsonPart[];
    readonly required?: readonly string[];
    readonly description?: string;
  };
  const within = (one: JsonPart): JsonPart => detailed(withoutDescription(one), depth, detail);
  if (items !== undefined) return { ...part, items: within(items) };
  if (anyOf !== undefined) return { ...part, anyOf: anyOf.map(within) };
  if (properties === undefined) return part;
  if (depth >= detail.objects)
    return { type: 'object', ...(description === undefined ? {} : { description }), required };
  const field = (name: string, one: JsonPart): JsonPart => {
    if (depth === 0 && TOLD_ONCE.has(name)) return detailed(withoutDescription(one), Number.POSITIVE_INFINITY, detail);
    return detailed(depth < detail.words ? one : withoutDescription(one), depth + 1, detail);
  };
  return {
    ...part,
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, field(name, one)])),
  };
}
