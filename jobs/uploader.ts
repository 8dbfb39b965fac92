import { createCommandLine } from '../adapters/command_line.ts';
import { createPlayerTools } from '../adapters/uploader/player_tools.ts';
import { ok } from '../domain/values/result.ts';
import { upload } from './commands/upload.ts';
import { runSingleProgram } from './single_program.ts';

/** The `upload` command as one file (/uploader.mjs). The instance prepends a line that sets this variable. */
const servedBy = (globalThis as { readonly thirdWitnessInstance?: string }).thirdWitnessInstance;

const commandLine = createCommandLine();

await runSingleProgram(commandLine, {
  job: upload,
  usage: 'node uploader.mjs',
  exitCode: 1,
  run: (args, quiet) =>
    upload.run(createPlayerTools(commandLine, ok(servedBy ?? 'http://localhost:8787'), quiet), args),
});
