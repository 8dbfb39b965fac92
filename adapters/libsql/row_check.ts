import { isUtf8 } from 'node:buffer';
import type { Client, InValue } from '@libsql/client';
import type { DamagedRow } from '../../domain/ports/damaged_row.ts';
import { jsonRows } from './database.ts';
import { storageErrorCode } from './storage_error.ts';

/** A table as its definition describes it. */
interface Table {
  readonly name: string;
  readonly sql: string;
  /** Its primary key, or its rowid. */
  readonly key: readonly Column[];
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** By table and column, what reads a blob; it throws a storage fault or returns null if the blob is damaged. */
export type Decoders = Readonly<Record<string, (bytes: ArrayBuffer) => unknown>>;

export interface RowCheckOptions {
  /** Tables that are checked otherwise. Default: none. */
  readonly passOver?: ReadonlySet<string>;
  /** Default: none; other blobs are held to the checks of their table alone. */
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
 * The rows of all tables whose texts are not UTF-8, or that break a check of their table. SQLite itself notices neither: its
 * integrity check does not look into texts, and it names no row of which a check fails. Reads every text.
 */
export async function findDamagedRows(
  client: Client,
  { passOver = new Set(), decoders = {} }: RowCheckOptions = {},
): Promise<readonly DamagedRow[]> {
  const found: DamagedRow[] = [];
  for (const table of await jsonRows<Table>(client, SELECT_TABLES)) {
    if (passOver.has(table.name)) continue;
    for await (const row of damagedRowsOf(client, table, decoders)) found.push({ table: table.name, row });
  }
  return found;
}

const ROWS_AT_ONCE = 500;

/** Values of a key: texts as such, and as bytes if they are damaged. */
type Key = readonly (number | string | ArrayBuffer)[];

/** Looks at many rows at once, and at each of them alone if something is wrong. */
async function* damagedRowsOf(client: Client, table: Table, decoders: Decoders): AsyncGenerator<number> {
  let place = 0;
  let after: Key | null = null;
  for (let alone = 0; ; alone--) {
    const limit = alone > 0 ? 1 : ROWS_AT_ONCE;
    const end = await keyOfRow(client, table, after, limit);
    if (end === null && limit === 1) return;
    if (!(await isSound(client, table, after, limit, decoders))) {
      if (limit > 1) {
        alone = ROWS_AT_ONCE + 1;
        continue;
      }
      yield table.key[0]?.name === 'rowid' ? Number(end![0]) : place + 1;
    }
    if (end === null) return;
    place += limit;
    after = end;
  }
}

/** The key of the `nth` row behind another, or null if there are fewer. */
async function keyOfRow(client: Client, table: Table, after: Key | null, nth: number): Promise<Key | null> {
  const keys = table.key.map(({ name, type }) => (type === 'TEXT' ? `cast("${name}" as blob)` : `"${name}"`));
  const { where, args } = beyond(table, after);
  const sql = `select ${keys.join(', ')} from "${table.name}" ${where} order by ${namesOf(table)} limit 1 offset ${nth - 1}`;
  const [row] = (await client.execute({ sql, args })).rows;
  if (row === undefined) return null;
  return table.key.map(({ type }, i) => {
    const part = row[i] as number | ArrayBuffer;
    return type === 'TEXT' && isUtf8(new Uint8Array(part as ArrayBuffer)) ? decoder.decode(part as ArrayBuffer) : part;
  });
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether these rows hold nothing but what their table allows. */
async function isSound(
  client: Client,
  table: Table,
  after: Key | null,
  limit: number,
  decoders: Decoders,
): Promise<boolean> {
  const { where, args } = beyond(table, after);
  const range = `from "${table.name}" ${where} order by ${namesOf(table)} limit ${limit}`;
  try {
    const { rows } = await client.execute({ sql: `${wholeRows(table, range)}`, args });
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
    // A check that cannot be evaluated, over a text that should be JSON for instance, or a blob that cannot be unpacked.
    if (storageErrorCode(error) === null) throw error;
    return false;
  }
}

/** A query of whether all checks hold, and of all texts together. */
function wholeRows({ sql, columns }: Table, range: string): string {
  const texts = columns
    .filter(({ type }) => type !== 'INTEGER' && type !== 'REAL')
    .map(({ name }) => `iif(typeof("${name}") = 'text', "${name}", '')`);
  const checks = checksOf(sql).map((check) => `coalesce((${check}), 1)`);
  return `select min(isAllowed), cast(group_concat(texts, char(10)) as blob) from (
    select ${['1', ...checks].join(' and ')} as isAllowed, ${["''", ...texts].join(' || char(10) || ')} as texts ${range})`;
}

function namesOf({ key }: Table): string {
  return key.map(({ name }) => `"${name}"`).join(', ');
}

/** SQLite seeks all columns of the key in its index, unless a value is cast. */
function beyond(table: Table, after: Key | null): { where: string; args: InValue[] } {
  if (after === null) return { where: '', args: [] };
  const isDamaged = (i: number) => table.key[i]!.type === 'TEXT' && typeof after[i] !== 'string';
  const marks = after.map((_, i) => (isDamaged(i) ? 'cast(? as text)' : '?')).join(', ');
  const args = after.map((part) => (typeof part === 'number' ? BigInt(part) : part));
  return { where: `where (${namesOf(table)}) > (${marks})`, args };
}

/** The conditions of the checks in a table's definition. */
function checksOf(definition: string): readonly string[] {
  const sql = definition.replace(/--.*$/gm, '');
  return Array.from(sql.matchAll(/\bcheck\s*\(/gi), ({ index, 0: opening }) => {
    const from = index + opening.length;
    return sql.slice(from, closingOf(sql, from));
  });
}

/** Where the bracket closes that was opened before `from`. */
function closingOf(sql: string, from: number): number {
  let depth = 1;
  let quoted = false;
  for (let at = from; at < sql.length; at++) {
    if (sql[at] === "'") quoted = !quoted;
    else if (!quoted && sql[at] === '(') depth++;
    else if (!quoted && sql[at] === ')' && --depth === 0) return at;
  }
  return sql.length;
}
