import { isUtf8 } from 'node:buffer';
import type { InValue } from '@libsql/client';
import type { DamagedRow } from '../../domain/ports/damaged_row.ts';
import { type Connection, readJson } from './database.ts';
import { readStorageCode } from './storage_error.ts';

interface Table {
  readonly name: string;
  readonly sql: string;
  /** Columns of the table's primary key, or its rowid. */
  readonly key: readonly Column[];
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Decoders of blobs, by `table.column`. A decoder throws a storage fault or returns null if the blob is damaged. */
export type Decoders = Readonly<Record<string, (bytes: ArrayBuffer) => unknown>>;

export interface RowCheckOptions {
  /** Tables to skip. Defaults to none. */
  readonly passOver?: ReadonlySet<string>;
  /** Defaults to none. A blob without a decoder is only checked against the conditions of its table. */
  readonly decoders?: Decoders;
}

const SELECT_TABLES = `
  select json_group_array(json_object('name', t.name, 'sql', s.sql, 'columns', json((
      select json_group_array(json_object('name', c.name, 'type', c.type) order by c.cid)
      from pragma_table_xinfo(t.name) as c)), 'key', json(iif(t.wr, (
      select json_group_array(json_object('name', c.name, 'type', c.type) order by c.pk)
      from pragma_table_xinfo(t.name) as c where c.pk > 0), '[{"name":"rowid","type":"INTEGER"}]'))))
  from pragma_table_list as t join sqlite_schema as s on s.type = 'table' and s.name = t.name
  where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite_%'`;

/**
 * Returns the rows of all tables that have invalid UTF-8 or violate a check constraint of their table. SQLite's
 * integrity check does not validate texts and does not say which row violates a constraint. Reads every text.
 */
export async function findDamagedRows(
  client: Connection,
  { passOver = new Set(), decoders = {} }: RowCheckOptions = {},
): Promise<readonly DamagedRow[]> {
  const found: DamagedRow[] = [];
  for (const table of await readJson<Table>(client, SELECT_TABLES)) {
    if (passOver.has(table.name)) continue;
    for await (const row of findDamagedNumbers(client, table, decoders)) found.push({ table: table.name, row });
  }
  return found;
}

const ROWS_PER_CHECK = 500;

/** Values of a key. Damaged texts are represented by their bytes. */
type RowKey = readonly (number | string | ArrayBuffer)[];

/** Checks ROWS_PER_CHECK rows at once. If a batch is damaged, checks each of its rows individually. */
async function* findDamagedNumbers(client: Connection, table: Table, decoders: Decoders): AsyncGenerator<number> {
  let position = 0;
  let after: RowKey | null = null;
  for (let singles = 0; ; singles--) {
    const limit = singles > 0 ? 1 : ROWS_PER_CHECK;
    const end = await readKey(client, table, after, limit);
    if (end === null && limit === 1) return;
    if (!(await areRowsSound(client, table, after, limit, decoders))) {
      if (limit > 1) {
        singles = ROWS_PER_CHECK + 1;
        continue;
      }
      yield table.key[0]?.name === 'rowid' ? Number(end![0]) : position + 1;
    }
    if (end === null) return;
    position += limit;
    after = end;
  }
}

/**
 * Returns the key of the `nth` row after a given key, or null if fewer rows follow. Reads texts as blobs, because
 * damaged texts may not be UTF-8.
 */
async function readKey(client: Connection, table: Table, after: RowKey | null, nth: number): Promise<RowKey | null> {
  const keys = table.key.map(({ name, type }) => (type === 'TEXT' ? `cast("${name}" as blob)` : `"${name}"`));
  const { where, args } = selectAfterKey(table, after);
  const sql = `select ${keys.join(', ')} from "${table.name}" ${where} order by ${listKeyNames(table)} limit 1 offset ${nth - 1}`;
  const [row] = (await client.execute({ sql, args })).rows;
  if (row === undefined) return null;
  return table.key.map(({ type }, i) => {
    const part = row[i] as number | ArrayBuffer;
    return type === 'TEXT' && isUtf8(new Uint8Array(part as ArrayBuffer)) ? decoder.decode(part as ArrayBuffer) : part;
  });
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Returns whether the next `limit` rows have valid texts and blobs and satisfy the check constraints of their table.
 */
async function areRowsSound(
  client: Connection,
  table: Table,
  after: RowKey | null,
  limit: number,
  decoders: Decoders,
): Promise<boolean> {
  const { where, args } = selectAfterKey(table, after);
  const range = `from "${table.name}" ${where} order by ${listKeyNames(table)} limit ${limit}`;
  try {
    const { rows } = await client.execute({ sql: buildValidationSql(table, range), args });
    const [isAllowed, texts] = [rows[0]![0], rows[0]![1]];
    if (isAllowed === 0 || (texts !== null && !isUtf8(new Uint8Array(texts as ArrayBuffer)))) return false;
    for (const { name } of table.columns) {
      const decode = decoders[`${table.name}.${name}`];
      if (decode === undefined) continue;
      const packed = await client.execute({ sql: `select "${name}" ${range}`, args });
      if (packed.rows.some((row) => decode(row[0] as ArrayBuffer) === null)) return false;
    }
    return true;
  } catch (error) {
    // A constraint cannot be evaluated, for example on invalid JSON, or a blob cannot be decoded.
    if (readStorageCode(error) === null) throw error;
    return false;
  }
}

/**
 * SQL for whether all check constraints hold, and for all texts concatenated. Null counts as true, as it does in
 * SQLite.
 */
function buildValidationSql({ sql, columns }: Table, range: string): string {
  const texts = columns
    .filter(({ type }) => type !== 'INTEGER' && type !== 'REAL')
    .map(({ name }) => `iif(typeof("${name}") = 'text', "${name}", '')`);
  const checks = parseCheckRules(sql).map((check) => `coalesce((${check}), 1)`);
  return `select min(isAllowed), cast(group_concat(texts, char(10)) as blob) from (
    select ${['1', ...checks].join(' and ')} as isAllowed, ${["''", ...texts].join(' || char(10) || ')} as texts ${range})`;
}

function listKeyNames({ key }: Table): string {
  return key.map(({ name }) => `"${name}"`).join(', ');
}

/** SQL for the rows after a key. SQLite seeks with all key columns of the index, unless a value is cast. */
function selectAfterKey(table: Table, after: RowKey | null): { where: string; args: InValue[] } {
  if (after === null) return { where: '', args: [] };
  const isDamaged = (i: number) => table.key[i]!.type === 'TEXT' && typeof after[i] !== 'string';
  const marks = after.map((_, i) => (isDamaged(i) ? 'cast(? as text)' : '?')).join(', ');
  const args = after.map((part) => (typeof part === 'number' ? BigInt(part) : part));
  return { where: `where (${listKeyNames(table)}) > (${marks})`, args };
}

/** Returns the conditions of the check constraints in a table's definition. */
function parseCheckRules(definition: string): readonly string[] {
  const sql = definition.replace(/--.*$/gm, '');
  return Array.from(sql.matchAll(/\bcheck\s*\(/gi), ({ index, 0: opening }) => {
    const from = index + opening.length;
    return sql.slice(from, findClosingParen(sql, from));
  });
}

/** Returns the index of the parenthesis that closes the one just before `from`. Skips parentheses within SQL texts. */
function findClosingParen(sql: string, from: number): number {
  let depth = 1;
  let quoted = false;
  for (let at = from; at < sql.length; at++) {
    if (sql[at] === "'") quoted = !quoted;
    else if (!quoted && sql[at] === '(') depth++;
    else if (!quoted && sql[at] === ')' && --depth === 0) return at;
  }
  return sql.length;
}
