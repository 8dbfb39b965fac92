import { readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Pause, UploadFolder } from '../../domain/ports/uploader.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { systemClock, systemStopwatch } from '../clock.ts';
import type { CommandLine } from '../command_line.ts';
import { replaceSynced, syncFolder } from '../data_folder/synced_files.ts';
import { nodeDigest } from '../digest.ts';
import { createIntakeClient } from './intake_client.ts';

/** Creates the tools for a player's command. `instanceUrl` is the default instance; `quiet` hides progress. */
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

/** Waits for some milliseconds. Resolves early if `stop` is aborted. */
const timedPause: Pause = async (ms, stop) => {
  try {
    await setTimeout(ms, undefined, { signal: stop });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
};

/** Maximum size of a file, which is larger than any saved-variables file. Larger files are refused. */
const FILE_BYTES_MAX = 1_000_000_000;

/** Saved-variables files, and the files stored next to them, on disk. */
const uploadFolder: UploadFolder = {
  look: (file) =>
    catchErrorCode(async () => {
      const { size, mtimeMs } = await stat(file);
      return { bytes: size, changedMs: mtimeMs };
    }),
  read: (file) =>
    catchErrorCode(async () => {
      if ((await stat(file)).size > FILE_BYTES_MAX) throw Object.assign(new Error(), { code: 'EFBIG' });
      return new Uint8Array(await readFile(file));
    }),
  readBeside: async (file, ending) => {
    const text = await catchErrorCode(() => readFile(file + ending, 'utf8'));
    return !text.ok && text.error === 'ENOENT' ? ok(null) : text;
  },
  replaceBeside: (file, ending, text) =>
    catchErrorCode(async () => {
      if (text !== null) return replaceSynced(file + ending, text);
      await rm(file + ending, { force: true });
      return syncFolder(dirname(file));
    }),
};

/** Converts an error that has a code, such as ENOENT, to a result. */
async function catchErrorCode<T>(work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work());
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    return err(code);
  }
}
