import * as v from 'valibot';
import { strictObject } from '../fields.ts';

/**
 * Kinds of data that a tool's answers may show (contract, section 3, Layers). `observed`: what players reported, with
 * licence and age. `game-files`: rows of the imported build, with their notice. `knowledge`: entities and documents,
 * each with its own source. `instance`: how this instance is configured.
 */
type ToolLayer = 'observed' | 'game-files' | 'knowledge' | 'instance';

/** A tool's published document (contract, section 6). It is served as `/schema/mcp/<name>.json` and listed over MCP. */
export interface ToolContract<
  I extends v.GenericSchema = v.GenericSchema,
  O extends v.GenericSchema = v.GenericSchema,
> {
  readonly name: string;
  readonly title: string;
  /** Says when to use the tool and what it answers, for people and models choosing between tools. */
  readonly description: string;
  readonly layers: readonly ToolLayer[];
  /** An object with the arguments. In a query string, each argument is given once, as plain text. */
  readonly input: I;
  /** The structured answer, which is always an object. */
  readonly output: O;
}

/** Creates a tool's contract. The tool rejects all other arguments. */
export function toolContract<A extends v.ObjectEntries, O extends v.GenericSchema>(
  name: string,
  { arguments: entries, ...rest }: Omit<ToolContract<never, O>, 'name' | 'input'> & { readonly arguments: A },
) {
  return { name, ...rest, input: strictObject(`The arguments of ${name}.`, entries) };
}

/** The arguments as a tool receives them: checked, with names NFC-normalised and defaults applied. */
export type ToolArguments<C extends ToolContract> = DeepReadonly<v.InferOutput<C['input']>>;

/** A tool's structured answer. */
export type ToolAnswer<C extends ToolContract> = DeepReadonly<v.InferOutput<C['output']>>;

/** A deeply read-only version of a type. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** An optional argument with a default value. */
export function withDefault<S extends v.GenericSchema>(field: S, value: v.InferInput<S>) {
  return v.optional(field, value);
}
