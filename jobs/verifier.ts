import { createCommandLine } from '../adapters/command_line.ts';
import { createVisitorTools } from '../adapters/verifier/visitor_tools.ts';
import { verifyPublicJob } from './commands/verify_public.ts';
import { runSingleProgram } from './single_program.ts';

/** The `verify-public` command as one file (/verify.mjs). */
const commandLine = createCommandLine();

await runSingleProgram(commandLine, {
  job: verifyPublicJob,
  usage: 'node verify.mjs',
  exitCode: 2,
  run: (args, quiet) => verifyPublicJob.run(createVisitorTools(commandLine, quiet), args),
});
