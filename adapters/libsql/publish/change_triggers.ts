import { type Connection, type Runner, readValue, runInTransaction } from '../database.ts';
import { buildDigest, buildRowKey, LOG_TABLE, quoteName, readSchema, type Table, TRIGGER_PREFIX } from './shape.ts';

/**
 * Creates triggers that log every change to a public row, in the same transaction as the change. Called only by the
 * builder, which is the only writer. Does nothing if the same triggers already exist.
 */
export async function startChangeLog(client: Connection): Promise<void> {
  const wanted = new Map((await readSchema(client)).tables.flatMap(buildTriggers));
  const existing = await readTriggers(client);
  if (existing.size === wanted.size && [...wanted].every(([name, sql]) => existing.get(name) === sql)) return;
  await runInTransaction(client, async (tx) => {
    for (const name of existing.keys()) await tx.execute(`drop trigger ${quoteName(name)}`);
    for (const sql of wanted.values()) await tx.execute(sql);
    await forgetChanges(tx);
  });
}

/** Removes the triggers and the log on an instance that does not publish, where nothing would ever empty the log. */
export async function stopChangeLog(client: Connection): Promise<void> {
  const existing = await readTriggers(client);
  if (existing.size === 0) return;
  await runInTransaction(client, async (tx) => {
    for (const name of existing.keys()) await tx.execute(`drop trigger ${quoteName(name)}`);
    await tx.execute(`delete from ${LOG_TABLE}`);
  });
}

/**
 * Maximum number of changes to log while the server is unreachable; beyond that, the next publish is a full one. A log
 * entry takes about 200 bytes.
 */
const LOG_LINES_MAX = 1_000_000;

/** Deletes the changes that the server already has. If more than `linesMax` changes remain, deletes those as well. */
export async function deleteLoggedChanges(
  client: Connection,
  upToSeq: number,
  linesMax = LOG_LINES_MAX,
): Promise<void> {
  return runInTransaction(client, async (tx) => {
    await tx.execute({ sql: `delete from ${LOG_TABLE} where seq <= ?`, args: [BigInt(upToSeq)] });
    const lines = await readValue(tx, `select count(*) from (select 1 from ${LOG_TABLE} limit ${linesMax + 1})`);
    if (Number(lines) > linesMax) await tx.execute(`delete from ${LOG_TABLE}`);
  });
}

/**
 * Deletes all logged changes, including the keys of erased rows. The next publish sends a new base even if the server
 * already has the newest snapshot, because the server still has the diffs that contain erased rows.
 */
export async function deleteAllLoggedChanges(client: Connection): Promise<void> {
  await runInTransaction(client, forgetChanges);
}

/** Empties the log and adds an entry without a table name, which forces the next publish to send a new base. */
async function forgetChanges(runner: Runner): Promise<void> {
  await runner.execute(`delete from ${LOG_TABLE}`);
  await runner.execute(`insert into ${LOG_TABLE} (tbl, key) values ('', '')`);
}

async function readTriggers(runner: Runner): Promise<ReadonlyMap<string, string>> {
  const { rows } = await runner.execute({
    sql: `select name, sql from sqlite_master where type = 'trigger' and substr(name, 1, ?) = ?`,
    args: [BigInt(TRIGGER_PREFIX.length), TRIGGER_PREFIX],
  });
  return new Map(rows.map((row) => [String(row[0]), String(row[1])]));
}

/** Returns the names and definitions of a table's triggers, exactly as SQLite stores them. */
function buildTriggers(table: Table): readonly (readonly [string, string])[] {
  const trigger = (when: string, body: string): readonly [string, string] => {
    const name = `${TRIGGER_PREFIX}${table.name}_${when}`;
    return [name, `CREATE TRIGGER ${quoteName(name)} after ${when} on ${quoteName(table.name)} begin ${body} end`];
  };
  const logRow = (row: string, before: string, where = ''): string =>
    `insert into ${LOG_TABLE} (tbl, key, before) select '${table.name}', ${buildRowKey(table, row)}, ${before}${where};`;
  const keyChanged = table.key.map(({ name }) => `new.${quoteName(name)} is not old.${quoteName(name)}`).join(' or ');
  return [
    trigger('insert', logRow('new', 'null')),
    trigger('delete', logRow('old', buildDigest(table, 'old'))),
    trigger('update', `${logRow('old', buildDigest(table, 'old'))} ${logRow('new', 'null', ` where ${keyChanged}`)}`),
  ];
}
