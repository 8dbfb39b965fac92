import { runCountdown } from '../../../domain/saved_variables/send/count_down.ts';
import { findFault } from '../../../domain/saved_variables/send/receipt_fault.ts';
import type { NextUpload, RefusalReason } from './engine.ts';

/** The instance's response to one request. `body` is null if the response was not JSON. */
export interface IntakeReply {
  readonly status: number;
  /** Delay from the Retry-After header, in seconds, or null if there is none. */
  readonly retryAfterS: number | null;
  readonly body: unknown;
}

export interface UploadProgress {
  /** Number of records that the instance has responded to. */
  readonly settled: number;
  readonly stored: number;
  readonly repeated: number;
  readonly refused: number;
  readonly reasons: readonly RefusalReason[];
}

/** The reason why sending is waiting, and the remaining seconds. */
export interface WaitReason {
  readonly because: 'limit' | 'busy' | 'offline' | 'late';
  readonly seconds: number;
}

export interface SendDependencies {
  next(): Promise<NextUpload | null>;
  /** Resolves to `late` after the timeout. Rejects on network errors and when the player cancels. */
  post(body: Uint8Array<ArrayBuffer>): Promise<IntakeReply | 'late'>;
  /**
   * Waits for the given number of seconds, and longer while the player pauses. Resolves to false if the player
   * cancelled.
   */
  wait(seconds: number): Promise<boolean>;
  /** Called after each response, and regularly while waiting. */
  onProgress(progress: UploadProgress, waiting: WaitReason | null): void;
  readonly nowMs: () => number;
}

/** The outcome of sending. `stopped` means that the instance rejected a whole request; `error` is its message. */
export type SendOutcome = { readonly end: 'done' | 'cancelled' } | { readonly end: 'stopped'; readonly error: string };

/** Seconds before each retry if the response names no delay. The delay grows with each failure. */
const RETRY_PAUSES_S = [5, 10, 20, 40, 60] as const;
function choosePauseS(failures: number): number {
  return RETRY_PAUSES_S[Math.min(failures, RETRY_PAUSES_S.length) - 1] ?? RETRY_PAUSES_S[0];
}

/**
 * Sends a file, one request at a time. If the instance cannot accept a request now, the request is retried after the
 * delay named in the response. Records count only once, so a request with an unknown outcome can safely be retried.
 */
export async function sendUploads(sending: SendDependencies): Promise<SendOutcome> {
  const count = createCounter();
  for (;;) {
    const upload = await sending.next();
    if (upload === null) return { end: 'done' };
    for (let failures = 0; ; ) {
      if (!(await sending.wait(0))) return { end: 'cancelled' };
      const answer = await sending.post(upload.body).catch(() => null);
      if (answer !== null && answer !== 'late' && isReceipt(answer)) {
        const { accepted = [], rejected = [] } = answer.body as UploadReceipt;
        const fault = findFault(upload.lines.length, accepted, rejected);
        if (fault !== null) return { end: 'stopped', error: fault };
        count.settle(upload, accepted, rejected);
        sending.onProgress(count.progress(), null);
        break;
      }
      // The request may have failed because the player cancelled.
      if (answer === null && !(await sending.wait(0))) return { end: 'cancelled' };
      failures++;
      const waiting = chooseWait(answer, failures);
      if (waiting === null) return { end: 'stopped', error: readError(answer as IntakeReply) };
      const goesOn = await runCountdown({
        seconds: waiting.seconds,
        nowMs: sending.nowMs,
        wait: sending.wait,
        report: (seconds) => sending.onProgress(count.progress(), { ...waiting, seconds }),
      });
      if (!goesOn) return { end: 'cancelled' };
    }
  }
}

/** An intakeReceipt, or the intakeRefused of an upload in which all records were rejected (`/schema/api/`). */
interface UploadReceipt {
  readonly uploadId?: string;
  readonly accepted?: readonly { readonly index: number; readonly duplicate: boolean }[];
  readonly rejected?: readonly { readonly index: number; readonly kind?: string; readonly reason: string }[];
}

function isReceipt({ status, body }: IntakeReply): boolean {
  const { uploadId, rejected = [] } = (body ?? {}) as UploadReceipt;
  return status === 200 ? uploadId !== undefined : status === 422 && rejected.length > 0;
}

/** Returns the reason for waiting and how long to wait, or null if a retry would be useless. */
function chooseWait(answer: IntakeReply | 'late' | null, failures: number): WaitReason | null {
  if (answer === 'late') return { because: 'late', seconds: choosePauseS(failures) };
  if (answer === null) return { because: 'offline', seconds: choosePauseS(failures) };
  const { status, retryAfterS } = answer;
  if (status === 429) return { because: 'limit', seconds: retryAfterS ?? choosePauseS(failures) };
  return status >= 500 ? { because: 'busy', seconds: retryAfterS ?? choosePauseS(failures) } : null;
}

function readError({ status, body }: IntakeReply): string {
  const error = (body as { readonly error?: unknown } | null)?.error;
  return typeof error === 'string' ? error : `The instance answered ${status} without a receipt.`;
}

function createCounter() {
  const reasons = createReasonList();
  const sum = { settled: 0, stored: 0, repeated: 0, refused: 0 };
  return {
    settle: (
      { anchored, lines, records }: NextUpload,
      accepted: Required<UploadReceipt>['accepted'],
      rejected: Required<UploadReceipt>['rejected'],
    ): void => {
      const isCounted = ({ index }: { readonly index: number }): boolean => !anchored || index > 0;
      for (const { duplicate } of accepted.filter(isCounted)) sum[duplicate ? 'repeated' : 'stored']++;
      for (const one of rejected.filter(isCounted)) {
        sum.refused++;
        reasons.note(one, lines[one.index] ?? 0);
      }
      sum.settled += records;
    },
    progress: (): UploadProgress => ({ ...sum, reasons: reasons.list() }),
  };
}

/**
 * Maximum number of reasons to list, because every record could have its own; beyond that, records are counted
 * together.
 */
export const REASONS_KEPT_MAX = 200;
const LINES_KEPT_MAX = 5;

/** The reason shown for all records beyond the first REASONS_KEPT_MAX reasons. */
const OTHER_REASONS = 'Refused for other reasons.';

export function createReasonList() {
  const reasons = new Map<string, { kind: string | null; reason: string; count: number; lines: number[] }>();

  const findOrAdd = (kind: string | null, reason: string) => {
    const key = `${kind ?? ''} ${reason}`;
    const known = reasons.get(key);
    if (known !== undefined) return known;
    if (reasons.size >= REASONS_KEPT_MAX && reason !== OTHER_REASONS) return findOrAdd(null, OTHER_REASONS);
    const added = { kind, reason, count: 0, lines: [] };
    reasons.set(key, added);
    return added;
  };

  return {
    note: (refused: { readonly kind?: string | null; readonly reason: string }, line: number): void => {
      const one: { count: number; lines: number[] } = findOrAdd(refused.kind ?? null, refused.reason);
      one.count++;
      if (one.lines.length < LINES_KEPT_MAX) one.lines.push(line);
    },
    /** Returns the reasons, sorted by number of records, largest first. */
    list: (): readonly RefusalReason[] => [...reasons.values()].sort((a, b) => b.count - a.count),
  };
}
