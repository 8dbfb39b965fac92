import { join } from 'node:path';
import process from 'node:process';
import { inTransaction, openReader, openWriter } from '../../adapters/libsql/database.ts';

/**
 * The floor for building: SQL that only counts windows, drops and their installs, by source and by source and item, in
 * `uploads.db`. It runs in its own process and answers each job with its duration in milliseconds.
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
await writer.execute('create table if not exists steps (n integer primary key, windows integer)');

async function count({ aboveSeq, commit }: CountJob): Promise<CountReport> {
  const started = performance.now();
  const windows = await reader.execute({ sql: summed(WINDOWS), args: [aboveSeq] });
  const drops = await reader.execute({ sql: summed(DROPS), args: [aboveSeq] });
  const number = (row: typeof windows): number => Number(row.rows[0]![0]);
  if (commit) {
    await inTransaction(writer, (tx) =>
      tx.execute({ sql: 'insert into steps (windows) values (?)', args: [number(windows)] }),
    );
  }
  const ms = performance.now() - started;
  const { rows } = await reader.execute('select max(seq) from records');
  return { ms, windows: number(windows), drops: number(drops), lastSeq: Number(rows[0]![0]) };
}

process.on('message', async (job: CountJob) => {
  process.send!(await count(job));
});
process.on('disconnect', () => process.exit(0));
