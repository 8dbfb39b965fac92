import type { ServerResponse } from 'node:http';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { isPlain, textOf } from '../../domain/reads/pieces.ts';
import type { UnsentAnswers } from './unsent_answers.ts';

/** An answer without a `Response` object, which would cost as much as rendering a page of rows. */
export interface DirectAnswer {
  readonly status: number;
  /** Header fields, including Content-Length. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole body, or pieces to send in order. Compressed pieces are decompressed first. */
  readonly body: Uint8Array | readonly TextPiece[];
}

/** Sends an answer at once, or piece by piece if it is large and compressed. */
export function sendAnswer(
  { status, fields, body }: DirectAnswer,
  outgoing: ServerResponse,
  waiting: UnsentAnswers,
): void {
  outgoing.writeHead(status, fields);
  const bytes = body instanceof Uint8Array ? body.byteLength : body.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (body instanceof Uint8Array) outgoing.end(body);
  else if (bytes > AT_ONCE_BYTES_MAX && !body.every(isPlain)) {
    sendUnpacked(body, outgoing, waiting).catch(() => outgoing.destroy());
    return;
  } else {
    const pieces = body.map(textOf);
    outgoing.cork();
    for (const piece of pieces) outgoing.write(piece);
    outgoing.end();
  }
  waiting.note(body, bytes, outgoing);
}

/** Up to this size, decompressing and sending everything at once is cheaper than piece by piece. */
const AT_ONCE_BYTES_MAX = 256 * 1024;

/**
 * Sends pieces, decompressing each only after the connection has taken the one before it, so that a large page is never
 * held as text even for a slow reader. If a piece cannot be decompressed, the connection is closed before the announced
 * length.
 */
async function sendUnpacked(
  body: readonly TextPiece[],
  outgoing: ServerResponse,
  waiting: UnsentAnswers,
): Promise<void> {
  const bytes = body.reduce((sum, piece) => sum + (isPlain(piece) ? piece : piece.deflated).byteLength, 0);
  for (const piece of body) {
    if (outgoing.destroyed) return;
    if (outgoing.write(textOf(piece))) continue;
    waiting.note(body, bytes, outgoing);
    await drained(outgoing);
  }
  outgoing.end();
}

/** Resolves when the connection has taken the written data, or is closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}
