import { Buffer } from 'node:buffer';
import { type DayQuota, findDayQuota } from '../../../domain/intake/day_quota.ts';
import type { NetworkRule } from '../../../domain/intake/network_rule.ts';
import type { OperatorStore } from '../../../domain/ports/operator.ts';
import type { Random } from '../../../domain/ports/random.ts';
import type { ChainLink, NewUpload, UploadWriter } from '../../../domain/ports/uploads.ts';
import { openWriter, prepareClient, readValue } from '../database.ts';
import { migrateUploads, WrongDatabase } from '../migrate.ts';
import { createFaultWrapper, ignoreStorageError, readStorageCode, StorageError } from '../storage_error.ts';
import { readLastLink, readLink } from './chain.ts';
import { createQueue, discardFailedCommit, type OpenUploads, type RunWork, shouldReconnect } from './connection.ts';
import { createFeedKey, FEED_KEY_DAMAGED, readFeedKey } from './feed_key.ts';
import {
  createLostDatabaseError,
  type FileWatch,
  isEmptyFile,
  refuseLostDatabase,
  requireDatabaseFile,
  watchFiles,
} from './files.ts';
import { createLinkKeeper, type LinkFile } from './link_keeper.ts';
import { forgetNetworkPlaces } from './networks.ts';
import { readGrantsByHash } from './operator_grants.ts';
import { createOperatorStore } from './operator_store.ts';
import { createScrubScheduler, readNewestPendingScrub } from './pending_scrubs.ts';
import { emptyWriteAheadLog, shrinkDatabase } from './shrink.ts';
import { type StoreResult, storeUploads } from './store.ts';

const wrapFaults = createFaultWrapper('uploads');

const FEED_KEY_BYTES = 32;
const FEED_KEY_NOTICE =
  'Row 1 of secrets in uploads.db is damaged: every digest is made with the key in it. Restore the newest backup.';
const LOG_BUSY_CODE = 'LOG_BUSY';

export interface UploadWriterOptions {
  readonly random: Random;
  /**
   * True when an instance starts: a missing database is created, and an error (WrongDatabase or a storage error) is
   * thrown if the database cannot be opened. False for an instance that started before: the database must exist, and
   * every call throws a storage fault as long as the database cannot be opened.
   */
  readonly create: boolean;
  /**
   * The newest chain link stored outside the database (adapters/data_folder/notes.ts), or null. With `create`, throws
   * WrongDatabase if there is such a link but the database is missing or has no links.
   */
  readonly knownLink?: ChainLink | null;
  /** Limit on the elements of one install, kind and day. Defaults to the published limits. */
  readonly dayQuota?: DayQuota;
  /** Limit on the witnesses of one network. Defaults to null: all installs count. */
  readonly networkRule?: NetworkRule | null;
  /** Throws a storage fault if the data folder is no longer the one with which the process started. */
  readonly requireFolder?: () => void;
  /** The file that stores the newest link outside the database. If omitted, the link is not stored. */
  readonly note?: LinkFile;
  /** Receives errors of background work that are not storage faults. */
  readonly onBug?: (error: unknown) => void;
}

/** Uploads that wait to be stored in one transaction, and their results, in the same order. */
interface UploadGroup {
  readonly uploads: NewUpload[];
  readonly results: Promise<readonly StoreResult[]>;
}

/** The only writer of uploads.db. */
export interface UploadsOwner extends UploadWriter {
  readonly operator: OperatorStore;
  /** Deletes expired places in networks. Must be called even if the network rule has been turned off. */
  forgetNetworks(nowMs: number): Promise<void>;
}

/**
 * Opens uploads.db as its only writer. Calls run one at a time, in order, but uploads that wait are stored together, in
 * the turn of the first one. After a storage fault the connection is
 * closed (connection.ts) and the next call opens the file again. That never creates a new file: if the database has
 * disappeared, calls fail until it is back.
 */
export async function openUploadWriter(
  path: string,
  {
    random,
    create,
    knownLink = null,
    dayQuota = findDayQuota,
    networkRule = null,
    requireFolder = () => {},
    note,
    onBug = () => {},
  }: UploadWriterOptions,
): Promise<UploadsOwner> {
  const files = watchFiles(path);
  const inTurn = createQueue();
  let open: OpenUploads | null = create ? await openUploads(path, random, files, knownLink) : null;
  // Newest link of the most recently closed database. A file that replaces this database must contain the link.
  let reached: ChainLink | null = null;
  const drop = async (): Promise<void> => {
    if (open !== null && !files.holdsDatabase()) reached = (await readNewestLink(open)) ?? reached;
    open?.client.close();
    open = null;
  };
  /**
   * Returns whether the open connection, if any, still uses the files at `path`. If only the log was deleted, the
   * connection can still read it, so it checkpoints the log into the database before a new connection replaces it.
   */
  const checkFiles = async (): Promise<boolean> => {
    if (open === null || files.holds()) return true;
    if (!files.holdsDatabase()) {
      await drop();
      return false;
    }
    const before = open;
    const busy = await readValue(before.client, 'pragma wal_checkpoint(truncate)');
    if (Number(busy) !== 0) throw new StorageError(LOG_BUSY_CODE);
    open = await reopenUploads(path, files, null);
    before.client.close();
    return true;
  };
  const onFiles = async <T>(work: (open: OpenUploads) => Promise<T>): Promise<T> => {
    requireFolder();
    await checkFiles();
    open ??= await reopenUploads(path, files, reached);
    const result = await work(open);
    if (!(await checkFiles())) throw new StorageError('DATABASE_REPLACED');
    return result;
  };
  const runNow: RunWork = (work, kind = 'write') =>
    wrapFaults(async () => {
      try {
        return await onFiles(work);
      } catch (error) {
        // If a reader blocks the checkpoint, the next call tries again; closing the connection would lose the log.
        if (readStorageCode(error) !== LOG_BUSY_CODE && shouldReconnect(error, kind)) {
          if (kind === 'write' && open !== null && files.holds()) await discardFailedCommit(open.client);
          await drop();
        }
        throw error;
      }
    });
  let group: UploadGroup | null = null;
  const run: RunWork = (work, kind) => {
    // An upload that comes after this call must not be stored before it.
    group = null;
    return inTurn(() => runNow(work, kind));
  };
  const startGroup = (): UploadGroup => {
    const uploads: NewUpload[] = [];
    const results = inTurn(() => {
      if (group?.uploads === uploads) group = null;
      return runNow(({ client, feedKey }) => storeUploads(client, feedKey, uploads, { dayQuota, networkRule }));
    });
    return { uploads, results };
  };
  const links = note === undefined ? null : createLinkKeeper(note, (work) => run(({ client }) => work(client), 'read'));
  const runAndNoteLink: RunWork = async (work, kind) => {
    const result = await run(work, kind);
    if (kind !== 'read') links?.changed();
    return result;
  };
  links?.changed();
  const scrubs = createScrubScheduler(run, onBug);
  if (open === null || (await readNewestPendingScrub(open.client)) !== null) scrubs.begin();
  return {
    take: async (upload) => {
      if (upload.records.length === 0) return [];
      group ??= startGroup();
      const place = group.uploads.push(upload) - 1;
      const result = (await group.results)[place]!;
      links?.changed();
      return wrapFaults(async () => {
        if (!result.ok) throw result.error;
        return result.value;
      });
    },
    grants: async (tokenHashes) =>
      tokenHashes.length === 0 ? [] : run(({ client }) => readGrantsByHash(client, tokenHashes), 'read'),
    operator: createOperatorStore(runAndNoteLink, scrubs),
    forgetNetworks: (nowMs) => run(({ client }) => forgetNetworkPlaces(client, nowMs)),
    close: async () => {
      await scrubs.stop();
      await links?.settle();
      await inTurn(async () => {
        if (open !== null) await emptyWriteAheadLog(open.client);
        await drop();
      });
    },
  };
}

/** Opens the database when the instance starts, and creates or migrates it if needed. */
async function openUploads(
  path: string,
  random: Random,
  files: FileWatch,
  knownLink: ChainLink | null,
): Promise<OpenUploads> {
  refuseLostDatabase(path);
  const lost = createLostDatabaseError(knownLink);
  if (lost !== null && isEmptyFile(path)) throw lost;
  return prepareClient(await openWriter(path, { create: true }), async (client) => {
    await migrateUploads(client);
    await createFeedKey(client, Buffer.from(random.bytes(FEED_KEY_BYTES)).toString('hex'));
    const feedKey = await readFeedKey(client).catch((error: unknown) => {
      throw readStorageCode(error) === FEED_KEY_DAMAGED ? new WrongDatabase(FEED_KEY_NOTICE) : error;
    });
    if (lost !== null && (await readLastLink(client)).n === 0) throw lost;
    await shrinkDatabase(client);
    await emptyWriteAheadLog(client);
    files.start();
    return { client, feedKey };
  });
}

/** Returns the newest link of an open database, or null if the link can no longer be read. */
async function readNewestLink({ client }: OpenUploads): Promise<ChainLink | null> {
  return ignoreStorageError(() => readLastLink(client));
}

/** Opens the database again. Throws a storage fault if it lacks the link `reached`, as an older copy would. */
async function reopenUploads(path: string, files: FileWatch, reached: ChainLink | null): Promise<OpenUploads> {
  requireDatabaseFile(path);
  files.refuseCut();
  return prepareClient(await openWriter(path, { create: false }), async (client) => {
    try {
      await migrateUploads(client);
    } catch (error) {
      if (error instanceof WrongDatabase) throw new StorageError('DATABASE_WRONG');
      throw error;
    }
    const feedKey = await readFeedKey(client);
    if (reached !== null && (await readLink(client, reached.n))?.digest !== reached.digest) {
      throw new StorageError('DATABASE_OLDER');
    }
    files.start();
    return { client, feedKey };
  });
}
