import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EpochRow } from '../../domain/operator/builder_context.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { systemClock } from '../clock.ts';
import { type Connection, readValue, runWithReader } from '../libsql/database.ts';
import { unpackWindows } from '../libsql/evidence/loot/codec.ts';
import { unpackLogs } from '../libsql/evidence/loot/quest_logs.ts';
import { findMiscount } from '../libsql/evidence/miscount.ts';
import { type Decoders, findDamagedRows } from '../libsql/row_check.ts';
import { decodeBlock } from '../libsql/snapshot/corpus_block.ts';
import { createFaultWrapper, isDamageCode, readStorageCode } from '../libsql/storage_error.ts';
import { type DataDir, readCurrentEpoch } from './data_dir.ts';
import { replaceSyncedFile } from './synced_files.ts';

const wrapFaults = createFaultWrapper('snapshot');

/** Size of the page cache in KiB. It is small because every page is read only once. */
const CACHE_KIB = 2_048;
const CHECK_INTERVAL_MS = DAY_MS;

/** Decoders for packed columns of the derived databases. They throw or return null if a value is damaged. */
const COLUMN_DECODERS: Decoders = {
  'quest_logs.body': (bytes) => unpackLogs(new Uint8Array(bytes)),
  'corpus_blocks.bytes': decodeBlock,
};

/** Also decodes loot, which the daily check does not repeat, because `findMiscount` decodes all of it. */
const ALL_DECODERS: Decoders = { ...COLUMN_DECODERS, 'loot.body': (bytes) => unpackWindows(new Uint8Array(bytes)) };

/**
 * Returns the path of a one-line file: the epoch whose databases or files were checked last, and the time of the check in
 * milliseconds.
 */
function locateCheckNote(dir: DataDir, of: 'databases' | 'files'): string {
  return join(dir.root, of === 'databases' ? 'checked' : 'files_checked');
}

function storeCheckTime(dir: DataDir, of: 'databases' | 'files', epoch: string): Promise<void> {
  return replaceSyncedFile(locateCheckNote(dir, of), `${epoch} ${systemClock.nowMs()}\n`);
}

/**
 * Checks the databases of the served epoch and returns a short damage code, or null if there is no damage or if they
 * were checked within the last day. Without this check, a flipped bit on the disk could silently withdraw facts.
 * SQLite's integrity check covers its trees and indexes, `findDamagedRows` finds values that no row may have, and
 * `findMiscount` compares figures that the evidence stores twice. Reads both files completely. The caller must hold the
 * builder lock and must have opened the epoch for writing before, which compares its tables with this release's.
 */
export async function checkServedEpoch(dir: DataDir): Promise<string | null> {
  const epoch = readCurrentEpoch(dir);
  if (epoch === null || !(await isCheckDue(dir, 'databases', epoch))) return null;
  const damage =
    (await findDamage(dir.evidenceDb(epoch), findMiscount)) ??
    (await findDamage(dir.snapshotDb(epoch), async () => null));
  if (damage === null) await storeCheckTime(dir, 'databases', epoch);
  return damage;
}

/** Runs a check of the exported files and the change files unless one was done within the last day. */
export async function checkFilesOnceADay(dir: DataDir, isForced: boolean, check: () => Promise<void>): Promise<void> {
  const epoch = readCurrentEpoch(dir);
  if (epoch === null || !(isForced || (await isCheckDue(dir, 'files', epoch)))) return;
  await check();
  await storeCheckTime(dir, 'files', epoch);
}

/**
 * Returns the damaged rows of the served epoch's databases. Skips a database with pages that SQLite cannot read; its
 * damage is reported when the figures are read. The caller must hold the builder lock and must have opened the epoch
 * for writing before.
 */
export async function findDamagedServedRows(dir: DataDir): Promise<readonly EpochRow[]> {
  const epoch = readCurrentEpoch(dir);
  if (epoch === null) return [];
  const damaged: EpochRow[] = [];
  for (const [database, path] of [
    ['evidence', dir.evidenceDb(epoch)],
    ['snapshot', dir.snapshotDb(epoch)],
  ] as const) {
    const rows = await catchFault(
      wrapFaults(() => runWithSmallReader(path, (client) => findDamagedRows(client, { decoders: ALL_DECODERS }))),
    );
    if (!(rows instanceof StorageFault)) damaged.push(...rows.map((row) => ({ ...row, database })));
    else if (!isDamageCode(rows.cause)) throw rows;
  }
  return damaged;
}

async function isCheckDue(dir: DataDir, of: 'databases' | 'files', epoch: string): Promise<boolean> {
  const text = await readFile(locateCheckNote(dir, of), 'utf8').catch(() => '');
  const [checked, atMs] = text.split(' ');
  const ageMs = systemClock.nowMs() - Number(atMs);
  return checked !== epoch || !(ageMs >= 0 && ageMs < CHECK_INTERVAL_MS);
}

async function findDamage(path: string, check: (client: Connection) => Promise<string | null>): Promise<string | null> {
  const checking = wrapFaults(() =>
    runWithSmallReader(path, async (client) => {
      if (!(await isIntactDatabase(client))) return 'INTEGRITY_CHECK';
      const miscount = await check(client);
      if (miscount !== null) return miscount;
      const [damaged] = await findDamagedRows(client, { decoders: COLUMN_DECODERS });
      return damaged === undefined ? null : 'ROW_DAMAGED';
    }),
  );
  const checked = await catchFault(checking);
  if (!(checked instanceof StorageFault)) return checked;
  return isDamageCode(checked.cause) ? checked.cause : null;
}

function runWithSmallReader<T>(path: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const onDisk = async (client: Connection): Promise<T> => {
    await client.execute('pragma temp_store=file');
    return work(client);
  };
  return runWithReader(path, onDisk, { cacheKiB: CACHE_KIB });
}

/**
 * Whether SQLite's integrity check passes. Throws if a constraint cannot be evaluated, for example because of invalid
 * JSON.
 */
export async function isIntactDatabase(client: Connection): Promise<boolean> {
  try {
    return (await readValue(client, 'select integrity_check from pragma_integrity_check(1)')) === 'ok';
  } catch (error) {
    if (readStorageCode(error) !== null) throw error;
    return false;
  }
}
