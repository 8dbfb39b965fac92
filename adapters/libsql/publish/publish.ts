import { Buffer } from 'node:buffer';
import type { InValue, Transaction, Value } from '@libsql/client';
import { err, type Result } from '../../../domain/values/result.ts';
import { openReader, type Runner } from '../database.ts';
import { type Content, createTally, type Tally } from './content.ts';
import {
  allRows,
  bound,
  type ChangedRow,
  changedRows,
  changedTables,
  type LocalRow,
  readLogEnd,
} from './local_rows.ts';
import {
  onServer,
  type PublishFault,
  type PublishTarget,
  type PublishWaits,
  type ServerTransaction,
} from './server.ts';
import { type PublishedSchema, quoted, readShape, STATE_TABLE, type Table } from './shape.ts';
import { CREATE_STATE, parseState, SELECT_STATE, type State } from './state.ts';

/** What a publish came to. */
export interface PublishOutcome {
  /** The snapshot that the server shows now. */
  readonly epoch: string;
  readonly n: number;
  /** Changes up to here need not be kept any longer. */
  readonly seq: number;
  /** none: the server had it. changed: only rows that changed were sent. whole: everything was. */
  readonly sent: 'none' | 'changed' | 'whole';
  readonly rowsSent: number;
  readonly rowsRemoved: number;
  /** About what the rows' values have. */
  readonly bytesSent: number;
  readonly content: Content;
}

/** Thrown within the transaction, so that it is taken back. */
class NotOurs extends Error {}

/**
 * Brings a libSQL server to exactly what a snapshot database says at this moment, in one transaction of the server. It
 * only reads here: one read transaction, which a writer need not wait for.
 */
export async function publishSnapshot(
  path: string,
  target: PublishTarget,
  waits: PublishWaits,
): Promise<Result<PublishOutcome, PublishFault>> {
  const client = await openReader(path);
  try {
    await client.execute('pragma temp_store=file');
    const local = await client.transaction('read');
    try {
      return await onServer(target, waits, (server) => bringUp(local, server));
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

async function bringUp(local: Transaction, server: ServerTransaction): Promise<PublishOutcome> {
  const shape = await readShape(local);
  const [epoch, n] = await standingAt(local);
  const state = await readState(server);
  const follows = state !== null && state.epoch === epoch && state.shape === shape.digest;
  const log = await readLogEnd(local, follows ? state.seq : 0);
  if (follows && log.unbroken && log.end === state.seq) {
    const content = { rows: state.rows, digest: state.digest };
    return { epoch, n, seq: log.end, sent: 'none', ...NOTHING, content };
  }
  // A deferred check looks at references once everything is there.
  await server.add('pragma defer_foreign_keys=on', 0);
  const changed = follows && log.unbroken;
  const sender = createSender(server, createTally(changed ? state : undefined));
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

const NOTHING = { rowsSent: 0, rowsRemoved: 0, bytesSent: 0 };

async function standingAt(local: Runner): Promise<readonly [string, number]> {
  const { rows } = await local.execute('select epoch, (select max(n) from snapshots) from instance');
  return [String(rows[0]?.[0]), Number(rows[0]?.[1] ?? 0)];
}

/** Null where nothing was published there. A database that holds anything else is somebody's: it is left alone. */
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

/** Sends rows and keeps count of them. */
interface Sender {
  readonly tally: Tally;
  readonly sent: { rowsSent: number; rowsRemoved: number; bytesSent: number };
  insert(table: Table, row: LocalRow): Promise<void>;
  remove(table: Table, key: readonly InValue[], before: Uint8Array): Promise<void>;
}

function createSender(server: ServerTransaction, tally: Tally): Sender {
  const sent = { rowsSent: 0, rowsRemoved: 0, bytesSent: 0 };
  return {
    tally,
    sent,
    insert: async (table, { digest, values }) => {
      const bytes = bytesOf(values);
      tally.add(digest);
      sent.rowsSent++;
      sent.bytesSent += bytes;
      const names = table.columns.map(({ name }) => quoted(name)).join(', ');
      const marks = table.columns.map(() => '?').join(', ');
      const sql = `insert into ${quoted(table.name)} (${names}) values (${marks})`;
      await server.add({ sql, args: values.map(bound) }, bytes);
    },
    remove: async (table, key, before) => {
      tally.take(before);
      sent.rowsRemoved++;
      const same = table.key.map(({ name }) => `${quoted(name)} = ?`).join(' and ');
      await server.add({ sql: `delete from ${quoted(table.name)} where ${same}`, args: [...key] }, 50);
    },
  };
}

/** First what stood goes, then what stands comes: no unique index sees two rows that were never there together. */
async function sendChanges(local: Runner, shape: PublishedSchema, after: number, sender: Sender): Promise<void> {
  const tables = await changedTables(local, shape, after);
  for (const table of tables) {
    for await (const page of changedRows(local, table, after)) {
      for (const row of page) {
        if (row.before !== null && !stands(row)) await sender.remove(table, row.key, row.before);
      }
    }
  }
  for (const table of tables) {
    for await (const page of changedRows(local, table, after)) {
      for (const row of page) if (row.now !== null && !stands(row)) await sender.insert(table, row.now);
    }
  }
}

/** Changed and changed back. */
function stands({ before, now }: ChangedRow): boolean {
  return before !== null && now !== null && Buffer.compare(before, now.digest) === 0;
}

async function sendAll(
  local: Runner,
  shape: PublishedSchema,
  server: ServerTransaction,
  sender: Sender,
): Promise<void> {
  for (const sql of await dropsOf(server)) await server.add(sql, 100);
  for (const sql of [...shape.makesTables, CREATE_STATE, ...shape.makesRest]) await server.add(sql, sql.length);
  for (const table of shape.tables) {
    for await (const page of allRows(local, table)) for (const row of page) await sender.insert(table, row);
  }
}

/** What removes all that an earlier copy made; tables of full text take theirs along. */
async function dropsOf(server: ServerTransaction): Promise<readonly string[]> {
  const made = await server.rows(
    `select m.type, m.name, l.type from sqlite_master as m left join pragma_table_list as l on l.name = m.name
     where m.type in ('table', 'view', 'trigger') and m.name not like 'sqlite\\_%' escape '\\'
       and m.name not like 'libsql\\_%' escape '\\' order by m.rowid desc`,
  );
  const drop = (type: string, sort: string | null): readonly string[] =>
    made
      .filter(([made, , sorted]) => made === type && (sort === null || sorted === sort))
      .map(([, name]) => `drop ${type} ${quoted(String(name))}`);
  return [...drop('trigger', null), ...drop('view', null), ...drop('table', 'virtual'), ...drop('table', 'table')];
}

function bytesOf(values: readonly Value[]): number {
  let bytes = 0;
  for (const value of values) {
    if (typeof value === 'string') bytes += value.length;
    else bytes += value instanceof ArrayBuffer ? value.byteLength : 8;
  }
  return bytes;
}
