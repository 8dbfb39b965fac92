import type { Clock } from '../ports/clock.ts';
import type { OperatorStore } from '../ports/operator.ts';
import { err, ok, type Result } from '../values/result.ts';
import type { OperatorAnswers, OperatorCommand } from './command.ts';
import { normaliseText, readInstallId } from './words.ts';

/** Length limits of the reason for withholding an install (uploads.db, `withholdings` table). */
const REASON = { name: 'reason', min: 1, max: 400 };

/**
 * Erases an install from uploads.db. Later records from the install are refused, even if it was unknown (contract,
 * section 2, Erasure).
 */
export async function erase(store: OperatorStore, text: string): Promise<Result<OperatorAnswers['erase'], string>> {
  const installId = readInstallId(text);
  if (!installId.ok) return installId;
  const erased = await store.erase(installId.value);
  return ok({ records: erased?.records ?? null });
}

/** Keeps an install's records but stops counting them until `lift` is called (contract, section 2, Operators). */
export async function withhold(
  store: OperatorStore,
  { clock }: { readonly clock: Clock },
  request: Extract<OperatorCommand, { op: 'withhold' }>,
): Promise<Result<OperatorAnswers['withhold'], string>> {
  const installId = readInstallId(request.installId);
  if (!installId.ok) return installId;
  const reason = normaliseText(request.reason, REASON);
  if (!reason.ok) return reason;
  const withheld = await store.withhold(installId.value, reason.value, clock.nowMs());
  return withheld === null
    ? err('install must name an install whose records are stored; none of this one is.')
    : ok(withheld);
}

/** Starts counting the records of a withheld install again. */
export async function lift(store: OperatorStore, text: string): Promise<Result<OperatorAnswers['lift'], string>> {
  const installId = readInstallId(text);
  if (!installId.ok) return installId;
  const lifted = await store.lift(installId.value);
  return lifted === null ? err('install must name an install that is withheld; this one is not.') : ok(lifted);
}
