import type { Client, Transaction } from '@libsql/client';
import type { OperatorStore } from '../../../domain/ports/operator.ts';
import { err, ok, type StorageResult, unreachable } from '../../../domain/values/result.ts';
import { inTransaction } from '../database.ts';
import { pagesToScrub, SCRUB_PAGES, scrubPages, tryToEmptyLog } from '../scrub.ts';
import type { WorkKind } from './connection_fault.ts';
import { findUpload } from './find_upload.ts';
import { addGrant, readGrants, revokeGrant } from './operator_grants.ts';
import { clearOrders, eraseInstall, knowsInstall, liftInstall, withholdInstall } from './operator_installs.ts';
import { addKey, noteKeyUse, readKeys, revokeKey } from './operator_keys.ts';

/** uploads.db, open to write, with its secret. */
export interface OpenUploads {
  readonly client: Client;
  readonly feedKey: string;
}

/** Does one piece of work on the open database, in turn. What only reads says so. */
export type Run = <T>(work: (open: OpenUploads) => Promise<T>, kind?: WorkKind) => Promise<StorageResult<T>>;

/** What the owner of uploads.db does for the operator; every function is one transaction, done in turn with the uploads. */
export const createOperatorStore = (run: Run): OperatorStore => {
  const write = <T>(work: (tx: Transaction, feedKey: string) => Promise<T>): Promise<StorageResult<T>> =>
    run(({ client, feedKey }) => inTransaction(client, (tx) => work(tx, feedKey)));
  const scrubInTurn = shared(() => scrub(run));
  return {
    addKey: (keyHash, label, day) => write((tx) => addKey(tx, keyHash, label, day)),
    keys: () => run(({ client }) => readKeys(client), 'read'),
    revokeKey: (which, nowMs) => write((tx) => revokeKey(tx, which, nowMs)),
    noteKeyUse: (keyHash, day) => write((tx) => noteKeyUse(tx, keyHash, day)),
    addGrant: (grant) => write((tx) => addGrant(tx, grant)),
    allGrants: () => run(({ client }) => readGrants(client), 'read'),
    revokeGrant: (which, nowMs) => write((tx) => revokeGrant(tx, which, nowMs)),
    erase: async (installId) => {
      const erased = await run(({ client, feedKey }) =>
        withoutForeignKeys(client, () => inTransaction(client, (tx) => eraseInstall(tx, feedKey, installId))),
      );
      if (!erased.ok) return erased;
      const { records, leavesBytes } = erased.value;
      const scrubbed = leavesBytes ? await scrubInTurn() : ok(undefined);
      return scrubbed.ok ? ok(records === null ? null : { records }) : scrubbed;
    },
    withhold: (installId, reason, nowMs) => write((tx) => withholdInstall(tx, installId, reason, nowMs)),
    lift: (installId) => write((tx) => liftInstall(tx, installId)),
    knowsInstall: (installId) => run(({ client }) => knowsInstall(client, installId), 'read'),
    upload: (uploadId) => run(({ client }) => findUpload(client, uploadId), 'read'),
    clearOrders: (upTo) => write((tx) => clearOrders(tx, upTo)),
  };
};

/** They can be turned off outside of transactions only. */
const withoutForeignKeys = async <T>(client: Client, work: () => Promise<T>): Promise<T> => {
  await client.execute('pragma foreign_keys=off');
  try {
    return await work();
  } finally {
    await client.execute('pragma foreign_keys=on');
  }
};

/**
 * Does the work of all who ask before it begins at one go, and never two at a time: anyone may ask for an erasure, and
 * each reads the whole database.
 */
const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    if (next !== null) return next;
    const turn = last.then(() => {
      next = null;
      return work();
    });
    next = turn;
    last = turn.catch(() => {});
    return turn;
  };
};

const LOG_ATTEMPTS = 60;
const LOG_PAUSE_MS = 100;

/**
 * Takes what was erased out of the bytes of the database and its write-ahead log, in small pieces between which uploads
 * come in.
 */
const scrub = async (run: Run): Promise<StorageResult<void>> => {
  const pages = await run(({ client }) => pagesToScrub(client));
  if (!pages.ok) return pages;
  for (let from = 1; from <= pages.value; from += SCRUB_PAGES) {
    const scrubbed = await run(({ client }) => scrubPages(client, from));
    if (!scrubbed.ok) return scrubbed;
  }
  return emptyLog(run);
};

/** A reader may be in the way for a moment. */
const emptyLog = async (run: Run): Promise<StorageResult<void>> => {
  for (let attempt = 0; attempt < LOG_ATTEMPTS; attempt++) {
    const emptied = await run(({ client }) => tryToEmptyLog(client));
    if (!emptied.ok) return emptied;
    if (emptied.value) return ok(undefined);
    await new Promise((resolve) => setTimeout(resolve, LOG_PAUSE_MS));
  }
  return err(unreachable('uploads', 'CHECKPOINT_BUSY'));
};
