import {
  type Connection,
  openWriter,
  type Runner,
  readJson,
  runInTransaction,
} from '../../adapters/libsql/database.ts';

/**
 * Makes a data folder large within seconds: SQL copies rows, with numbers below those that the builder has processed,
 * so that the builder ignores them. Nothing reads them as records of players.
 */

const ROWS_AT_ONCE = 50_000;
const RECORDS_PER_UPLOAD = 2_000;

/** Makes an empty `uploads.db` start numbering after this many records, which `growUploads` adds later. */
export function leaveRoom(uploadsDb: string, records: number): Promise<void> {
  return writing(uploadsDb, async (client) => {
    const uploads = uploadsOf(records);
    const numbers = [
      ['blocks', records],
      ['uploads', uploads],
      ['links', uploads],
    ];
    await client.execute({
      sql: 'insert into sqlite_sequence (name, seq) select value->>0, value->>1 from json_each(?)',
      args: [JSON.stringify(numbers)],
    });
  });
}

/** Fills the gap with copies of the first block, identity, upload, part and link after it. */
export function growUploads(uploadsDb: string, records: number): Promise<void> {
  return writing(uploadsDb, async (client) => {
    const uploads = uploadsOf(records);
    await copyRow(client, 'uploads', { n: 'i.v', upload_id: `printf('%026d', i.v)` }, `n = ${uploads + 1}`, uploads);
    await copyRow(client, 'links', { n: 'i.v', upload_n: 'i.v' }, `n = ${uploads + 1}`, uploads);
    await copyRow(client, 'parts', { upload_n: 'i.v' }, `upload_n = ${uploads + 1} and part = 0`, uploads);
    const numbers = { upload_n: 'i.v', first_seq: `${RECORDS_PER_UPLOAD} * (i.v - 1) + 1` };
    const block = { ...numbers, last_seq: `min(${RECORDS_PER_UPLOAD} * i.v, ${records})`, packed: 'randomblob(60000)' };
    await copyRow(client, 'blocks', block, `upload_n = ${uploads + 1}`, uploads);
    const identity = { identity: 'randomblob(16)', seq: 'i.v' };
    await copyRow(client, 'identities', identity, `seq = ${records + 1}`, records);
  });
}

function uploadsOf(records: number): number {
  return Math.ceil(records / RECORDS_PER_UPLOAD);
}

/** Adds copies of the newest snapshot, and as many corpus blocks and facts as this many records would give. */
export function growSnapshot(
  snapshotDb: string,
  { snapshots, blocks, facts }: { readonly snapshots: number; readonly blocks: number; readonly facts: number },
): Promise<void> {
  return writing(snapshotDb, async (client) => {
    const [last = 0] = await readJson<number>(client, 'select json_array(max(n)) from snapshots');
    for (const table of ['snapshots', 'corpus_steps', 'row_steps']) {
      await copyRow(
        client,
        table,
        { n: `${last} + i.v` },
        `n = (select max(n) from ${table} where n <= ${last})`,
        snapshots,
      );
    }
    const block = `(kind, place) = (select kind, place from corpus_blocks limit 1)`;
    await copyRow(client, 'corpus_blocks', { place: '100000 + i.v' }, block, blocks);
    const fact = `(family, subject) = (select family, subject from facts where family = 'items' limit 1)`;
    await copyRow(client, 'facts', { subject: '1000000 + i.v' }, fact, facts);
  });
}

async function writing(path: string, work: (client: Connection) => Promise<void>): Promise<void> {
  const client = await openWriter(path, { create: false });
  try {
    await client.executeMultiple('pragma synchronous=off');
    await work(client);
    await client.execute('pragma wal_checkpoint(truncate)');
  } finally {
    client.close();
  }
}

/**
 * Copies a row this many times with all its columns. `changed` gives SQL for some columns, in which `i.v` counts from
 * 1.
 */
async function copyRow(
  client: Connection,
  table: string,
  changed: Readonly<Record<string, string>>,
  where: string,
  times: number,
): Promise<void> {
  const columns = await columnsOf(client, table);
  const values = columns.map((column) => changed[column] ?? `r.${column}`);
  for (let from = 1; from <= times; from += ROWS_AT_ONCE) {
    const to = Math.min(times, from + ROWS_AT_ONCE - 1);
    await runInTransaction(client, (tx) =>
      tx.execute(`
        insert into ${table} (${columns.join(', ')})
        with recursive i (v) as (select ${from} union all select v + 1 from i where v < ${to})
        select ${values.join(', ')} from (select * from ${table} where ${where} limit 1) as r cross join i`),
    );
  }
}

function columnsOf(runner: Runner, table: string): Promise<readonly string[]> {
  return readJson<string>(runner, `select json_group_array(name) from pragma_table_info('${table}')`);
}
