import { parseEdgeSubject } from '../../../../domain/families/edges.ts';
import type { ClientEdge } from '../../../../domain/ports/build.ts';
import { type EdgeFilter, readEdges } from '../../../../domain/reads/edges.ts';
import type { ItemFilter } from '../../../../domain/reads/item_index.ts';
import { readItems } from '../../../../domain/reads/items.ts';
import { EPOCH, type Stores } from '../../../domain/snapshot/support.ts';
import { gameItem, piecesOf } from '../../../support/game_build.ts';
import { rowsText } from '../../../support/rows_text.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

/** Writes the next snapshot, with an observed edge for each of these items. */
export async function observe(on: Stores, itemIds: readonly number[] = []): Promise<void> {
  const n = ((await on.snapshots.newest())?.n ?? 0) + 1;
  const edge = { installs: 3, firstSeen: '2026-01-02', lastSeen: '2026-03-04' };
  const edges = itemIds.map((id) => ({ name: parseEdgeSubject(`sold_by:item:npc:${id}:5`), edge }));
  await on.snapshots.write(snapshotChange(n, { edges }));
}

export async function snapshotOf(on: Stores) {
  await on.store.refresh();
  return (await on.store.newest())!;
}

export const ANY_ITEM: ItemFilter = { item: null, class: null, subclass: null, slot: null, quality: null };
export const ANY_EDGE: EdgeFilter = {
  fromKind: null,
  fromId: null,
  toKind: null,
  toId: null,
  rel: null,
  evidence: null,
};

export { rowsText as textOf } from '../../../support/rows_text.ts';

export async function itemsOf(
  on: Stores,
  filter: Partial<ItemFilter>,
  offset = 0,
  limit = 1000,
  n: number | null = null,
  bytesMax = 4_000_000,
) {
  await on.store.refresh();
  const pin = n === null ? null : { epoch: EPOCH, n };
  const page = await readItems(on.store, { ...ANY_ITEM, ...filter, offset, limit, pin, bytesMax });
  if (!page.ok) return page.error;
  const rows = JSON.parse(`[${rowsText(page.value.pieces)}]`) as { itemId: number }[];
  return { total: page.value.total, ids: rows.map(({ itemId }) => itemId), rows, next: page.value.nextOffset };
}

export async function edgesOf(
  on: Stores,
  filter: Partial<EdgeFilter>,
  offset = 0,
  limit = 1000,
  n: number | null = null,
  bytesMax = 4_000_000,
) {
  await on.store.refresh();
  const pin = n === null ? null : { epoch: EPOCH, n };
  const page = await readEdges(on.store, { ...ANY_EDGE, ...filter, offset, limit, pin, bytesMax });
  if (!page.ok) return page.error;
  type Row = { rel: string; fromId: number; toId: number; evidence: string; build: string | null };
  const rows = JSON.parse(`[${rowsText(page.value.pieces)}]`) as Row[];
  const names = rows.map(({ rel, fromId, toId }) => `${rel} ${fromId} ${toId}`);
  return { total: page.value.total, names, rows, game: page.value.game?.build ?? null, next: page.value.nextOffset };
}

export const AXE = gameItem(25, {
  classId: 2,
  subclassId: 0,
  inventoryType: 13,
  qualityId: 2,
  itemLevel: 5,
  requiredLevel: 1,
  iconId: 9,
  icon: 'inv_axe_01',
  stack: 1,
  buyPriceCopper: 36,
  sellPriceCopper: 7,
  setId: 0,
});
export const ODD = gameItem(30, { classId: 2, subclassId: 5, qualityId: 99 });
export const CLOTH = gameItem(31, { classId: 4, subclassId: 1, inventoryType: 20, qualityId: 2 });
export const BARE = gameItem(40);

export const EDGES: readonly (readonly [ClientEdge['rel'], number, number])[] = [
  ['created_by', 25, 11],
  ['in_skill_line', 11, 164],
  ['part_of_set', 31, 7],
  ['reagent_for', 30, 11],
  ['reagent_for', 30, 12],
  ['same_icon', 25, 9],
  ['same_icon', 31, 9],
];

export const BUILD = piecesOf([AXE, ODD, CLOTH, BARE], EDGES);
