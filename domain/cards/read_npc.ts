import { agreedValue, agreedValues } from '../families/counting/agreed.ts';
import { mentionsIn } from '../families/lookups/mentioned.ts';
import { families } from '../families/mod.ts';
import type { Source, StoredRate } from '../ports/drops.ts';
import type { Mentions } from '../ports/facts.ts';
import { type FoundEdges, findEdges } from '../reads/find_edges.ts';
import { markedText } from '../values/language.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import type { Card, EntityName } from './card.ts';
import { type CardDrop, few, type Shortlist } from './drop_lines.ts';
import type { Seller } from './item.ts';
import { type CardZone, npcCard } from './npc.ts';
import { objectCard } from './object.ts';
import { type CardSources, namedDrops, nameOf, namesOfRates } from './read_sources.ts';

/** Lines of a list on the card of an NPC or object. */
const LISTED = 5;

/** Goods among which those with an agreed price are found; no vendor of the game has so many. */
const GOODS_COMPARED = 200;

/** An NPC's card; null where nothing public is known of it. */
export async function readNpcCard(sources: CardSources, npcId: number): Promise<Card | null> {
  const { reader, view } = sources;
  const [fact, zoneEdges, sold, services, loot, mentions] = await Promise.all([
    reader.fact(view, families.npcs, String(npcId)),
    findEdges(sources, ['located_in:npc:zone'], { fromId: npcId }, LISTED),
    findEdges(sources, ['sold_by:item:npc'], { toId: npcId }, GOODS_COMPARED),
    reader.factsOf(view, families.trainer_services, `${npcId}`, 0),
    lootOf(sources, { type: 'npc', id: npcId }),
    reader.mentionsOf(view, 'npc', npcId),
  ]);
  const lists = [zoneEdges.total, sold.total, services.total, mentions.length];
  if (fact === null && loot === null && lists.every((length) => length === 0)) return null;
  const [zones, goods, gives, takes] = await Promise.all([
    zonesOf(sources, npcId, zoneEdges),
    goodsOf(sources, npcId, sold),
    questsNaming(sources, mentions, 'giver'),
    questsNaming(sources, mentions, 'turnIn'),
  ]);
  return npcCard({
    npcId,
    name: agreedValue(fact?.name),
    levels: agreedValues(fact?.levels),
    reactions: agreedValues(fact?.reactions),
    zones,
    goods,
    services: services.total,
    gives,
    takes,
    drops: loot?.drops ?? few([], LISTED),
    dropsSeenByFew: loot?.dropsSeenByFew ?? few([], LISTED),
    emptyWindows: loot?.emptyWindows ?? null,
  });
}

/** An object's card; null where nothing public is known of it. */
export async function readObjectCard(sources: CardSources, objectId: number): Promise<Card | null> {
  const loot = await lootOf(sources, { type: 'object', id: objectId });
  if (loot === null) return null;
  return objectCard({ objectId, ...loot });
}

interface Loot {
  readonly drops: Shortlist<CardDrop>;
  readonly dropsSeenByFew: Shortlist<EntityName>;
  readonly emptyWindows: number | null;
}

/** What a source holds; null: nothing public is known. */
async function lootOf(sources: CardSources, source: Source): Promise<Loot | null> {
  const found = await sources.reader.ratesOf(sources.view, source);
  if (found === null) return null;
  const { corroborated, seenByFew, measuredZero, kills } = found;
  const drops = await namedDrops(sources, corroborated.rates.slice(0, LISTED), itemOf);
  const others = await namesOfRates(sources, seenByFew, itemOf);
  return {
    drops: few(drops, LISTED, corroborated.total),
    dropsSeenByFew: others,
    emptyWindows: measuredZero ? kills : null,
  };
}

function itemOf({ itemId }: StoredRate) {
  return ['item', itemId] as const;
}

/** The quests that an NPC gives, or that are turned in to it. */
async function questsNaming(
  sources: CardSources,
  mentions: readonly Mentions[],
  member: 'giver' | 'turnIn',
): Promise<Shortlist<EntityName>> {
  const { subjects, total } = mentionsIn(mentions, families.quests, member);
  const quests = await mapInOrder(subjects.slice(0, LISTED), (subject) =>
    nameOf(sources, 'quest', Number(subject), true),
  );
  return few(quests, LISTED, total);
}

async function zonesOf(sources: CardSources, npcId: number, { rows, total }: FoundEdges): Promise<Shortlist<CardZone>> {
  const zones = await mapInOrder(rows, async ({ toId: mapId }): Promise<CardZone> => {
    const [map, pins, filed] = await Promise.all([
      sources.reader.fact(sources.view, families.maps, String(mapId)),
      sources.reader.fact(sources.view, families.pins, `${mapId}:${npcId}`),
      sources.files === null ? Promise.resolve(null) : sources.files.name('zone', mapId),
    ]);
    const agreed = markedText(map?.name);
    return {
      name: agreed ?? filed ?? `zone ${mapId}`,
      fromFiles: agreed === null && filed !== null,
      pins: ((pins?.['pins'] ?? []) as readonly unknown[]).length,
    };
  });
  return few(zones, LISTED, total);
}

/** What a vendor sells: what has an agreed price first, by item; every such pair is an edge, too. */
async function goodsOf(sources: CardSources, npcId: number, { rows, total }: FoundEdges): Promise<Shortlist<Seller>> {
  const itemIds = rows.map(({ fromId }) => fromId);
  const facts = await sources.reader.factsAmong(
    sources.view,
    families.vendor_goods,
    itemIds.map((itemId) => `${npcId}:${itemId}`),
  );
  const bodyOf = (itemId: number) => facts.get(`${npcId}:${itemId}`) ?? null;
  const priced = itemIds.filter((itemId) => bodyOf(itemId) !== null).sort((a, b) => a - b);
  const others = itemIds.filter((itemId) => bodyOf(itemId) === null);
  const goods = await mapInOrder([...priced, ...others].slice(0, LISTED), async (itemId): Promise<Seller> => {
    const other: EntityName = await nameOf(sources, 'item', itemId, true);
    const body = bodyOf(itemId);
    const stock = agreedValue(body?.limitedStock);
    return { other, prices: agreedValues(body?.prices), stock };
  });
  return few(goods, LISTED, total);
}
