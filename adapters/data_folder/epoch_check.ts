import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import type { EpochRow } from '../../domain/operator/builder_context.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { systemClock } from '../clock.ts';
import { openReader, value } from '../libsql/database.ts';
import { unpackPiece, unpackTotals } from '../libsql/evidence/loot/codec.ts';
import { findMiscount } from '../libsql/evidence/miscount.ts';
import { createByteReader } from '../libsql/packed_numbers.ts';
import { type Decoders, findDamagedRows } from '../libsql/row_check.ts';
import { decodeBlock } from '../libsql/snapshot/corpus_block.ts';
import { isDamage, storageErrorCode, storageRunner } from '../libsql/storage_error.ts';
import { currentEpoch, type DataDir } from './data_dir.ts';
import { replaceSynced } from './synced_files.ts';

const runStorage = storageRunner('snapshot');

/** The page cache in KiB: everything is read once. */
const CACHE_KIB = 2_048;
const EVERY_MS = DAY_MS;

/** What reads the packed columns of the derived databases, and throws or returns null if they are damaged. */
const DECODERS: Decoders = {
  'loot_pieces.body': (bytes) => unpackPiece(new Uint8Array(bytes)),
  'loot_totals.body': (bytes) => unpackTotals(new Uint8Array(bytes)),
  'looted_by.body': (bytes) => {
    const reader = createByteReader(new Uint8Array(bytes));
    while (!reader.isAtEnd) reader.next();
  },
  'corpus_blocks.bytes': decodeBlock,
};

/** One line beside the databases: the epoch that was checked last, and when. */
function noteOf(dir: DataDir): string {
  return join(dir.root, 'checked');
}

/**
 * What is damaged in the databases of the served epoch, as a short code; null where nothing is, or where they were checked
 * within the day. A flipped bit on a disk would else withdraw facts without a word: SQLite's own check sees what does not
 * fit into its trees and indexes, `findDamagedRows` what no row may hold, and figures of the evidence that are kept twice
 * are held against each other. Both files
 * are read whole. Needs the builder's lock, and an epoch that was opened to write before, so that it is migrated.
 */
export async function checkServedEpoch(dir: DataDir): Promise<string | null> {
  const epoch = currentEpoch(dir);
  if (epoch === null || !(await isDue(dir, epoch))) return null;
  const damage =
    (await damageOf(dir.evidenceDb(epoch), findMiscount)) ?? (await damageOf(dir.snapshotDb(epoch), async () => null));
  if (damage === null) await replaceSynced(noteOf(dir), `${epoch} ${systemClock.nowMs()}\n`);
  return damage;
}

/**
 * The damaged rows of the served epoch's databases, as far as they can be read: pages that SQLite cannot read are named by
 * whoever reads the figures. Needs the builder's lock, and an epoch that was opened to write before.
 */
export async function damagedRowsOfServed(dir: DataDir): Promise<readonly EpochRow[]> {
  const epoch = currentEpoch(dir);
  if (epoch === null) return [];
  const found: EpochRow[] = [];
  for (const [database, path] of [
    ['evidence', dir.evidenceDb(epoch)],
    ['snapshot', dir.snapshotDb(epoch)],
  ] as const) {
    const rows = await orStorageFault(
      runStorage(() => reading(path, (client) => findDamagedRows(client, { decoders: DECODERS }))),
    );
    if (!(rows instanceof StorageFault)) found.push(...rows.map((row) => ({ ...row, database })));
    else if (!isDamage(rows.cause)) throw rows;
  }
  return found;
}

async function isDue(dir: DataDir, epoch: string): Promise<boolean> {
  const text = await readFile(noteOf(dir), 'utf8').catch(() => '');
  const [checked, atMs] = text.split(' ');
  const ageMs = systemClock.nowMs() - Number(atMs);
  return checked !== epoch || !(ageMs >= 0 && ageMs < EVERY_MS);
}

async function damageOf(path: string, look: (client: Client) => Promise<string | null>): Promise<string | null> {
  const checking = runStorage(() =>
    reading(path, async (client) => {
      if (!(await isWhole(client))) return 'INTEGRITY_CHECK';
      const miscount = await look(client);
      if (miscount !== null) return miscount;
      const [damaged] = await findDamagedRows(client, { decoders: DECODERS });
      return damaged === undefined ? null : 'ROW_DAMAGED';
    }),
  );
  const checked = await orStorageFault(checking);
  if (!(checked instanceof StorageFault)) return checked;
  return isDamage(checked.cause) ? checked.cause : null;
}

async function reading<T>(path: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openReader(path, { cacheKiB: CACHE_KIB });
  try {
    await client.execute('pragma temp_store=file');
    return await work(client);
  } finally {
    client.close();
  }
}

/** Whether SQLite's own check finds nothing. A constraint that cannot even be evaluated, over a text that should be JSON for instance, ends SQLite's check. */
export async function isWhole(client: Client): Promise<boolean> {
  try {
    return (await value(client, 'select integrity_check from pragma_integrity_check(1)')) === 'ok';
  } catch (error) {
    if (storageErrorCode(error) !== null) throw error;
    return false;
  }
}
