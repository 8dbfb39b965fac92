import { badParameter } from '../../domain/reads/refusal.ts';
import type { InstanceState } from '../../domain/tools/tool.ts';
import { createAttribution } from '../../domain/values/attribution.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { ArgumentsResult } from '../../schema/read_arguments.ts';
import type { Context } from '../context.ts';
import type { HeaderFields } from '../pipeline/headers.ts';
import { createLicenceFields } from '../pipeline/headers.ts';
import { loadOnce } from '../pipeline/loaded_once.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import type { ServedTool } from './mod.ts';

/** A tool's answer, which is the same over plain HTTP and MCP. */
export interface ToolAnswer {
  /** The validated arguments, with defaults filled in. */
  readonly arguments: Record<string, unknown>;
  readonly answer: Record<string, unknown>;
  readonly text: string;
}

export type RunTool = (tool: ServedTool, read: ArgumentsResult) => Promise<Result<ToolAnswer, Refusal>>;

/** Returns this instance's settings, for tools that report them. */
export function describeInstance({ settings, exports }: Pick<Context, 'settings' | 'exports'>): InstanceState {
  return {
    keys: settings.keys,
    selfGrants: settings.selfGrants,
    game: settings.game,
    exports: async () => {
      const index = await catchFault(exports.index());
      if (index instanceof StorageFault) return 'unreachable';
      return index === null ? 'none' : 'ready';
    },
  };
}

/** Runs tools on the newest snapshot (contract, section 6). */
export function createToolRunner(context: Context): RunTool {
  const { snapshots, settings } = context;
  const instance = describeInstance(context);
  return async ({ rule }, read) => {
    if (!read.ok) return err(badParameter(read.argument, read.error));
    const snapshot = await snapshots.newest();
    const answer = await rule.answer({ snapshots, snapshot, publisher: settings, instance }, read.value);
    if (!answer.ok) return answer;
    const text = rule.text(answer.value, read.value).join('\n');
    return ok({ arguments: { ...read.value }, answer: answer.value as Record<string, unknown>, text });
  };
}

/** Returns the licence header fields for tools that show observed data, and no fields for other tools. */
export function createToolFields(context: Context): (tool: ServedTool) => HeaderFields {
  const licence = createLicenceFields(createAttribution(context.settings))(null);
  return ({ contract }) => (contract.layers.includes('observed') ? licence : {});
}

const importTools = loadOnce(() => import('./mod.ts'));

/** Returns the tools by name. Their code is loaded on the first call, because loading takes a third of a second. */
export async function loadTools(): Promise<ReadonlyMap<string, ServedTool>> {
  return (await importTools()).TOOL_TABLE;
}
