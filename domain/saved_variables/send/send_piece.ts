import type { IntakeClient, IntakeReply, Pause } from '../../ports/uploader.ts';
import { counted } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { bodyOf, type Piece } from '../split/piece.ts';
import type { Sent } from './outbox.ts';

export interface SendPiece {
  readonly intake: IntakeClient;
  readonly pause: Pause;
  readonly stop: AbortSignal;
  /** Hears why it is waited, and how long. */
  readonly onWait: (why: string, seconds: number) => void;
}

/** Nothing of the piece is confirmed: a sentence that says why, and whether trying again later may help. */
export interface NotSent {
  readonly kind: 'stopped' | 'later' | 'refused';
  readonly error: string;
}

/** How often a piece is tried while no answer comes, or none that says how long to wait. */
const TRIES_MAX = 8;
/** How often an instance may ask to wait, which a busy one does every half minute. */
const ASKED_MAX = 120;
const WAIT_FIRST_S = 1;
const WAIT_MAX_S = 60;
/** An instance counts by the hour: whoever asks for more is not waited for. */
const ASKED_WAIT_MAX_S = 2 * 3600;

/** Uploads a piece, and waits as long as the instance asks for: a piece that was refused for its records is sent, too. */
export const sendPiece = async (
  { intake, pause, stop, onWait }: SendPiece,
  piece: Piece,
): Promise<Result<Sent, NotSent>> => {
  const body = bodyOf(piece);
  for (let [tries, asked] = [1, 1]; ; ) {
    if (stop.aborted) return err({ kind: 'stopped', error: 'It was stopped.' });
    const reply = await intake.send(body);
    if (reply.kind === 'receipt') return ok(sentOf(reply, piece));
    if (reply.kind === 'refused' && reply.rejected.length > 0) {
      return ok({ uploadId: '', stored: 0, repeated: 0, refused: withoutAnchor(reply.rejected, piece) });
    }
    if (reply.kind === 'refused')
      return err({ kind: 'refused', error: `The instance refused it: it says ${quoted(reply.error)}` });
    if (reply.kind === 'stranger')
      return err({ kind: 'refused', error: `${intake.url} is no instance: ${reply.error}` });
    if (stop.aborted) continue;
    const afterS = reply.kind === 'later' ? reply.afterS : null;
    const isLast = afterS === null ? tries++ >= TRIES_MAX : asked++ >= ASKED_MAX || afterS > ASKED_WAIT_MAX_S;
    const why = reasonOf(reply);
    if (isLast)
      return err({
        kind: 'later',
        error: `${why}${afterS === null ? '' : ` It asks to come back in ${counted(afterS, 'second')}.`}`,
      });
    const seconds = afterS === null ? Math.min(WAIT_MAX_S, WAIT_FIRST_S * 2 ** (tries - 2)) : Math.max(1, afterS);
    onWait(why, seconds);
    await pause(seconds * 1000, stop);
  }
};

const reasonOf = (reply: Extract<IntakeReply, { kind: 'later' | 'unreachable' }>): string =>
  reply.kind === 'later'
    ? `The instance cannot take it now: it says ${quoted(reply.error)}`
    : `The instance does not answer (${reply.cause}).`;

const sentOf = ({ uploadId, accepted, rejected }: Extract<IntakeReply, { kind: 'receipt' }>, piece: Piece): Sent => {
  const first = piece.anchored ? 1 : 0;
  const counting = accepted.filter(({ index }) => index >= first);
  const repeated = counting.filter(({ duplicate }) => duplicate).length;
  return { uploadId, stored: counting.length - repeated, repeated, refused: withoutAnchor(rejected, piece) };
};

const withoutAnchor = <R extends { readonly index: number }>(
  refused: readonly R[],
  { anchored }: Piece,
): readonly R[] => (anchored ? refused.filter(({ index }) => index > 0) : refused);
