import type { Source, WindowTotal } from '../../../../domain/ports/drops.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { insertRows, overwrite } from '../../insert_rows.ts';

/** Objects are numbered after all NPCs, because no id in the game reaches 2^31. */
const FIRST_OBJECT = 2 ** 31;

/** Returns the number of a source. Sorting by number sorts by type and id. */
export function sourceNumber({ type, id }: Source): number {
  return type === 'npc' ? id : FIRST_OBJECT + id;
}

export function sourceOfNumber(n: number): Source {
  return n < FIRST_OBJECT ? { type: 'npc', id: n } : { type: 'object', id: n - FIRST_OBJECT };
}

/** The stored figures of a source, without its pieces and item totals. */
export interface SourceRow extends WindowTotal {
  readonly n: number;
  /** Number of different items in its windows. */
  readonly items: number;
  /** Number of runs on each level. */
  readonly runs: readonly number[];
  /** Total size of its pieces in bytes. */
  readonly bytes: number;
}

/** Estimated number of bytes that the totals of a source's items take, in addition to the source's pieces. */
export const SOURCE_BYTES = 1_000;

const NO_FIGURES = { kills: 0, reporters: 0, topWindows: 0, items: 0, runs: [], bytes: 0 };

/** Reads the rows of these sources in the order of `numbers`. An unknown source gets a row of zeros. */
export async function readSources(runner: Runner, numbers: readonly number[]): Promise<readonly SourceRow[]> {
  const rows = await jsonRows<SourceRow>(
    runner,
    `select json_group_array(json_object('n', n, 'kills', kills, 'reporters', reporters, 'topWindows', top_windows,
       'items', items, 'runs', json(runs), 'bytes', bytes))
     from json_each(?) as k cross join sources on n = k.value`,
    [JSON.stringify(numbers)],
  );
  const known = new Map(rows.map((row) => [row.n, row]));
  return numbers.map((n) => known.get(n) ?? { n, ...NO_FIGURES });
}

export async function writeSources(runner: Runner, rows: readonly SourceRow[]): Promise<void> {
  const figures = 'kills, reporters, top_windows, items, runs, bytes';
  const cells = rows.map((row) => {
    const runs = JSON.stringify(row.runs);
    return [row.n, row.kills, row.reporters, row.topWindows, row.items, runs, row.bytes];
  });
  await insertRows(runner, 'sources', `n, ${figures}`, cells, overwrite(figures));
}

/**
 * Marks sources as dirty and stores their current figures with the marks. Sources that are already marked keep their
 * marks.
 */
export async function markSources(runner: Runner, rows: readonly SourceRow[]): Promise<void> {
  const marks = rows.map(({ n, reporters, items }) => [n, reporters, items]);
  await insertRows(runner, 'dirty_sources', 'n, reporters_before, items_before', marks, 'on conflict do nothing');
}
