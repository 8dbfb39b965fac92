import { hash } from 'node:crypto';
import type { Runner } from '../database.ts';

/** Schema of the tables whose rows are published, and the statements that create these tables. */
export interface PublishedSchema {
  readonly tables: readonly Table[];
  /** Statements that create the tables, in their original order. */
  readonly makesTables: readonly string[];
  /**
   * Statements that create indexes, views, full-text tables, and the triggers that fill the full-text tables on insert.
   */
  readonly makesRest: readonly string[];
  /** Digest of these statements. If it changes, the next publish must be a full one. */
  readonly digest: string;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The columns of the table's primary key. */
  readonly key: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly isBlob: boolean;
}

/** Table with the state of a server's log, or of an edge's database (`State`). */
export const STATE_TABLE = 'log_state';
/** The change log. Neither the log nor the triggers that fill it are copied. */
export const LOG_TABLE = 'publish_log';
export const TRIGGER_PREFIX = 'publish_of_';

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly sql: string;
  /** `table`, `virtual` or `shadow`, or null if the object is not a table. */
  readonly tableType: string | null;
}

/** Reads the schema of a public database, without the log, its triggers and the table of the server's state. */
export async function readSchema(runner: Runner): Promise<PublishedSchema> {
  const objects = (await readSchemaObjects(runner)).filter(
    ({ name, table }) => table !== LOG_TABLE && table !== STATE_TABLE && !name.startsWith(TRIGGER_PREFIX),
  );
  const plain = objects.filter(({ type, tableType }) => type === 'table' && tableType === 'table');
  const search = objects.filter(({ tableType }) => tableType === 'virtual');
  // Other triggers update tables that are also copied, so on the server these triggers would count rows twice.
  const triggers = objects.filter(
    ({ type, sql }) => type === 'trigger' && search.some(({ name }) => sql.includes(name)),
  );
  const rest = [
    ...objects.filter(({ type }) => type === 'index'),
    ...objects.filter(({ type }) => type === 'view'),
    ...search,
    ...triggers,
  ];
  const tables: Table[] = [];
  for (const { name } of plain) tables.push(await readTable(runner, name));
  const makesTables = plain.map(({ sql }) => sql);
  const makesRest = rest.map(({ sql }) => sql);
  return { tables, makesTables, makesRest, digest: hash('sha256', JSON.stringify([makesTables, makesRest]), 'hex') };
}

async function readSchemaObjects(runner: Runner): Promise<readonly SchemaObject[]> {
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
    tableType: row[4] === null ? null : String(row[4]),
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

/** SQL expression for the SHA-3 of a row's table name and values. Edges compute the same digest. */
export function buildDigest({ name, columns }: Table, row: string): string {
  return `sha3('${name}:' || ${columns.map((column) => `quote(${row}.${quoteName(column.name)})`).join(" || ',' || ")}, 256)`;
}

/** SQL expression for a row's primary key as JSON. Blobs are hexadecimal, because SQLite puts no blob into JSON. */
export function buildRowKey({ key }: Table, row: string): string {
  const parts = key.map(({ name, isBlob }) =>
    isBlob ? `hex(${row}.${quoteName(name)})` : `${row}.${quoteName(name)}`,
  );
  return `json_array(${parts.join(', ')})`;
}
