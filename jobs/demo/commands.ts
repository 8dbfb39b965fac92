import process from 'node:process';
import { createCommandLine } from '../../adapters/command_line.ts';
import { runCommand } from '../run_command.ts';

/**
 * Runs the demo's commands one after another in one process, because loading the program takes longer than most
 * commands. Each message contains the words of one command. The reply is null, or the error output if the command
 * failed.
 */
const commandLine = createCommandLine({ yields: false });
let lastCommand = Promise.resolve();

async function answerCommand(words: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  let code = 0;
  await runCommand({
    ...commandLine,
    args: words,
    print: () => {},
    complain: (text) => void complaints.push(text),
    progress: () => {},
    exitWith: (to) => {
      code = to;
    },
  });
  process.send?.(code === 0 ? null : complaints.join('\n'));
}

process.on('message', (words: readonly string[]) => {
  lastCommand = lastCommand.then(() => answerCommand(words));
});
commandLine.stop.addEventListener('abort', () => void lastCommand.finally(() => process.disconnect()));
