import process from 'node:process';
import { createCommandLine } from '../../adapters/command_line.ts';
import { runCommand } from '../run_command.ts';

/**
 * Runs the demo's commands one after another in one process, because loading the program takes longer than most
 * commands. Each message contains the words of one command. The reply is null, or the error output if the command
 * failed.
 */
const line = createCommandLine({ yields: false });
let last = Promise.resolve();

async function answer(words: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  let code = 0;
  await runCommand({
    ...line,
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
  last = last.then(() => answer(words));
});
line.stop.addEventListener('abort', () => void last.finally(() => process.disconnect()));
