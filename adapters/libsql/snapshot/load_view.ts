import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import type { Runner } from '../database.ts';
import { StorageError } from '../storage_error.ts';
import { readGameView } from './read/imports_reader.ts';
import { mergeGaps, readEdgeGaps, readGaps, readLedger } from './read/ledger_reader.ts';
import { newestRow } from './row.ts';
import type { SeenSnapshots } from './seen_snapshots.ts';
import { CORPUS_LIST } from './write/corpus_writer.ts';

/**
 * Loads the newest view, or returns null before the first snapshot. `before` is an older view of the same epoch, whose
 * ledgers and gaps are extended instead of read again.
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
  const gaps = await readGaps(client, added);
  const ofCorpus = [...gaps].filter(([list]) => list.startsWith(CORPUS_LIST));
  const corpusGaps = new Map(ofCorpus.map(([list, places]) => [list.slice(CORPUS_LIST.length), places]));
  return {
    epoch,
    row,
    corpus: await readLedger(client, 'corpus_steps', before?.corpus ?? null, added, corpusGaps),
    edges: await readLedger(client, 'edge_steps', before?.edges ?? null, added, await readEdgeGaps(client, added)),
    rateGaps: mergeGaps(before?.rateGaps ?? [], gaps.get('rates') ?? []),
    zeroGaps: mergeGaps(before?.zeroGaps ?? [], gaps.get('zeros') ?? []),
    game,
    seen: seenSnapshots.of(epoch, row),
  };
}

/**
 * Returns the newest row and the import that it names. If that import is gone, a newer row has replaced it meanwhile,
 * so the row is read again.
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
