import { setTimeout } from 'node:timers/promises';
import type { Pause } from '../../domain/ports/uploader.ts';

/** Waits for some milliseconds. Resolves early if `stop` is aborted. */
export const timedPause: Pause = async (ms, stop) => {
  try {
    await setTimeout(ms, undefined, { signal: stop });
  } catch (error) {
    if (!stop.aborted) throw error;
  }
};
