import type { Stopwatch } from '../../ports/clock.ts';
import type { AbortablePause, IntakeClient, IntakeReply } from '../../ports/uploader.ts';
import { formatWait } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { formatUploadBody, type UploadPiece } from '../split/piece.ts';
import { runCountdown } from './count_down.ts';
import { omitNewerFields } from './earlier_contract.ts';
import type { SendResult } from './outbox.ts';
import { findFault } from './receipt_fault.ts';

export interface SendPieceDeps {
  readonly intake: IntakeClient;
  /** The version of the contract that the instance follows, or null if unknown. */
  readonly protocol: string | null;
  readonly pause: AbortablePause;
  readonly stop: AbortSignal;
  readonly stopwatch: Stopwatch;
  /** Called while waiting, with the reason for the wait and the remaining seconds. */
  readonly onWait: (why: string, leftS: number) => void;
}

/** Why a piece was not confirmed. `error` is a sentence. Only `later` is worth retrying. */
export interface SendFailure {
  readonly kind: 'stopped' | 'later' | 'refused' | 'stranger';
  readonly error: string;
}

/** Uploads a piece, waiting as the instance requests. A piece counts as sent even if all its records are rejected. */
export async function sendPiece(
  { intake, protocol, pause, stop, stopwatch, onWait }: SendPieceDeps,
  piece: UploadPiece,
  session: string,
): Promise<Result<SendResult, SendFailure>> {
  const body = omitNewerFields(formatUploadBody(piece, session), protocol);
  const secondsToWait = createRetryPolicy(stopwatch);
  const nowMs = (): number => stopwatch.elapsedMs();
  while (!stop.aborted) {
    const begunMs = nowMs();
    const reply = await intake.send(body);
    if (reply.kind === 'receipt') return readReceipt(reply, piece);
    if (reply.kind === 'refused' && reply.rejected.length > 0)
      return readReceipt({ uploadId: '', accepted: [], rejected: reply.rejected }, piece);
    if (reply.kind === 'refused')
      return err({ kind: 'refused', error: `The instance refused the upload: ${quote(reply.error)}` });
    if (reply.kind === 'stranger')
      return err({ kind: 'stranger', error: `${intake.url} is not a Third Witness instance: ${reply.error}` });
    const afterS = reply.kind === 'later' ? reply.afterS : null;
    const seconds = secondsToWait(begunMs, afterS);
    const why = describeReply(reply);
    if (seconds === null) {
      const comeBack = afterS === null ? '' : ` It asks to try again in ${formatWait(afterS)}.`;
      return err({ kind: 'later', error: `${why}${comeBack}` });
    }
    await runCountdown({
      seconds,
      nowMs,
      report: (leftS) => onWait(why, leftS),
      wait: async (partS) => {
        await pause(partS * 1000, stop);
        return !stop.aborted;
      },
    });
  }
  return err({ kind: 'stopped', error: 'Sending was stopped.' });
}

function describeReply(reply: Extract<IntakeReply, { kind: 'later' | 'unreachable' }>): string {
  return reply.kind === 'later'
    ? `The instance cannot accept the upload now: ${quote(reply.error)}`
    : `The instance does not answer (${reply.cause}).`;
}

type Receipt = Omit<Extract<IntakeReply, { kind: 'receipt' }>, 'kind'>;

/** Counts the records of a receipt, without the one that was added only to name the install. */
function readReceipt({ uploadId, accepted, rejected }: Receipt, piece: UploadPiece): Result<SendResult, SendFailure> {
  const fault = findFault(piece.records.length, accepted, rejected);
  if (fault !== null) return err({ kind: 'stranger', error: fault });
  const first = piece.anchored ? 1 : 0;
  const counting = accepted.filter(({ index }) => index >= first);
  const repeated = counting.filter(({ duplicate }) => duplicate).length;
  const refused = rejected.filter(({ index }) => index >= first);
  return ok({ uploadId, stored: counting.length - repeated, repeated, refused });
}

/** If attempts keep failing for this long without a Retry-After header, the piece is left for a later run. */
const SILENCE_MAX_MS = 120_000;
/** Minimum number of attempts, because a single request may take longer than SILENCE_MAX_MS. */
const SEND_TRIES_MIN = 2;
/** Maximum number of times that an instance may request a delay. A busy instance requests one every half minute. */
const REQUESTED_WAITS_MAX = 120;
const FIRST_WAIT_S = 1;
const WAIT_MAX_S = 60;
/** Longest delay that an instance may request. Rate limits are per hour, so no instance needs a longer one. */
const REQUESTED_WAIT_MAX_S = 2 * 3600;

/** Creates a function that returns how many seconds to wait, at least `afterS` unless null, or null to give up. */
function createRetryPolicy({ elapsedMs }: Stopwatch): (begunMs: number, afterS: number | null) => number | null {
  let silent: { readonly sinceMs: number; tries: number } | null = null;
  let asked = 0;
  return (begunMs, afterS) => {
    if (afterS !== null) {
      silent = null;
      return ++asked >= REQUESTED_WAITS_MAX || afterS > REQUESTED_WAIT_MAX_S ? null : Math.max(1, afterS);
    }
    silent ??= { sinceMs: begunMs, tries: 0 };
    silent.tries++;
    if (silent.tries >= SEND_TRIES_MIN && elapsedMs() - silent.sinceMs >= SILENCE_MAX_MS) return null;
    return Math.min(WAIT_MAX_S, FIRST_WAIT_S * 2 ** (silent.tries - 1));
  };
}
