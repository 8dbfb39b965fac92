import type { ReceiveSentences } from '../intake/receive.ts';
import { RETRY_AFTER_S } from '../intake/receive.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import type { Route } from '../pipeline/route.ts';

/** Refusals of an edge that cannot forward a request to its primary. */

/** Retry-After, in seconds, if the edge is not configured to forward, which will not change soon. */
const NOT_SOON_S = 3_600;

function busy(error: string, retryAfterS = RETRY_AFTER_S): Refusal {
  return { kind: 'busy', error, retryAfterS };
}

export const UNKNOWN_ADDRESS = busy(
  'Only the primary instance can do this; this one serves a copy, and the address of the primary is not configured (TW_PRIMARY_URL). Nothing was stored or changed.',
  NOT_SOON_S,
);

export const PRIMARY_UNREACHABLE = busy(
  'Only the primary instance can do this, and it cannot be reached right now. Nothing was stored or changed: keep what you sent and try again later.',
);

const UNANSWERED = 'The primary instance was reached, but its answer did not arrive completely and in time.';

/** Refusals if the primary's answer was lost, keyed by the format in which the route reports refusals. */
export const ANSWER_LOST: Readonly<Record<Route['refusals'], Refusal>> = {
  apiError: busy(`${UNANSWERED} Ask again later.`),
  intakeRefused: busy(
    `${UNANSWERED} Keep the file and send it again later. If it was stored after all, it counts once.`,
  ),
  page: busy(`${UNANSWERED} It is unknown whether it was done: look at Connect and try again later.`),
};

/** Sentences about bodies that an edge cannot receive. */
export function sentencesOf(bytesMax: number): ReceiveSentences {
  return {
    tooLarge: `The body must be at most ${bytesMax} bytes; got more.`,
    advice: 'Nothing was stored or changed: keep what you sent and send it again.',
  };
}
