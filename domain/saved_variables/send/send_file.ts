import type { Digest } from '../../ports/digest.ts';
import type { Random } from '../../ports/random.ts';
import type { UploadFolder } from '../../ports/uploader.ts';
import { err, ok, type Result } from '../../values/result.ts';
import type { SavedFile } from '../read_file.ts';
import { formatPieceIdentity, type UploadPiece } from '../split/piece.ts';
import { type CutOptions, cutIntoPieces } from '../split/split_source.ts';
import { OUTBOX_SUFFIX, type Outboxes, readOutboxes, type SendResult, writeOutboxes } from './outbox.ts';
import { createRefusedList, REFUSED_SUFFIX, type RefusedList } from './refused_list.ts';
import { type SendFailure, type SendPieceDeps, sendPiece } from './send_piece.ts';
import { createSession } from './session.ts';
import type { SourceSurvey } from './survey.ts';

export interface SendFileDeps extends SendPieceDeps, CutOptions {
  readonly folder: UploadFolder;
  readonly digest: Digest;
  readonly random: Random;
  /** Called with the number of records processed so far and the total number of records to send. */
  readonly onProgress: (done: number, of: number) => void;
  /** Called if the instance has lost uploads that it had confirmed. The whole file is then sent again. */
  readonly onLost: () => void;
}

export interface FileSendResult {
  /** Number of records stored by this run. */
  readonly stored: number;
  /** Number of records that this run sent although the instance already had them. */
  readonly repeated: number;
  /** Number of records in the whole file that were rejected, either locally or by the instance. */
  readonly refused: number;
  /** Number of records that were accepted in an earlier run and that the instance still has. */
  readonly before: number;
  /** Session of this run and the interrupted runs that it continued, or null if they stored nothing. */
  readonly session: string | null;
  readonly end: SendFailure | null;
}

/**
 * Sends the unconfirmed pieces of a file. The outbox is written to disk after each receipt, so if this run is killed,
 * the next one repeats at most one piece. `refused` has the records of the file that other instances refused.
 */
export async function sendFile(
  send: SendFileDeps,
  path: string,
  file: SavedFile,
  surveys: readonly SourceSurvey[],
  refused: RefusedList = createRefusedList(file),
): Promise<Result<FileSendResult, string>> {
  const opened = await openOutbox(send, path);
  if (!opened.ok) return opened;
  const { known, session, keep, tidy } = opened.value;
  const belief = await checkOutbox(send, known, session);
  const refusedElsewhere = refused.count();
  const of = surveys.reduce((sum, { records }) => sum + records, 0);
  const current = new Map<string, SendResult>();
  const total = { stored: 0, repeated: 0, before: 0 };
  let end: SendFailure | null = null;
  let refusedSource: string | null = null;
  let done = 0;

  const pieces = cutIntoPieces(file, send, (judged, at) => {
    if (judged.state !== 'refused') return;
    const { kind, code, pointer, reason } = judged;
    refused.add({ at, kind, code, pointer, reason });
  });
  for (const piece of pieces) {
    const digest = send.digest.sha256(formatPieceIdentity(piece));
    const before = belief.of(digest);
    // After a failure, send nothing more, but still report the results of earlier runs for the remaining pieces. If the
    // instance refused an upload as a whole, its source is the reason, so continue with the next source.
    if (before === undefined && end !== null && (end.kind !== 'refused' || piece.source === refusedSource)) continue;
    const sent = before === undefined ? await sendPiece(send, piece, session.name) : ok(before);
    if (!sent.ok) {
      end = sent.error;
      refusedSource = piece.source;
      continue;
    }
    const { stored, repeated, uploadId } = sent.value;
    current.set(digest, sent.value);
    if (before === undefined) belief.compare(digest, sent.value);
    // An upload that only repeats known records is not stored, so it is not on the page of its session.
    if (before === undefined && stored > 0) session.isStored = true;
    const kept = before === undefined && uploadId !== '' ? await keep(digest, sent.value) : ok(undefined);
    if (!kept.ok) return kept;
    const refusedBefore = refused.count();
    for (const { index, ...why } of sent.value.refused) {
      if (piece.places[index] !== undefined)
        refused.add({ at: piece.places[index], kind: findRecordKind(piece, index), ...why });
    }
    const records = piece.records.length - (piece.anchored ? 1 : 0);
    done += records;
    if (before !== undefined) total.before += records - (refused.count() - refusedBefore);
    else {
      total.stored += stored;
      total.repeated += repeated;
    }
    if (end === null) send.onProgress(done, of);
  }
  const tidied = end === null ? await tidy(current) : ok(undefined);
  if (!tidied.ok) return tidied;
  const written = await send.folder.replaceBeside(path, REFUSED_SUFFIX, refused.text());
  if (!written.ok) return err(describeWriteFailure(`${path}${REFUSED_SUFFIX}`, written.error));
  const refusedHere = refused.count() - refusedElsewhere;
  return ok({ ...total, refused: refusedHere, session: session.isStored ? session.name : null, end });
}

/**
 * Checks whether the instance still has the pieces in the outbox. It may have been restored from a backup, or the
 * player may have erased the uploads. The check asks for the latest upload that stored anything. If no upload did,
 * pieces are sent again up to the first piece that contained repeats the last time. If it contains none now, the
 * instance has lost the pieces.
 */
async function checkOutbox({ intake, onLost }: SendFileDeps, known: Map<string, SendResult>, session: SendSession) {
  const lose = (): void => {
    known.clear();
    session.isStored = false;
    onLost();
  };
  const newest = [...known.values()].findLast(({ stored }) => stored > 0);
  if (newest !== undefined && (await intake.keeps(newest.uploadId)) === false) lose();
  let isDoubted = newest === undefined && known.size > 0;
  return {
    of: (digest: string): SendResult | undefined => (isDoubted ? undefined : known.get(digest)),
    /** Compares the result of sending a piece again with the earlier result. */
    compare: (digest: string, { repeated }: SendResult): void => {
      if (!isDoubted || !((known.get(digest)?.repeated ?? 0) > 0)) return;
      isDoubted = false;
      if (repeated === 0) lose();
    },
  };
}

function findRecordKind({ records }: UploadPiece, index: number): string {
  return (JSON.parse(records[index]!) as { kind: string }).kind;
}

interface SendSession {
  readonly name: string;
  /** Whether the instance has stored an upload of the session. */
  isStored: boolean;
}

async function openOutbox({ folder, intake, random }: SendFileDeps, path: string) {
  const text = await folder.readBeside(path, OUTBOX_SUFFIX);
  if (!text.ok) return err(`The outbox ${path}${OUTBOX_SUFFIX} could not be read (${text.error}).`);
  const boxes = new Map((text.value === null ? null : readOutboxes(text.value)) ?? []);
  const before = boxes.get(intake.url);
  const known = new Map(before?.pieces ?? []);
  const interrupted = before?.session ?? null;
  const session: SendSession = { name: interrupted ?? createSession(random), isStored: interrupted !== null };
  const write = async (isComplete: boolean): Promise<Result<void, string>> => {
    boxes.set(intake.url, { pieces: known, session: isComplete || !session.isStored ? null : session.name });
    const written = await folder.replaceBeside(path, OUTBOX_SUFFIX, writeOutboxes(boxes satisfies Outboxes));
    return written.ok ? written : err(describeWriteFailure(`${path}${OUTBOX_SUFFIX}`, written.error));
  };
  return ok({
    known,
    session,
    keep: (digest: string, sent: SendResult) => {
      known.set(digest, sent);
      return write(false);
    },
    /** Ends the session, and removes pieces that are no longer in the file. Called once the whole file has been sent. */
    tidy: (current: ReadonlyMap<string, SendResult>) => {
      const gone = [...known.keys()].filter((digest) => !current.has(digest));
      for (const digest of gone) known.delete(digest);
      return gone.length === 0 && !session.isStored ? Promise.resolve(ok(undefined)) : write(true);
    },
  });
}

function describeWriteFailure(path: string, cause: string): string {
  return `${path} could not be written (${cause}). Free some disk space, then run this again; records that were already sent count once.`;
}
