import type { Result } from '../../domain/values/result.ts';
import { systemClock, systemStopwatch } from '../clock.ts';
import type { CommandLine } from '../command_line.ts';
import { nodeDigest } from '../digest.ts';
import { createIntakeClient } from './intake_client.ts';
import { timedPause } from './pause.ts';
import { uploadFolder } from './upload_folder.ts';

/**
 * Creates the tools for a player's command. `instanceUrl` is the default instance. If `quiet` is true, progress is
 * hidden.
 */
export function createPlayerTools(line: CommandLine, instanceUrl: Result<string, string>, quiet: boolean) {
  return {
    folder: uploadFolder,
    intakeAt: createIntakeClient,
    digest: nodeDigest,
    clock: systemClock,
    stopwatch: systemStopwatch,
    pause: timedPause,
    stop: line.stop,
    instanceUrl,
    say: line.print,
    complain: line.complain,
    progress: (text: string): void => {
      if (!quiet) line.progress(text);
    },
    confirm: line.confirm,
  };
}
