import { Buffer } from 'node:buffer';
import type { InValue } from '@libsql/client';
import { groupBy } from '../../domain/values/group_by.ts';
import { cutIntoSlices } from '../../domain/values/slices.ts';
import { awaitEventLoop, type Runner } from '../libsql/database.ts';
import { type ContentCounter, createContentCounter } from '../libsql/publish/content.ts';
import { type DiffMarks, type RowChange, readDiff } from '../libsql/publish/diff.ts';
import { extractKey, joinByKey, toSqlValue } from '../libsql/publish/local_rows.ts';
import { buildDigest, type PublishedSchema, quoteName, type Table } from '../libsql/publish/shape.ts';
import type { LogState } from '../libsql/publish/state.ts';
import { StorageError } from '../libsql/storage_error.ts';

/** Returns the bytes of a diff and of everything after it. Called once for each pass over the diff. */
export type DiffSource = () => AsyncIterable<Uint8Array>;

/**
 * Applies one diff to an edge's database within the caller's transaction, and returns the new state. Throws the storage
 * fault `DIFF_GAP` if the diff does not start at `state`, and `DIFF_CONTENT` if the resulting rows are not the
 * snapshot's. The caller must then roll back. A diff that `state` already includes is skipped.
 *
 * The first pass deletes the old versions of all rows and the second inserts the new ones, so that no unique index
 * contains both versions of a row at once.
 */
export async function applyDiff(
  runner: Runner,
  schema: PublishedSchema,
  source: DiffSource,
  state: LogState,
): Promise<LogState> {
  const counter = createContentCounter(state);
  const { from, end, bytes } = await readDiff(schema, source(), async () => {});
  const logBytes = state.logBytes + bytes;
  if (end.seq <= state.seq) return { ...state, logBytes };
  if (from !== state.seq) throw new StorageError('DIFF_GAP');
  await readDiff(schema, source(), (changes) => deleteRows(runner, changes, counter));
  await readDiff(schema, source(), (changes) => insertRows(runner, changes, counter));
  const content = counter.content();
  if (content.rows !== end.rows || content.digest !== end.digest) throw new StorageError('DIFF_CONTENT');
  return { ...state, ...content, n: end.n, seq: end.seq, logBytes };
}

/** Inserts all rows of a base into an empty database. The caller checks the result. */
export function applyBase(
  runner: Runner,
  schema: PublishedSchema,
  base: AsyncIterable<Uint8Array>,
): Promise<DiffMarks> {
  return readDiff(schema, base, (changes) => insertRows(runner, changes, null));
}

const ROWS_PER_STATEMENT = 50;

/** Deletes the changed and deleted rows, if they exist, and takes them from the count. */
async function deleteRows(runner: Runner, changes: readonly RowChange[], counter: ContentCounter): Promise<void> {
  for (const [table, own] of groupBy(changes, (change) => change.table)) {
    const join = joinByKey(table);
    const columns = table.key.map(({ name }) => quoteName(name)).join(', ');
    const key = table.key.map(({ name }) => `t.${quoteName(name)}`).join(', ');
    for (const some of cutIntoSlices(own, ROWS_PER_STATEMENT)) {
      const { rows } = await runner.execute({
        sql: `delete from ${quoteName(table.name)} where (${columns}) in (select ${key} from ${join}) ${buildReturning(table)}`,
        args: [formatKeysJson(table, some)],
      });
      for (const row of rows) counter.take(new Uint8Array(row[0] as ArrayBuffer));
    }
    await awaitEventLoop();
  }
}

/** Inserts the new and changed rows, and adds the stored rows to the count, if there is one. */
async function insertRows(
  runner: Runner,
  changes: readonly RowChange[],
  counter: ContentCounter | null,
): Promise<void> {
  const puts = changes.filter((change) => 'put' in change);
  for (const [table, own] of groupBy(puts, (change) => change.table)) {
    const names = table.columns.map(({ name }) => quoteName(name)).join(', ');
    const marks = `(${table.columns.map(() => '?').join(', ')})`;
    const returning = counter === null ? '' : buildReturning(table);
    for (const some of cutIntoSlices(own, ROWS_PER_STATEMENT)) {
      const { rows } = await runner.execute({
        sql: `insert into ${quoteName(table.name)} (${names}) values ${some.map(() => marks).join(', ')} ${returning}`,
        args: some.flatMap(({ put }): InValue[] => put.map(toSqlValue)),
      });
      for (const row of rows) counter?.add(new Uint8Array(row[0] as ArrayBuffer));
    }
    await awaitEventLoop();
  }
}

/** Ends a statement that deletes or inserts rows with SQL for the digests of these rows. */
function buildReturning(table: Table): string {
  return `returning ${buildDigest(table, quoteName(table.name))}`;
}

/** Returns the keys of these rows as a JSON list for `joinByKey`. Blobs are hexadecimal, because JSON has no bytes. */
function formatKeysJson(table: Table, changes: readonly RowChange[]): string {
  const keys = changes.map((change) => ('put' in change ? extractKey(table, change.put) : change.del));
  return JSON.stringify(
    keys.map((key) => key.map((part) => (part instanceof ArrayBuffer ? Buffer.from(part).toString('hex') : part))),
  );
}
