import assert from 'node:assert/strict';
import process from 'node:process';
import type { Receipt } from '../support/client.ts';
import { type Instance, runJob, startInstance } from '../support/instance.ts';
import type { Rec } from './record.ts';

/** The real program on a data folder, with a clock that the test sets. */
export interface Stage {
  readonly dataDir: string;
  readonly url: () => string;
  /** What the instances said so far. */
  readonly log: () => string;
  /** (Re)starts the instance, from now on with this time of day; null: the machine's own. */
  start(nowMs: number | null): Promise<void>;
  /** Sends an upload; every record in it must be taken but those that reuse an eventId. Answers how many were new. */
  send(records: readonly Rec[], tokens?: readonly string[], locale?: string | null): Promise<number>;
  post(
    records: readonly Rec[],
    tokens?: readonly string[],
    locale?: string | null,
  ): Promise<{ status: number; receipt: Receipt }>;
  /** Runs a command to its end and answers what it printed. */
  job(...words: readonly string[]): Promise<string>;
  /** Stops it as an operator would. */
  stop(): Promise<void>;
  /** Makes an end of it, whatever state it is in. */
  kill(): Promise<void>;
}

export function setStage(dataDir: string): Stage {
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
      env = nowMs === null ? {} : { NODE_OPTIONS: shiftedBy(nowMs - Date.now()) };
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

/** Node options under which every thread of a program lives so many milliseconds later. */
function shiftedBy(ms: number): string {
  const code = `const now = Date.now; Date.now = () => now() + ${Math.round(ms)};`;
  return `${process.env['NODE_OPTIONS'] ?? ''} --import=data:text/javascript,${encodeURIComponent(code)}`.trim();
}
