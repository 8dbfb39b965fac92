import type { Client, Transaction } from '@libsql/client';
import type { OperatorStore } from '../../../domain/ports/operator.ts';
import { inTransaction } from '../database.ts';
import { findUpload } from './find_upload.ts';
import { findInstall } from './installs.ts';
import { addGrant, readGrants, revokeGrant } from './operator_grants.ts';
import { clearOrders, eraseInstall, liftInstall, withholdInstall } from './operator_installs.ts';
import { addKey, noteKeyUse, readKeys, revokeKey } from './operator_keys.ts';
import type { ScrubScheduler } from './pending_scrubs.ts';
import type { Run } from './run.ts';

/**
 * Implements the operator's store with the writer of uploads.db. Each method is one transaction, queued with uploads.
 */
export function createOperatorStore(run: Run, scrubs: ScrubScheduler): OperatorStore {
  const write = <T>(work: (tx: Transaction, feedKey: string) => Promise<T>): Promise<T> =>
    run(({ client, feedKey }) => inTransaction(client, (tx) => work(tx, feedKey)));
  return {
    addKey: (keyHash, label, day) => write((tx) => addKey(tx, keyHash, label, day)),
    keys: (after, limit) => run(({ client }) => readKeys(client, after, limit), 'read'),
    revokeKey: (which, nowMs) => write((tx) => revokeKey(tx, which, nowMs)),
    noteKeyUse: (keyHash, day) => write((tx) => noteKeyUse(tx, keyHash, day)),
    addGrant: (grant, ownMax) => write((tx, feedKey) => addGrant(tx, feedKey, grant, ownMax)),
    issuedGrants: (after, limit) => run(({ client }) => readGrants(client, after, limit), 'read'),
    revokeGrant: (which, nowMs) => write((tx) => revokeGrant(tx, which, nowMs)),
    erase: async (installId) => {
      const { records, owesScrub } = await run(({ client, feedKey }) =>
        withoutForeignKeys(client, () => inTransaction(client, (tx) => eraseInstall(tx, feedKey, installId))),
      );
      if (owesScrub) await scrubs.settle();
      return records === null ? null : { records };
    },
    withhold: (installId, reason, nowMs) =>
      write((tx, feedKey) => withholdInstall(tx, feedKey, installId, reason, nowMs)),
    lift: (installId) => write((tx, feedKey) => liftInstall(tx, feedKey, installId)),
    knowsInstall: (installId) =>
      run(async ({ client, feedKey }) => (await findInstall(client, feedKey, installId)) !== null, 'read'),
    upload: (uploadId) => run(({ client }) => findUpload(client, uploadId), 'read'),
    clearOrders: (upTo) => write((tx) => clearOrders(tx, upTo)),
  };
}

/** Runs `work` with foreign keys off. SQLite allows turning them off only outside of a transaction. */
async function withoutForeignKeys<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.execute('pragma foreign_keys=off');
  try {
    return await work();
  } finally {
    await client.execute('pragma foreign_keys=on');
  }
}
