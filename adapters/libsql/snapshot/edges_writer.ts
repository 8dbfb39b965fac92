import type { Transaction } from '@libsql/client';
import { edgeChange } from '../../../domain/change_log.ts';
import type { Change, StatedEdge } from '../../../domain/ports/snapshots.ts';
import { observedEdgeText } from '../../../domain/reads/edge_row.ts';
import type { EdgeName } from '../../../domain/rollups/edges.ts';
import { jsonRows } from '../database.ts';
import { addCount, type CountChanges, EDGE_COUNTS, keepListCounts } from './counts_writer.ts';
import { type GroupCounts, inNameOrder, newestCounts } from './ledger_writer.ts';

/** What stating edges came to. */
export interface EdgesStated {
  /** Edges of each group after it, withdrawn ones included. */
  readonly counts: GroupCounts;
  /** Whether any edge took a place. */
  readonly appended: boolean;
  readonly changes: readonly Change[];
}

/** Edges stated at a time: what bounds the JSON in hand. */
const EDGES_AT_ONCE = 5_000;

/**
 * States observed edges: those that stand keep their place and get their new row, new ones take the next places of their
 * group in the order (from, to), of withdrawn ones only where they stood remains, marked with snapshot `n`. Stating what
 * stands writes nothing. Each edge is stated once.
 */
export const stateEdges = async (tx: Transaction, edges: readonly StatedEdge[], n: number): Promise<EdgesStated> => {
  const before = await newestCounts(tx, 'edge_steps');
  const counts = new Map(Object.entries(before));
  const changes: Change[] = [];
  const ends: CountChanges = new Map();
  const count = (name: EdgeName, by: number): void => {
    addCount(ends, [name.group, 'from', name.fromId], by);
    addCount(ends, [name.group, 'to', name.toId], by);
  };
  let appended = false;
  for (const gone of slicesOf(edges.filter(({ edge }) => edge === null))) {
    const withdrawn = await withdraw(tx, gone, n);
    for (const name of withdrawn) {
      count(name, -1);
      changes.push(edgeChange('withdrawn', name));
    }
  }
  // The order of places holds over all of them, however they are cut.
  for (const public_ of slicesOf(edges.filter(({ edge }) => edge !== null).sort(byName))) {
    const added = await state(tx, public_, counts);
    appended ||= added.length > 0;
    for (const name of added) {
      count(name, 1);
      changes.push(edgeChange('became-public', name));
    }
  }
  await keepListCounts(tx, EDGE_COUNTS, ends);
  return { counts: inNameOrder(counts), appended, changes };
};

const slicesOf = function* (edges: readonly StatedEdge[]): Generator<readonly StatedEdge[]> {
  for (let from = 0; from < edges.length; from += EDGES_AT_ONCE) yield edges.slice(from, from + EDGES_AT_ONCE);
};

const byName = ({ name: a }: StatedEdge, { name: b }: StatedEdge): number =>
  a.group === b.group ? a.fromId - b.fromId || a.toId - b.toId : a.group < b.group ? -1 : 1;

const keyOf = ({ group, fromId, toId }: EdgeName): [string, number, number] => [group, fromId, toId];

/** The standing edges of a JSON list of keys, as `e`; `asked.key` counts the list. */
const STANDING = `from json_each(?) as asked cross join edges as e on e.grp = asked.value->>0
  and e.from_id = asked.value->>1 and e.to_id = asked.value->>2 and e.withdrawn_n is null`;

/** Answers those that stood. */
const withdraw = async (tx: Transaction, gone: readonly StatedEdge[], n: number): Promise<readonly EdgeName[]> => {
  const keys = JSON.stringify(gone.map(({ name }) => keyOf(name)));
  const stood = await jsonRows<[index: number, place: number]>(
    tx,
    `select json_group_array(json_array(asked.key, e.place)) ${STANDING}`,
    [keys],
  );
  await tx.execute({
    sql: `update edges set body = '', withdrawn_n = ? where (grp, place) in (
            select value->>0, value->>1 from json_each(?))`,
    args: [BigInt(n), JSON.stringify(stood.map(([i, place]) => [gone[i]!.name.group, place]))],
  });
  return stood.map(([i]) => gone[i]!.name);
};

/** Answers those that did not stand, and counts their places. `edges` come in the order of places. */
const state = async (
  tx: Transaction,
  edges: readonly StatedEdge[],
  counts: Map<string, number>,
): Promise<readonly EdgeName[]> => {
  const texts = edges.map(({ name, edge }) => observedEdgeText(name, edge!));
  const rows = JSON.stringify(edges.map(({ name }, i) => [...keyOf(name), texts[i]]));
  const standing = await jsonRows<[index: number, place: number, same: 0 | 1]>(
    tx,
    `select json_group_array(json_array(asked.key, e.place, e.body = asked.value->>3)) ${STANDING}`,
    [rows],
  );
  const moved = standing
    .filter(([, , same]) => same === 0)
    .map(([i, place]) => [edges[i]!.name.group, place, texts[i]]);
  await tx.execute({
    sql: `insert into edges (grp, place, from_id, to_id, body)
          select e.grp, e.place, e.from_id, e.to_id, moved.value->>2 from json_each(?) as moved
          cross join edges as e on e.grp = moved.value->>0 and e.place = moved.value->>1 where true
          on conflict (grp, place) do update set body = excluded.body`,
    args: [JSON.stringify(moved)],
  });
  const known = new Set(standing.map(([i]) => i));
  const fresh = [...edges.keys()].filter((i) => !known.has(i));
  const placed = fresh.map((i) => {
    const { name } = edges[i]!;
    const place = counts.get(name.group) ?? 0;
    counts.set(name.group, place + 1);
    return [name.group, place, name.fromId, name.toId, texts[i]];
  });
  await tx.execute({
    sql: `insert into edges (grp, place, from_id, to_id, body)
          select value->>0, value->>1, value->>2, value->>3, value->>4 from json_each(?)`,
    args: [JSON.stringify(placed)],
  });
  return fresh.map((i) => edges[i]!.name);
};
