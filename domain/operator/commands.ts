import type { OperatorStore } from '../ports/operator.ts';
import { err, ok, type Result } from '../values/result.ts';
import { storageFaultOr } from '../values/storage_fault.ts';
import { formatUnreachable } from './answers.ts';
import type { OperatorAnswers, OperatorCommand, OwnerDeps } from './command.ts';
import { issueGrant, listGrants, revokeGrant } from './grants.ts';
import { erase, lift, withhold } from './installs.ts';
import { createKey, listKeys, revokeKey, revokeOwnKey } from './keys.ts';
import { issueOwnGrant, revokeOwnGrant } from './own_grants.ts';
import { describeUpload } from './uploads.ts';

/** Executes commands. An error is a sentence for the operator and never contains an install id, key or token. */
export interface Owner {
  carryOut(command: OperatorCommand): Promise<Result<unknown, string>>;
}

/** Creates the executor of commands for the process that owns uploads.db. Storage faults become errors. */
export function createOwner(store: OperatorStore, deps: OwnerDeps): Owner {
  return {
    carryOut: async (command) => {
      try {
        return await dispatch(store, deps, command);
      } catch (error) {
        return err(formatUnreachable(storageFaultOr(error).cause));
      }
    },
  };
}

async function dispatch(
  store: OperatorStore,
  deps: OwnerDeps,
  command: OperatorCommand,
): Promise<Result<OperatorAnswers[keyof OperatorAnswers], string>> {
  switch (command.op) {
    case 'key-create':
      return createKey(store, deps, command.label);
    case 'key-list':
      return ok(await listKeys(store, command.after));
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
      return erase(store, command.installId);
    case 'withhold':
      return withhold(store, deps, command);
    case 'lift':
      return lift(store, command.installId);
    case 'clear-orders':
      await store.clearOrders(command.upTo);
      return ok(null);
    case 'upload':
      return ok(await describeUpload(store, command.uploadId));
  }
}
