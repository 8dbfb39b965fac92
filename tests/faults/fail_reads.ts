import { join } from 'node:path';
import process from 'node:process';
import { openReader, openWriter, type Runner, readValue } from '../../adapters/libsql/database.ts';
import { readStorageCode } from '../../adapters/libsql/storage_error.ts';
import { switchesOf } from './failing_machine.ts';

/**
 * Reads, writes and checkpoints a database below the folder of the first argument while the disk fails to read, and
 * prints the result of each step. The second argument is the switch file.
 */

const [folder, switches] = process.argv.slice(2) as [string, string];
const path = join(folder, 'some.db');
const disk = switchesOf(switches);

const ROWS = 2_000;
const COUNT = 'select count(*) from numbers where told is not null';

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  disk.set({ read: 'EIO' });
  try {
    await work();
    return 'no fault';
  } catch (error) {
    return readStorageCode(error) ?? String(error);
  } finally {
    disk.set({});
  }
}

async function count(runner: Runner): Promise<number> {
  return Number(await readValue(runner, COUNT));
}

const writer = await openWriter(path, { create: true });
await writer.executeMultiple(
  `create table numbers (n integer primary key, told text);
   with recursive some (n) as (select 1 union all select n + 1 from some where n < ${ROWS})
   insert into numbers select n, hex(zeroblob(100)) from some;`,
);
// Without a cache, so that every page must be read from disk.
const reader = await openReader(path, { cacheKiB: 0 });
const told = {
  checkpoint: await codeOf(() => writer.execute('pragma wal_checkpoint(truncate)')),
  reader: await codeOf(() => count(reader)),
  opened: await codeOf(async () => count(await openReader(path))),
};
const after = await openReader(path);
const whole = {
  integrity: await readValue(after, 'pragma integrity_check'),
  rows: [await count(after), await count(reader), await count(writer)],
  logMoved: Number(await readValue(writer, 'pragma wal_checkpoint(truncate)')) === 0,
};
process.stdout.write(JSON.stringify({ told, whole }));
