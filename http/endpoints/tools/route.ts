import { err, ok } from '../../../domain/values/result.ts';
import { readQueryArguments } from '../../../schema/read_arguments.ts';
import type { ToolAnswerResponse } from '../../../schema/responses/toolAnswerResponse.ts';
import type { Context } from '../../context.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { PRIVATE_REVALIDATED, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { createToolFields, createToolRunner, loadTools } from '../../tools/run.ts';
import { createToolList } from './list.ts';

const TOOL_LIST_PATH = '/api/tools';
const TOOL_FOLDER = `${TOOL_LIST_PATH}/`;

/** Serves the list of tools, and every tool over plain HTTP. */
export function createToolsRoutes(context: Context): readonly Route[] {
  return [createListRoute(context), createCallRoute(context)];
}

/** Serves the list of tools (contract, section 6). It contains no game data. */
function createListRoute({ settings }: Context): Route {
  return {
    path: TOOL_LIST_PATH,
    method: 'GET',
    budget: 'tools',
    cacheHeaders: PUBLIC_HOUR,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'apiError',
    answer: async () => ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(createToolList(settings.publicUrl)) }),
  };
}

/** Serves calls to tools (contract, section 4, Tool answer). */
function createCallRoute(context: Context): Route {
  const run = createToolRunner(context);
  const fieldsOf = createToolFields(context);
  return {
    path: `${TOOL_FOLDER}:tool`,
    method: 'GET',
    budget: 'tools',
    cacheHeaders: PRIVATE_REVALIDATED,
    cachePolicy: { while: 'snapshot', by: 'query' },
    refusals: 'apiError',
    answer: async ({ path, query }) => {
      const name = path.slice(TOOL_FOLDER.length);
      const tools = await loadTools();
      const tool = tools.get(name);
      if (tool === undefined) {
        const error = `There is no such tool; the tools are ${[...tools.keys()].join(', ')}.`;
        return err({ kind: 'not-found', error });
      }
      const answered = await run(tool, readQueryArguments(tool.contract, query));
      if (!answered.ok) return answered;
      const body: ToolAnswerResponse = {
        tool: name,
        ...answered.value,
        schema: `${context.settings.publicUrl}/schema/mcp/${name}.json`,
      };
      // The instance's configuration can change without a new snapshot.
      const uncacheable = tool.contract.layers.includes('instance');
      return ok({ status: 200, mediaType: JSON_TYPE, body: encodeJson(body), fields: fieldsOf(tool), uncacheable });
    },
  };
}
