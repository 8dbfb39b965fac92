import process from 'node:process';
import { type Instance, runJob, sleep, startInstance } from '../support/instance.ts';
import { buildersOf } from './samples.ts';

/** Snapshot interval, in seconds. */
const SNAPSHOT_INTERVAL_S = 10;

/** The instance under load, which is killed and restarted on the same folder. */
export interface Stage {
  readonly dataDir: string;
  url(): string;
  pid(): number;
  /** Number of the instance's current life, starting at 1. */
  life(): number;
  /** Waits while the instance is down. */
  up(): Promise<void>;
  /** Whether the instance has been up without interruption since that life began. */
  isStill(life: number): boolean;
  /** Runs a command next to the instance. Throws if the command fails. */
  job(...words: readonly string[]): Promise<string>;
  /** Kills the instance and its builder, as a crash would, and restarts it. */
  killInstance(): Promise<void>;
  /** Kills a builder, as a crash would, if one runs within this time. */
  killBuilder(withinMs: number): Promise<boolean>;
  /** Lines in the logs of all lives that report a fault. */
  faults(): readonly string[];
  logBytes(): number;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export async function openStage(dataDir: string): Promise<Stage> {
  const env = { TW_SNAPSHOT_INTERVAL_S: String(SNAPSHOT_INTERVAL_S), TW_LOG: 'debug' };
  const logs: (() => string)[] = [];
  const start = async (): Promise<Instance> => {
    const started = await startInstance({ dataDir, env });
    logs.push(started.log);
    return started;
  };
  let instance = await start();
  let life = 1;
  let starting: Promise<void> | null = null;
  // Stops everything if this command is ended from outside, because the instance has its own process group.
  const endAll = (): void => void endsBy(-instance.pid);
  process.once('exit', endAll);
  return {
    dataDir,
    url: () => instance.url,
    pid: () => instance.pid,
    life: () => life,
    up: async () => {
      await starting;
    },
    isStill: (then) => starting === null && life === then,
    job: async (...words) => {
      const { code, stdout, stderr } = await runJob(dataDir, words);
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr.slice(-1000)}`);
      return stdout.trim();
    },
    killInstance: async () => {
      life++;
      starting = (async () => {
        await instance.kill();
        instance = await start();
      })();
      await starting;
      starting = null;
    },
    killBuilder: async (withinMs) => {
      const until = performance.now() + withinMs;
      while (performance.now() < until) {
        const [builder] = buildersOf(instance.pid);
        if (builder !== undefined) {
          await sleep(Math.random() * 400);
          return endsBy(builder);
        }
        await sleep(50);
      }
      return false;
    },
    faults: () => logs.flatMap((log) => log().split('\n')).filter(isFault),
    logBytes: () => logs.reduce((sum, log) => sum + log().length, 0),
    stop: () => instance.stop(),
    kill: async () => {
      process.off('exit', endAll);
      await instance.kill();
    },
  };
}

function endsBy(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}

/** The first line of a debug log warns that it quotes what is sent. Here, that data is made up. */
function isFault(line: string): boolean {
  return line !== '' && !line.includes('"level":"info"') && !line.includes('"event":"log.tells_messages"');
}
