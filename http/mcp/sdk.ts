/**
 * The protocol's official SDK. It is loaded with the first message, not at the start: that takes 0.3 to 1 s and up to
 * 30 MB of memory (measured), which an instance that nobody asks by protocol saves.
 */
async function load() {
  const [{ Server }, { WebStandardStreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  /** What the requests we answer must be like, by method. */
  const requests = new Map<string, Checker>([
    ['initialize', types.InitializeRequestSchema],
    ['ping', types.PingRequestSchema],
    ['tools/list', types.ListToolsRequestSchema],
    ['tools/call', types.CallToolRequestSchema],
  ]);
  return { Server, Transport: WebStandardStreamableHTTPServerTransport, types, requests };
}

/** What we use of the SDK's own schemas. */
interface Checker {
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
    // The next message tries again.
    loading = null;
    throw error;
  });
  return loading;
}
