import { INTEGER_MAX } from '../../../schema/fields.ts';
import { publishedDocument } from '../../../schema/published.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import type { ToolContract } from '../../../schema/tools/tool.ts';
import { exampleArguments } from './argument_examples.ts';

/** An argument as `GET /api/tools` tells it. */
interface ListedArgument {
  readonly name: string;
  /** Its JSON type; in a query string all are plain text. */
  readonly type: unknown;
  readonly required: boolean;
  readonly description: unknown;
  /** What it stands for where it is left out. */
  readonly default?: unknown;
  /** The words that it may be, where there are no others. */
  readonly values?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

/** A tool as `GET /api/tools` tells it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly layers: ToolContract['layers'];
  readonly arguments: readonly ListedArgument[];
  /** A call to try: its arguments, and the address to ask. */
  readonly example: { readonly arguments: Readonly<Record<string, unknown>>; readonly url: string };
  /** Where its schemas stand. */
  readonly schemaUrl: string;
}

export interface ToolList {
  readonly tools: readonly ListedTool[];
  /** Where model clients find the same tools. */
  readonly mcp: string;
}

function argumentOf(name: string, schema: JsonPart, required: boolean): ListedArgument {
  const { type, description, default: usual, enum: values, minimum, maximum } = schema;
  return {
    name,
    type,
    required,
    description,
    ...(usual === undefined ? {} : { default: usual }),
    ...(values === undefined ? {} : { values }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined || maximum === INTEGER_MAX ? {} : { maximum }),
  };
}

function toolOf({ name, title, description, layers }: ToolContract, publicUrl: string): ListedTool {
  const { inputSchema } = publishedDocument(`/mcp/${name}.json`)!;
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, JsonPart>>;
    readonly required?: readonly string[];
  };
  const asked = exampleArguments(name, required);
  const query = new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)])).toString();
  return {
    name,
    title,
    description,
    layers,
    arguments: Object.entries(properties).map(([key, schema]) => argumentOf(key, schema, required.includes(key))),
    example: { arguments: asked, url: `${publicUrl}/api/tools/${name}${query === '' ? '' : `?${query}`}` },
    schemaUrl: `${publicUrl}/schema/mcp/${name}.json`,
  };
}

/** What `GET /api/tools` answers (contract, section 6): all tools, in alphabetical order. */
export function toolListOf(publicUrl: string): ToolList {
  return {
    tools: [...TOOLS.values()].map((tool) => toolOf(tool, publicUrl)),
    mcp: `${publicUrl}/mcp`,
  };
}
