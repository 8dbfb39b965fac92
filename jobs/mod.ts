import type { Job } from './job.ts';
import { rebuild } from './rebuild.ts';
import { snapshot } from './snapshot.ts';

/** Every command, in the order they are listed. */
export const JOBS: readonly Job[] = [snapshot, rebuild];
