import { INTEGER_MAX } from '../../../schema/fields.ts';
import { findDocument } from '../../../schema/published.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import type { ToolContract } from '../../../schema/tools/tool.ts';
import { listExampleArguments } from './argument_examples.ts';

interface ListedArgument {
  readonly name: string;
  /** The argument's JSON type. In a query string, all values are plain text. */
  readonly type: unknown;
  readonly required: boolean;
  readonly description: unknown;
  readonly default?: unknown;
  /** The allowed values, if the argument accepts only a fixed list. */
  readonly values?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

/** A tool in the response to `GET /api/tools`. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly layers: ToolContract['layers'];
  readonly arguments: readonly ListedArgument[];
  readonly example: { readonly arguments: Readonly<Record<string, unknown>>; readonly url: string };
  readonly schemaUrl: string;
}

export interface ToolList {
  readonly tools: readonly ListedTool[];
  readonly mcp: string;
}

function toListedArgument(name: string, schema: JsonPart, required: boolean): ListedArgument {
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

function toListedTool({ name, title, description, layers }: ToolContract, publicUrl: string): ListedTool {
  const { inputSchema } = findDocument(`/mcp/${name}.json`)!;
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<Record<string, JsonPart>>;
    readonly required?: readonly string[];
  };
  const asked = listExampleArguments(name, required);
  const query = new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)])).toString();
  return {
    name,
    title,
    description,
    layers,
    arguments: Object.entries(properties).map(([key, schema]) => toListedArgument(key, schema, required.includes(key))),
    example: { arguments: asked, url: `${publicUrl}/api/tools/${name}${query === '' ? '' : `?${query}`}` },
    schemaUrl: `${publicUrl}/schema/mcp/${name}.json`,
  };
}

/** Returns the response to `GET /api/tools` (contract, section 6): all tools in alphabetical order. */
export function createToolList(publicUrl: string): ToolList {
  return {
    tools: [...TOOLS.values()].map((tool) => toListedTool(tool, publicUrl)),
    mcp: `${publicUrl}/mcp`,
  };
}
