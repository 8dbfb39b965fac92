import assert from 'node:assert/strict';
import process from 'node:process';
import type { Receipt } from '../support/client.ts';
import { type Instance, runJob, startInstance } from '../support/instance.ts';
import type { Rec } from './record.ts';

/** The real program with a data folder and a clock that the test sets. */
export interface Stage {
  readonly dataDir: string;
  readonly url: () => string;
  /** Returns everything that the instances have logged so far. */
  readonly log: () => string;
  /** (Re)starts the instance with its clock set to `nowMs` and slowed, or with the system clock if null. */
  start(nowMs: number | null): Promise<void>;
  /** Sends an upload and returns how many records were new. Fails if any are refused, except for a reused `eventId`. */
  send(records: readonly Rec[], tokens?: readonly string[], locale?: string | null): Promise<number>;
  post(
    records: readonly Rec[],
    tokens?: readonly string[],
    locale?: string | null,
  ): Promise<{ status: number; receipt: Receipt }>;
  /** Runs a command and returns its standard output. */
  job(...words: readonly string[]): Promise<string>;
  /** Stops the instance as an operator would. */
  stop(): Promise<void>;
  /** Kills the instance, whatever its state. */
  kill(): Promise<void>;
}

/** Sets the stage, which is of Era. All uploads are of this region, or of none if it is null. */
export function setStage(dataDir: string, region: number | null = null): Stage {
  let instance: Instance | null = null;
  let env: Record<string, string> = {};
  const logs: (() => string)[] = [];
  const stop = async (): Promise<void> => {
    assert.equal(await instance?.stop(), instance === null ? undefined : 0);
    instance = null;
  };
  const stage: Stage = {
    dataDir,
    url: () => instance!.url,
    log: () => logs.map((read) => read()).join('\n'),
    start: async (nowMs) => {
      await stop();
      env = { TW_GAME: 'era', ...(nowMs === null ? {} : { NODE_OPTIONS: slowedFrom(nowMs) }) };
      instance = await startInstance({ dataDir, env });
      logs.push(instance.log);
    },
    send: async (records, tokens, locale) => {
      const { status, receipt } = await stage.post(records, tokens, locale);
      const refused = receipt.rejected?.find(({ code }) => code !== 'event-reused');
      assert.equal(refused, undefined, JSON.stringify(refused));
      assert.equal(status, 200, receipt.error);
      return receipt.accepted!.filter(({ duplicate }) => !duplicate).length;
    },
    post: async (records, tokens = [], locale = null) => {
      const response = await fetch(`${stage.url()}/api/intake`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          addonVersion: '2.0',
          clientBuild: '1.15.8',
          protocol: '1.3.0',
          ...(locale === null ? {} : { locale }),
          ...(region === null ? {} : { region }),
          records,
          ...(tokens.length === 0 ? {} : { sharing: { guild: true, gold: true }, grantTokens: tokens }),
        }),
      });
      return { status: response.status, receipt: (await response.json()) as Receipt };
    },
    job: async (...words) => {
      const { code, stdout, stderr } = await runJob(dataDir, words, env);
      assert.equal(code, 0, `${words.slice(0, 2).join(' ')}: ${stderr}`);
      return stdout.trim();
    },
    stop,
    kill: async () => {
      await instance?.kill();
      instance = null;
    },
  };
  return stage;
}

/** Returns Node options that shift `Date.now` by `ms` milliseconds in every thread of a program. */
export function shiftedBy(ms: number): string {
  return withClock(`now() + ${Math.round(ms)}`);
}

/**
 * Returns Node options that set `Date.now` to `nowMs` and let a second of it take fifty, so that the result does not
 * depend on how long the run takes: scans count as late seven days after they were made.
 */
function slowedFrom(nowMs: number): string {
  return withClock(`${nowMs} + Math.floor((now() - ${Date.now()}) / 50)`);
}

function withClock(expression: string): string {
  const code = `const now = Date.now; Date.now = () => ${expression};`;
  return `${process.env['NODE_OPTIONS'] ?? ''} --import=data:text/javascript,${encodeURIComponent(code)}`.trim();
}
