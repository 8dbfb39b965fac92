import type { Categories, GameView, ItemIndex } from '../../../../domain/ports/builds.ts';
import { createIndexMaker } from '../../../../domain/reads/item_index.ts';
import type { Runner } from '../../database.ts';
import { listOf, readGameFact } from './imports_reader.ts';

/** Number of items read into the index at a time. Each read delays all other requests while it runs. */
const ITEMS_AT_ONCE = 5_000;

type IndexTuple = [itemId: number, cls: string | null, sub: string | null, slot: string | null, quality: string | null];

/** Builds the index by which the items of an import are filtered. */
export async function readItemIndex(client: Runner, { n, items }: GameView): Promise<ItemIndex> {
  const maker = createIndexMaker(items);
  for (let from = 0; from < items; from += ITEMS_AT_ONCE) {
    const rows = await listOf<IndexTuple>(
      client,
      n,
      `select json_group_array(json_array(item_id, class, subclass, slot, quality)) from (
         select item_id, class, subclass, slot, quality from game_items
         where import_n = ? and place >= ? and place < ? order by place)`,
      [BigInt(n), BigInt(from), BigInt(from + ITEMS_AT_ONCE)],
    );
    for (const [itemId, cls, subclass, slot, quality] of rows)
      maker.add({ itemId, class: cls, subclass, slot, quality });
    await new Promise<void>((done) => setImmediate(done));
  }
  const categories = (await readGameFact(client, n, 'categories', '')) as Categories | null;
  return maker.done(categories ?? { classes: [], slots: [], qualities: [] });
}
