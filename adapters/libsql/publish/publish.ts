import { Buffer } from 'node:buffer';
import type { InValue, Transaction, Value } from '@libsql/client';
import { err, type Result } from '../../../domain/values/result.ts';
import { openReader, type Runner } from '../database.ts';
import { type Content, type ContentCounter, createContentCounter } from './content.ts';
import {
  allRows,
  type ChangedRow,
  changedRows,
  changedTables,
  type LocalRow,
  readLogEnd,
  toSqlValue,
} from './local_rows.ts';
import {
  type PublishFault,
  type PublishTarget,
  type PublishTimeouts,
  runOnServer,
  type ServerTransaction,
} from './server.ts';
import { type PublishedSchema, quoted, readShape, STATE_TABLE, type Table } from './shape.ts';
import { CREATE_STATE, parseState, SELECT_STATE, type State } from './state.ts';

/** Result of a publish. */
export interface PublishOutcome {
  /** Epoch and number of the snapshot that the server now has. */
  readonly epoch: string;
  readonly n: number;
  /** Logged changes up to and including this entry may now be deleted. */
  readonly seq: number;
  /** `none`: the server was up to date. `changed`: only changed rows were sent. `whole`: all rows were sent. */
  readonly sent: 'none' | 'changed' | 'whole';
  readonly rowsSent: number;
  readonly rowsRemoved: number;
  /** Approximate size of the values in the sent rows. */
  readonly bytesSent: number;
  readonly content: Content;
}

/** Thrown inside the transaction to roll it back if we did not create the server's database. */
class NotOurs extends Error {}

/**
 * Makes the content of a libSQL server equal to the current state of a snapshot database, in one transaction on the
 * server. Locally it only opens one read transaction, which does not block the writer.
 */
export async function publishSnapshot(
  path: string,
  target: PublishTarget,
  waits: PublishTimeouts,
): Promise<Result<PublishOutcome, PublishFault>> {
  const client = await openReader(path);
  try {
    await client.execute('pragma temp_store=file');
    const local = await client.transaction('read');
    try {
      return await runOnServer(target, waits, (server) => updateServer(local, server));
    } finally {
      local.close();
    }
  } catch (error) {
    if (error instanceof NotOurs) return err('NOT_OURS');
    throw error;
  } finally {
    client.close();
  }
}

async function updateServer(local: Transaction, server: ServerTransaction): Promise<PublishOutcome> {
  const shape = await readShape(local);
  const [epoch, n] = await readNewestSnapshot(local);
  const state = await readState(server);
  const isSameDatabase = state !== null && state.epoch === epoch && state.shape === shape.digest;
  const log = await readLogEnd(local, isSameDatabase ? state.seq : 0);
  if (isSameDatabase && log.unbroken && log.end === state.seq) {
    const content = { rows: state.rows, digest: state.digest };
    return { epoch, n, seq: log.end, sent: 'none', rowsSent: 0, rowsRemoved: 0, bytesSent: 0, content };
  }
  // Foreign keys are checked on commit, when all rows are present.
  await server.add('pragma defer_foreign_keys=on', 0);
  const changed = isSameDatabase && log.unbroken;
  const sender = createSender(server, createContentCounter(changed ? state : undefined));
  if (changed) await sendChanges(local, shape, state.seq, sender);
  else await sendAll(local, shape, server, sender);
  const content = sender.tally.content();
  await server.add(
    {
      sql: `insert or replace into ${STATE_TABLE} (id, epoch, n, seq, shape, rows, digest) values (1, ?, ?, ?, ?, ?, ?)`,
      args: [epoch, BigInt(n), BigInt(log.end), shape.digest, BigInt(content.rows), content.digest],
    },
    200,
  );
  return { epoch, n, seq: log.end, sent: changed ? 'changed' : 'whole', ...sender.sent, content };
}

async function readNewestSnapshot(local: Runner): Promise<readonly [string, number]> {
  const { rows } = await local.execute('select epoch, (select max(n) from snapshots) from instance');
  return [String(rows[0]?.[0]), Number(rows[0]?.[1] ?? 0)];
}

/**
 * Returns the server's state, or null before the first publish. Throws `NotOurs` if the server has tables that are not
 * ours.
 */
async function readState(server: ServerTransaction): Promise<State | null> {
  const names = (await server.rows(`select name from sqlite_master where type = 'table'`)).map(([name]) =>
    String(name),
  );
  if (!names.includes(STATE_TABLE)) {
    if (names.some((name) => !/^(sqlite_|libsql_|_litestream)/.test(name))) throw new NotOurs();
    return null;
  }
  const [row] = await server.rows(SELECT_STATE);
  return parseState(row);
}

/** Sends rows to the server and counts them. */
interface Sender {
  readonly tally: ContentCounter;
  readonly sent: { rowsSent: number; rowsRemoved: number; bytesSent: number };
  insert(table: Table, row: LocalRow): Promise<void>;
  remove(table: Table, key: readonly InValue[], before: Uint8Array): Promise<void>;
}

function createSender(server: ServerTransaction, tally: ContentCounter): Sender {
  const sent = { rowsSent: 0, rowsRemoved: 0, bytesSent: 0 };
  return {
    tally,
    sent,
    insert: async (table, { digest, values }) => {
      const bytes = countBytes(values);
      tally.add(digest);
      sent.rowsSent++;
      sent.bytesSent += bytes;
      const names = table.columns.map(({ name }) => quoted(name)).join(', ');
      const marks = table.columns.map(() => '?').join(', ');
      const sql = `insert into ${quoted(table.name)} (${names}) values (${marks})`;
      await server.add({ sql, args: values.map(toSqlValue) }, bytes);
    },
    remove: async (table, key, before) => {
      tally.take(before);
      sent.rowsRemoved++;
      const condition = table.key.map(({ name }) => `${quoted(name)} = ?`).join(' and ');
      await server.add({ sql: `delete from ${quoted(table.name)} where ${condition}`, args: [...key] }, 50);
    },
  };
}

/** Deletes all old rows before inserting new ones, so that no unique index contains both versions of a row at once. */
async function sendChanges(local: Runner, shape: PublishedSchema, after: number, sender: Sender): Promise<void> {
  const tables = await changedTables(local, shape, after);
  for (const pass of ['remove', 'insert'] as const) {
    for (const table of tables) {
      for await (const page of changedRows(local, table, after)) {
        for (const row of page.filter((one) => !isUnchanged(one))) {
          if (pass === 'remove' && row.before !== null) await sender.remove(table, row.key, row.before);
          if (pass === 'insert' && row.now !== null) await sender.insert(table, row.now);
        }
      }
    }
  }
}

/** Returns whether the row was changed and then changed back. */
function isUnchanged({ before, now }: ChangedRow): boolean {
  return before !== null && now !== null && Buffer.compare(before, now.digest) === 0;
}

async function sendAll(
  local: Runner,
  shape: PublishedSchema,
  server: ServerTransaction,
  sender: Sender,
): Promise<void> {
  for (const sql of await listDrops(server)) await server.add(sql, 100);
  for (const sql of [...shape.makesTables, CREATE_STATE, ...shape.makesRest]) await server.add(sql, sql.length);
  for (const table of shape.tables) {
    for await (const page of allRows(local, table)) for (const row of page) await sender.insert(table, row);
  }
}

/** Returns statements that drop an earlier copy. Dropping a full-text table also drops its shadow tables. */
async function listDrops(server: ServerTransaction): Promise<readonly string[]> {
  const objects = await server.rows(
    `select m.type, m.name, l.type from sqlite_master as m left join pragma_table_list as l on l.name = m.name
     where m.type in ('table', 'view', 'trigger') and m.name not like 'sqlite\\_%' escape '\\'
       and m.name not like 'libsql\\_%' escape '\\' order by m.rowid desc`,
  );
  const drop = (type: string, tableType: string | null): readonly string[] =>
    objects
      .filter((object) => object[0] === type && (tableType === null || object[2] === tableType))
      .map(([, name]) => `drop ${type} ${quoted(String(name))}`);
  return [...drop('trigger', null), ...drop('view', null), ...drop('table', 'virtual'), ...drop('table', 'table')];
}

function countBytes(values: readonly Value[]): number {
  let bytes = 0;
  for (const value of values) {
    if (typeof value === 'string') bytes += value.length;
    else bytes += value instanceof ArrayBuffer ? value.byteLength : 8;
  }
  return bytes;
}
