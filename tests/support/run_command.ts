import { runCommand } from '../../jobs/run_command.ts';
import { instanceEnv, type JobRun } from './instance.ts';

/**
 * Runs `npm run job -- …` to its end in this process, which takes a tenth of the time of a process of its own. Tests
 * whose subject is the process use `runJob` or `startJob` instead.
 */
export async function runCommandHere(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<JobRun> {
  const run = { code: 0, stdout: '', stderr: '' };
  await runCommand({
    args,
    env: instanceEnv(dataDir, env),
    terminal: false,
    stop: new AbortController().signal,
    print: (line) => {
      run.stdout += `${line}\n`;
    },
    complain: (line) => {
      run.stderr += `${line}\n`;
    },
    progress: () => {},
    confirm: async () => null,
    exitWith: (code) => {
      run.code = code;
    },
  });
  return run;
}
