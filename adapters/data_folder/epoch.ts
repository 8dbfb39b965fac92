import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { CLAIM_TRAITS } from '../../domain/families/mod.ts';
import type { EpochFailure, ScratchEpoch, WorkEpoch } from '../../domain/operator/builder_context.ts';
import type { EvidenceStore } from '../../domain/ports/evidence.ts';
import type { FeedTime } from '../../domain/ports/exports.ts';
import type { Random } from '../../domain/ports/random.ts';
import type { SnapshotWriter } from '../../domain/ports/snapshots.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { orStorageFault } from '../../domain/values/storage_fault.ts';
import { openReader, openWriter, value } from '../libsql/database.ts';
import { openEvidenceStore } from '../libsql/evidence/store.ts';
import { followChanges, followNothing, forgetAllChanges, forgetChanges } from '../libsql/publish/follow.ts';
import { scrubDatabase } from '../libsql/scrub.ts';
import { compareSnapshots } from '../libsql/snapshot/compare/compare.ts';
import { sameVersions } from '../libsql/snapshot/origin.ts';
import { createSnapshotDatabase, type OpenSnapshot, openSnapshotWriter } from '../libsql/snapshot/writer.ts';
import { isDamage, StorageError, storageErrorCode, storageRunner } from '../libsql/storage_error.ts';
import { currentEpoch, type DataDir } from './data_dir.ts';
import { fileNumber } from './file_number.ts';
import { ownFiles } from './own_files.ts';
import { type PublishedNote, readPublished } from './published_note.ts';
import { replaceSynced, syncFile } from './synced_files.ts';

const runStorage = storageRunner('snapshot');

/**
 * An epoch is one generation of the derived databases: `evidence.<epoch>.db` and `snapshot.<epoch>.db`, served when the
 * pointer file names it. A database is never renamed: a new epoch is built under a name of its own, and the pointer is
 * replaced once both files are whole (ARCHITECTURE.md, The data folder). Writing here needs the builder lock.
 */
export interface Epoch extends WorkEpoch {
  readonly name: string;
}

/** What a snapshot must have been built with to be carried on. */
export interface EpochRules {
  readonly feedTime: FeedTime;
  /** The version of each roll-up by its name. */
  readonly rollups: Readonly<Record<string, number>>;
}

/** Whether the snapshot is copied to a libSQL server, so that what changes in it is noted. */
export interface Publishing {
  readonly publishes: boolean;
}

const EPOCH_BYTES = 6;

/** Opens the served epoch as its one writer. Throws where storage fails without being damaged. */
export async function openServedEpoch(
  dir: DataDir,
  rules: EpochRules,
  { publishes }: Publishing = { publishes: false },
): Promise<Result<Epoch, EpochFailure>> {
  const name = currentEpoch(dir);
  if (name === null) return err({ kind: 'rebuild', reason: 'no-epoch' });
  let snapshot: OpenSnapshot | null = null;
  try {
    for (const path of [dir.snapshotDb(name), dir.evidenceDb(name)]) {
      await refuseEmptied(path);
      refuseLostLog(path);
    }
    const prepare = (client: Client) =>
      publishes ? followFrom(client, readPublished(dir), name) : followNothing(client);
    snapshot = await openSnapshotWriter(dir.snapshotDb(name), prepare);
    const failure = snapshot.origin.epoch === name ? compare(snapshot.origin, rules) : DAMAGED;
    if (failure === null) {
      const evidence = await openEvidenceStore(dir.evidenceDb(name), {
        epoch: name,
        create: false,
        rollups: CLAIM_TRAITS,
      });
      return ok(epochOf(name, evidence, snapshot.writer));
    }
    await snapshot.writer.close();
    return err(failure);
  } catch (error) {
    await snapshot?.writer.close();
    if (isDamage(storageErrorCode(error))) return err(DAMAGED);
    throw error;
  }
}

/**
 * Why the served feed cannot be carried on with this TW_FEED_TIME, as a sentence; null where it can, or where there is
 * none that can be read. Needs no lock: an instance asks before it starts.
 */
export async function feedTimeRefusal(dir: DataDir, feedTime: FeedTime): Promise<string | null> {
  const name = currentEpoch(dir);
  if (name === null) return null;
  const reading = runStorage(async () => {
    const client = await openReader(dir.snapshotDb(name));
    try {
      return await value(client, 'select feed_time from instance');
    } finally {
      client.close();
    }
  });
  const written = await orStorageFault(reading);
  return (written === 'exact' || written === 'day') && written !== feedTime ? feedTimeChanged(written, feedTime) : null;
}

/** Notes changes, and forgets those that the server has already. */
async function followFrom(client: Client, note: PublishedNote | null, epoch: string): Promise<void> {
  await followChanges(client);
  await forgetChanges(client, note?.epoch === epoch ? note.seq : 0);
}

/** Makes the databases of a new epoch beside those served: without logs, and durable once it is served. */
export async function createEpoch(dir: DataDir, rules: EpochRules, random: Random): Promise<Epoch> {
  dir.requireSame();
  const name = Buffer.from(random.bytes(EPOCH_BYTES)).toString('hex');
  const evidence = await openEvidenceStore(dir.evidenceDb(name), {
    epoch: name,
    create: true,
    unfinished: true,
    rollups: CLAIM_TRAITS,
  });
  const { writer } = await createSnapshotDatabase(dir.snapshotDb(name), { epoch: name, ...rules });
  return epochOf(name, evidence, writer);
}

/** A folder of a comparison under way. */
const SCRATCH = /^verify-[0-9a-f]{12}$/;

/** Makes an epoch in a folder of its own, to be held against the served one and removed. */
export async function createScratchEpoch(dir: DataDir, rules: EpochRules, random: Random): Promise<ScratchEpoch> {
  const root = join(dir.root, `verify-${Buffer.from(random.bytes(EPOCH_BYTES)).toString('hex')}`);
  await mkdir(root, { mode: 0o700 });
  const scratch: DataDir = {
    ...dir,
    root,
    evidenceDb: (epoch) => join(root, `evidence.${epoch}.db`),
    snapshotDb: (epoch) => join(root, `snapshot.${epoch}.db`),
  };
  const epoch = await createEpoch(scratch, rules, random);
  return {
    ...epoch,
    compareWithServed: async () => {
      await epoch.close();
      const served = currentEpoch(dir);
      if (served === null) throw new StorageError('NO_EPOCH');
      return compareSnapshots(dir.snapshotDb(served), scratch.snapshotDb(epoch.name));
    },
    remove: async () => {
      await epoch.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Closes a new epoch, makes sure that the disk has its files whole, and points readers to it. */
export async function serveEpoch(
  dir: DataDir,
  epoch: Epoch,
  { publishes }: Publishing = { publishes: false },
): Promise<void> {
  await epoch.close();
  dir.requireSame();
  for (const path of [dir.evidenceDb(epoch.name), dir.snapshotDb(epoch.name)]) {
    await syncFile(path);
    await seal(path, publishes && path === dir.snapshotDb(epoch.name) ? followChanges : undefined);
  }
  await replaceSynced(dir.pointer, `${epoch.name}\n`, dir.requireSame);
}

/**
 * Removes the files of every epoch but the served one. A reader that still holds one reads on from the open file; one
 * that is about to open it finds the new pointer instead. Where nothing is pointed to, be it that the folder is being
 * moved elsewhere file by file, only those go that never were.
 */
export async function removeOtherEpochs(dir: DataDir): Promise<void> {
  const served = currentEpoch(dir);
  await ownFiles(dir.requireSame).removeEach(dir.root, (name) => {
    if (SCRATCH.test(name)) return true;
    const [, database, epoch, beside] = EPOCH_FILE.exec(name) ?? [];
    if (database === undefined) return false;
    if (served !== null) return epoch !== served;
    return beside !== '-wal' && beside !== '-shm' && !isSealed(join(dir.root, database));
  });
}

/** The name of its database, the epoch, and what stands beside the database. */
const EPOCH_FILE = /^((?:evidence|snapshot)\.([0-9a-z]{4,32})\.db)(-wal|-shm|-journal)?$/;

/** Takes what was erased out of the bytes of the served epoch and out of its write-ahead logs; it must not be open. */
export async function scrubServedEpoch(dir: DataDir): Promise<void> {
  const name = currentEpoch(dir);
  if (name === null) return;
  await seal(dir.evidenceDb(name), scrubDatabase);
  await seal(dir.snapshotDb(name), async (client) => {
    await forgetAllChanges(client);
    await scrubDatabase(client);
  });
}

/** SQLite would begin an emptied file anew, or wait for readers that still hold it. */
async function refuseEmptied(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size === 0) throw new StorageError('DATABASE_EMPTY');
}

/**
 * A log that is gone while its index stands was deleted under a process that still reads from it: what was written into
 * another one in its place would be read from the wrong one. Both go when the last connection is closed.
 */
function refuseLostLog(path: string): void {
  if (fileNumber(`${path}-shm`) !== null && fileNumber(`${path}-wal`) === null) throw new StorageError('LOG_MISSING');
}

const DAMAGED: EpochFailure = { kind: 'rebuild', reason: 'damaged' };

function compare(origin: EpochRules, rules: EpochRules): EpochFailure | null {
  if (origin.feedTime !== rules.feedTime)
    return { kind: 'refused', error: feedTimeChanged(origin.feedTime, rules.feedTime) };
  return sameVersions(origin.rollups, rules.rollups) ? null : { kind: 'rebuild', reason: 'other-rollups' };
}

/** Contract, section 3, Corpus: a change of TW_FEED_TIME takes a rebuild. */
function feedTimeChanged(written: FeedTime, asked: FeedTime): string {
  return `TW_FEED_TIME was changed: the feed was written with ${written}, ${asked} is asked for. Run \`npm run job -- rebuild\` to write it anew, or set TW_FEED_TIME to ${written}.`;
}

function epochOf(name: string, evidence: EvidenceStore, snapshots: SnapshotWriter): Epoch {
  return {
    name,
    evidence,
    snapshots,
    close: async () => {
      await evidence.close();
      await snapshots.close();
    },
  };
}

/** Where the header of a database says how it is journaled, and its value for a write-ahead log. */
const [JOURNAL_AT, WITH_LOG] = [18, 2];

/** Whether a database was sealed, which is the last step before it is served: until then it has no write-ahead log. */
function isSealed(path: string): boolean {
  try {
    return readFirst(path, JOURNAL_AT + 1)[JOURNAL_AT] === WITH_LOG;
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The first bytes of a file that this process has not open. */
function readFirst(path: string, bytes: number): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const read = new Uint8Array(bytes);
    return read.subarray(0, readSync(file, read));
  } finally {
    closeSync(file);
  }
}

/** Moves everything from the write-ahead log into the database file, synced. */
async function seal(path: string, before?: (client: Client) => Promise<void>): Promise<void> {
  const client = await openWriter(path, { create: false });
  try {
    await before?.(client);
    const busy = await value(client, 'pragma wal_checkpoint(truncate)');
    if (Number(busy) !== 0) throw new StorageError('CHECKPOINT_BUSY');
  } finally {
    client.close();
  }
}
