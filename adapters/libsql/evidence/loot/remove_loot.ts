import type { Transaction } from '@libsql/client';
import { createLootCount, itemsAfterRemoval } from '../../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot, ItemTotal } from '../../../../domain/ports/drops.ts';
import { weighWitness } from '../../../../domain/values/witnesses.ts';
import { readPacked } from '../../packed.ts';
import { createByteReader } from '../../packed_numbers.ts';
import { packPiece, unpackPiece } from './codec.ts';
import {
  deletePieces,
  installsOf,
  type Piece,
  type PieceKey,
  readPieces,
  unpackInstalls,
  writePieces,
} from './pieces.ts';
import { removeQuestLogs } from './quest_logs.ts';
import { markSources, readSources, type SourceRow, writeSources } from './sources.ts';
import { type ChangeStep, changedRows, readTotals, writeTotals } from './totals.ts';

/**
 * Removes every window of an install. A source left without windows stays with zeros until the dirty marks are cleared.
 */
export async function removeLoot(tx: Transaction, installN: number, at: ChangeStep): Promise<void> {
  for (const sourceN of await lootedBy(tx, installN)) await takeOutOf(tx, sourceN, installN, at);
  await tx.execute({ sql: 'delete from looted_by where install_n = ?', args: [BigInt(installN)] });
  await removeQuestLogs(tx, installN);
}

/** Returns the sources that an install looted, in ascending order. */
async function lootedBy(tx: Transaction, installN: number): Promise<readonly number[]> {
  const sql = 'select * from looted_by where install_n = ?';
  const rows = await readPacked(tx, 'step, first_source', sql, [BigInt(installN)]);
  const sources = new Set<number>();
  for (const { body } of rows) {
    const reader = createByteReader(body);
    for (let n = 0; !reader.isAtEnd; ) {
      n += reader.next();
      sources.add(n);
    }
  }
  return [...sources].sort((a, b) => a - b);
}

async function takeOutOf(tx: Transaction, sourceN: number, installN: number, at: ChangeStep): Promise<void> {
  const [row] = await readSources(tx, [sourceN]);
  await markSources(tx, [row!]);
  const { removed, freedBytes } = await takeFromPieces(tx, sourceN, installN);
  if (removed === null) return;
  const totals = await readTotals(tx, [{ sourceN, itemIds: removed.items.map(({ itemId }) => itemId) }]);
  const rows = totals.get(sourceN) ?? [];
  const known = new Map<number, ItemTotal>(rows.flatMap((some) => some.totals.map((one) => [one.itemId, one])));
  const { items, respan } = itemsAfterRemoval(known, removed);
  const left = await leftOf(tx, row!, removed, respan);
  await writeTotals(
    tx,
    changedRows(
      rows,
      items.map((item) => left.days.get(item.itemId) ?? item),
      at,
    ),
  );
  await writeSources(tx, [
    {
      ...row!,
      kills: row!.kills - removed.windows,
      reporters: row!.reporters - weighWitness(installN),
      topWindows: left.topWindows,
      items: row!.items - items.filter(({ drops }) => drops === 0).length,
      bytes: Math.max(0, row!.bytes - freedBytes),
    },
  ]);
}

/**
 * Removes an install from its pieces. Returns the removed windows and the number of bytes by which the pieces shrank.
 */
async function takeFromPieces(
  tx: Transaction,
  sourceN: number,
  installN: number,
): Promise<{ readonly removed: InstallLoot | null; readonly freedBytes: number }> {
  const read = await readPieces(tx, [{ sourceN, installs: [installN] }]);
  const only = { has: (n: number) => n === installN };
  const removed = unpackInstalls(read, only).get(installN) ?? null;
  const emptied: PieceKey[] = [];
  const written: Piece[] = [];
  let freedBytes = 0;
  for (const { key, body } of read) {
    const installs = unpackPiece(body);
    const stay = installs.filter((one) => one.installN !== installN);
    if (stay.length === installs.length) continue;
    freedBytes += body.byteLength;
    if (stay.length === 0) {
      emptied.push(key);
      continue;
    }
    const packed = packPiece(stay);
    freedBytes -= packed.byteLength;
    written.push({ key, body: packed });
  }
  await deletePieces(tx, emptied);
  await writePieces(tx, written);
  return { removed, freedBytes };
}

/**
 * Recomputes the figures that subtraction cannot provide: the most windows of any install, if the removed install had
 * the most, and the days of the items in `respan`.
 */
async function leftOf(
  tx: Transaction,
  row: SourceRow,
  removed: InstallLoot,
  respan: ReadonlySet<number>,
): Promise<{ readonly topWindows: number; readonly days: ReadonlyMap<number, ItemTotal> }> {
  if (removed.windows < row.topWindows && respan.size === 0) return { topWindows: row.topWindows, days: new Map() };
  const count = createLootCount(respan);
  for await (const installs of installsOf(tx, row.n, null)) for (const one of installs) count.add(one);
  return { topWindows: count.windows().topWindows, days: count.items() };
}
