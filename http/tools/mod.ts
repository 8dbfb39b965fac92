import * as rules from '../../domain/tools/mod.ts';
import type { RuleOf } from '../../domain/tools/tool.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import type * as contracts from '../../schema/tools/mod.ts';
import type { ToolContract } from '../../schema/tools/tool.ts';

/** A tool: what is published of it, and the rule that answers. */
export interface Tool {
  readonly contract: ToolContract;
  readonly rule: RuleOf<ToolContract>;
}

type Contracts = typeof contracts;

/** Every contract has the rule that it asks for, under its name; this fails to compile where one is missing. */
const PAIRED: { readonly [N in keyof Contracts]: RuleOf<Contracts[N]> } = rules;

/** The tools by name, in alphabetical order (contract, section 6). */
export const TOOL_TABLE: ReadonlyMap<string, Tool> = new Map(
  [...TOOLS].map(([name, contract]) => [
    name,
    { contract, rule: PAIRED[name as keyof Contracts] as unknown as Tool['rule'] },
  ]),
);
