import { countDown } from '../../../domain/saved_variables/send/count_down.ts';
import type { Upload } from './engine.ts';
import { createReasons, type Reason } from './reasons.ts';

/** What the instance answered to one request; `body` is its JSON, null where it was none. */
export interface Answer {
  readonly status: number;
  /** Null where it does not say. */
  readonly retryAfterS: number | null;
  readonly body: unknown;
}

/** How far the sending is. */
export interface Progress {
  /** Records whose fate is known. */
  readonly settled: number;
  readonly stored: number;
  readonly repeated: number;
  readonly refused: number;
  readonly reasons: readonly Reason[];
  /** The uploads that were stored, by their number. */
  readonly uploadIds: readonly string[];
}

/** Why nothing goes on for the moment, and how much longer. */
export interface Waiting {
  readonly because: 'limit' | 'busy' | 'offline' | 'late';
  readonly seconds: number;
}

export interface Sending {
  next(): Promise<Upload | null>;
  /** `late`: none came in time. Rejects where none can come, and where the player gave up. */
  post(body: Uint8Array<ArrayBuffer>): Promise<Answer | 'late'>;
  /** Waits so many seconds, and for as long as the player pauses; false where the player gave up. */
  goOnAfter(seconds: number): Promise<boolean>;
  /** Hears now and then how much longer it waits. */
  told(progress: Progress, waiting: Waiting | null): void;
  readonly nowMs: () => number;
}

/** `stopped`: the instance refused to take any of it; `error` is its sentence. */
export type Ending = { readonly end: 'done' | 'cancelled' } | { readonly end: 'stopped'; readonly error: string };

/** When to try again where nobody says, in seconds: longer each time. */
const PAUSES_S = [5, 10, 20, 40, 60] as const;
function pauseS(failures: number): number {
  return PAUSES_S[Math.min(failures, PAUSES_S.length) - 1] ?? PAUSES_S[0];
}

/**
 * Sends a file, one request after another. What the instance cannot take now is sent again after the time that it names;
 * sending twice counts once, so a request of which nobody knows what became is simply repeated.
 */
export async function sendAll(sending: Sending): Promise<Ending> {
  const count = createCount();
  for (;;) {
    const upload = await sending.next();
    if (upload === null) return { end: 'done' };
    for (let failures = 0; ; ) {
      if (!(await sending.goOnAfter(0))) return { end: 'cancelled' };
      const answer = await sending.post(upload.body).catch(() => null);
      if (answer !== null && answer !== 'late' && isReceipt(answer)) {
        count.settle(upload, answer.body as Receipt);
        sending.told(count.progress(), null);
        break;
      }
      // It may be the player who ended it.
      if (answer === null && !(await sending.goOnAfter(0))) return { end: 'cancelled' };
      failures++;
      const waiting = waitingFor(answer, failures);
      if (waiting === null) return { end: 'stopped', error: errorOf(answer as Answer) };
      const goesOn = await countDown({
        seconds: waiting.seconds,
        nowMs: sending.nowMs,
        wait: sending.goOnAfter,
        told: (seconds) => sending.told(count.progress(), { ...waiting, seconds }),
      });
      if (!goesOn) return { end: 'cancelled' };
    }
  }
}

/** An intakeReceipt, or the intakeRefused of an upload whose records were all refused (`/schema/api/`). */
interface Receipt {
  readonly uploadId?: string;
  readonly accepted?: readonly { readonly index: number; readonly duplicate: boolean }[];
  readonly rejected?: readonly { readonly index: number; readonly kind?: string; readonly reason: string }[];
}

function isReceipt({ status, body }: Answer): boolean {
  const { uploadId, rejected = [] } = (body ?? {}) as Receipt;
  return status === 200 ? uploadId !== undefined : status === 422 && rejected.length > 0;
}

/** What to wait for; null where waiting is of no use. */
function waitingFor(answer: Answer | 'late' | null, failures: number): Waiting | null {
  if (answer === 'late') return { because: 'late', seconds: pauseS(failures) };
  if (answer === null) return { because: 'offline', seconds: pauseS(failures) };
  const { status, retryAfterS } = answer;
  if (status === 429) return { because: 'limit', seconds: retryAfterS ?? pauseS(failures) };
  return status >= 500 ? { because: 'busy', seconds: retryAfterS ?? pauseS(failures) } : null;
}

function errorOf({ status, body }: Answer): string {
  const error = (body as { readonly error?: unknown } | null)?.error;
  return typeof error === 'string' ? error : `The answer was ${status}, and no receipt.`;
}

function createCount() {
  const reasons = createReasons();
  const uploadIds: string[] = [];
  const sum = { settled: 0, stored: 0, repeated: 0, refused: 0 };
  return {
    settle: ({ anchored, lines, records }: Upload, { uploadId, accepted = [], rejected = [] }: Receipt): void => {
      const isCounted = ({ index }: { readonly index: number }): boolean => !anchored || index > 0;
      for (const { duplicate } of accepted.filter(isCounted)) sum[duplicate ? 'repeated' : 'stored']++;
      for (const one of rejected.filter(isCounted)) {
        sum.refused++;
        reasons.note(one, lines[one.index] ?? 0);
      }
      sum.settled += records;
      if (uploadId !== undefined && accepted.some(({ duplicate }) => !duplicate)) uploadIds.push(uploadId);
    },
    progress: (): Progress => ({ ...sum, reasons: reasons.list(), uploadIds: [...uploadIds] }),
  };
}
