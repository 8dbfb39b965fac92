/**
 * Loads the official MCP SDK. This happens with the first message and not at the start, because loading takes 0.3 to 1
 * s and up to 30 MB of memory (measured), which instances without MCP clients save.
 */
async function load() {
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

export type Sdk = Awaited<ReturnType<typeof load>>;

let loading: Promise<Sdk> | null = null;

export function loadSdk(): Promise<Sdk> {
  loading ??= load().catch((error: unknown) => {
    // Retry when the next message arrives.
    loading = null;
    throw error;
  });
  return loading;
}
