import { gameIn } from '../../../domain/families/mod.ts';
import type { Gap, ListLedger } from '../../../domain/ports/places.ts';
import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { jsonRows, type Runner } from '../database.ts';
import { StorageError } from '../storage_error.ts';
import { readOrigin } from './origin.ts';
import { readGameView } from './read/imports_reader.ts';
import { newestRow } from './row.ts';
import type { SeenSnapshots } from './seen_snapshots.ts';
import { CORPUS_LIST } from './write/corpus_writer.ts';
import type { GroupCounts, StepsTable } from './write/ledger_writer.ts';

/**
 * Loads the newest view, or returns null before the first snapshot. `before` is an older view of the same epoch, whose
 * ledgers and gaps are extended instead of being read again.
 */
export async function loadView(
  client: Runner,
  epoch: string,
  before: SnapshotView | null,
  seenSnapshots: SeenSnapshots,
): Promise<SnapshotView | null> {
  const found = await newestWithGame(client, before);
  if (found === null) return null;
  const { row, game } = found;
  if (before !== null && before.row.n === row.n) return before;
  const added = { from: before?.row.n ?? 0, to: row.n };
  const gaps = await readGaps(client, 'gaps', ['list', 'place', 'snapshot_n'], added);
  const edgeGaps = await readGaps(client, 'edges', ['grp', 'place', 'withdrawn_n'], added);
  const collects = before === null ? gameIn((await readOrigin(client)).rollups) : before.collects;
  const ofCorpus = [...gaps].filter(([list]) => list.startsWith(CORPUS_LIST));
  const corpusGaps = new Map(ofCorpus.map(([list, places]) => [list.slice(CORPUS_LIST.length), places]));
  return {
    epoch,
    row,
    ...(collects == null ? {} : { collects }),
    corpus: await readLedger(client, 'corpus_steps', before?.corpus ?? null, added, corpusGaps),
    edges: await readLedger(client, 'edge_steps', before?.edges ?? null, added, edgeGaps),
    rateGaps: mergeGaps(before?.rateGaps ?? [], gaps.get('rates') ?? []),
    zeroGaps: mergeGaps(before?.zeroGaps ?? [], gaps.get('zeros') ?? []),
    gatheringGaps: mergeGaps(before?.gatheringGaps ?? [], gaps.get('gathering') ?? []),
    game,
    seen: seenSnapshots.of(epoch, row),
  };
}

/**
 * Returns the newest row with its import. If that import no longer exists, a newer row must have replaced the row, so
 * the newest row is read again.
 */
async function newestWithGame(
  client: Runner,
  before: SnapshotView | null,
): Promise<Pick<SnapshotView, 'row' | 'game'> | null> {
  for (let last = 0; ; ) {
    const row = await newestRow(client);
    if (row === null) return null;
    if (row.importN === null) return { row, game: null };
    if (before?.game?.n === row.importN) return { row, game: before.game };
    const game = await readGameView(client, row.importN);
    if (game !== null) return { row, game };
    if (row.n === last) throw new StorageError('IMPORT_MISSING');
    last = row.n;
  }
}

/** The snapshots `from < n <= to` whose steps and gaps have to be read. */
interface NewSnapshots {
  readonly from: number;
  readonly to: number;
}

/** Withdrawn rows by list, in ascending order of place. */
type GapLists = ReadonlyMap<string, readonly Gap[]>;

/** Returns the rows that these snapshots withdrew. The columns name the list, the place and the snapshot of each row. */
async function readGaps(
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

/** Merges known and new gaps. Returns the known list itself if there are no new gaps. */
function mergeGaps(before: readonly Gap[], added: readonly Gap[]): readonly Gap[] {
  return added.length === 0 ? before : [...before, ...added].sort((a, b) => a.place - b.place);
}

/** Extends a ledger with the steps and gaps of these snapshots. */
async function readLedger(
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
