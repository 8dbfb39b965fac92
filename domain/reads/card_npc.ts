import type { Card, EntityName } from '../cards/card.ts';
import { type CardDrop, type Few, few } from '../cards/drop_lines.ts';
import type { Seller } from '../cards/item.ts';
import { type CardZone, npcCard } from '../cards/npc.ts';
import { objectCard } from '../cards/object.ts';
import type { Mention, SubjectFact } from '../ports/snapshots.ts';
import { likeliestFirst } from '../rates.ts';
import { eachOf, ok, type Reached, together } from '../result.ts';
import { valueIn, valuesIn } from '../rollups/agreed.ts';
import type { Source } from '../rollups/drops.ts';
import { type CardSources, namedDrops, nameOf } from './card_sources.ts';
import { type FoundEdges, findEdges } from './find_edges.ts';

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
    reader.mentionsOf(view, 'npc', npcId),
  ] as const);
  if (!found.ok) return found;
  const [fact, zoneEdges, sold, goodsFacts, services, loot, mentions] = found.value;
  const lists = [zoneEdges.total, sold.total, goodsFacts.length, services.length, mentions.length];
  if (fact === null && loot === null && lists.every((length) => length === 0)) return ok(null);
  const named = await together([
    zonesOf(sources, npcId, zoneEdges),
    goodsOf(sources, sold, goodsFacts),
    questsNaming(sources, mentions, 'giver'),
    questsNaming(sources, mentions, 'turnIn'),
  ] as const);
  if (!named.ok) return named;
  const [zones, goods, gives, takes] = named.value;
  return ok(
    npcCard({
      npcId,
      name: valueIn<string>(fact, 'name'),
      levels: valuesIn<number>(fact, 'levels'),
      reactions: valuesIn<string>(fact, 'reactions'),
      zones,
      goods,
      services: services.length,
      gives,
      takes,
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

/** What a source holds, the likeliest first; null: nothing public is known. */
const lootOf = async (sources: CardSources, source: Source): Promise<Reached<Loot | null>> => {
  const found = await sources.reader.ratesOf(sources.view, source);
  if (!found.ok || found.value === null) return found as Reached<null>;
  const { rates, total, measuredZero, kills } = found.value;
  const likeliest = [...rates].sort(likeliestFirst).slice(0, LISTED);
  const drops = await namedDrops(sources, likeliest, ({ itemId }) => ['item', itemId]);
  if (!drops.ok) return drops;
  return ok({ drops: few(drops.value, LISTED, total), emptyWindows: measuredZero ? kills : null });
};

/** The quests that an NPC gives, or that are turned in to it. */
const questsNaming = async (
  sources: CardSources,
  mentions: readonly Mention[],
  member: 'giver' | 'turnIn',
): Promise<Reached<Few<EntityName>>> => {
  const own = mentions.filter((mention) => mention.family === 'quests' && mention.member === member);
  const quests = await eachOf(own.slice(0, LISTED), ({ subject }) => nameOf(sources, 'quest', Number(subject), true));
  return quests.ok ? ok(few(quests.value, LISTED, own.length)) : quests;
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
