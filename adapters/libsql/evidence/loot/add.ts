import type { Transaction } from '@libsql/client';
import {
  addLoot as addTo,
  grownItems,
  grownWindows,
  type LootGrowth,
} from '../../../../domain/families/counting/loot_totals.ts';
import type { ItemTotal, LootEvidence } from '../../../../domain/ports/drops.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { nextTurn } from '../../database.ts';
import { ROWS_WITH_BODIES, writePacked } from '../../packed.ts';
import { createByteWriter } from '../../packed_numbers.ts';
import { mergeRuns } from './merge_runs.ts';
import {
  BYTES_AT_ONCE,
  cutRun,
  groupsBySize,
  type Piece,
  RUNS_A_LEVEL,
  readPieces,
  unpackInstalls,
  writePieces,
} from './pieces.ts';
import { type NumberedLoot, numberContexts } from './quest_logs.ts';
import { markSources, readSources, SOURCE_BYTES, type SourceRow, sourceNumber, writeSources } from './sources.ts';
import { type ChangeStep, changedRows, readTotals, type TotalsRow, writeTotals } from './totals.ts';

/** The windows that a batch adds to one source, in ascending order of install. */
interface NewLoot {
  readonly row: SourceRow;
  readonly loot: readonly NumberedLoot[];
}

/** Adds windows: writes a run of new pieces for each source, and updates the totals. */
export async function addLoot(tx: Transaction, loot: readonly LootEvidence[], at: ChangeStep): Promise<void> {
  if (loot.length === 0) return;
  const bySource = groupBy(await numberContexts(tx, loot), ({ source }) => sourceNumber(source));
  const numbers = [...bySource.keys()].sort((a, b) => a - b);
  const rows = await readSources(tx, numbers);
  const added = rows.map((row): NewLoot => {
    return { row, loot: bySource.get(row.n)!.toSorted((a, b) => a.installN - b.installN) };
  });
  for (const group of groupsBySize(added, bytesOf, BYTES_AT_ONCE)) {
    await addGroup(tx, group, at);
    await nextTurn();
  }
}

function bytesOf({ row }: NewLoot): number {
  return SOURCE_BYTES + Math.min(row.bytes, BYTES_AT_ONCE);
}

async function addGroup(tx: Transaction, group: readonly NewLoot[], at: ChangeStep): Promise<void> {
  await markSources(
    tx,
    group.map(({ row }) => row),
  );
  const grown = await grownIn(tx, group);
  const totals = await readTotals(
    tx,
    group.map(({ row, loot }) => ({ sourceN: row.n, itemIds: itemsIn(loot) })),
  );
  const rows: SourceRow[] = [];
  const pieces: Piece[] = [];
  const changed: TotalsRow[] = [];
  const looted: FirstLoot[] = [];
  for (const { row, loot } of group) {
    const own = grown.get(row.n)!;
    const storedRows = totals.get(row.n) ?? [];
    const known = new Map<number, ItemTotal>(storedRows.flatMap((some) => some.totals.map((one) => [one.itemId, one])));
    const items = grownItems(known, own);
    changed.push(...changedRows(storedRows, items, at));
    for (const { before, after } of own) if (before === null) looted.push({ installN: after.installN, sourceN: row.n });
    const run = cutRun(row.n, 0, at.step, loot);
    pieces.push(...run);
    rows.push({
      n: row.n,
      ...grownWindows(row, own),
      items: row.items + items.filter(({ itemId }) => (known.get(itemId)?.drops ?? 0) === 0).length,
      runs: [(row.runs[0] ?? 0) + 1, ...row.runs.slice(1)],
      bytes: run.reduce((sum, { body }) => sum + body.byteLength, row.bytes),
    });
  }
  await writeTotals(tx, changed);
  await writePieces(tx, pieces);
  await writeLooted(tx, looted, at.step);
  const merged = await mergeRuns(
    tx,
    rows.filter(({ runs }) => runs[0]! >= RUNS_A_LEVEL),
    at.step,
  );
  await writeSources(
    tx,
    rows.map((row) => merged.get(row.n) ?? row),
  );
}

/** Returns, for each source, the loot of each install before and after the addition. */
async function grownIn(
  tx: Transaction,
  group: readonly NewLoot[],
): Promise<ReadonlyMap<number, readonly LootGrowth[]>> {
  const old = group.filter(({ row }) => row.reporters > 0);
  const read = await readPieces(
    tx,
    old.map(({ row, loot }) => ({ sourceN: row.n, installs: loot.map(({ installN }) => installN) })),
  );
  const bySource = groupBy(read, ({ key: [sourceN] }) => sourceN);
  return new Map(
    group.map(({ row, loot }) => {
      const wanted = new Set(loot.map(({ installN }) => installN));
      const known = unpackInstalls(bySource.get(row.n) ?? [], wanted);
      const growth = loot.map((added): LootGrowth => {
        const before = known.get(added.installN) ?? null;
        return { before, after: before === null ? added : addTo(before, added) };
      });
      return [row.n, growth];
    }),
  );
}

function itemsIn(loot: readonly NumberedLoot[]): readonly number[] {
  return [...new Set(loot.flatMap(({ items }) => items.map(({ itemId }) => itemId)))].sort((a, b) => a - b);
}

const writer = createByteWriter();

/** An install that has looted a source for the first time. */
interface FirstLoot {
  readonly installN: number;
  readonly sourceN: number;
}

/** Stores, in ascending order, which installs have looted which sources for the first time. */
function writeLooted(tx: Transaction, looted: readonly FirstLoot[], step: number): Promise<void> {
  return writePacked(
    tx,
    `insert into looted_by (install_n, step, first_source, body)
     select value->>0, value->>1, value->>2, body from ${ROWS_WITH_BODIES}`,
    [...groupBy(looted, ({ installN }) => installN)]
      .sort(([a], [b]) => a - b)
      .map(([installN, sources]) => {
        let before = 0;
        for (const { sourceN } of sources) {
          writer.put(sourceN - before);
          before = sourceN;
        }
        return { key: [installN, step, sources[0]!.sourceN], body: writer.take() };
      }),
  );
}
