import type { Transaction } from '@libsql/client';
import { edgeChange } from '../../../../domain/families/lookups/change_log.ts';
import type { Change } from '../../../../domain/ports/change_log.ts';
import type { EdgeName, EdgeUpdate } from '../../../../domain/ports/edges.ts';
import { changedEdge } from '../../../../domain/reads/changes/changed_rows.ts';
import { observedEdgeText } from '../../../../domain/reads/edges.ts';
import { slicesOf } from '../../../../domain/values/slices.ts';
import { jsonRows } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import type { NoteRows } from './change_file.ts';
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
 * Adds the ends of withdrawn edges to `touched`. Returns the changes for the withdrawn edges.
 */
export async function writeEdges(
  tx: Transaction,
  edges: readonly EdgeUpdate[],
  { n, areNew }: { readonly n: number; readonly areNew: boolean },
  touched: TouchedEntities,
  noteRows: NoteRows,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const gone of slicesOf(
    edges.filter(({ edge }) => edge === null),
    EDGES_AT_ONCE,
  )) {
    const withdrawn = await withdraw(tx, gone, n);
    await countGone(tx, withdrawn, touched);
    await noteRows(withdrawn.map((name) => changedEdge(name, null)));
    for (const name of withdrawn) changes.push(edgeChange('withdrawn', name));
  }
  for (const current of slicesOf(
    edges.filter(({ edge }) => edge !== null),
    EDGES_AT_ONCE,
  ))
    await state(tx, current, areNew, noteRows);
  return changes;
}

/**
 * Assigns places to the new edges. Calls `note` with their changes, in order and a limited number at a time. Adds their
 * ends to `touched`. Returns the number of edges of each group, including withdrawn ones, and whether any edge was
 * assigned a place.
 */
export async function finishEdges(
  tx: Transaction,
  note: (changes: readonly Change[]) => Promise<void>,
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
      const names = await namesAt(tx, group, from);
      for (const name of names) touchEnds(touched, name);
      await note(names.map((name) => edgeChange('became-public', name)));
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

/** Returns the names of the edges of a group at the places from `from` on, at most EDGES_AT_ONCE. */
async function namesAt(tx: Transaction, group: string, from: number): Promise<readonly EdgeName[]> {
  const ends = await jsonRows<readonly [fromId: number, toId: number]>(
    tx,
    `select json_group_array(json_array(from_id, to_id)) from (
       select from_id, to_id from edges where grp = ? and place >= ? and place < ? order by place)`,
    [group, BigInt(from), BigInt(from + EDGES_AT_ONCE)],
  );
  return ends.map(([fromId, toId]) => ({ group, fromId, toId }));
}

/** Subtracts withdrawn edges from the edge counts at both of their ends. */
async function countGone(tx: Transaction, names: readonly EdgeName[], touched: TouchedEntities): Promise<void> {
  const ends: CountChanges = new Map();
  for (const name of names) {
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
async function withdraw(tx: Transaction, gone: readonly EdgeUpdate[], n: number): Promise<readonly EdgeName[]> {
  const keys = JSON.stringify(gone.map(({ name }) => edgeKey(name)));
  const stood = await jsonRows<[index: number, place: number]>(
    tx,
    `select json_group_array(json_array(asked.key, e.place)) ${PUBLIC_EDGES}`,
    [keys],
  );
  await tx.execute({
    sql: `update edges set body = '', withdrawn_n = ? where (grp, place) in (
            select value->>0, value->>1 from json_each(?))`,
    args: [BigInt(n), JSON.stringify(stood.map(([i, place]) => [gone[i]!.name.group, place]))],
  });
  return stood.map(([i]) => gone[i]!.name);
}

async function state(
  tx: Transaction,
  edges: readonly EdgeUpdate[],
  areNew: boolean,
  noteRows: NoteRows,
): Promise<void> {
  const rows = edges.map(({ name, edge }) => [...edgeKey(name), observedEdgeText(name, edge!)] as const);
  const stored = areNew ? [] : await readStored(tx, rows);
  const moved = stored.filter(([, , same]) => same === 0).map(([i, place]) => [rows[i]![0], place, rows[i]![3]]);
  await tx.execute({
    sql: `insert into edges (grp, place, from_id, to_id, body)
          select e.grp, e.place, e.from_id, e.to_id, moved.value->>2 from json_each(?) as moved
          cross join edges as e on e.grp = moved.value->>0 and e.place = moved.value->>1 where true
          on conflict (grp, place) do update set body = excluded.body`,
    args: [JSON.stringify(moved)],
  });
  const known = new Set(stored.map(([i]) => i));
  const fresh = rows.filter((_, i) => !known.has(i));
  await insertRows(tx, 'coming_edges', 'grp, from_id, to_id, body', fresh);
  const same = new Set(stored.filter(([, , isSame]) => isSame === 1).map(([i]) => i));
  await noteRows(edges.flatMap(({ name }, i) => (same.has(i) ? [] : [changedEdge(name, rows[i]![3])])));
}

type EdgeRow = readonly [...key: ReturnType<typeof edgeKey>, text: string];

/** Reads the places of those edges that are public, by index, and whether their rows are the same. */
function readStored(tx: Transaction, rows: readonly EdgeRow[]) {
  return jsonRows<readonly [index: number, place: number, same: 0 | 1]>(
    tx,
    `select json_group_array(json_array(asked.key, e.place, e.body = asked.value->>3)) ${PUBLIC_EDGES}`,
    [JSON.stringify(rows)],
  );
}
