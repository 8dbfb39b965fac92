import type { PrimaryAnswer, PrimaryFault } from '../../domain/ports/primary.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';

/** Receipts of 2,000 records, all refused with long sentences, stay below. */
const ANSWER_BYTES_MAX = 8_000_000;

/** Waits for all of an answer, so that one that breaks off is not passed on as far as it came. */
export const wholeAnswer = async (answer: PrimaryAnswer): Promise<Result<PrimaryAnswer, PrimaryFault>> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer.body) {
      bytes += chunk.byteLength;
      if (bytes > ANSWER_BYTES_MAX) return err('lost');
      chunks.push(new Uint8Array(chunk));
    }
  } catch {
    return err('lost');
  }
  return ok({ ...answer, body: new Blob(chunks).stream() });
};
