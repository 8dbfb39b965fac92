import type { Transaction } from '../../database.ts';
import { readPackedRows } from '../../packed.ts';
import { unpackLoot } from './codec.ts';
import { markDirtySources, noteChangedItems } from './sources.ts';

/** Number of sources whose loot is removed at a time. */
const BATCH_SOURCES = 2_000;

/** Removes every window of an install, and its quest logs. */
export async function removeLoot(tx: Transaction, installN: number): Promise<void> {
  const args = [BigInt(installN)];
  for (;;) {
    const rows = await readPackedRows<readonly [sourceN: number]>(
      tx,
      'source_n',
      `select source_n, body from loot where install_n = ? limit ${BATCH_SOURCES}`,
      args,
    );
    if (rows.length === 0) break;
    const sources = rows.map(({ key: [sourceN] }) => sourceN);
    await markDirtySources(tx, sources);
    await noteChangedItems(
      tx,
      rows.flatMap(({ key: [sourceN], body }) =>
        unpackLoot(installN, body).items.map(({ itemId }) => [sourceN, itemId] as const),
      ),
    );
    await tx.execute({
      sql: 'delete from loot where (source_n, install_n) in (select value, ? from json_each(?))',
      args: [...args, JSON.stringify(sources)],
    });
  }
  await tx.execute({ sql: 'delete from quest_logs where install_n = ?', args });
}
