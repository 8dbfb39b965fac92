import process from 'node:process';
import type { createBuilder } from '../../adapters/child_programs.ts';
import { systemClock } from '../../adapters/clock.ts';
import { readConfig } from '../../adapters/config.ts';
import { FOLDER_ENV } from '../../adapters/data_folder/open_folder.ts';
import { createLog } from '../../adapters/log.ts';
import { readRelease } from '../../adapters/release.ts';
import { resolveConfig, startPrimary } from '../../http/primary.ts';
import { answers, freePort, type Instance, type InstanceOptions, instanceEnv, sleep } from './instance.ts';
import { runHere } from './run_command.ts';

/**
 * The service in this process: the same parts as in the program `http/main.ts`, but without loading them for each start,
 * which takes most of the processor time in a small world. For tests that ask what the service answers and what commands
 * do. Tests of processes themselves (signals, kills, exits, and starts that are refused, which keep their locks until
 * their process ends) use `instance.ts`.
 *
 * While an instance runs, do not read a database file of its folder with `node:fs`: closing the file would drop the
 * locks that the instance holds (adapters/data_folder/lock.ts).
 */

/** Starts the service as `startInstance` does. Its commands must be run with `runJobHere`. */
export async function startInstanceHere({
  dataDir,
  env = {},
  readyPath = '/api/health',
  readyUrl,
}: Omit<InstanceOptions, 'descriptorsMax'>): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const fullEnv = instanceEnv(dataDir, { TW_PORT: String(port), TW_PUBLIC_URL: `http://localhost:${port}`, ...env });
  let text = '';
  const say = (line: string): void => {
    text += `${line}\n`;
  };
  const config = readConfig(fullEnv, { terminal: false });
  if (!config.ok) throw new Error(config.error);
  const resolved = await resolveConfig(config.value, readRelease());
  if (!resolved.ok) throw new Error(resolved.error);
  const log = createLog(config.value.log, systemClock, say);
  const started = await startPrimary(resolved.value, log, fullEnv, builderHere(say));
  if (!started.ok) throw new Error(`the instance did not start: ${started.error}`);
  let ended: Promise<void> | null = null;
  const end = (): Promise<void> => {
    ended ??= started.value.stop();
    return ended;
  };
  const deadline = performance.now() + 60_000;
  while (!(await answers(readyUrl ?? url + readyPath))) {
    if (performance.now() > deadline) {
      await end();
      throw new Error(`${readyPath} does not answer 200: ${text.slice(-2000)}`);
    }
    await sleep(20);
  }
  return {
    port,
    url,
    pid: process.pid,
    log: () => text,
    stop: async () => {
      await end();
      return 0;
    },
    kill: end,
  };
}

/** Returns a function that creates a builder in this process. It logs with `say`, as the builder's process does. */
function builderHere(say: (line: string) => void): typeof createBuilder {
  return (folderId, env = {}) => ({
    run: async (stop) => {
      const folder = folderId === null ? {} : { [FOLDER_ENV]: folderId };
      const { code } = await runHere(['snapshot', '--quiet'], { ...env, ...folder }, stop, say);
      if (code === 0) return 'done';
      return stop.aborted ? 'stopped' : 'failed';
    },
  });
}
