import type { Card, EntityName } from '../cards/card.ts';
import { type CardDrop, type Few, few } from '../cards/drop_lines.ts';
import type { Seller } from '../cards/item.ts';
import { type CardZone, npcCard } from '../cards/npc.ts';
import { objectCard } from '../cards/object.ts';
import type { SubjectFact } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import type { Source } from '../rollups/drops.ts';
import { valueIn, valuesIn } from './card_facts.ts';
import {
  byRate,
  type CardSources,
  eachOf,
  type FoundEdges,
  findEdges,
  isPublic,
  namedDrops,
  nameOf,
  together,
} from './card_sources.ts';

/** Lines of a list on the card of an NPC or object. */
const LISTED = 5;

/** An NPC's card; null where nothing public is known of it. */
export const readNpcCard = async (sources: CardSources, npcId: number): Promise<Reached<Card | null>> => {
  const { reader, view } = sources;
  const found = await together([
    reader.fact(view, 'npcs', String(npcId)),
    findEdges(sources, ['located_in:npc:zone'], { fromId: npcId }, LISTED),
    findEdges(sources, ['sold_by:item:npc'], { toId: npcId }, LISTED),
    reader.factsOf(view, 'vendor_goods', `${npcId}:`),
    reader.factsOf(view, 'trainer_services', `${npcId}:`),
    lootOf(sources, { type: 'npc', id: npcId }),
  ] as const);
  if (!found.ok) return found;
  const [fact, zoneEdges, sold, goodsFacts, services, loot] = found.value;
  const hasFacts =
    fact !== null || zoneEdges.total + sold.total > 0 || goodsFacts.length + services.length > 0 || loot !== null;
  const isKnown = await isPublic(sources, 'npc', npcId, hasFacts);
  if (!isKnown.ok) return isKnown;
  if (!isKnown.value) return ok(null);
  const named = await together([zonesOf(sources, npcId, zoneEdges), goodsOf(sources, sold, goodsFacts)] as const);
  if (!named.ok) return named;
  const [zones, goods] = named.value;
  return ok(
    npcCard({
      npcId,
      name: valueIn<string>(fact, 'name'),
      levels: valuesIn<number>(fact, 'levels'),
      reactions: valuesIn<string>(fact, 'reactions'),
      zones,
      goods,
      services: services.length,
      drops: loot?.drops ?? few([], LISTED),
      emptyWindows: loot?.emptyWindows ?? null,
    }),
  );
};

/** An object's card; null where nothing public is known of it. */
export const readObjectCard = async (sources: CardSources, objectId: number): Promise<Reached<Card | null>> => {
  const loot = await lootOf(sources, { type: 'object', id: objectId });
  if (!loot.ok || loot.value === null) return loot as Reached<null>;
  return ok(objectCard({ objectId, ...loot.value }));
};

interface Loot {
  readonly drops: Few<CardDrop>;
  readonly emptyWindows: number | null;
}

/** What a source holds: by rate where rates are at hand, else as the edges tell. Null: nothing public is known. */
const lootOf = async (sources: CardSources, source: Source): Promise<Reached<Loot | null>> => {
  const found = await together([
    sources.rates.ofSource(sources.view, source),
    findEdges(sources, [`dropped_by:item:${source.type}`], { toId: source.id }, LISTED),
  ] as const);
  if (!found.ok) return found;
  const [own, edges] = found.value;
  if (own === null) {
    const drops = await eachOf(edges.rows, ({ fromId }) => nameOf(sources, 'item', fromId, true));
    if (!drops.ok) return drops;
    const named = drops.value.map((other) => ({ other, counts: null }));
    return ok(edges.total === 0 ? null : { drops: few(named, LISTED, edges.total), emptyWindows: null });
  }
  if (own.rates.length === 0 && own.zero === null) return ok(null);
  const likeliest = [...own.rates].sort(byRate).slice(0, LISTED);
  const drops = await namedDrops(sources, likeliest, ({ itemId }) => ['item', itemId]);
  if (!drops.ok) return drops;
  return ok({ drops: few(drops.value, LISTED, own.rates.length), emptyWindows: own.zero?.kills ?? null });
};

const zonesOf = async (
  sources: CardSources,
  npcId: number,
  { rows, total }: FoundEdges,
): Promise<Reached<Few<CardZone>>> => {
  const zones = await eachOf(rows, async ({ toId: mapId }): Promise<Reached<CardZone>> => {
    const found = await together([
      sources.reader.fact(sources.view, 'maps', String(mapId)),
      sources.reader.fact(sources.view, 'pins', `${mapId}:${npcId}`),
      sources.files === null ? Promise.resolve(ok(null)) : sources.files.name('zone', mapId),
    ] as const);
    if (!found.ok) return found;
    const [map, pins, filed] = found.value;
    const agreed = valueIn<string>(map, 'name');
    return ok({
      name: agreed ?? filed ?? `zone ${mapId}`,
      fromFiles: agreed === null && filed !== null,
      pins: ((pins?.['pins'] ?? []) as readonly unknown[]).length,
    });
  });
  return zones.ok ? ok(few(zones.value, LISTED, total)) : zones;
};

/** What a vendor sells: what has an agreed price first, by item; every such pair is an edge, too. */
const goodsOf = async (
  sources: CardSources,
  sold: FoundEdges,
  facts: readonly SubjectFact[],
): Promise<Reached<Few<Seller>>> => {
  const priced = facts.map(({ subject, body }) => ({ itemId: Number(subject.split(':')[1]), body }));
  const known = new Set(priced.map(({ itemId }) => itemId));
  const others = sold.rows
    .filter(({ fromId }) => !known.has(fromId))
    .map(({ fromId }) => ({ itemId: fromId, body: null }));
  const listed = [...priced.sort((a, b) => a.itemId - b.itemId), ...others].slice(0, LISTED);
  const goods = await eachOf(listed, async ({ itemId, body }): Promise<Reached<Seller>> => {
    const other: Reached<EntityName> = await nameOf(sources, 'item', itemId, true);
    if (!other.ok) return other;
    const stock = valueIn<number>(body, 'limitedStock');
    return ok({ other: other.value, prices: valuesIn<number>(body, 'prices'), stock });
  });
  return goods.ok ? ok(few(goods.value, LISTED, Math.max(sold.total, listed.length))) : goods;
};
