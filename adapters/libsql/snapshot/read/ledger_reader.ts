import type { Gap, ListLedger } from '../../../../domain/ports/places.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { jsonRows, type Runner } from '../../database.ts';
import type { GroupCounts, StepsTable } from '../write/ledger_writer.ts';

/** The snapshots `from < n <= to` whose steps and gaps are to be read. */
export interface NewSnapshots {
  readonly from: number;
  readonly to: number;
}

/** Withdrawn rows by list, each ascending by place. */
export type GapLists = ReadonlyMap<string, readonly Gap[]>;

/** Returns the rows that these snapshots withdrew from the lists in table `gaps`. */
export function readGaps(client: Runner, added: NewSnapshots): Promise<GapLists> {
  return readGapLists(client, 'gaps', ['list', 'place', 'snapshot_n'], added);
}

/** Returns the edges that these snapshots withdrew, by group. */
export function readEdgeGaps(client: Runner, added: NewSnapshots): Promise<GapLists> {
  return readGapLists(client, 'edges', ['grp', 'place', 'withdrawn_n'], added);
}

async function readGapLists(
  client: Runner,
  table: string,
  [list, place, n]: readonly [list: string, place: string, n: string],
  { from, to }: NewSnapshots,
): Promise<GapLists> {
  const rows = await jsonRows<readonly [list: string, place: number, snapshot: number]>(
    client,
    `select json_group_array(json_array(${list}, ${place}, ${n})) from (
       select ${list}, ${place}, ${n} from ${table} where ${n} > ? and ${n} <= ? order by ${list}, ${place})`,
    [BigInt(from), BigInt(to)],
  );
  const gaps = [...groupBy(rows, ([name]) => name)];
  return new Map(gaps.map(([name, own]) => [name, own.map((row): Gap => ({ place: row[1], snapshot: row[2] }))]));
}

/** Merges known and new gaps. Returns the same list if there are no new ones. */
export function mergeGaps(before: readonly Gap[], added: readonly Gap[]): readonly Gap[] {
  return added.length === 0 ? before : [...before, ...added].sort((a, b) => a.place - b.place);
}

/** Extends a ledger by the steps and gaps of these snapshots. */
export async function readLedger(
  client: Runner,
  table: StepsTable,
  before: ListLedger | null,
  added: NewSnapshots,
  gaps: GapLists,
): Promise<ListLedger> {
  const known = before ?? EMPTY;
  const steps = await jsonRows<[number, GroupCounts]>(
    client,
    `select '[' || group_concat('[' || n || ',' || counts || ']') || ']'
     from (select n, counts from ${table} where n > ? and n <= ? order by n)`,
    [BigInt(added.from), BigInt(added.to)],
  );
  return { ...withSteps(known, steps), gaps: withGaps(known.gaps, gaps) };
}

const EMPTY: ListLedger = { snapshots: [], counts: new Map(), gaps: new Map() };

function withSteps(
  before: ListLedger,
  steps: readonly (readonly [n: number, counts: GroupCounts])[],
): Pick<ListLedger, 'snapshots' | 'counts'> {
  if (steps.length === 0) return before;
  const snapshots = [...before.snapshots, ...steps.map(([n]) => n)];
  const groups = [...new Set([...before.counts.keys(), ...Object.keys(steps.at(-1)![1])])].sort();
  const known = before.snapshots.length;
  const counts = new Map<string, Float64Array>();
  for (const group of groups) {
    const column = new Float64Array(snapshots.length);
    const earlier = before.counts.get(group);
    for (let i = 0; i < known; i++) column[i] = earlier?.[i] ?? 0;
    steps.forEach(([, step], i) => {
      column[known + i] = step[group] ?? 0;
    });
    counts.set(group, column);
  }
  return { snapshots, counts };
}

function withGaps(before: GapLists, added: GapLists): GapLists {
  if (added.size === 0) return before;
  const gaps = new Map(before);
  for (const [group, list] of added) gaps.set(group, mergeGaps(before.get(group) ?? [], list));
  return gaps;
}
