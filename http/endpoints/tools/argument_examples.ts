import examples from './argument_examples.json' with { type: 'json' };

type Arguments = Readonly<Record<string, string | number | boolean>>;

/**
 * Example values for tool arguments, used to record the example answers. There are values for all tools, for tools in
 * which an argument has another meaning, and for optional arguments that make an example meaningful or its answer
 * short.
 */
const EXAMPLES: {
  readonly shared: Arguments;
  readonly ofTools: Readonly<Record<string, Arguments>>;
  readonly optional: Readonly<Record<string, Arguments>>;
} = examples;

export function argumentExample(tool: string, argument: string): Arguments[string] | undefined {
  return EXAMPLES.ofTools[tool]?.[argument] ?? EXAMPLES.shared[argument];
}

/** Returns a tool's example arguments, such as `{ itemId: 25 }`, including all `required` ones. */
export function exampleArguments(tool: string, required: readonly string[]): Arguments {
  const entries = required.flatMap((name) => {
    const value = argumentExample(tool, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(entries), ...EXAMPLES.optional[tool] };
}
