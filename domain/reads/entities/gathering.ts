import type { npc_page as contract } from '../../../schema/tools/entity_pages.ts';
import type { item_page } from '../../../schema/tools/item_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { pickRateFields, splitSourceType } from '../drops.ts';
import { type GatheredKind, listGatheredSources } from '../gathering.ts';
import { mapFirstRows } from './first_of.ts';
import { type PublishedSnapshot, readEntity } from './snapshot_data.ts';

/** Items that players gathered from an entity, method by method. */
export type GatheredItems = NonNullable<ToolAnswer<typeof contract>['page']>['gathering'];

/** Sources that players gathered an item from. */
export type GatheredSources = NonNullable<ToolAnswer<typeof item_page>['page']>['gatheredFrom'];

/** Returns the items that at least three players gathered from an entity, with any method. */
export async function readGathering(
  snapshot: PublishedSnapshot,
  kind: GatheredKind,
  id: number,
  max: number,
): Promise<GatheredItems> {
  const asked = listGatheredSources(kind, id).map((source) => snapshot.gathering.ofSource(source, max));
  const lists = (await Promise.all(asked)).flatMap((found) => found?.corroborated ?? []);
  const found = { total: sumNumbers(lists.map(({ total }) => total)), rows: lists.flatMap(({ rates }) => rates) };
  return mapFirstRows(found, max, async (rate) => {
    const item = await readEntity(snapshot, 'item', rate.itemId);
    return { method: splitSourceType(rate.sourceType).method, item, ...pickRateFields(rate) };
  });
}

/** Returns the sources that at least three players gathered an item from. */
export async function readGatheredSources(
  snapshot: PublishedSnapshot,
  itemId: number,
  max: number,
): Promise<GatheredSources> {
  const { corroborated } = await snapshot.gathering.ofItem(itemId, max);
  return mapFirstRows({ total: corroborated.total, rows: corroborated.rates }, max, async (rate) => {
    const { kind, method } = splitSourceType(rate.sourceType);
    return { method, source: await readEntity(snapshot, kind, rate.sourceId), ...pickRateFields(rate) };
  });
}
