import { TOOLS } from '../../schema/tool_contracts.ts';
import { listExampleArguments } from '../../http/endpoints/tools/argument_examples.ts';
import { describeArgs } from '../../http/openapi/schemas.ts';
import { createApiWorld } from '../http/openapi/openapi_world.ts';

/** Returns the answer of every tool to its example in the example world. The OpenAPI document shows them. */
export async function toolAnswers(): Promise<Readonly<Record<string, unknown>>> {
  const world = await createApiWorld({ settings: { limits: false } });
  const answers: Record<string, unknown> = {};
  for (const tool of TOOLS.values()) {
    const { required = [] } = describeArgs(tool) as { readonly required?: readonly string[] };
    const asked = Object.entries(listExampleArguments(tool.name, required)).map(([name, value]) => [name, String(value)]);
    const { status, text } = await world.ask(`/api/tools/${tool.name}?${new URLSearchParams(asked)}`);
    if (status !== 200) throw new Error(`${tool.name} answered ${status}: ${text}`);
    answers[tool.name] = JSON.parse(text);
  }
  return answers;
}

/** The file of the examples, relative to the top folder. */
export const TOOL_ANSWERS_FILE = 'http/endpoints/tools/answer_examples.json';

export async function toolAnswersText(): Promise<string> {
return `${JSON.stringify(await toolAnswers(), null, 2)}\n`;
}
