import type { PrimaryAnswer, PrimaryFault } from '../../domain/ports/primary.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { wholeBytes } from '../../domain/values/whole_bytes.ts';

/** Maximum size of an answer. It exceeds a receipt of 2,000 records that are all refused with long sentences. */
const ANSWER_BYTES_MAX = 8_000_000;

/** Waits for the complete answer, so that a truncated answer is not forwarded. */
export async function wholeAnswer(answer: PrimaryAnswer): Promise<Result<PrimaryAnswer, PrimaryFault>> {
  try {
    const bytes = await wholeBytes(answer.body, ANSWER_BYTES_MAX);
    return bytes === null ? err('lost') : ok({ ...answer, body: new Blob([bytes]).stream() });
  } catch {
    return err('lost');
  }
}
