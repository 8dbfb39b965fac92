import * as tools from './tools/mod.ts';
import type { ToolContract } from './tools/tool.ts';

/** The 28 tools, keyed by name in alphabetical order (contract, section 6). */
export const TOOLS: ReadonlyMap<string, ToolContract> = new Map(Object.entries(tools));
