import { createCommandLine } from '../adapters/command_line.ts';
import { createVisitorTools } from '../adapters/verifier/visitor_tools.ts';
import { verifyPublicCommand } from './commands/verify_public.ts';
import { runSingleProgram } from './single_program.ts';

/** The `verify-public` command as one file (/verify.mjs). */
const commandLine = createCommandLine();

await runSingleProgram(commandLine, {
  job: verifyPublicCommand,
  usage: 'node verify.mjs',
  exitCode: 2,
  run: (args, quiet) => verifyPublicCommand.run(createVisitorTools(commandLine, quiet), args),
});
