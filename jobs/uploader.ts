import { createCommandLine } from '../adapters/command_line.ts';
import { createPlayerTools } from '../adapters/uploader/player_tools.ts';
import { ok } from '../domain/values/result.ts';
import { uploadJob } from './commands/upload.ts';
import { runSingleProgram } from './single_program.ts';

/** The `uploadJob` command as one file (/uploader.mjs). The instance prepends a line that sets this variable. */
const bundledInstance = (globalThis as { readonly thirdWitnessInstance?: string }).thirdWitnessInstance;

const commandLine = createCommandLine();

await runSingleProgram(commandLine, {
  job: uploadJob,
  usage: 'node uploader.mjs',
  exitCode: 1,
  run: (args, quiet) =>
    uploadJob.run(createPlayerTools(commandLine, ok(bundledInstance ?? 'http://localhost:8787'), quiet), args),
});
