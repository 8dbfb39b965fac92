import * as rules from '../../domain/tools/mod.ts';
import type { ContractRule } from '../../domain/tools/tool.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import type * as contracts from '../../schema/tools/mod.ts';
import type { ToolContract } from '../../schema/tools/tool.ts';

/** A tool: its published contract and the function that computes its answers. */
export interface ServedTool {
  readonly contract: ToolContract;
  readonly rule: ContractRule<ToolContract>;
}

type ToolContracts = typeof contracts;

/** The rule of each contract. This does not compile if a rule is missing or has the wrong type. */
const TOOL_RULES: { readonly [N in keyof ToolContracts]: ContractRule<ToolContracts[N]> } = rules;

/** The tools, keyed by name in alphabetical order (contract, section 6). */
export const TOOL_TABLE: ReadonlyMap<string, ServedTool> = new Map(
  [...TOOLS].map(([name, contract]) => [
    name,
    { contract, rule: TOOL_RULES[name as keyof ToolContracts] as unknown as ServedTool['rule'] },
  ]),
);
