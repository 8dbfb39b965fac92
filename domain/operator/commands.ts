import type { Clock } from '../ports/clock.ts';
import type { OperatorStore } from '../ports/operator.ts';
import { SESSION_UPLOADS_MAX } from '../ports/upload_contents.ts';
import { err, ok, type Result } from '../values/result.ts';
import { requireStorageFault } from '../values/storage_fault.ts';
import { LIST_ROWS_MAX, type OperatorAnswers, type OperatorCommand, type OwnerDeps } from './command.ts';
import { confirmErasure, createErasureTickets, type ErasureTickets, eraseInstall, previewErasure } from './erasures.ts';
import { issueGrant, listGrants, revokeGrant } from './grants.ts';
import { createKey, revokeKey, revokeOwnKey } from './keys.ts';
import { issueOwnGrant, revokeOwnGrant } from './own_grants.ts';
import { describeUpload } from './upload_contents.ts';
import { normaliseText, validateInstallId } from './words.ts';

/** Executes commands. An error is a sentence for the operator and never contains an install id, key or token. */
export interface CommandOwner {
  carryOut(command: OperatorCommand): Promise<Result<unknown, string>>;
}

/** Creates the command executor for the process that owns uploads.db. Storage faults become errors. */
export function createRunner(store: OperatorStore, deps: OwnerDeps): CommandOwner {
  const tickets = createErasureTickets(deps);
  return {
    carryOut: async (command) => {
      try {
        return await runCommand(store, deps, tickets, command);
      } catch (error) {
        const { cause } = requireStorageFault(error);
        return err(
          `The uploads database could not be read or written (${cause}): check its disk and file, then run the command again.`,
        );
      }
    },
  };
}

async function runCommand(
  store: OperatorStore,
  deps: OwnerDeps,
  tickets: ErasureTickets,
  command: OperatorCommand,
): Promise<Result<OperatorAnswers[keyof OperatorAnswers], string>> {
  switch (command.op) {
    case 'key-create':
      return createKey(store, deps, command.label);
    case 'key-list':
      return ok(await store.keys(command.after, LIST_ROWS_MAX));
    case 'key-revoke':
      return revokeKey(store, deps, command.n);
    case 'own-key-revoke':
      return revokeOwnKey(store, deps, command.key);
    case 'key-used':
      await store.noteKeyUse(command.keyHash, command.day);
      return ok(null);
    case 'grant-issue':
      return issueGrant(store, deps, command);
    case 'grant-list':
      return ok(await listGrants(store, command.after));
    case 'grant-revoke':
      return revokeGrant(store, deps, command);
    case 'own-grant-issue':
      return issueOwnGrant(store, deps, command);
    case 'own-grant-revoke':
      return revokeOwnGrant(store, deps, command.token);
    case 'erase':
      return eraseInstall(store, command.installId);
    case 'own-erase-preview':
      return previewErasure(store, tickets, command.installId);
    case 'own-erase':
      return confirmErasure(store, tickets, command.ticket);
    case 'withhold':
      return withholdInstall(store, deps, command);
    case 'lift':
      return liftWithholding(store, command.installId);
    case 'clear-orders':
      await store.clearOrders(command.upTo);
      return ok(null);
    case 'upload':
      return ok(await describeUpload(store, command.uploadId, deps.game?.() ?? null));
    case 'session':
      return ok(await store.session(command.session, SESSION_UPLOADS_MAX));
  }
}

/** Length limits of the reason for withholding an install (uploads.db, `withholdings` table). */
const REASON_TEXT_LIMITS = { name: 'reason', min: 1, max: 400 };

/** Keeps an install's records but stops counting them until `lift` is called (contract, section 2, Operators). */
async function withholdInstall(
  store: OperatorStore,
  { clock }: { readonly clock: Clock },
  request: Extract<OperatorCommand, { op: 'withhold' }>,
): Promise<Result<OperatorAnswers['withhold'], string>> {
  const installId = validateInstallId(request.installId);
  if (!installId.ok) return installId;
  const reason = normaliseText(request.reason, REASON_TEXT_LIMITS);
  if (!reason.ok) return reason;
  const withheld = await store.withhold(installId.value, reason.value, clock.nowMs());
  return withheld === null
    ? err('install must name an install whose records are stored; none of this one is.')
    : ok(withheld);
}

async function liftWithholding(store: OperatorStore, text: string): Promise<Result<OperatorAnswers['lift'], string>> {
  const installId = validateInstallId(text);
  if (!installId.ok) return installId;
  const lifted = await store.lift(installId.value);
  return lifted === null ? err('install must name an install that is withheld; this one is not.') : ok(lifted);
}
