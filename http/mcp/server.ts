import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { describeTool } from '../../schema/listed_tool.ts';
import { PROTOCOL_VERSION } from '../../schema/protocol.ts';
import { readArguments } from '../../schema/read_arguments.ts';
import { TOOLS } from '../../schema/tool_contracts.ts';
import type { Context } from '../context.ts';
import type { HeaderFields } from '../pipeline/headers.ts';
import { loadOnce } from '../pipeline/loaded_once.ts';
import { formatRefusal, type Refusal } from '../pipeline/refusal.ts';
import { createToolFields, createToolRunner, loadTools } from '../tools/run.ts';
import { createRpcError, RPC, type RpcFault, readId, readMethod } from './rpc.ts';

/** The HTTP response to one message. */
export interface McpReply {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly fields: HeaderFields;
}

const SERVER_INSTRUCTIONS =
  'Facts about a game as players observed them; a fact is public once at least three installs report it. Unknown values are null or left out and never zero: say that they are unknown instead of guessing. Data marked as game files come from the client and are unconfirmed. Name the age of the data and its credit line, which every answer has. Fields that most answers have: connected (false if nothing was ever uploaded here, so nothing is known), dataAsOf (when the newest upload behind the answer was received), reason or error (why there is no answer), url (the page for people), attribution (the credit of data that players observed), and gameData, or build, label, credit and extractedAt (which build of the game’s files was read).';

const BUG_REFUSAL: Refusal = { kind: 'bug' };

/**
 * Creates the MCP server (contract, section 6, MCP). It is stateless: each message gets its own SDK server. `version`
 * is the protocol version in the request's header field, or null if the request has none.
 */
export function createMessageAnswerer(context: Context) {
  const callTool = createCallTool(context);
  return async (message: unknown, version: string | null): Promise<McpReply> => {
    const sdk = await loadMcpSdk();
    const wrong = findParamsFault(sdk, message);
    if (wrong !== null) return readReply(Response.json(createRpcError(readId(message), wrong)), {});
    let fields: HeaderFields = {};
    const callAndKeepFields: CallTool = async (name, sent) => {
      const called = await callTool(name, sent);
      fields = called?.fields ?? {};
      return called;
    };
    const server = createServer(sdk, context, callAndKeepFields);
    const transport = new sdk.Transport({ enableJsonResponse: true });
    try {
      await server.connect(transport as Transport);
      const response = await transport.handleRequest(createSdkRequest(context.settings.publicUrl, version), {
        parsedBody: message,
      });
      return await readReply(response, fields);
    } finally {
      await server.close();
    }
  };
}

async function readReply(response: Response, fields: HeaderFields): Promise<McpReply> {
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()), fields };
}

/**
 * Creates the request that the SDK's transport expects, without the client's remaining header fields. We respond only
 * in JSON, but the SDK insists on an Accept field that also allows event streams, and our clients are not required to
 * send one.
 */
function createSdkRequest(publicUrl: string, version: string | null): Request {
  return new Request(`${publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(version === null ? {} : { 'mcp-protocol-version': version }),
    },
  });
}

function createServer({ Server, types }: McpSdk, context: Context, callTool: CallTool): Server {
  const { serviceName, publicUrl } = context.settings;
  const server = new Server(
    { name: 'third-witness', title: serviceName, version: PROTOCOL_VERSION, websiteUrl: `${publicUrl}/` },
    // A server validates only elicitation forms, and we send none. Creating the SDK's own validator would take 1.7 ms.
    { capabilities: { tools: {} }, instructions: SERVER_INSTRUCTIONS, jsonSchemaValidator: NULL_VALIDATOR },
  );
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: listTools() }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const called = await callTool(params.name, params.arguments ?? {}).catch((bug: unknown) => {
      context.log.error('http.bug', { route: '/mcp' }, bug);
      throw toSdkError({ code: RPC.bug, message: formatRefusal(BUG_REFUSAL).error });
    });
    if (called === null)
      throw toSdkError({ code: RPC.invalidParams, message: 'name must be a tool that tools/list names.' });
    return called.result;
  });
  return server;
}

const NULL_VALIDATOR = {
  getValidator: () => {
    throw new TypeError('no forms are sent');
  },
};

/** Creates an error that the SDK returns to the client as a JSON-RPC error. */
function toSdkError({ code, message }: RpcFault): Error {
  return Object.assign(new Error(message), { code });
}

/**
 * Validates the params of a request. The SDK validates them too, but would answer with a dump of its validator's
 * issues.
 */
function findParamsFault({ types, requests }: McpSdk, message: unknown): RpcFault | null {
  const method = readMethod(message);
  if (method === null || !types.JSONRPCRequestSchema.safeParse(message).success) return null;
  const parsed = requests.get(method)?.safeParse(message);
  if (parsed === undefined || parsed.success) return null;
  const field = parsed.error.issues[0]?.path.slice(0, 2).map(String).join('.') || 'params';
  return { code: RPC.invalidParams, message: `${field} must be as the protocol defines it for ${method}; it is not.` };
}

/**
 * Loads the official MCP SDK. It is loaded for the first message and not at startup, because loading takes 0.3 to 1 s
 * and up to 30 MB of memory (measured), which instances without MCP clients save.
 */
async function importMcpSdk() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  /** Schemas of the requests that we answer, keyed by method. */
  const requests = new Map<string, RequestSchema>([
    ['initialize', types.InitializeRequestSchema],
    ['ping', types.PingRequestSchema],
    ['tools/list', types.ListToolsRequestSchema],
    ['tools/call', types.CallToolRequestSchema],
  ]);
  return { Server, Transport: WebStandardStreamableHTTPServerTransport, types, requests };
}

/** The part of the SDK's schemas that we use. */
interface RequestSchema {
  safeParse(
    value: unknown,
  ): { readonly success: true } | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

interface Issue {
  readonly path: readonly PropertyKey[];
}

type McpSdk = Awaited<ReturnType<typeof importMcpSdk>>;

const loadMcpSdk = loadOnce(importMcpSdk);

/** A tool as listed by tools/list, which is a shorter form of `/schema/mcp/<name>.json`. */
type ListedTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' };
  outputSchema: { type: 'object' };
  annotations: Record<string, string | boolean>;
};

let toolListCache: ListedTool[] | null = null;

function listTools(): ListedTool[] {
  toolListCache ??= [...TOOLS.values()].map((tool) => describeTool(tool) as ListedTool);
  return toolListCache;
}

type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

interface ToolCallResult {
  readonly result: ToolResult;
  /** The licence header fields of tools that show observed data. */
  readonly fields: HeaderFields;
}

/**
 * Calls a tool by name. Returns null if the tool does not exist. Refusals are returned as results that models can read.
 */
type CallTool = (name: string, sent: unknown) => Promise<ToolCallResult | null>;

/**
 * Creates the function that calls tools. Answers and error sentences are the same as over plain HTTP (contract,
 * section 6).
 */
function createCallTool(context: Context): CallTool {
  const run = createToolRunner(context);
  const fieldsOf = createToolFields(context);
  return async (name, sent) => {
    const tool = (await loadTools()).get(name);
    if (tool === undefined) return null;
    const answered = await catchFault(run(tool, readArguments(tool.contract, sent)));
    if (answered instanceof StorageFault) return answerRefusedCall({ kind: 'unreachable', cause: answered.cause });
    if (!answered.ok) return answerRefusedCall(answered.error);
    const { answer, text } = answered.value;
    return { result: { content: [createTextContent(text)], structuredContent: answer }, fields: fieldsOf(tool) };
  };
}

function createTextContent(text: string): ToolResult['content'][number] {
  return { type: 'text', text };
}

function answerRefusedCall(refusal: Refusal): ToolCallResult {
  return { result: { content: [createTextContent(formatRefusal(refusal).error)], isError: true }, fields: {} };
}
