import { Agent, request } from 'node:http';

/** Response times, in milliseconds, while many clients send requests at once. */
export interface CrowdSeen {
  /** Times of the crowd's requests, keyed by status. */
  readonly crowdMs: ReadonlyMap<number, readonly number[]>;
  /** Times of the requests made beside the crowd, keyed by path. */
  readonly besideMs: ReadonlyMap<string, readonly number[]>;
}

export interface CrowdOptions {
  readonly port: number;
  readonly clients: number;
  readonly durationMs: number;
  /** Returns the next path for a client. The crowd's requests should differ, or they are answered from a cache. */
  readonly pathOf: (client: number, turn: number) => string;
  /** Paths that another client requests again and again. Each path must answer 200 before the crowd starts. */
  readonly beside: readonly string[];
}

const BESIDE_EVERY_MS = 25;

/**
 * Simulates many clients, each with its own address and one request at a time, and measures the response times of the
 * crowd and of another client. The instance must trust one proxy (TW_TRUSTED_PROXIES=1).
 */
export async function runCrowd({ port, clients, durationMs, pathOf, beside }: CrowdOptions): Promise<CrowdSeen> {
  const crowdMs = new Map<number, number[]>();
  const besideMs = new Map<string, number[]>(beside.map((path) => [path, []]));
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const besideAgent = new Agent({ keepAlive: true, maxSockets: 64 });
  const endMs = performance.now() + durationMs;

  async function runClient(client: number): Promise<void> {
    for (let turn = 0; performance.now() < endMs; turn++) {
      const begunMs = performance.now();
      const status = await ask(agent, port, pathOf(client, turn), `198.51.${client >> 8}.${client & 255}`);
      const times = crowdMs.get(status) ?? [];
      times.push(performance.now() - begunMs);
      crowdMs.set(status, times);
    }
  }

  async function askBeside(path: string): Promise<void> {
    const begunMs = performance.now();
    const status = await ask(besideAgent, port, path, '203.0.113.7');
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    besideMs.get(path)!.push(performance.now() - begunMs);
  }

  for (const path of beside) await askBeside(path);
  const asked: Promise<void>[] = [];
  const timer = setInterval(() => asked.push(...beside.map(askBeside)), BESIDE_EVERY_MS);
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  clearInterval(timer);
  await Promise.all(asked);
  agent.destroy();
  besideAgent.destroy();
  return { crowdMs, besideMs };
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function ask(agent: Agent, port: number, path: string, from: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(
      { agent, port, path, host: '127.0.0.1', headers: { 'X-Forwarded-For': from, 'Accept-Encoding': 'gzip' } },
      (response) => {
        response.on('error', reject);
        response.on('end', () => resolve(response.statusCode!));
        response.resume();
      },
    );
    // The server may close an idle connection just as a request is sent on it. Clients then send a GET again.
    asking.on('error', (error) => (asking.reusedSocket ? resolve(ask(agent, port, path, from)) : reject(error)));
    asking.end();
  });
}
