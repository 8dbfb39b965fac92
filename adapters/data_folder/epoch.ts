import { Buffer } from 'node:buffer';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CLAIM_RULES } from '../../domain/families/mod.ts';
import {
  type EpochFailure,
  OTHER_RELEASE_CAUSE,
  type ScratchEpoch,
  type WorkEpoch,
} from '../../domain/operator/builder_context.ts';
import type { EvidenceStore } from '../../domain/ports/evidence.ts';
import type { FeedTime } from '../../domain/ports/exports.ts';
import type { Random } from '../../domain/ports/random.ts';
import type { SnapshotWriter } from '../../domain/ports/snapshots.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { createChangeFileWriter } from '../changes/writer.ts';
import type { Connection } from '../libsql/database.ts';
import { EVIDENCE_OF_OTHER_RELEASE, openEvidenceStore } from '../libsql/evidence/store.ts';
import {
  deleteAllLoggedChanges,
  deleteLoggedChanges,
  startChangeLog,
  stopChangeLog,
} from '../libsql/publish/change_triggers.ts';
import { scrubDatabase } from '../libsql/scrub.ts';
import { compareSnapshots } from '../libsql/snapshot/compare/compare.ts';
import { haveSameVersions } from '../libsql/snapshot/origin.ts';
import { createSnapshotDatabase, type OpenSnapshot, openSnapshotWriter } from '../libsql/snapshot/writer.ts';
import { isDamageCode, readStorageCode, StorageError } from '../libsql/storage_error.ts';
import { type DataDir, readCurrentEpoch } from './data_dir.ts';
import { isSealed, refuseEmptiedFile, refuseLostLog, sealDatabase } from './epoch_files.ts';
import { describeChange } from './feed_time.ts';
import { createGuardedFiles } from './guarded_files.ts';
import { type PublishedNote, readPublishedNote } from './notes.ts';
import { replaceSyncedFile, syncFile } from './synced_files.ts';

/**
 * One generation of the derived databases `evidence.<epoch>.db` and `snapshot.<epoch>.db`. It is served while the
 * pointer file names it. Databases are never renamed: a new epoch is built under a new name, and the pointer is
 * replaced once both files are complete (ARCHITECTURE.md, The data folder). Only the holder of the builder lock may
 * write to it.
 */
export interface Epoch extends WorkEpoch {
  readonly name: string;
}

/** The rules by which a snapshot is built. A snapshot built with different rules cannot be extended. */
export interface EpochRules {
  readonly feedTime: FeedTime;
  /** The version of each roll-up, keyed by name. */
  readonly rollups: Readonly<Record<string, number>>;
}

export interface PublishOptions {
  /** Whether the snapshot is copied to a libSQL server, which requires a log of its changes. */
  readonly publishes: boolean;
}

const EPOCH_NAME_BYTES = 6;

/** Opens the served epoch as its only writer. The error says whether it must be rebuilt or TW_FEED_TIME was changed. */
export async function openServedEpoch(
  dir: DataDir,
  rules: EpochRules,
  { publishes }: PublishOptions = { publishes: false },
): Promise<Result<Epoch, EpochFailure>> {
  const name = readCurrentEpoch(dir);
  if (name === null) return err({ kind: 'rebuild', reason: 'no-epoch' });
  let snapshot: OpenSnapshot | null = null;
  try {
    for (const path of [dir.snapshotDb(name), dir.evidenceDb(name)]) {
      await refuseEmptiedFile(path);
      refuseLostLog(path);
    }
    const prepare = (client: Connection) =>
      publishes ? resumeChangeLog(client, readPublishedNote(dir), name) : stopChangeLog(client);
    const changes = createChangeFileWriter(dir.changes, name, dir.requireSame);
    snapshot = await openSnapshotWriter(dir.snapshotDb(name), prepare, changes);
    const failure = snapshot.origin.epoch === name ? compareRules(snapshot, rules) : DAMAGED_EPOCH;
    if (failure === null) {
      const evidence = await openEvidenceStore(dir.evidenceDb(name), {
        epoch: name,
        create: false,
        rollups: CLAIM_RULES,
      });
      return ok(createEpochHandle(name, evidence, snapshot.writer));
    }
    await snapshot.writer.close();
    return err(failure);
  } catch (error) {
    await snapshot?.writer.close();
    const code = readStorageCode(error);
    if (code === EVIDENCE_OF_OTHER_RELEASE) return err(FOREIGN_EPOCH);
    if (isDamageCode(code)) return err(DAMAGED_EPOCH);
    throw error;
  }
}

/** Starts logging changes, and deletes the logged changes that the server already has. */
async function resumeChangeLog(client: Connection, note: PublishedNote | null, epoch: string): Promise<void> {
  await startChangeLog(client);
  await deleteLoggedChanges(client, note?.epoch === epoch ? note.seq : 0);
}

/** Creates a new epoch's databases. They have no write-ahead log and are durable only after `serveEpoch`. */
export async function createEpoch(dir: DataDir, rules: EpochRules, random: Random): Promise<Epoch> {
  dir.requireSame();
  const name = Buffer.from(random.bytes(EPOCH_NAME_BYTES)).toString('hex');
  const evidence = await openEvidenceStore(dir.evidenceDb(name), {
    epoch: name,
    create: true,
    unfinished: true,
    rollups: CLAIM_RULES,
  });
  const { writer } = await createSnapshotDatabase(dir.snapshotDb(name), { epoch: name, ...rules });
  return createEpochHandle(name, evidence, writer);
}

const SCRATCH_FOLDER = /^verify-[0-9a-f]{12}$/;

/** Creates an epoch in a separate folder, to be compared with the served epoch and then removed. */
export async function createScratchEpoch(dir: DataDir, rules: EpochRules, random: Random): Promise<ScratchEpoch> {
  const root = join(dir.root, `verify-${Buffer.from(random.bytes(EPOCH_NAME_BYTES)).toString('hex')}`);
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
      const served = readCurrentEpoch(dir);
      if (served === null) throw new StorageError('NO_EPOCH');
      return compareSnapshots(dir.snapshotDb(served), scratch.snapshotDb(epoch.name));
    },
    remove: async () => {
      await epoch.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/**
 * Closes a new epoch and syncs its files before it points readers to them, so that a power cut leaves no broken epoch.
 */
export async function serveEpoch(
  dir: DataDir,
  epoch: Epoch,
  { publishes }: PublishOptions = { publishes: false },
): Promise<void> {
  await epoch.close();
  dir.requireSame();
  for (const path of [dir.evidenceDb(epoch.name), dir.snapshotDb(epoch.name)]) {
    await syncFile(path);
    await sealDatabase(path, publishes && path === dir.snapshotDb(epoch.name) ? startChangeLog : undefined);
  }
  await replaceSyncedFile(dir.pointer, `${epoch.name}\n`, dir.requireSame);
}

/**
 * Removes the files of every epoch except the served one. A reader that still has a removed file open keeps reading it;
 * a reader that is about to open it finds the new pointer instead. If there is no pointer, perhaps because someone is
 * moving the folder file by file, only epochs that were never served are removed.
 */
export async function removeOtherEpochs(dir: DataDir): Promise<void> {
  const served = readCurrentEpoch(dir);
  await createGuardedFiles(dir.requireSame).removeEach(dir.root, (name) => {
    if (SCRATCH_FOLDER.test(name)) return true;
    const [, database, epoch, suffix] = EPOCH_FILE_NAME.exec(name) ?? [];
    if (database === undefined) return false;
    if (served !== null) return epoch !== served;
    return suffix !== '-wal' && suffix !== '-shm' && !isSealed(join(dir.root, database));
  });
}

/**
 * Matches a file of an epoch. Groups: the name of the database, the epoch, and the suffix of a file that belongs to the
 * database.
 */
const EPOCH_FILE_NAME = /^((?:evidence|snapshot)\.([0-9a-z]{4,32})\.db)(-wal|-shm|-journal)?$/;

/** Removes erased data from the files and write-ahead logs of the served epoch, which must not be open. */
export async function scrubServedEpoch(dir: DataDir): Promise<void> {
  const name = readCurrentEpoch(dir);
  if (name === null) return;
  await sealDatabase(dir.evidenceDb(name), scrubDatabase);
  await sealDatabase(dir.snapshotDb(name), async (client) => {
    await deleteAllLoggedChanges(client);
    await scrubDatabase(client);
  });
}

const DAMAGED_EPOCH: EpochFailure = { kind: 'rebuild', reason: 'damaged' };
const FOREIGN_EPOCH: EpochFailure = { kind: 'rebuild', reason: OTHER_RELEASE_CAUSE };

function compareRules({ origin, isCurrent }: OpenSnapshot, rules: EpochRules): EpochFailure | null {
  if (origin.feedTime !== rules.feedTime)
    return { kind: 'refused', error: describeChange(origin.feedTime, rules.feedTime) };
  return isCurrent && haveSameVersions(origin.rollups, rules.rollups) ? null : FOREIGN_EPOCH;
}

function createEpochHandle(name: string, evidence: EvidenceStore, snapshots: SnapshotWriter): Epoch {
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
