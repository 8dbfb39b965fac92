import type { JsonPart } from '../../../schema/rules.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import type { ToolContract } from '../../../schema/tools/tool.ts';
import { queryParam } from '../../openapi/parts.ts';
import { createToolAnswer, describeArgs } from '../../openapi/schemas.ts';
import type {
  Documentation,
  InstanceSetup,
  ListOperations,
  Operation,
  ServedResponse,
} from '../../pipeline/route_docs.ts';
import { buildSchemaRef, enumSchema, pathParam, UNREACHABLE_SENTENCE } from '../../pipeline/route_docs.ts';
import { replaceInstanceUrl } from '../examples.ts';
import recorded from './answer_examples.json' with { type: 'json' };
import { findExample } from './argument_examples.ts';
import { createToolList } from './list.ts';
import listSchema from './list_schema.json' with { type: 'json' };

const WRONG_ARGUMENT =
  'An argument is wrong, unknown or given twice: error names the argument, the requirement and the sent value.';

function readToolExample(name: string, { settings }: InstanceSetup): Pick<ServedResponse, 'examples'> {
  const value = (recorded as Readonly<Record<string, unknown>>)[name];
  if (value === undefined) return {};
  return { examples: { answer: { summary: 'An answer', value: replaceInstanceUrl(value, settings) } } };
}

function listParameters(tool: ToolContract): readonly JsonPart[] {
  const { properties, required = [] } = describeArgs(tool) as {
    readonly properties: Readonly<Record<string, JsonPart>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    return queryParam(name, { description, schema, example: findExample(tool.name, name) }, required.includes(name));
  });
}

const LAYER_WORDS: Readonly<Record<ToolContract['layers'][number], string>> = {
  observed: 'players’ observations',
  'game-files': 'the game’s files, unconfirmed',
  knowledge: 'the knowledge base',
  instance: 'the configuration of this instance',
};

function createToolOperation(tool: ToolContract, setup: InstanceSetup): Operation {
  return {
    path: `/api/tools/${tool.name}`,
    operationId: tool.name,
    tag: 'Tools',
    summary: tool.title,
    description: `${tool.description} Answers from ${tool.layers.map((layer) => LAYER_WORDS[layer]).join(' and ')}.`,
    parameters: listParameters(tool),
    served: [
      {
        description: 'The tool’s answer.',
        schema: createToolAnswer(tool),
        ...readToolExample(tool.name, setup),
        ...(tool.layers.includes('observed') ? { licence: 'observed' } : {}),
      },
    ],
    refusals: { 400: WRONG_ARGUMENT, 503: UNREACHABLE_SENTENCE },
  };
}

export const schemas: Documentation['schemas'] = { toolList: listSchema };

function documentToolList({ settings }: InstanceSetup): Operation {
  const list = createToolList(settings.publicUrl);
  return {
    path: '/api/tools',
    operationId: 'listTools',
    tag: 'Tools',
    summary: 'List of tools',
    description:
      'Every tool with its title, when to use it, its arguments and an example call. It counts against the hourly budget of the tools.',
    served: [
      {
        description: 'The tools.',
        schema: buildSchemaRef('toolList'),
        examples: {
          list: {
            summary: 'One of the tools',
            value: { ...list, tools: list.tools.filter(({ name }) => name === TOOL_CALL_EXAMPLE.tool) },
          },
        },
      },
    ],
  };
}

const TOOL_CALL_EXAMPLE = { tool: 'item_page', arguments: { itemId: 25 } };

function documentAnyTool(setup: InstanceSetup): Operation {
  return {
    path: '/api/tools/{tool}',
    operationId: 'callTool',
    tag: 'Tools',
    summary: 'Call a tool by name',
    description:
      'The tools of the tool-protocol server at /mcp over plain HTTP. A tool’s arguments go in the query string, numbers and booleans as plain text, named and typed as in /schema/mcp/{tool}.json; the paths below describe the arguments of each tool. Answers with observed data carry its licence and credit.',
    parameters: [
      pathParam('tool', 'The tool.', enumSchema([...TOOLS.keys()]), TOOL_CALL_EXAMPLE.tool),
      {
        ...queryParam(
          'arguments',
          {
            description: 'The arguments of the tool, each as a parameter of the same name.',
            schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
            example: TOOL_CALL_EXAMPLE.arguments,
          },
          false,
        ),
        style: 'form',
        explode: true,
      },
    ],
    served: [
      {
        description: 'The tool’s answer.',
        schema: buildSchemaRef('toolAnswerResponse'),
        ...readToolExample(TOOL_CALL_EXAMPLE.tool, setup),
        licence: 'where-observed',
      },
    ],
    refusals: { 400: WRONG_ARGUMENT, 404: 'There is no such tool; error lists the tools.', 503: UNREACHABLE_SENTENCE },
  };
}

/** Documents the list, the generic endpoint and a path for each tool (contract, section 4, Tool answer). */
export const listOperations: ListOperations = (setup) => [
  documentToolList(setup),
  documentAnyTool(setup),
  ...[...TOOLS.values()].map((tool) => createToolOperation(tool, setup)),
];
