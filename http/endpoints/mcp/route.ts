import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { guardOf } from '../../mcp/guard.ts';
import { receive } from '../../mcp/receive.ts';
import { readMessage, rpcError } from '../../mcp/rpc.ts';
import { createMessageAnswerer } from '../../mcp/server.ts';
import { JSON_TYPE, json } from '../../pipeline/body.ts';
import { NO_STORE, type Route } from '../../pipeline/route.ts';

/** What has no body has no type that a parser would try it with. */
const NO_BODY_TYPE = 'text/plain; charset=utf-8';

/**
 * The tools for model clients: the Model Context Protocol over streamable HTTP (contract, section 3, Layers;
 * contract, section 6, MCP). Stateless: no sessions, no streams, so GET and DELETE are 405.
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
