import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { listedTool } from '../../schema/listed_tool.ts';
import { readArguments } from '../../schema/read_arguments.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import type { Context } from '../context.ts';
import type { Fields } from '../pipeline/headers.ts';
import { formatRefusal, type Refusal } from '../pipeline/refusal.ts';
import { createToolRunner, loadTools, toolFieldsOf } from '../tools/run.ts';

/** A tool as listed by tools/list, which is a shorter form of `/schema/mcp/<name>.json`. */
export type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' };
  outputSchema: { type: 'object' };
  annotations: Record<string, string | boolean>;
};

let listed: ListedTool[] | null = null;

/** Returns all tools in alphabetical order. */
export function listTools(): ListedTool[] {
  listed ??= [...TOOLS.values()].map((tool) => listedTool(tool) as ListedTool);
  return listed;
}

/** The result of tools/call. */
export type CallResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

export interface ToolCallResult {
  readonly result: CallResult;
  /** The licence header fields of tools that show observed data. */
  readonly fields: Fields;
}

/**
 * Calls a tool by name. Returns null if the tool does not exist. Refusals are returned as results that models can read.
 */
export type CallTool = (name: string, sent: unknown) => Promise<ToolCallResult | null>;

/**
 * Creates the function that calls tools. Answers and error sentences are the same as over plain HTTP (contract,
 * section 6).
 */
export function createCallTool(context: Context): CallTool {
  const run = createToolRunner(context);
  const fieldsOf = toolFieldsOf(context);
  return async (name, sent) => {
    const tool = (await loadTools()).get(name);
    if (tool === undefined) return null;
    const answered = await orStorageFault(run(tool, readArguments(tool.contract, sent)));
    if (answered instanceof StorageFault) return refusedCall({ kind: 'unreachable', cause: answered.cause });
    if (!answered.ok) return refusedCall(answered.error);
    const { answer, text } = answered.value;
    return { result: { content: [textContent(text)], structuredContent: answer }, fields: fieldsOf(tool) };
  };
}

function textContent(text: string): CallResult['content'][number] {
  return { type: 'text', text };
}

function refusedCall(refusal: Refusal): ToolCallResult {
  return { result: { content: [textContent(formatRefusal(refusal).error)], isError: true }, fields: {} };
}
