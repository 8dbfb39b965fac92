import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { guardOf } from '../../mcp/guard.ts';
import { receive } from '../../mcp/receive.ts';
import { readMessage, rpcError } from '../../mcp/rpc.ts';
import { createMessageAnswerer } from '../../mcp/server.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';

/** Media type of responses without a body, so that clients do not try to parse JSON. */
const NO_BODY_TYPE = 'text/plain; charset=utf-8';

/**
 * Serves the tools over the Model Context Protocol with streamable HTTP (contract, section 3, Layers; contract,
 * section 6, MCP). The server is stateless, without sessions and streams, so GET and DELETE return 405.
 */
export function mcpRoute(context: Context): Route {
  const guard = guardOf(context.settings.publicUrl);
  const answerMessage = createMessageAnswerer(context);
  return {
    path: '/mcp',
    method: 'POST',
    budget: 'mcp',
    caching: NO_STORE,
    cors: false,
    keeping: null,
    refusals: 'apiError',
    receive: async (call) => {
      const guarded = guard(call.header);
      if (!guarded.ok) return guarded;
      const body = await receive(context, call);
      return body.ok ? ok({ body: body.value, protocolVersion: call.header('mcp-protocol-version') }) : body;
    },
    answer: async ({ received }) => {
      const { body, protocolVersion } = received!;
      const message = readMessage(body);
      if (!message.ok) return ok({ status: 400, mediaType: JSON_TYPE, body: json(rpcError(null, message.error)) });
      const reply = await answerMessage(message.value, protocolVersion);
      return ok({ ...reply, mediaType: reply.body.byteLength === 0 ? NO_BODY_TYPE : JSON_TYPE });
    },
  };
}
