import { hash } from 'node:crypto';
import type { Runner } from '../database.ts';

/** What is copied to a libSQL server, table by table, and what the server needs beside the rows. */
export interface PublishedSchema {
  readonly tables: readonly Table[];
  /** Statements that make the tables, in the order they were made in. */
  readonly makesTables: readonly string[];
  /** Statements for what finds rows; indexes of full text are filled by triggers while rows come. */
  readonly makesRest: readonly string[];
  /** Another one asks for a whole copy. */
  readonly digest: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of its primary key. */
  readonly key: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly isBlob: boolean;
}

/** The table on the server that says what it shows; a copy is checked against it. */
export const STATE_TABLE = 'published';
/** The log of changes and what fills it stay here. */
export const LOG_TABLE = 'publish_log';
export const TRIGGER_PREFIX = 'publish_of_';

/** A name in SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface Made {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string;
  /** table, virtual or shadow: of tables alone. */
  readonly sort: string | null;
}

/** Reads how a public database is made. What each side keeps for itself is left out: the log of changes, and what tells of it. */
export async function readShape(runner: Runner): Promise<PublishedSchema> {
  const made = (await readMade(runner)).filter(
    ({ name, table }) => table !== LOG_TABLE && table !== STATE_TABLE && !name.startsWith(TRIGGER_PREFIX),
  );
  const plain = made.filter(({ type, sort }) => type === 'table' && sort === 'table');
  const search = made.filter(({ sort }) => sort === 'virtual');
  // Other triggers keep tables that are copied as they are: on the server they would count twice.
  const triggers = made.filter(({ type, sql }) => type === 'trigger' && search.some(({ name }) => sql.includes(name)));
  const rest = [
    ...made.filter(({ type }) => type === 'index'),
    ...made.filter(({ type }) => type === 'view'),
    ...search,
    ...triggers,
  ];
  const tables: Table[] = [];
  for (const { name } of plain) tables.push(await readTable(runner, name));
  const makesTables = plain.map(({ sql }) => sql);
  const makesRest = rest.map(({ sql }) => sql);
  return { tables, makesTables, makesRest, digest: hash('sha256', JSON.stringify([makesTables, makesRest]), 'hex') };
}

async function readMade(runner: Runner): Promise<readonly Made[]> {
  const { rows } = await runner.execute(
    `select m.type, m.name, m.tbl_name, m.sql, l.type from sqlite_master as m
     left join pragma_table_list as l on l.schema = 'main' and l.name = m.name and m.type = 'table'
     where m.sql is not null and m.name not like 'sqlite\\_%' escape '\\' order by m.rowid`,
  );
  return rows.map((row) => ({
    type: String(row[0]),
    name: String(row[1]),
    table: String(row[2]),
    sql: String(row[3]),
    sort: row[4] === null ? null : String(row[4]),
  }));
}

async function readTable(runner: Runner, name: string): Promise<Table> {
  const { rows } = await runner.execute({
    sql: 'select c.name, c.type, c.pk from pragma_table_info(?) as c order by c.cid',
    args: [name],
  });
  const all = rows.map((row) => ({
    column: { name: String(row[0]), isBlob: String(row[1]).toLowerCase() === 'blob' },
    rank: Number(row[2]),
  }));
  const key = all.filter(({ rank }) => rank > 0).sort((a, b) => a.rank - b.rank);
  if (key.length === 0) throw new Error(`table ${name} of the public database has no primary key`);
  return { name, columns: all.map(({ column }) => column), key: key.map(({ column }) => column) };
}

/** SHA-3 over a row's table and values, as an expression over columns of `row`. The edge computes the same. */
export function rowDigest({ name, columns }: Table, row: string): string {
  return `sha3('${name}:' || ${columns.map((column) => `quote(${row}.${quoted(column.name)})`).join(" || ',' || ")}, 256)`;
}

/** A row's primary key as JSON. */
export function rowKey({ key }: Table, row: string): string {
  const parts = key.map(({ name, isBlob }) => (isBlob ? `hex(${row}.${quoted(name)})` : `${row}.${quoted(name)}`));
  return `json_array(${parts.join(', ')})`;
}
