import { join } from 'node:path';
import process from 'node:process';
import { openReader, openWriter, runInTransaction } from '../../adapters/libsql/database.ts';
import { insertRows } from '../../adapters/libsql/insert_rows.ts';
import { readStoredRows } from '../../adapters/libsql/uploads/block_rows.ts';
import { RECORD_ROWS } from './record_rows.ts';

/**
 * The floor for building: SQL that only counts windows, drops and their installs, by source and by source and item, in a
 * table with a row for each record of `uploads.db`. It runs in its own process and answers each job with its duration in
 * milliseconds, without that of filling the table.
 */
export interface CountJob {
  /** Counts only records above this number. 0 counts all. */
  readonly aboveSeq: number;
  /** Ends with one commit that survives a power cut. */
  readonly commit: boolean;
}

export interface CountReport {
  readonly ms: number;
  readonly windows: number;
  readonly drops: number;
  /** The number of the newest record. */
  readonly lastSeq: number;
}

const SOURCE = `coalesce('n' || (r.body->>'sourceNpcId'), 'o' || (r.body->>'sourceObjectId'))`;

const WINDOWS = `select ${SOURCE} as source, count(*) as n, count(distinct r.install_n) as installs
  from records as r where r.kind = 'loot' and r.seq > ? group by source`;

const DROPS = `select ${SOURCE} as source, item.value->>'itemId' as item, count(*) as n,
    count(distinct r.install_n) as installs
  from records as r, json_each(r.body, '$.items') as item where r.kind = 'loot' and r.seq > ? group by source, item`;

/** Computes every group, but returns only sums from the database, so that the driver's rows cost nothing. */
function summed(query: string): string {
  return `select sum(n), count(*), sum(installs) from (${query})`;
}

const [uploadsDb, folder] = process.argv.slice(2);
const reader = await openReader(uploadsDb!);
const writer = await openWriter(join(folder!, 'floor.db'), { create: true });
await writer.execute(RECORD_ROWS);
await writer.execute('create table if not exists steps (n integer primary key, windows integer)');

const COLUMNS = 'seq, upload_n, install_n, kind, identity, captured_at_ms, body';

/** Copies the records that are new since the last job. Returns the number of the newest. */
async function copyRecords(): Promise<number> {
  let after = Number((await writer.execute('select coalesce(max(seq), 0) from records')).rows[0]![0]);
  for (;;) {
    const rows = await readStoredRows(reader, { after, to: Number.MAX_SAFE_INTEGER, limit: 10_000 });
    if (rows.length === 0) return after;
    after = rows.at(-1)!.seq;
    const cells = rows.map((row) => [
      row.seq,
      row.uploadN,
      row.installN,
      row.kind,
      row.eventId,
      row.capturedAtMs,
      row.body,
    ]);
    await runInTransaction(writer, (tx) => insertRows(tx, 'records', COLUMNS, cells));
  }
}

async function count({ aboveSeq, commit }: CountJob): Promise<CountReport> {
  const lastSeq = await copyRecords();
  const started = performance.now();
  const windows = await writer.execute({ sql: summed(WINDOWS), args: [aboveSeq] });
  const drops = await writer.execute({ sql: summed(DROPS), args: [aboveSeq] });
  const number = (row: typeof windows): number => Number(row.rows[0]![0]);
  if (commit) {
    await runInTransaction(writer, (tx) =>
      tx.execute({ sql: 'insert into steps (windows) values (?)', args: [number(windows)] }),
    );
  }
  const ms = performance.now() - started;
  return { ms, windows: number(windows), drops: number(drops), lastSeq };
}

process.on('message', async (job: CountJob) => {
  process.send!(await count(job));
});
process.on('disconnect', () => process.exit(0));
