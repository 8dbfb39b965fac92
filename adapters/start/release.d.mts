import type { ProgramRelease } from '../../domain/values/release.ts';

export function readReleaseIn(folder: URL): ProgramRelease;
export function describeRelease(release: ProgramRelease): string;
