import type { ProgramRelease } from '../domain/values/release.ts';
import { locateFile } from './program_files.ts';
import { readReleaseIn } from './start/release.mjs';

export { describeRelease } from './start/release.mjs';

/** Reads the release of this program. A later `git pull` changes the answer, so a process reads it when it starts. */
export function readRelease(): ProgramRelease {
  return readReleaseIn(locateFile('./'));
}

/** The argument with which each program prints its release instead of running. */
export const VERSION_ARGUMENT = '--version';
