import { agreedValue, agreedValues } from '../families/counting/agreed.ts';
import { mentionsIn } from '../families/lookups/mentioned.ts';
import { families } from '../families/mod.ts';
import type { Mentions } from '../ports/facts.ts';
import { CARD_LIMITS } from '../reads/entities/limits.ts';
import { type Loot, lootOf } from '../reads/entities/loot.ts';
import { readObject } from '../reads/entities/object.ts';
import { type FoundEdges, findEdges } from '../reads/find_edges.ts';
import { markedText } from '../values/language.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import type { Card, EntityName } from './card.ts';
import { type CardDrop, few, type Shortlist } from './drop_lines.ts';
import type { Seller } from './item.ts';
import { type CardZone, npcCard } from './npc.ts';
import { objectCard } from './object.ts';
import { type CardSnapshot, cardName, nameOf, shortlist } from './read_sources.ts';

/** Maximum number of entries that a list on the card of an NPC or object shows. */
const LISTED = 5;

/** Maximum number of goods read to find those with an agreed price. No vendor in the game has this many. */
const GOODS_COMPARED = 200;

/** Builds an NPC's card. Returns null if there are no public facts about the NPC. */
export async function readNpcCard(snapshot: CardSnapshot, npcId: number): Promise<Card | null> {
  const [fact, zoneEdges, sold, services, loot, mentions] = await Promise.all([
    snapshot.fact(families.npcs, String(npcId)),
    findEdges(snapshot, ['located_in:npc:zone'], { fromId: npcId }, LISTED),
    findEdges(snapshot, ['sold_by:item:npc'], { toId: npcId }, GOODS_COMPARED),
    snapshot.factsOf(families.trainer_services, `${npcId}`, 0),
    lootOf(snapshot, { type: 'npc', id: npcId }, CARD_LIMITS.loot),
    snapshot.mentionsOf('npc', npcId),
  ]);
  const lists = [zoneEdges.total, sold.total, services.total, mentions.length];
  if (fact === null && loot === null && lists.every((length) => length === 0)) return null;
  const [zones, goods, gives, takes] = await Promise.all([
    zonesOf(snapshot, npcId, zoneEdges),
    goodsOf(snapshot, npcId, sold),
    questsNaming(snapshot, mentions, 'giver'),
    questsNaming(snapshot, mentions, 'turnIn'),
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
    ...(loot === null ? NO_LOOT : cardLoot(loot)),
  });
}

const NO_LOOT = { drops: few([], LISTED), dropsSeenByFew: few([], LISTED), emptyWindows: null };

/** Builds an object's card. Returns null if there are no public facts about the object. */
export async function readObjectCard(snapshot: CardSnapshot, objectId: number): Promise<Card | null> {
  const object = await readObject(snapshot, objectId, CARD_LIMITS.loot);
  return object === null ? null : objectCard({ objectId, ...cardLoot(object.loot) });
}

/** What a source holds. */
function cardLoot({ drops, dropsSeenByFew, measuredZero, kills }: Loot) {
  return {
    drops: shortlist(drops, cardDrop),
    dropsSeenByFew: shortlist(dropsSeenByFew, ({ item }) => cardName(item)),
    emptyWindows: measuredZero ? kills : null,
  };
}

function cardDrop({ item, drops, kills }: Loot['drops']['rows'][number]): CardDrop {
  return { other: cardName(item), counts: { drops, kills } };
}

/** Reads the quests that name an NPC as giver or as the NPC to turn in to. */
async function questsNaming(
  snapshot: CardSnapshot,
  mentions: readonly Mentions[],
  member: 'giver' | 'turnIn',
): Promise<Shortlist<EntityName>> {
  const { subjects, total } = mentionsIn(mentions, families.quests, member);
  const quests = await mapInOrder(subjects.slice(0, LISTED), (subject) =>
    nameOf(snapshot, 'quest', Number(subject), true),
  );
  return few(quests, LISTED, total);
}

async function zonesOf(
  snapshot: CardSnapshot,
  npcId: number,
  { rows, total }: FoundEdges,
): Promise<Shortlist<CardZone>> {
  const zones = await mapInOrder(rows, async ({ toId: mapId }): Promise<CardZone> => {
    const [map, pins, filed] = await Promise.all([
      snapshot.fact(families.maps, String(mapId)),
      snapshot.fact(families.pins, `${mapId}:${npcId}`),
      snapshot.files === null ? Promise.resolve(null) : snapshot.files.name('zone', mapId),
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

/**
 * Reads a vendor's goods: first the goods with a public price and stock, by item id, then the others. `rows` contains
 * both.
 */
async function goodsOf(snapshot: CardSnapshot, npcId: number, { rows, total }: FoundEdges): Promise<Shortlist<Seller>> {
  const itemIds = rows.map(({ fromId }) => fromId);
  const facts = await snapshot.factsAmong(
    families.vendor_goods,
    itemIds.map((itemId) => `${npcId}:${itemId}`),
  );
  const bodyOf = (itemId: number) => facts.get(`${npcId}:${itemId}`) ?? null;
  const priced = itemIds.filter((itemId) => bodyOf(itemId) !== null).sort((a, b) => a - b);
  const others = itemIds.filter((itemId) => bodyOf(itemId) === null);
  const goods = await mapInOrder([...priced, ...others].slice(0, LISTED), async (itemId): Promise<Seller> => {
    const other: EntityName = await nameOf(snapshot, 'item', itemId, true);
    const body = bodyOf(itemId);
    const stock = agreedValue(body?.limitedStock);
    return { other, prices: agreedValues(body?.prices), stock };
  });
  return few(goods, LISTED, total);
}
