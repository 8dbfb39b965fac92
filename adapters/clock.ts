import type { Clock, Stopwatch } from '../domain/ports/clock.ts';

export const systemClock: Clock = { nowMs: () => Date.now() };

export const systemStopwatch: Stopwatch = { elapsedMs: () => performance.now() };
