import { LIMITS } from '../../schema/limits.ts';
import type { Fault } from './parsers.ts';

/** Earliest accepted capture time, the day of the game's release. */
const EARLIEST_CAPTURE = `${LIMITS.capturedAtEarliest.value}T00:00:00Z`;
const EARLIEST_CAPTURE_MS = Date.parse(EARLIEST_CAPTURE);

/** Players' clocks may be up to a day ahead of the instance's clock. */
const CLOCK_AHEAD_MS_MAX = LIMITS.capturedAtAheadMaxS.value * 1000;

/** Rejects a capture time before the game's release or more than a day in the future (contract, section 2). */
export function findCaptureTimeFault(capturedAt: string, capturedAtMs: number, nowMs: number): Fault | null {
  if (capturedAtMs < EARLIEST_CAPTURE_MS) {
    return {
      code: 'captured-at-past',
      pointer: '/capturedAt',
      reason: `capturedAt must be ${EARLIEST_CAPTURE} or later; got "${capturedAt}".`,
    };
  }
  if (capturedAtMs > nowMs + CLOCK_AHEAD_MS_MAX) {
    const receivedAt = new Date(nowMs).toISOString();
    return {
      code: 'captured-at-future',
      pointer: '/capturedAt',
      reason: `capturedAt must be at most a day after the upload was received (${receivedAt}); got "${capturedAt}".`,
    };
  }
  return null;
}
