import { createCommandLine } from '../adapters/command_line.ts';
import { createPlayerTools } from '../adapters/uploader/player_tools.ts';
import { ok } from '../domain/values/result.ts';
import { upload } from './commands/upload.ts';
import { HELP, helpOf, readArgs } from './read_args.ts';

/** The `upload` command as one file (/uploader.mjs). The instance prepends a line that sets this variable. */
const servedBy = (globalThis as { readonly thirdWitnessInstance?: string }).thirdWitnessInstance;

const line = createCommandLine();

async function run(): Promise<void> {
  const { args } = line;
  if (args.length === 0 || args.some((word) => HELP.has(word))) {
    line.print(helpOf(upload, 'node uploader.mjs'));
    return;
  }
  const read = readArgs(upload, args);
  const result =
    'error' in read
      ? { ok: false as const, error: read.error }
      : await upload.run(createPlayerTools(line, ok(servedBy ?? 'http://localhost:8787'), read.quiet), read.args);
  if (result.ok && result.value !== null) line.print(result.value);
  if (!result.ok) {
    line.complain(result.error);
    line.exitWith(1);
  }
}

await run();
