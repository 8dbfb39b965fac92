import type { Client } from '@libsql/client';
import { inTransaction, type Runner, value } from '../database.ts';
import { LOG_TABLE, quoted, readShape, rowDigest, rowKey, type Table, TRIGGER_PREFIX } from './shape.ts';

/**
 * Has every change of a public row noted in the transaction that makes it, from now on. Called by the builder, the one
 * writer; where it was noted so far nothing is done.
 */
export async function followChanges(client: Client): Promise<void> {
  const wanted = new Map((await readShape(client)).tables.flatMap(triggersOf));
  const standing = await standingTriggers(client);
  if (standing.size === wanted.size && [...wanted].every(([name, sql]) => standing.get(name) === sql)) return;
  await inTransaction(client, async (tx) => {
    for (const name of standing.keys()) await tx.execute(`drop trigger ${quoted(name)}`);
    for (const sql of wanted.values()) await tx.execute(sql);
    await tx.execute(`delete from ${LOG_TABLE}`);
    // What changed before is not known: whoever stands there needs everything.
    await tx.execute(`insert into ${LOG_TABLE} (tbl, key) values ('', '')`);
  });
}

/** Notes changes no longer, where nobody publishes. */
export async function followNothing(client: Client): Promise<void> {
  const standing = await standingTriggers(client);
  if (standing.size === 0) return;
  await inTransaction(client, async (tx) => {
    for (const name of standing.keys()) await tx.execute(`drop trigger ${quoted(name)}`);
    await tx.execute(`delete from ${LOG_TABLE}`);
  });
}

/** Changes that may wait for a server that is away: beyond that it needs everything. A line takes some 200 bytes. */
export const LOG_LINES_MAX = 1_000_000;

/** Forgets changes that the server has, and all of them where too many wait. */
export async function forgetChanges(client: Client, upToSeq: number, linesMax = LOG_LINES_MAX): Promise<void> {
  return inTransaction(client, async (tx) => {
    await tx.execute({ sql: `delete from ${LOG_TABLE} where seq <= ?`, args: [BigInt(upToSeq)] });
    const lines = await value(tx, `select count(*) from (select 1 from ${LOG_TABLE} limit ${linesMax + 1})`);
    if (Number(lines) > linesMax) await tx.execute(`delete from ${LOG_TABLE}`);
  });
}

/** Forgets all of them, keys of erased rows among them: the server is sent everything next. */
export async function forgetAllChanges(client: Client): Promise<void> {
  await client.execute(`delete from ${LOG_TABLE}`);
}

async function standingTriggers(runner: Runner): Promise<ReadonlyMap<string, string>> {
  const { rows } = await runner.execute({
    sql: `select name, sql from sqlite_master where type = 'trigger' and substr(name, 1, ?) = ?`,
    args: [BigInt(TRIGGER_PREFIX.length), TRIGGER_PREFIX],
  });
  return new Map(rows.map((row) => [String(row[0]), String(row[1])]));
}

/** Names of triggers and what makes them, letter by letter as the database keeps it. */
function triggersOf(table: Table): readonly (readonly [string, string])[] {
  const trigger = (when: string, body: string): readonly [string, string] => {
    const name = `${TRIGGER_PREFIX}${table.name}_${when}`;
    return [name, `CREATE TRIGGER ${quoted(name)} after ${when} on ${quoted(table.name)} begin ${body} end`];
  };
  const note = (row: string, before: string, where = ''): string =>
    `insert into ${LOG_TABLE} (tbl, key, before) select '${table.name}', ${rowKey(table, row)}, ${before}${where};`;
  const moved = table.key.map(({ name }) => `new.${quoted(name)} is not old.${quoted(name)}`).join(' or ');
  return [
    trigger('insert', note('new', 'null')),
    trigger('delete', note('old', rowDigest(table, 'old'))),
    trigger('update', `${note('old', rowDigest(table, 'old'))} ${note('new', 'null', ` where ${moved}`)}`),
  ];
}
