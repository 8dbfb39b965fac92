import type { Stopwatch } from '../../ports/clock.ts';
import type { IntakeClient, IntakeReply, Pause } from '../../ports/uploader.ts';
import { waitText } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { bodyOf, type Piece } from '../split/piece.ts';
import { countDown } from './count_down.ts';
import type { SendResult } from './outbox.ts';
import { createRetryPolicy } from './retry_policy.ts';

export interface SendPiece {
  readonly intake: IntakeClient;
  readonly pause: Pause;
  readonly stop: AbortSignal;
  readonly stopwatch: Stopwatch;
  /** Called during a wait with the reason for the wait and the remaining seconds. */
  readonly onWait: (why: string, leftS: number) => void;
}

/**
 * The piece was not confirmed; `error` is a sentence that explains why. Only `later` is worth retrying. A `refused`
 * piece would be refused again, and a `stranger` is not a Third Witness instance.
 */
export interface NotSent {
  readonly kind: 'stopped' | 'later' | 'refused' | 'stranger';
  readonly error: string;
}

/**
 * Uploads a piece, waiting as long as the instance requests. A piece counts as sent even if all its records are
 * refused.
 */
export async function sendPiece(
  { intake, pause, stop, stopwatch, onWait }: SendPiece,
  piece: Piece,
): Promise<Result<SendResult, NotSent>> {
  const body = bodyOf(piece);
  const retryPolicy = createRetryPolicy(stopwatch);
  const nowMs = (): number => stopwatch.elapsedMs();
  while (!stop.aborted) {
    const begunMs = nowMs();
    const reply = await intake.send(body);
    if (reply.kind === 'receipt') return ok(sentOf(reply, piece));
    if (reply.kind === 'refused' && reply.rejected.length > 0) {
      return ok({ uploadId: '', stored: 0, repeated: 0, refused: withoutAnchor(reply.rejected, piece) });
    }
    if (reply.kind === 'refused')
      return err({ kind: 'refused', error: `The instance refused the upload: ${quoted(reply.error)}` });
    if (reply.kind === 'stranger')
      return err({ kind: 'stranger', error: `${intake.url} is not a Third Witness instance: ${reply.error}` });
    const afterS = reply.kind === 'later' ? reply.afterS : null;
    const seconds = retryPolicy.waitS(begunMs, afterS);
    const why = reasonOf(reply);
    if (seconds === null) {
      const comeBack = afterS === null ? '' : ` It asks to try again in ${waitText(afterS)}.`;
      return err({ kind: 'later', error: `${why}${comeBack}` });
    }
    await countDown({
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

function reasonOf(reply: Extract<IntakeReply, { kind: 'later' | 'unreachable' }>): string {
  return reply.kind === 'later'
    ? `The instance cannot accept the upload now: ${quoted(reply.error)}`
    : `The instance does not answer (${reply.cause}).`;
}

function sentOf({ uploadId, accepted, rejected }: Extract<IntakeReply, { kind: 'receipt' }>, piece: Piece): SendResult {
  const first = piece.anchored ? 1 : 0;
  const counting = accepted.filter(({ index }) => index >= first);
  const repeated = counting.filter(({ duplicate }) => duplicate).length;
  return { uploadId, stored: counting.length - repeated, repeated, refused: withoutAnchor(rejected, piece) };
}

function withoutAnchor<R extends { readonly index: number }>(refused: readonly R[], { anchored }: Piece): readonly R[] {
  return anchored ? refused.filter(({ index }) => index > 0) : refused;
}
