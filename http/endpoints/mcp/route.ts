import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createMessageReceiver, VERSION_FIELD } from '../../mcp/receive_message.ts';
import { createRpcError, readMessage } from '../../mcp/rpc.ts';
import { createMessageAnswerer } from '../../mcp/server.ts';
import { encodeJson, JSON_TYPE } from '../../pipeline/body.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';

/** Media type of responses without a body, so that clients do not try to parse JSON. */
const NO_BODY_TYPE = 'text/plain; charset=utf-8';

/**
 * Serves the tools over the Model Context Protocol with streamable HTTP (contract, section 3, Layers; contract, section
 * 6, MCP). The server is stateless, without sessions or streams, so GET and DELETE return 405.
 */
export function createMcpRoute(context: Context): Route {
  const answerMessage = createMessageAnswerer(context);
  return {
    path: '/mcp',
    method: 'POST',
    budget: 'mcp',
    cacheHeaders: NO_STORE,
    refusals: 'apiError',
    thread: 'pool',
    receive: createMessageReceiver(context),
    answer: async ({ received, header }) => {
      const message = readMessage(received!.body);
      if (!message.ok)
        return ok({ status: 400, mediaType: JSON_TYPE, body: encodeJson(createRpcError(null, message.error)) });
      const reply = await answerMessage(message.value, header(VERSION_FIELD));
      return ok({ ...reply, mediaType: reply.body.byteLength === 0 ? NO_BODY_TYPE : JSON_TYPE });
    },
  };
}
