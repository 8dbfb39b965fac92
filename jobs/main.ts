import { createCommandLine } from '../adapters/command_line.ts';
import { runCommand } from './run_command.ts';

await runCommand(createCommandLine());
