import { findGameInRules } from '../../../domain/families/mod.ts';
import type { Gap, ListLedger } from '../../../domain/ports/places.ts';
import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { type Runner, readJson } from '../database.ts';
import { StorageError } from '../storage_error.ts';
import type { SeenSnapshots } from './open_epoch.ts';
import { readOrigin } from './origin.ts';
import { readGameView } from './read/imports_reader.ts';
import { readNewestSnapshot } from './row.ts';
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
  const found = await findNewestWithGame(client, before);
  if (found === null) return null;
  const { row, game } = found;
  if (before !== null && before.row.n === row.n) return before;
  const added = { from: before?.row.n ?? 0, to: row.n };
  const collects = before === null ? findGameInRules((await readOrigin(client)).rollups) : before.collects;
  return {
    epoch,
    row,
    ...(collects == null ? {} : { collects }),
    ...(await readLedgers(client, before, added)),
    game,
    seen: seenSnapshots.of(epoch, row),
  };
}

/**
 * Returns the newest row with its import. If that import no longer exists, a newer row must have replaced the row, so
 * the newest row is read again.
 */
async function findNewestWithGame(
  client: Runner,
  before: SnapshotView | null,
): Promise<Pick<SnapshotView, 'row' | 'game'> | null> {
  for (let last = 0; ; ) {
    const row = await readNewestSnapshot(client);
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

/** The tables of a ledger, and the columns that name the list and the snapshot of a withdrawn row. */
interface LedgerTables {
  readonly steps: StepsTable;
  readonly gaps: string;
  readonly list: string;
  readonly withdrawn: string;
}

const CORPUS: LedgerTables = { steps: 'corpus_steps', gaps: 'corpus_gaps', list: 'kind', withdrawn: 'snapshot_n' };
const ROW_TABLES: LedgerTables = { steps: 'row_steps', gaps: 'rows', list: 'list', withdrawn: 'until' };

/** Reads the ledgers of the corpus and of other lists. `before` has them up to `added.from`, or is null if that is 0. */
export async function readLedgers(
  client: Runner,
  before: Pick<SnapshotView, 'corpus' | 'lists'> | null,
  added: NewSnapshots,
): Promise<Pick<SnapshotView, 'corpus' | 'lists'>> {
  return {
    corpus: await readLedger(client, CORPUS, before?.corpus ?? EMPTY_LEDGER, added),
    lists: await readLedger(client, ROW_TABLES, before?.lists ?? EMPTY_LEDGER, added),
  };
}

/** Extends a ledger with the steps and gaps of these snapshots. */
async function readLedger(
  client: Runner,
  { steps, gaps, list, withdrawn }: LedgerTables,
  known: ListLedger,
  added: NewSnapshots,
): Promise<ListLedger> {
  const range = [BigInt(added.from), BigInt(added.to)];
  const counts = await readJson<[number, GroupCounts]>(
    client,
    `select '[' || group_concat('[' || n || ',' || counts || ']') || ']'
     from (select n, counts from ${steps} where n > ? and n <= ? order by n)`,
    range,
  );
  const rows = await readJson<readonly [list: string, place: number, snapshot: number]>(
    client,
    `select json_group_array(json_array(${list}, place, ${withdrawn})) from (
       select ${list}, place, ${withdrawn} from ${gaps}
       where ${withdrawn} > 0 and ${withdrawn} > ? and ${withdrawn} <= ?
       order by ${list}, place)`,
    range,
  );
  return {
    ...addSteps(known, counts),
    gaps: addGaps(
      known.gaps,
      groupBy(rows, ([name]) => name),
    ),
  };
}

const EMPTY_LEDGER: ListLedger = { snapshots: [], counts: new Map(), gaps: new Map() };

function addSteps(
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

/** Adds withdrawn rows, which are in order of place. */
function addGaps(
  before: ListLedger['gaps'],
  added: ReadonlyMap<string, readonly (readonly [list: string, place: number, snapshot: number])[]>,
): ListLedger['gaps'] {
  if (added.size === 0) return before;
  const gaps = new Map(before);
  for (const [list, rows] of added) {
    const own = rows.map(([, place, snapshot]): Gap => ({ place, snapshot }));
    const known = before.get(list);
    gaps.set(list, known === undefined ? own : [...known, ...own].sort((a, b) => a.place - b.place));
  }
  return gaps;
}
