import type { Transaction } from '@libsql/client';
import type { EdgeName, EdgeUpdate } from '../../../../domain/ports/edges.ts';
import { changedEdge } from '../../../../domain/reads/changes/changed_rows.ts';
import { observedEdgeText } from '../../../../domain/reads/edges.ts';
import { slicesOf } from '../../../../domain/values/slices.ts';
import { jsonRows } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import type { NoteChanged } from './changed.ts';
import { addCount, type CountChanges, EDGE_COUNTS, keepListCounts } from './counts_writer.ts';
import { type TouchedEntities, touchEnds } from './entities_writer.ts';
import { type GroupCounts, inNameOrder, newestCounts } from './ledger_writer.ts';

/** Number of edges written at a time, which limits the JSON held in memory. */
const EDGES_AT_ONCE = 5_000;

/**
 * Creates a temporary table that collects new edges until all parts are written. Only then are they assigned the next
 * places of their group, ordered by (from, to) across all parts.
 */
export async function beginEdges(tx: Transaction): Promise<void> {
  await tx.execute('drop table if exists temp.coming_edges');
  // Without an index, because sorting all edges at the end takes a third of the time of keeping them in order.
  await tx.execute('create temp table coming_edges (grp text, from_id integer, to_id integer, body text)');
}

/**
 * Writes some of a snapshot's observed edges. Public edges keep their place and get their new row; unchanged edges are
 * not written. A withdrawn edge leaves only its place, marked with snapshot `n`. New edges go to the temporary table.
 * Each edge may be given only once per snapshot. If `areNew`, no earlier snapshot had edges, and none are looked up.
 * Notes all but the new edges. Adds the ends of withdrawn edges to `touched`.
 */
export async function writeEdges(
  tx: Transaction,
  edges: readonly EdgeUpdate[],
  { n, areNew }: { readonly n: number; readonly areNew: boolean },
  touched: TouchedEntities,
  note: NoteChanged,
): Promise<void> {
  for (const gone of slicesOf(
    edges.filter(({ edge }) => edge === null),
    EDGES_AT_ONCE,
  )) {
    const withdrawn = await withdraw(tx, gone, n);
    await countGone(tx, withdrawn, touched);
    await note(withdrawn.map(({ name, body }) => changedEdge(name, body, null)));
  }
  for (const current of slicesOf(
    edges.filter(({ edge }) => edge !== null),
    EDGES_AT_ONCE,
  ))
    await state(tx, current, areNew, note);
}

/**
 * Assigns places to the new edges, and notes them in order, a limited number at a time. Adds their ends to `touched`.
 * Returns the number of edges of each group, including withdrawn ones, and whether any edge was assigned a place.
 */
export async function finishEdges(
  tx: Transaction,
  note: NoteChanged,
  touched: TouchedEntities,
): Promise<{ readonly counts: GroupCounts; readonly appended: boolean }> {
  const before = await newestCounts(tx, 'edge_steps');
  const counts = new Map(Object.entries(before));
  const coming = await jsonRows<readonly [group: string, edges: number]>(
    tx,
    'select json_group_array(json_array(grp, edges)) from (select grp, count(*) as edges from coming_edges group by grp)',
  );
  for (const [group, edges] of coming) {
    const first = counts.get(group) ?? 0;
    counts.set(group, first + edges);
    await tx.execute({
      sql: `insert into edges (grp, place, from_id, to_id, body)
            select grp, ? - 1 + row_number() over (order by from_id, to_id), from_id, to_id, body
            from coming_edges where grp = ?`,
      args: [BigInt(first), group],
    });
    await countNew(tx, group, first);
    for (let from = first; from < first + edges; from += EDGES_AT_ONCE) {
      const added = await edgesAt(tx, group, from);
      for (const { name } of added) touchEnds(touched, name);
      await note(added.map(({ name, body }) => changedEdge(name, null, body)));
    }
  }
  await tx.execute('drop table temp.coming_edges');
  return { counts: inNameOrder(counts), appended: coming.length > 0 };
}

/** Adds the edges of a group from place `first` on to the edge counts of both of their ends. */
async function countNew(tx: Transaction, group: string, first: number): Promise<void> {
  for (const end of ['from', 'to']) {
    await tx.execute({
      sql: `insert into edge_counts (grp, end, id, rows)
            select grp, '${end}', ${end}_id, count(*) from edges where grp = ? and place >= ? group by ${end}_id
            on conflict do update set rows = rows + excluded.rows`,
      args: [group, BigInt(first)],
    });
  }
}

interface StoredEdge {
  readonly name: EdgeName;
  readonly body: string;
}

/** Returns the edges of a group at the places from `from` on, at most EDGES_AT_ONCE. */
async function edgesAt(tx: Transaction, group: string, from: number): Promise<readonly StoredEdge[]> {
  const rows = await jsonRows<readonly [fromId: number, toId: number, body: string]>(
    tx,
    `select json_group_array(json_array(from_id, to_id, body)) from (
       select from_id, to_id, body from edges where grp = ? and place >= ? and place < ? order by place)`,
    [group, BigInt(from), BigInt(from + EDGES_AT_ONCE)],
  );
  return rows.map(([fromId, toId, body]) => ({ name: { group, fromId, toId }, body }));
}

/** Subtracts withdrawn edges from the edge counts at both of their ends. */
async function countGone(tx: Transaction, gone: readonly StoredEdge[], touched: TouchedEntities): Promise<void> {
  const ends: CountChanges = new Map();
  for (const { name } of gone) {
    const { group, fromId, toId } = name;
    touchEnds(touched, name);
    addCount(ends, [group, 'from', fromId], -1);
    addCount(ends, [group, 'to', toId], -1);
  }
  await keepListCounts(tx, EDGE_COUNTS, ends);
}

function edgeKey({ group, fromId, toId }: EdgeName): [string, number, number] {
  return [group, fromId, toId];
}

/** SQL that joins a JSON list of keys to the public edges, as `e`. `asked.key` is the index of the key in the list. */
const PUBLIC_EDGES = `from json_each(?) as asked cross join edges as e on e.grp = asked.value->>0
  and e.from_id = asked.value->>1 and e.to_id = asked.value->>2 and e.withdrawn_n is null`;

/** Withdraws edges and returns those that had been public. */
async function withdraw(tx: Transaction, gone: readonly EdgeUpdate[], n: number): Promise<readonly StoredEdge[]> {
  const keys = JSON.stringify(gone.map(({ name }) => edgeKey(name)));
  const stood = await jsonRows<[index: number, place: number, body: string]>(
    tx,
    `select json_group_array(json_array(asked.key, e.place, e.body)) ${PUBLIC_EDGES}`,
    [keys],
  );
  await tx.execute({
    sql: `update edges set body = '', withdrawn_n = ? where (grp, place) in (
            select value->>0, value->>1 from json_each(?))`,
    args: [BigInt(n), JSON.stringify(stood.map(([i, place]) => [gone[i]!.name.group, place]))],
  });
  return stood.map(([i, , body]) => ({ name: gone[i]!.name, body }));
}

async function state(tx: Transaction, edges: readonly EdgeUpdate[], areNew: boolean, note: NoteChanged): Promise<void> {
  const rows = edges.map(({ name, edge }) => [...edgeKey(name), observedEdgeText(name, edge!)] as const);
  const stored = areNew ? [] : await readStored(tx, rows);
  const changed = stored.filter(([, , before]) => before !== null);
  await tx.execute({
    sql: `insert into edges (grp, place, from_id, to_id, body)
          select e.grp, e.place, e.from_id, e.to_id, moved.value->>2 from json_each(?) as moved
          cross join edges as e on e.grp = moved.value->>0 and e.place = moved.value->>1 where true
          on conflict (grp, place) do update set body = excluded.body`,
    args: [JSON.stringify(changed.map(([i, place]) => [rows[i]![0], place, rows[i]![3]]))],
  });
  const known = new Set(stored.map(([i]) => i));
  const fresh = rows.filter((_, i) => !known.has(i));
  await insertRows(tx, 'coming_edges', 'grp, from_id, to_id, body', fresh);
  await note(changed.map(([i, , before]) => changedEdge(edges[i]!.name, before, rows[i]![3])));
}

type EdgeRow = readonly [...key: ReturnType<typeof edgeKey>, text: string];

/** Reads the places of those edges that are public, by index, and their rows, or null if they stay the same. */
function readStored(tx: Transaction, rows: readonly EdgeRow[]) {
  return jsonRows<readonly [index: number, place: number, before: string | null]>(
    tx,
    `select json_group_array(json_array(asked.key, e.place, nullif(e.body, asked.value->>3))) ${PUBLIC_EDGES}`,
    [JSON.stringify(rows)],
  );
}
