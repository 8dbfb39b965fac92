import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Instance, inTempDir, runJob, startInstance } from '../support/instance.ts';
import { createSqld, findSqld, type Sqld } from './sqld.ts';

/** Starts one primary, one libSQL server, and edges, each as a process. */

const found = findSqld();
export const skip = 'missing' in found ? found.missing : false;

/** The public address, which links on the primary and on every edge begin with. */
export const PUBLIC_URL = 'http://witness.example';

export interface EdgeWorld {
  readonly folder: string;
  readonly sqld: Sqld;
  /** Starts the primary, which writes snapshots at its start and on command. */
  primary(env?: Readonly<Record<string, string>>): Promise<Instance>;
  /** Starts the edge with this number. `env` has the address of its primary. */
  edge(n: number, env?: Readonly<Record<string, string>>): Promise<Instance>;
  /** Runs a command while the primary is running. */
  job(...args: string[]): Promise<string>;
  dataOf(n: number): string;
}

const STARTS = { readyPath: '/api/openapi.json' };

export function withEdges(work: (world: EdgeWorld) => Promise<void>, server?: (sqld: Sqld) => string): Promise<void> {
  return inTempDir(async (folder) => {
    if ('missing' in found) return;
    const sqld = await createSqld(found.program, folder);
    await sqld.start();
    const running: Instance[] = [];
    const start = async (dataDir: string, env: Readonly<Record<string, string>>): Promise<Instance> => {
      const instance = await startInstance({ dataDir, env: { TW_PUBLIC_URL: PUBLIC_URL, ...env }, ...STARTS });
      running.push(instance);
      return instance;
    };
    const dataOf = (n: number): string => `${folder}/edge${n}`;
    try {
      await work({
        folder,
        sqld,
        dataOf,
        primary: (env = {}) => start(`${folder}/primary`, { TW_PUBLISH_URL: sqld.url, ...env }),
        edge: (n, env = {}) =>
          start(dataOf(n), {
            TW_ROLE: 'edge',
            TW_SYNC_URL: server?.(sqld) ?? sqld.url,
            TW_SYNC_INTERVAL_S: '1',
            ...env,
          }),
        job: async (...args) => {
          const env = { TW_PUBLISH_URL: sqld.url, TW_PUBLIC_URL: PUBLIC_URL };
          const { code, stdout, stderr } = await runJob(`${folder}/primary`, args, env);
          assert.equal(code, 0, stderr);
          return stdout;
        },
      });
    } finally {
      for (const instance of running) await instance.kill();
      await sqld.kill();
    }
  });
}

export async function within(what: string, seconds: number, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `${what} within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Returns the snapshot that an instance shows, or null if there is none. */
export async function snapshotOf({ url }: Instance): Promise<string | null> {
  const response = await fetch(`${url}/api/health`);
  const health = (await response.json()) as { readonly snapshot: { readonly id: string | null } };
  return health.snapshot.id;
}

/** Waits until the edges show the primary's snapshot. */
export function caughtUp(primary: Instance, edges: readonly Instance[], seconds = 60): Promise<void> {
  return within('the edges have the primary’s snapshot', seconds, async () => {
    const wanted = await snapshotOf(primary);
    const shown = await Promise.all(edges.map(snapshotOf));
    return wanted !== null && shown.every((id) => id === wanted);
  });
}

/** Returns the log lines of an instance about one event. */
export function linesOf(instance: Instance, event: string): readonly string[] {
  return instance
    .log()
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`));
}

/** Adds log lines to the test output. */
export function show(t: TestContext, lines: readonly string[]): void {
  for (const line of lines) t.diagnostic(line);
}
