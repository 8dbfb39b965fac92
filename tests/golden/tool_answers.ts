import { TOOLS } from '../../schema/tool_contracts.ts';
import { argumentExample } from '../../http/endpoints/tools/argument_examples.ts';
import { argumentsSchema } from '../../http/openapi/schemas.ts';
import { createApiWorld } from '../openapi/openapi_world.ts';

/** Asked for beside what a tool needs, so that its example stays small. */
const FEW: Readonly<Record<string, string>> = { recent_changes: '2', entity_relations: '2' };

/** The answer of every tool in the small world, to its required arguments: the examples of the OpenAPI document. */
export const toolAnswers = async (): Promise<Readonly<Record<string, unknown>>> => {
  const world = await createApiWorld({ settings: { limits: false } });
  const answers: Record<string, unknown> = {};
  for (const tool of TOOLS.values()) {
    const { required = [] } = argumentsSchema(tool) as { readonly required?: readonly string[] };
    const asked = required.map((name) => [name, String(argumentExample(tool.name, name))]);
    const limit = FEW[tool.name];
    if (limit !== undefined) asked.push(['limit', limit]);
    const { status, text } = await world.ask(`/api/tools/${tool.name}?${new URLSearchParams(asked)}`);
    if (status !== 200) throw new Error(`${tool.name} answered ${status}: ${text}`);
    answers[tool.name] = JSON.parse(text);
  }
  return answers;
};

/** The file that holds them, below the top folder, and its text. */
export const TOOL_ANSWERS_FILE = 'http/endpoints/tools/answer_examples.json';

export const toolAnswersText = async (): Promise<string> => `${JSON.stringify(await toolAnswers(), null, 2)}\n`;
