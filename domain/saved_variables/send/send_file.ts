import type { Digest } from '../../ports/digest.ts';
import type { UploadFolder } from '../../ports/uploader.ts';
import { err, ok, type Result } from '../../values/result.ts';
import type { SavedFile } from '../read_file.ts';
import { identityTextOf, type Piece } from '../split/piece.ts';
import { type CutOptions, piecesOf } from '../split/pieces.ts';
import { OUTBOX_ENDING, type Outboxes, readOutboxes, type Sent, writeOutboxes } from './outbox.ts';
import { createRefusedList, REFUSED_ENDING } from './refused_list.ts';
import { type NotSent, type SendPiece, sendPiece } from './send_piece.ts';
import type { SourceSurvey } from './survey.ts';

export interface SendFile extends SendPiece, CutOptions {
  readonly folder: UploadFolder;
  readonly digest: Digest;
  /** Hears how many records of all that will be sent are done with. */
  readonly onProgress: (done: number, of: number) => void;
  /** Hears that the instance has lost what it had confirmed, so that all of the file is sent again. */
  readonly onLost: () => void;
}

/** What became of a file. */
export interface SentFile {
  /** Of the pieces that this run sent. */
  readonly stored: number;
  /** Of these, too: the instance knew them. */
  readonly repeated: number;
  /** Of the whole file, by the rules here or by the instance. */
  readonly refused: number;
  /** Records that an earlier run had sent, that were not refused, and that the instance still keeps. */
  readonly before: number;
  /** Of the receipts of this run that stored anything. */
  readonly uploadIds: readonly string[];
  /** Why not all of it was sent; null: all was. */
  readonly end: NotSent | null;
}

/**
 * Sends what an instance has not yet confirmed of a file, piece by piece. The outbox is on the disk before the next piece
 * is sent, and only what was answered with a receipt stands in it: killed at any moment, the next run goes on with the
 * piece that was in hand, whose records count once.
 */
export async function sendFile(
  send: SendFile,
  path: string,
  file: SavedFile,
  surveys: readonly SourceSurvey[],
): Promise<Result<SentFile, string>> {
  const opened = await openOutbox(send, path);
  if (!opened.ok) return opened;
  const { known, keep, tidy } = opened.value;
  const belief = await beliefIn(send, known);
  const refused = createRefusedList(file);
  const of = surveys.reduce((sum, { records }) => sum + records, 0);
  const current = new Map<string, Sent>();
  const total = { stored: 0, repeated: 0, before: 0 };
  const uploadIds: string[] = [];
  let end: NotSent | null = null;
  let done = 0;

  const pieces = piecesOf(file, send, (judged, at) => {
    if (judged.state !== 'refused') return;
    const { kind, code, pointer, reason } = judged;
    refused.add({ at, kind, code, pointer, reason });
  });
  for (const piece of pieces) {
    const digest = send.digest.sha256(identityTextOf(piece));
    const before = belief.of(digest);
    // Behind the end, what earlier runs know of the rest is still told.
    if (before === undefined && end !== null) continue;
    const sent = before === undefined ? await sendPiece(send, piece) : ok(before);
    if (!sent.ok) {
      end = sent.error;
      continue;
    }
    const { stored, repeated, uploadId } = sent.value;
    current.set(digest, sent.value);
    if (before === undefined) belief.compare(digest, sent.value);
    const kept = before === undefined && uploadId !== '' ? await keep(digest, sent.value) : ok(undefined);
    if (!kept.ok) return kept;
    const refusedBefore = refused.count();
    for (const { index, ...why } of sent.value.refused) {
      if (piece.places[index] !== undefined)
        refused.add({ at: piece.places[index], kind: kindOf(piece, index), ...why });
    }
    const records = piece.records.length - (piece.anchored ? 1 : 0);
    done += records;
    if (before !== undefined) total.before += records - (refused.count() - refusedBefore);
    else {
      total.stored += stored;
      total.repeated += repeated;
      // An upload of repeats alone is kept nowhere: its number leads to no page.
      if (stored > 0) uploadIds.push(uploadId);
    }
    if (end === null) send.onProgress(done, of);
  }
  const tidied = end === null ? await tidy(current) : ok(undefined);
  if (!tidied.ok) return tidied;
  const written = await send.folder.replaceBeside(path, REFUSED_ENDING, refused.text());
  if (!written.ok) return err(cannotWrite(`${path}${REFUSED_ENDING}`, written.error));
  return ok({ ...total, refused: refused.count(), uploadIds, end });
}

/**
 * How far the outbox is believed: an instance may have lost what it confirmed (its data folder deleted, replaced or
 * restored), or the player had it erased. It is asked for the newest upload that stored anything. Where all were repeats,
 * the first of them is sent again: if none is a repeat now, they had been lost.
 */
async function beliefIn({ intake, onLost }: SendFile, known: Map<string, Sent>) {
  const lose = (): void => {
    known.clear();
    onLost();
  };
  const newest = [...known.values()].findLast(({ stored }) => stored > 0);
  if (newest !== undefined && (await intake.keeps(newest.uploadId)) === false) lose();
  let isDoubted = newest === undefined && known.size > 0;
  return {
    of: (digest: string): Sent | undefined => (isDoubted ? undefined : known.get(digest)),
    /** Hears what became of a piece that was sent. */
    compare: (digest: string, { repeated }: Sent): void => {
      if (!isDoubted || !((known.get(digest)?.repeated ?? 0) > 0)) return;
      isDoubted = false;
      if (repeated === 0) lose();
    },
  };
}

function kindOf({ records }: Piece, index: number): string {
  return (JSON.parse(records[index]!) as { kind: string }).kind;
}

/** The outbox of a file for one instance. */
async function openOutbox({ folder, intake }: SendFile, path: string) {
  const text = await folder.readBeside(path, OUTBOX_ENDING);
  if (!text.ok) return err(`The outbox ${path}${OUTBOX_ENDING} could not be read (${text.error}).`);
  const boxes = new Map<string, ReadonlyMap<string, Sent>>(
    (text.value === null ? null : readOutboxes(text.value)) ?? [],
  );
  const known = new Map(boxes.get(intake.url) ?? []);
  const write = async (): Promise<Result<void, string>> => {
    const written = await folder.replaceBeside(path, OUTBOX_ENDING, writeOutboxes(boxes satisfies Outboxes));
    return written.ok ? written : err(cannotWrite(`${path}${OUTBOX_ENDING}`, written.error));
  };
  boxes.set(intake.url, known);
  return ok({
    known,
    keep: (digest: string, sent: Sent) => {
      known.set(digest, sent);
      return write();
    },
    /** Lets go of pieces that the file does not come to any more, once all of it is sent. */
    tidy: (current: ReadonlyMap<string, Sent>) => {
      const gone = [...known.keys()].filter((digest) => !current.has(digest));
      for (const digest of gone) known.delete(digest);
      return gone.length === 0 ? Promise.resolve(ok(undefined)) : write();
    },
  });
}

function cannotWrite(path: string, cause: string): string {
  return `${path} could not be written (${cause}): make room beside the file, then run it again; what was sent counts once.`;
}
