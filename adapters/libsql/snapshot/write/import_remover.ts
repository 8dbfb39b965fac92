import { type Connection, readValue, runInTransaction } from '../../database.ts';
import { readNewestSnapshot } from '../row.ts';
import { removeGameEntities } from './knowledge_writer.ts';

const BATCH_ROWS = 5000;
const IMPORT_TABLES = [
  { table: 'game_items', key: 'import_n, place' },
  { table: 'game_facts', key: 'import_n, family, subject' },
  { table: 'client_edges', key: 'import_n, grp, place' },
  { table: 'client_layer', key: 'import_n, coding, part' },
];

/** Smaller than for rows, because parts of the layer are large and deleting a part overwrites its bytes. */
const BATCH_PARTS = 16;

/**
 * Removes some rows of imports that are not served. Returns false if nothing is left to remove. A complete import is
 * first marked as being removed, so that no reader mistakes the rest of it for a complete one.
 */
export async function removeImports(client: Connection): Promise<boolean> {
  const served = (await readNewestSnapshot(client))?.importN ?? 0;
  return runInTransaction(client, async (tx) => {
    await tx.execute({
      sql: `update imports set state = 'going' where n <> ? and state <> 'going'`,
      args: [BigInt(served)],
    });
    const going = await readValue(tx, `select min(n) from imports where state = 'going'`);
    if (typeof going !== 'number') return false;
    for (const { table, key } of IMPORT_TABLES) {
      const most = table === 'client_layer' ? BATCH_PARTS : BATCH_ROWS;
      const { rowsAffected } = await tx.execute({
        sql: `delete from ${table} where (${key}) in (select ${key} from ${table} where import_n = ? limit ?)`,
        args: [BigInt(going), BigInt(most)],
      });
      if (rowsAffected > 0) return true;
    }
    if (await removeGameEntities(tx, going)) return true;
    await tx.execute({ sql: 'delete from imports where n = ?', args: [BigInt(going)] });
    return true;
  });
}
