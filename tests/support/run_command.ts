import { runCommand } from '../../jobs/run_command.ts';
import { instanceEnv, type JobRun } from './instance.ts';

/**
 * Runs `npm run job -- …` to its end in this process, which takes a tenth of the time of a process of its own. Tests
 * whose subject is the process use `runJob` of `instance.ts` instead. Node options in `env` have no effect.
 */
export async function runJobHere(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<JobRun> {
  let stderr = '';
  const run = await runHere(args, instanceEnv(dataDir, env), new AbortController().signal, (line) => {
    stderr += `${line}\n`;
  });
  return { ...run, stderr };
}

/** Runs a command with exactly this environment. `complain` gets the lines that it writes to standard error. */
export async function runHere(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
  complain: (line: string) => void,
): Promise<Pick<JobRun, 'code' | 'stdout'>> {
  const run = { code: 0, stdout: '' };
  await runCommand({
    args,
    env,
    terminal: false,
    stop,
    print: (line) => {
      run.stdout += `${line}\n`;
    },
    complain,
    progress: () => {},
    confirm: async () => null,
    exitWith: (code) => {
      run.code = code;
    },
  });
  return run;
}
