import { Buffer } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { DocumentLine } from '../../domain/ports/imports.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * Opens a file of documents. The error is a sentence. Each line longer than `lineBytesMax` is rejected individually.
 */
export async function openDocumentLines(
  path: string,
  lineBytesMax: number,
): Promise<Result<AsyncIterable<DocumentLine>, string>> {
  const file = await stat(path).catch(() => null);
  if (file === null) return err(`FILE must be a readable file; there is none at ${JSON.stringify(path)}.`);
  if (!file.isFile()) return err(`FILE must be a file; ${JSON.stringify(path)} is not a file.`);
  return ok(readLines(path, lineBytesMax));
}

/** Reads the non-empty lines. Drops the bytes of a line that is too long, to bound memory use. */
async function* readLines(path: string, bytesMax: number): AsyncGenerator<DocumentLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let number = 1;
  const take = (piece: Uint8Array): void => {
    length += piece.byteLength;
    if (length > bytesMax + 1) parts = [];
    else parts.push(piece);
  };
  const endLine = (): DocumentLine | null => {
    const line =
      length > bytesMax + 1 ? refuseLongLine(number, bytesMax) : decodeLine(Buffer.concat(parts), number, bytesMax);
    [parts, length] = [[], 0];
    number++;
    return line;
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, at));
      from = at + 1;
      const line = endLine();
      if (line !== null) yield line;
    }
    take(chunk.slice(from));
  }
  const last = endLine();
  if (last !== null) yield { ...last, isUnended: true };
}

function refuseLongLine(number: number, bytesMax: number): DocumentLine {
  return {
    number,
    text: null,
    fault: `the line must have at most ${bytesMax} bytes, but it has more.`,
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes a line as UTF-8. Returns null if the line is empty. */
function decodeLine(bytes: Uint8Array, number: number, bytesMax: number): DocumentLine | null {
  const own = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
  if (own.byteLength > bytesMax) return refuseLongLine(number, bytesMax);
  try {
    const decoded = decoder.decode(own);
    const text = number === 1 ? decoded.replace(BYTE_ORDER_MARK, '') : decoded;
    return text.trim() === '' ? null : { number, text, fault: null };
  } catch {
    return { number, text: null, fault: 'the line must be text in UTF-8, but it holds other bytes.' };
  }
}
