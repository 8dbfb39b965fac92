import type { CommandLine } from '../command_line.ts';
import { systemRandom } from '../random.ts';
import { createPublicReader } from './public_reader.ts';

/** Creates the tools for a command that reads a public instance. `quiet` hides progress. */
export function createVisitorTools(line: CommandLine, quiet: boolean) {
  return {
    publicAt: createPublicReader,
    random: systemRandom,
    say: line.print,
    complain: line.complain,
    progress: (text: string): void => {
      if (!quiet) line.progress(text);
    },
    exitWith: line.exitWith,
  };
}
