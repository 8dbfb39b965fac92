import type { Release } from '../../domain/values/release.ts';

export function readReleaseIn(folder: URL): Release;
export function describeRelease(release: Release): string;
