import examples from './argument_examples.json' with { type: 'json' };

type ExampleArguments = Readonly<Record<string, string | number | boolean>>;

/**
 * Example values for tool arguments, used to record the example answers. There are values for all tools, for tools in
 * which an argument has another meaning, and for optional arguments that make an example meaningful or its answer
 * short.
 */
const RECORDED_EXAMPLES: {
  readonly shared: ExampleArguments;
  readonly ofTools: Readonly<Record<string, ExampleArguments>>;
  readonly optional: Readonly<Record<string, ExampleArguments>>;
} = examples;

export function findExample(tool: string, argument: string): ExampleArguments[string] | undefined {
  return RECORDED_EXAMPLES.ofTools[tool]?.[argument] ?? RECORDED_EXAMPLES.shared[argument];
}

/** Returns a tool's example arguments, such as `{ itemId: 25 }`, including all `required` ones. */
export function listExampleArguments(tool: string, required: readonly string[]): ExampleArguments {
  const entries = required.flatMap((name) => {
    const value = findExample(tool, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(entries), ...RECORDED_EXAMPLES.optional[tool] };
}
