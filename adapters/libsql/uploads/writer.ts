import { Buffer } from 'node:buffer';
import type { Client } from '@libsql/client';
import { type DayQuota, dayQuotaOf } from '../../../domain/intake/day_quota.ts';
import type { NetworkRule } from '../../../domain/intake/network_rule.ts';
import type { OperatorStore } from '../../../domain/ports/operator.ts';
import type { Random } from '../../../domain/ports/random.ts';
import type { ChainLink, UploadWriter } from '../../../domain/ports/uploads.ts';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { openWriter, value } from '../database.ts';
import { migrate, WrongDatabase } from '../migrate.ts';
import { StorageError, storageErrorCode, storageRunner } from '../storage_error.ts';
import { linkAt, linkOlderUploads, newestLink } from './chain.ts';
import { shouldReconnect } from './connection_fault.ts';
import { discardFailedCommit } from './failed_commit.ts';
import { FEED_KEY_DAMAGED, readFeedKey, sealFeedKey } from './feed_key.ts';
import {
  type FileWatch,
  isEmptyFile,
  lostBeside,
  refuseLostDatabase,
  requireDatabaseFile,
  watchFiles,
} from './files.ts';
import { digestOlderInstalls } from './installs.ts';
import { createLinkKeeper, type LinkNote } from './link_keeper.ts';
import { forgetPlaces } from './networks.ts';
import { grantsByHash } from './operator_grants.ts';
import { createOperatorStore } from './operator_store.ts';
import { createOwedScrubs, newestOwed } from './owed_scrubs.ts';
import { createQueue } from './queue.ts';
import { respellOlderRecords } from './reformatted.ts';
import type { OpenUploads, Run } from './run.ts';
import { storeUpload } from './store.ts';

const runStorage = storageRunner('uploads');

const FEED_KEY_BYTES = 32;
const KEY_SENTENCE =
  'Row 1 of secrets in uploads.db is damaged: every digest is made with the key in it. Restore the newest backup.';
const LOG_BUSY = 'LOG_BUSY';

export interface UploadWriterOptions {
  readonly random: Random;
  /**
   * True at an instance's start: a missing database is made, one that cannot be opened is thrown (WrongDatabase, or the
   * storage's error). False for one that has started before: the database must be there, and as long as it cannot be
   * opened the writer answers unreachable.
   */
  readonly create: boolean;
  /**
   * The newest link of the chain that was noted outside the database (adapters/data_folder/link_file.ts). With `create`, a database
   * without any link beside a known one is thrown (WrongDatabase) instead of being begun anew.
   */
  readonly knownLink?: ChainLink | null;
  /** What an install may tell of a kind and day. Default: as published. */
  readonly dayQuota?: DayQuota;
  /** How many installs of a network count as witnesses. Default: null, all of them. */
  readonly networkRule?: NetworkRule | null;
  /** Throws a storage fault where the data folder is not the one that the process began with. */
  readonly requireFolder?: () => void;
  /** Where the newest link is noted from then on; nowhere where it is not given. */
  readonly note?: LinkNote;
  /** Hears of a fault of ours in work that nobody waits for. */
  readonly onBug?: (error: unknown) => void;
}

/** Everything that is written to uploads.db. */
export interface UploadsOwner extends UploadWriter {
  readonly operator: OperatorStore;
  /** Forgets the networks of which the places are older than they may be, also where the rule was taken back. */
  forgetNetworks(nowMs: number): Promise<void>;
}

/**
 * Opens uploads.db as its one writer. All work is done in turn, one piece after another. After a fault of the storage the
 * connection is dropped (connection_fault.ts) and the next piece opens the file afresh, never a new one: a database that
 * vanished stays missed until it is back.
 */
export async function openUploadWriter(
  path: string,
  {
    random,
    create,
    knownLink = null,
    dayQuota = dayQuotaOf,
    networkRule = null,
    requireFolder = () => {},
    note,
    onBug = () => {},
  }: UploadWriterOptions,
): Promise<UploadsOwner> {
  const files = watchFiles(path);
  const inTurn = createQueue();
  let open: OpenUploads | null = create ? await begin(path, random, files, knownLink) : null;
  // The newest link of the database that was last let go of: what takes its place must have come as far.
  let reached: ChainLink | null = null;
  const drop = async (): Promise<void> => {
    if (open !== null && !files.holdsDatabase()) reached = (await linkOf(open)) ?? reached;
    open?.client.close();
    open = null;
  };
  /**
   * Whether what is open is what stands there. A log that was deleted beside its database still is read through the
   * connection that wrote it: that one moves it into the database before another, with a log of its own, goes on.
   */
  const keepHold = async (): Promise<boolean> => {
    if (open === null || files.holds()) return true;
    if (!files.holdsDatabase()) {
      await drop();
      return false;
    }
    const before = open;
    const busy = await value(before.client, 'pragma wal_checkpoint(truncate)');
    if (Number(busy) !== 0) throw new StorageError(LOG_BUSY);
    open = await resume(path, files, null);
    before.client.close();
    return true;
  };
  const onFiles = async <T>(work: (open: OpenUploads) => Promise<T>): Promise<T> => {
    requireFolder();
    await keepHold();
    open ??= await resume(path, files, reached);
    const result = await work(open);
    if (!(await keepHold())) throw new StorageError('DATABASE_REPLACED');
    return result;
  };
  const run: Run = (work, kind = 'write') =>
    inTurn(() =>
      runStorage(async () => {
        try {
          return await onFiles(work);
        } catch (error) {
          // A log that a reader is in the way of is moved at the next piece of work; who closed it would lose it.
          if (storageErrorCode(error) !== LOG_BUSY && shouldReconnect(error, kind)) {
            if (kind === 'write' && open !== null && files.holds()) await discardFailedCommit(open.client);
            await drop();
          }
          throw error;
        }
      }),
    );
  const links = note === undefined ? null : createLinkKeeper(note, (work) => run(({ client }) => work(client), 'read'));
  const linking: Run = async (work, kind) => {
    const done = await run(work, kind);
    if (kind !== 'read') links?.changed();
    return done;
  };
  links?.changed();
  const scrubs = createOwedScrubs(run, onBug);
  if (open === null || (await newestOwed(open.client)) !== null) scrubs.begin();
  return {
    take: async (upload) =>
      upload.records.length === 0
        ? []
        : linking(({ client, feedKey }) => storeUpload(client, feedKey, upload, { dayQuota, networkRule })),
    grants: async (tokenHashes) =>
      tokenHashes.length === 0 ? [] : run(({ client }) => grantsByHash(client, tokenHashes), 'read'),
    operator: createOperatorStore(linking, scrubs),
    forgetNetworks: (nowMs) => run(({ client }) => forgetPlaces(client, nowMs)),
    close: async () => {
      await scrubs.stop();
      await links?.settle();
      await inTurn(async () => {
        if (open !== null) await emptyLog(open.client);
        await drop();
      });
    },
  };
}

/** Opens the database at the instance's start, making and migrating it where needed. */
async function begin(
  path: string,
  random: Random,
  files: FileWatch,
  knownLink: ChainLink | null,
): Promise<OpenUploads> {
  refuseLostDatabase(path);
  const lost = lostBeside(knownLink);
  if (lost !== null && isEmptyFile(path)) throw lost;
  return prepared(await openWriter(path, { create: true }), async (client) => {
    await migrate(client, 'uploads');
    const feedKey = Buffer.from(random.bytes(FEED_KEY_BYTES)).toString('hex');
    await client.execute({
      sql: 'insert into secrets (id, feed_key) values (1, ?) on conflict do nothing',
      args: [feedKey],
    });
    const open = await chained(client).catch((error: unknown) => {
      throw storageErrorCode(error) === FEED_KEY_DAMAGED ? new WrongDatabase(KEY_SENTENCE) : error;
    });
    if (lost !== null && (await newestLink(client)).n === 0) throw lost;
    await emptyLog(client);
    files.start();
    return open;
  });
}

/** The newest link of an open database; null where it can no longer be read. */
async function linkOf({ client }: OpenUploads): Promise<ChainLink | null> {
  const link = await orStorageFault(runStorage(() => newestLink(client)));
  return link instanceof StorageFault ? null : link;
}

/** Opens the database again; refused where it does not hold the link that was `reached`, as an older copy does not. */
async function resume(path: string, files: FileWatch, reached: ChainLink | null): Promise<OpenUploads> {
  requireDatabaseFile(path);
  files.refuseCut();
  return prepared(await openWriter(path, { create: false }), async (client) => {
    try {
      await migrate(client, 'uploads');
    } catch (error) {
      if (error instanceof WrongDatabase) throw new StorageError('DATABASE_WRONG');
      throw error;
    }
    const open = await chained(client);
    if (reached !== null && (await linkAt(client, reached.n))?.digest !== reached.digest) {
      throw new StorageError('DATABASE_OLDER');
    }
    files.start();
    return open;
  });
}

/** Every install has its digest from here on, every upload its link, and every record is known by how this release would write it. */
async function chained(client: Client): Promise<OpenUploads> {
  const feedKey = await readFeedKey(client);
  await sealFeedKey(client, feedKey);
  await digestOlderInstalls(client, feedKey);
  await linkOlderUploads(client, feedKey);
  await respellOlderRecords(client);
  return { client, feedKey };
}

async function prepared<T>(client: Client, prepare: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await prepare(client);
  } catch (error) {
    client.close();
    throw error;
  }
}

/** Moves the write-ahead log into the database. Where a reader is in the way, SQLite does it at a later commit. */
async function emptyLog(client: Client): Promise<void> {
  try {
    await client.execute('pragma wal_checkpoint(truncate)');
  } catch (error) {
    if (storageErrorCode(error) === null) throw error;
  }
}
