import { agreedValue, agreedValues } from '../families/counting/agreed.ts';
import { mentionsIn } from '../families/lookups/mentioned.ts';
import { families } from '../families/mod.ts';
import type { Source, StoredRate } from '../ports/drops.ts';
import type { Mentions } from '../ports/facts.ts';
import { type FoundEdges, findEdges } from '../reads/find_edges.ts';
import { markedText } from '../values/language.ts';
import { eachOf, ok, type StorageResult, together } from '../values/result.ts';
import type { Card, EntityName } from './card.ts';
import { type CardDrop, type Few, few } from './drop_lines.ts';
import type { Seller } from './item.ts';
import { type CardZone, npcCard } from './npc.ts';
import { objectCard } from './object.ts';
import { type CardSources, namedDrops, nameOf, namesOfRates } from './read_sources.ts';

/** Lines of a list on the card of an NPC or object. */
const LISTED = 5;

/** Goods among which those with an agreed price are found; no vendor of the game has so many. */
const GOODS_COMPARED = 200;

/** An NPC's card; null where nothing public is known of it. */
export const readNpcCard = async (sources: CardSources, npcId: number): Promise<StorageResult<Card | null>> => {
  const { reader, view } = sources;
  const found = await together([
    reader.fact(view, families.npcs, String(npcId)),
    findEdges(sources, ['located_in:npc:zone'], { fromId: npcId }, LISTED),
    findEdges(sources, ['sold_by:item:npc'], { toId: npcId }, GOODS_COMPARED),
    reader.factsOf(view, families.trainer_services, `${npcId}`, 0),
    lootOf(sources, { type: 'npc', id: npcId }),
    reader.mentionsOf(view, 'npc', npcId),
  ] as const);
  if (!found.ok) return found;
  const [fact, zoneEdges, sold, services, loot, mentions] = found.value;
  const lists = [zoneEdges.total, sold.total, services.total, mentions.length];
  if (fact === null && loot === null && lists.every((length) => length === 0)) return ok(null);
  const named = await together([
    zonesOf(sources, npcId, zoneEdges),
    goodsOf(sources, npcId, sold),
    questsNaming(sources, mentions, 'giver'),
    questsNaming(sources, mentions, 'turnIn'),
  ] as const);
  if (!named.ok) return named;
  const [zones, goods, gives, takes] = named.value;
  return ok(
    npcCard({
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
    }),
  );
};

/** An object's card; null where nothing public is known of it. */
export const readObjectCard = async (sources: CardSources, objectId: number): Promise<StorageResult<Card | null>> => {
  const loot = await lootOf(sources, { type: 'object', id: objectId });
  if (!loot.ok || loot.value === null) return loot as StorageResult<null>;
  return ok(objectCard({ objectId, ...loot.value }));
};

interface Loot {
  readonly drops: Few<CardDrop>;
  readonly dropsSeenByFew: Few<EntityName>;
  readonly emptyWindows: number | null;
}

/** What a source holds; null: nothing public is known. */
const lootOf = async (sources: CardSources, source: Source): Promise<StorageResult<Loot | null>> => {
  const found = await sources.reader.ratesOf(sources.view, source);
  if (!found.ok || found.value === null) return found as StorageResult<null>;
  const { corroborated, seenByFew, measuredZero, kills } = found.value;
  const drops = await namedDrops(sources, corroborated.rates.slice(0, LISTED), itemOf);
  if (!drops.ok) return drops;
  const others = await namesOfRates(sources, seenByFew, itemOf);
  if (!others.ok) return others;
  return ok({
    drops: few(drops.value, LISTED, corroborated.total),
    dropsSeenByFew: others.value,
    emptyWindows: measuredZero ? kills : null,
  });
};

const itemOf = ({ itemId }: StoredRate) => ['item', itemId] as const;

/** The quests that an NPC gives, or that are turned in to it. */
const questsNaming = async (
  sources: CardSources,
  mentions: readonly Mentions[],
  member: 'giver' | 'turnIn',
): Promise<StorageResult<Few<EntityName>>> => {
  const { subjects, total } = mentionsIn(mentions, families.quests, member);
  const quests = await eachOf(subjects.slice(0, LISTED), (subject) => nameOf(sources, 'quest', Number(subject), true));
  return quests.ok ? ok(few(quests.value, LISTED, total)) : quests;
};

const zonesOf = async (
  sources: CardSources,
  npcId: number,
  { rows, total }: FoundEdges,
): Promise<StorageResult<Few<CardZone>>> => {
  const zones = await eachOf(rows, async ({ toId: mapId }): Promise<StorageResult<CardZone>> => {
    const found = await together([
      sources.reader.fact(sources.view, families.maps, String(mapId)),
      sources.reader.fact(sources.view, families.pins, `${mapId}:${npcId}`),
      sources.files === null ? Promise.resolve(ok(null)) : sources.files.name('zone', mapId),
    ] as const);
    if (!found.ok) return found;
    const [map, pins, filed] = found.value;
    const agreed = markedText(map?.name);
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
  npcId: number,
  { rows, total }: FoundEdges,
): Promise<StorageResult<Few<Seller>>> => {
  const itemIds = rows.map(({ fromId }) => fromId);
  const facts = await sources.reader.factsAmong(
    sources.view,
    families.vendor_goods,
    itemIds.map((itemId) => `${npcId}:${itemId}`),
  );
  if (!facts.ok) return facts;
  const bodyOf = (itemId: number) => facts.value.get(`${npcId}:${itemId}`) ?? null;
  const priced = itemIds.filter((itemId) => bodyOf(itemId) !== null).sort((a, b) => a - b);
  const others = itemIds.filter((itemId) => bodyOf(itemId) === null);
  const goods = await eachOf(
    [...priced, ...others].slice(0, LISTED),
    async (itemId): Promise<StorageResult<Seller>> => {
      const other: StorageResult<EntityName> = await nameOf(sources, 'item', itemId, true);
      if (!other.ok) return other;
      const body = bodyOf(itemId);
      const stock = agreedValue(body?.limitedStock);
      return ok({ other: other.value, prices: agreedValues(body?.prices), stock });
    },
  );
  return goods.ok ? ok(few(goods.value, LISTED, total)) : goods;
};
