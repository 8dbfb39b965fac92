import type { SnapshotPart } from '../../../../domain/ports/snapshots.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { readJson, type Transaction } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import type { PublicList, RowKey, RowRange, RowUpdate } from '../lists/list.ts';
import type { NoteRows } from './changed.ts';
import { addCount, type CountChanges, updateListCounts } from './counts_writer.ts';
import type { TouchedEntities } from './entities_writer.ts';
import { type GroupCounts, readNewestCounts, sortByName } from './ledger_writer.ts';

/** Number of rows written at a time, which limits the JSON held in memory. */
const BATCH_ROWS = 5_000;

/** The transaction of snapshot `n`. Entities of new and withdrawn rows are added to `touched`. */
export interface RowsContext {
  readonly tx: Transaction;
  readonly n: number;
  readonly note: NoteRows;
  readonly touched: TouchedEntities;
  readonly lists: ReadonlyMap<string, PublicList>;
  /** Number of places of each list before the snapshot. A list without places has no rows to look up. */
  readonly places: GroupCounts;
}

/**
 * Creates a temporary table that collects new rows until all parts are written. Only then are they given the next places
 * of their list, ordered by key across all parts.
 */
export async function collectNewRows(
  context: Omit<RowsContext, 'lists' | 'places'>,
  lists: readonly PublicList[],
): Promise<RowsContext> {
  const { tx } = context;
  await tx.execute('drop table if exists temp.coming_rows');
  // Without an index, because sorting all rows at the end takes a third of the time of keeping them in order.
  await tx.execute(
    'create temp table coming_rows (list text, key text, a integer, b integer, rank integer, body text)',
  );
  return {
    ...context,
    lists: new Map(lists.flatMap((list) => list.names.map((name) => [name, list] as const))),
    places: await readNewestCounts(tx, 'row_steps'),
  };
}

/**
 * Writes the rows of a part of a snapshot. Public rows keep their place and get their new body; unchanged rows are not
 * written. A withdrawn row leaves only its key and its place. New rows go to the temporary table. Notes all but them.
 */
export async function writeRows(context: RowsContext, part: SnapshotPart): Promise<void> {
  for (const list of new Set(context.lists.values())) {
    const { rows, replacedRanges = [] } = list.rowsOf(part);
    const gone = [...rows.filter(({ body }) => body === null), ...(await findOldRows(context, rows, replacedRanges))];
    for (const some of cutIntoSlices(gone, BATCH_ROWS)) await writeUpdates(context, some);
    const current = rows.filter(({ body }) => body !== null);
    for (const some of cutIntoSlices(current, BATCH_ROWS)) await writeUpdates(context, some);
    if (list.feedNotesOf !== undefined) await context.note(list.feedNotesOf(part), false);
  }
}

/**
 * Gives places to the new rows and notes them in order, a limited number at a time. Returns the number of rows of each
 * list, including withdrawn ones, or null if there are no new rows.
 */
export async function finishRows(context: RowsContext): Promise<GroupCounts | null> {
  const { tx, lists, places } = context;
  const coming = await readJson<readonly [list: string, rows: number]>(
    tx,
    `select json_group_array(json_array(list, rows)) from (
       select list, count(*) as rows from coming_rows group by list order by list)`,
  );
  await tx.execute({
    sql: `insert into rows (list, place, key, a, b, rank, body)
          select list, coalesce(?->>('$."' || list || '"'), 0) - 1
            + row_number() over (partition by list order by key, a, b), key, a, b, rank, body from coming_rows`,
    args: [JSON.stringify(places)],
  });
  for (const end of ['a', 'b'] as const) {
    const counted = coming.filter(([name]) => lists.get(name)!.countedBy?.includes(end)).map(([name]) => name);
    await tx.execute({
      sql: `insert into row_counts (list, id, key, rows) select list || ':${end}', ${end}, '', count(*) from coming_rows
            where list in (select value from json_each(?)) group by list, ${end}
            on conflict do update set rows = rows + excluded.rows`,
      args: [JSON.stringify(counted)],
    });
  }
  await tx.execute('drop table temp.coming_rows');
  const counts = new Map(Object.entries(places));
  for (const [name, rows] of coming) {
    const first = counts.get(name) ?? 0;
    counts.set(name, first + rows);
    const { changed, entitiesOf } = lists.get(name)!;
    if (changed === undefined && entitiesOf === undefined) continue;
    for (let from = first; from < first + rows; from += BATCH_ROWS)
      await storeNotedRows(context, await readNewRows(tx, name, from));
  }
  return coming.length === 0 ? null : sortByName(counts);
}

/** Returns withdrawals of the public rows in these ranges that are not among the given rows. */
async function findOldRows(
  { tx, places }: RowsContext,
  rows: readonly RowUpdate[],
  ranges: readonly RowRange[],
): Promise<readonly RowUpdate[]> {
  const known = ranges.filter(({ list }) => list in places);
  if (known.length === 0) return [];
  const listed = new Set(rows.map(formatRowId));
  const stored = await readJson<readonly [range: number, b: number]>(
    tx,
    `select json_group_array(json_array(asked.key, r.b)) from json_each(?) as asked
     cross join rows as r on r.list = asked.value->>0 and r.key = asked.value->>1 and r.a = asked.value->>2
       and r.b between asked.value->>3 and asked.value->>4 and r.until = 0`,
    [JSON.stringify(known.map(({ list, key, a, first, last }) => [list, key, a, first, last]))],
  );
  return stored
    .map(([range, b]) => ({ list: known[range]!.list, key: known[range]!.key, a: known[range]!.a, b, body: null }))
    .filter((row) => !listed.has(formatRowId(row)));
}

function formatRowId({ list, key, a, b }: RowKey): string {
  return `${list} ${key} ${a} ${b}`;
}

/** A row with its body before and after a snapshot. Null if it is not public. */
interface BodyChange {
  readonly row: RowKey;
  readonly before: string | null;
  readonly after: string | null;
}

/** Withdraws or overwrites public rows, and collects new ones. */
async function writeUpdates(context: RowsContext, updates: readonly RowUpdate[]): Promise<void> {
  const { tx, n, places } = context;
  const rows = updates.map(({ list, key, a, b, body, rank = 0 }) => [list, key, a, b, rank, body ?? ''] as const);
  const stored = updates.some(({ list }) => list in places) ? await readStoredRows(tx, rows) : [];
  const changed = stored.flatMap(([at, place, before]) => {
    const { body, rank = 0, ...row } = updates[at]!;
    return before === null ? [] : [{ row, place, before, after: body, rank: body === null ? 0 : rank }];
  });
  await tx.execute({
    sql: `insert into rows (list, place, key, a, b, rank, body, until)
          select r.list, r.place, r.key, r.a, r.b, new.value->>2, new.value->>3, new.value->>4 from json_each(?) as new
          cross join rows as r on r.list = new.value->>0 and r.place = new.value->>1 where true
          on conflict (list, place) do update set
            (rank, body, until) = (excluded.rank, excluded.body, excluded.until)`,
    args: [
      JSON.stringify(
        changed.map(({ row, place, rank, after }) => [row.list, place, rank, after ?? '', after === null ? n : 0]),
      ),
    ],
  });
  const known = new Set(stored.map(([at]) => at));
  const added = rows.filter((_, at) => !known.has(at) && updates[at]!.body !== null);
  await insertRows(tx, 'coming_rows', 'list, key, a, b, rank, body', added);
  await countRemovedRows(context, changed);
  await storeNotedRows(context, changed);
}

/** Reads the places of those rows that are public, by index, and their bodies, or null if body and rank stay the same. */
function readStoredRows(tx: Transaction, rows: readonly (readonly [...unknown[]])[]) {
  return readJson<readonly [at: number, place: number, before: string | null]>(
    tx,
    `select json_group_array(json_array(asked.key, r.place,
       iif((r.rank, r.body) = (asked.value->>4, asked.value->>5), null, r.body))) from json_each(?) as asked
     cross join rows as r on r.list = asked.value->>0 and r.key = asked.value->>1 and r.a = asked.value->>2
       and r.b = asked.value->>3 and r.until = 0`,
    [JSON.stringify(rows)],
  );
}

/** Subtracts withdrawn rows from the counts by their ends. */
async function countRemovedRows({ tx, lists }: RowsContext, changed: readonly BodyChange[]): Promise<void> {
  const counts: CountChanges = new Map();
  for (const { row, after } of changed) {
    if (after !== null) continue;
    for (const end of lists.get(row.list)!.countedBy ?? []) addCount(counts, [`${row.list}:${end}`, row[end], ''], -1);
  }
  await updateListCounts(tx, counts);
}

async function storeNotedRows({ lists, note, touched }: RowsContext, rows: readonly BodyChange[]): Promise<void> {
  const noted = rows.map(({ row, before, after }) => {
    const { changed, entitiesOf } = lists.get(row.list)!;
    if (before === null || after === null) for (const id of entitiesOf?.(row) ?? []) touched.add(id);
    return changed?.(row, before, after) ?? null;
  });
  await note(noted.filter((one) => one !== null));
}

/** Returns the new rows of a list at the places from `from` on, at most BATCH_ROWS. */
async function readNewRows(tx: Transaction, list: string, from: number): Promise<readonly BodyChange[]> {
  const rows = await readJson<readonly [key: string, a: number, b: number, body: string]>(
    tx,
    `select json_group_array(json_array(key, a, b, body)) from (
       select key, a, b, body from rows where list = ? and place >= ? and place < ? order by place)`,
    [list, BigInt(from), BigInt(from + BATCH_ROWS)],
  );
  return rows.map(([key, a, b, after]) => ({ row: { list, key, a, b }, before: null, after }));
}
