import { createCommandLine } from '../adapters/command_line.ts';
import { createVisitorTools } from '../adapters/verifier/visitor_tools.ts';
import { verifyPublicCommand } from './commands/verify_public.ts';
import { runSingleProgram } from './single_program.ts';

/** The `verify-public` command as one file (/verify.mjs). */
const line = createCommandLine();

await runSingleProgram(line, {
  job: verifyPublicCommand,
  usage: 'node verify.mjs',
  exitCode: 2,
  run: (args, quiet) => verifyPublicCommand.run(createVisitorTools(line, quiet), args),
});
