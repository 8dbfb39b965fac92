import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { DAY_MS } from '../../domain/values/instant.ts';
import { systemClock } from '../clock.ts';
import { openReader, value } from '../libsql/database.ts';
import { findMiscount } from '../libsql/evidence/miscount.ts';
import { isDamage, storageFault, triesOn } from '../libsql/storage_error.ts';
import { currentEpoch, type DataDir } from './data_dir.ts';
import { replaceSynced } from './synced_files.ts';

const tryStorage = triesOn('snapshot');

/** The page cache in KiB: everything is read once. */
const CACHE_KIB = 2_048;
const EVERY_MS = DAY_MS;

/** One line beside the databases: the epoch that was checked last, and when. */
const noteOf = (dir: DataDir): string => join(dir.root, 'checked');

/**
 * What is damaged in the databases of the served epoch, as a short code; null where nothing is, or where they were checked
 * within the day. A flipped bit on a disk would else withdraw facts without a word: SQLite's own check sees what does not
 * fit into its trees and indexes, and figures of the evidence that are kept twice are held against each other. Both files
 * are read whole. Needs the builder's lock, and an epoch that was opened to write before, so that it is migrated.
 */
export const checkServedEpoch = async (dir: DataDir): Promise<string | null> => {
  const epoch = currentEpoch(dir);
  if (epoch === null || !(await isDue(dir, epoch))) return null;
  const damage =
    (await damageOf(dir.evidenceDb(epoch), findMiscount)) ?? (await damageOf(dir.snapshotDb(epoch), async () => null));
  if (damage === null) await replaceSynced(noteOf(dir), `${epoch} ${systemClock.nowMs()}\n`);
  return damage;
};

const isDue = async (dir: DataDir, epoch: string): Promise<boolean> => {
  const text = await readFile(noteOf(dir), 'utf8').catch(() => '');
  const [checked, atMs] = text.split(' ');
  const ageMs = systemClock.nowMs() - Number(atMs);
  return checked !== epoch || !(ageMs >= 0 && ageMs < EVERY_MS);
};

const damageOf = async (path: string, look: (client: Client) => Promise<string | null>): Promise<string | null> => {
  const checked = await tryStorage(async () => {
    const client = await openReader(path, { cacheKiB: CACHE_KIB });
    try {
      await client.execute('pragma temp_store=file');
      return (await isWhole(client)) ? await look(client) : 'INTEGRITY_CHECK';
    } finally {
      client.close();
    }
  });
  if (checked.ok) return checked.value;
  return isDamage(checked.error.cause) ? checked.error.cause : null;
};

/** Whether SQLite's own check finds nothing. A constraint that cannot even be evaluated, over a text that should be JSON for instance, ends SQLite's check. */
export const isWhole = async (client: Client): Promise<boolean> => {
  try {
    return (await value(client, 'select integrity_check from pragma_integrity_check(1)')) === 'ok';
  } catch (error) {
    if (storageFault(error) !== null) throw error;
    return false;
  }
};
