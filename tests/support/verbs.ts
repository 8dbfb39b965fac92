import type * as v from 'valibot';
import type * as kinds from '../../schema/records/mod.ts';
import type { character, good, Item, lesson, lot, Npc, Quest, Recipe, Source, Stack, Zone } from './subjects.ts';
import { stack } from './subjects.ts';

/**
 * A report of an install: one verb or more for each record kind. `more` adds fields or replaces those that a verb fills
 * in. Fields are in the order of the schema, as intake stores them. Every function of this file is also a method of an
 * install (world.ts).
 */
export interface Seen {
  readonly kind: keyof typeof kinds;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Common = 'kind' | 'installId' | 'eventId' | 'capturedAt';
/** Fields of a kind, without the fields that all kinds share. */
type More<K extends keyof typeof kinds> = Partial<Omit<v.InferInput<(typeof kinds)[K]['schema']>, Common>>;

/** Opened a loot window. A source of null is unknown. */
export function looted(source: Source | null, ...found: readonly (Item | Stack)[]): Seen {
  return seen('loot', { ...sourceField(source), sourceEvidence: 'loot-api', items: found.map(stackOf) });
}

/** Gathered by a method from a creature, an object or an item, or fished in a zone. */
export function gathered(
  method: More<'loot'>['method'],
  { type, id }: Source | Item | Zone,
  ...found: readonly (Item | Stack)[]
): Seen {
  const field = { npc: 'sourceNpcId', object: 'sourceObjectId', item: 'sourceItemId', zone: 'mapId' }[type];
  return seen('loot', { method, sourceEvidence: 'loot-api', [field]: id, items: found.map(stackOf) });
}

/** Opened a loot window and saw the name of its source and where it was. */
export function opened(source: Source, more: More<'loot'> = {}): Seen {
  const place = { mapId: 12, x: 40.5, y: 60.25 };
  const { items = [], ...context } = more;
  return seen('loot', {
    ...sourceField(source),
    sourceEvidence: 'loot-api',
    sourceName: source.name,
    ...place,
    ...context,
    items,
  });
}

/** Opened a loot window with this quest in the log, for which the client marks the items in it. */
export function lootedOnQuest(source: Source, questId: number, ...found: readonly (Item | Stack)[]): Seen {
  const marked = found.map((one) => ({ ...stackOf(one), questItem: true, questId }));
  return seen('loot', {
    ...{ ...sourceField(source), sourceEvidence: 'loot-api', group: 'solo', questIds: [questId] },
    items: marked,
  });
}

/** Reported loot as older addons did, which only guessed the source. */
export function guessedLoot(source: Source | null, ...found: readonly (Item | Stack)[]): Seen {
  return seen('loot', { ...sourceField(source), items: found.map(stackOf) });
}

export function met(npc: Npc, more: More<'npc_sighting'> = {}): Seen {
  const place = { mapId: 12, x: 40.5, y: 60.25, level: 7, reaction: 'hostile', positionKind: 'npc' };
  return seen('npc_sighting', { npcId: npc.id, name: npc.name, ...place, ...more });
}

export function wasOffered(quest: Quest, { rewardItemIds = [], ...more }: More<'quest'> = {}): Seen {
  return seen('quest', { questId: quest.id, title: quest.name, level: 12, ...more, rewardItemIds });
}

export function visitedVendor(npc: Npc, ...goods: readonly ReturnType<typeof good>[]): Seen {
  return seen('vendor', { vendorNpcId: npc.id, items: goods });
}

export function visitedTrainer(npc: Npc, ...lessons: readonly ReturnType<typeof lesson>[]): Seen {
  return seen('trainer_seen', { trainerNpcId: npc.id, services: lessons });
}

export function saw(item: Item, more: More<'item_seen'> = {}): Seen {
  return seen('item_seen', { itemId: item.id, name: item.name, quality: 'common', ...more });
}

export function sawPrice(item: Item, priceCopper: number, more: More<'price_seen'> = {}): Seen {
  return seen('price_seen', { itemId: item.id, priceCopper, source: 'vendor', ...more });
}

export function sawMap(zone: Zone, more: More<'map_bounds'> = {}): Seen {
  const edges = { continentId: 0, left: 2, right: 1, top: 2, bottom: 1 };
  return seen('map_bounds', { mapId: zone.id, name: zone.name, ...edges, ...more });
}

export function sawRecipe({ id, name, profession }: Recipe, more: More<'recipe_seen'> = {}): Seen {
  return seen('recipe_seen', { profession, recipeId: id, name, ...more });
}

/** Saw a recipe in the profession window, which it could craft at skill 1 unless `more` says otherwise. */
export function sawDifficulty(recipe: Recipe, { reagents = [], ...more }: More<'recipe_observed'> = {}): Seen {
  const { id, name, profession } = recipe;
  const fields = { profession, recipeId: id, name, skill: 1, difficulty: 'optimal' };
  return seen('recipe_observed', { ...fields, ...more, reagents });
}

/** Scanned a whole auction house; all parts of a scan have the same `scanId`. */
export function scanned(
  realm: string,
  lots: readonly ReturnType<typeof lot>[],
  { scanId = 'scan-1', complete = true, ...more }: More<'auction_scan'> = {},
): Seen {
  return seen('auction_scan', { realm, ...more, scanId, complete, items: lots });
}

/** Saw single auctions, each with its bids. */
export function sawAuctions(realm: string, more: More<'auction_snapshot'> = {}): Seen {
  const auction = { itemId: 2589, count: 20, buyoutCopper: 100, bidCopper: 0, timeLeft: 1 };
  return seen('auction_snapshot', { realm, auctions: [auction], ...more });
}

export function metPlayers(realm: string, ...characters: readonly ReturnType<typeof character>[]): Seen {
  return seen('census_seen', { realm, characters });
}

export function plays(realm: string, character: object): Seen {
  return seen('census_self', { realm, ...character });
}

export function listedTitle(titleId: number, name: string): Seen {
  return seen('title_catalog', { titleId, name });
}

export function listedFaction(factionId: number, name: string, more: More<'reputation_catalog'> = {}): Seen {
  return seen('reputation_catalog', { factionId, name, ...more });
}

export function listedQuestChain(questLineId: number, name: string, ...quests: readonly Quest[]): Seen {
  return seen('quest_chain_catalog', { questLineId, name, questIds: quests.map(({ id }) => id) });
}

export function listedCollection(collection: string, source: string, item: Item): Seen {
  return seen('collection_catalog', { collection, source, itemId: item.id });
}

export function listedAchievement(achievementId: number, name: string, more: More<'achievement_catalog'> = {}): Seen {
  const category = { categoryId: 92, category: 'General', points: 10, criteriaCount: 0, criteria: [] };
  return seen('achievement_catalog', { achievementId, name, ...category, ...more });
}

const ANNA = { character: 'Anna', realm: 'Everlook' };
const ANNAS_KEY = { characterKey: '0a1b2c3d', class: 'MAGE', level: 60 };
const GUILD = { guildName: 'Witnesses', realm: 'Everlook' };

export function spentTalents(more: More<'talent_snapshot'> = {}): Seen {
  return seen('talent_snapshot', { ...ANNAS_KEY, nodes: [{ nodeId: 1, rank: 1 }], ...more });
}

export function earnedAchievement(achievementId: number, more: More<'achievement_owned'> = {}): Seen {
  return seen('achievement_owned', { ...ANNAS_KEY, achievementId, completed: true, ...more });
}

export function completed(...quests: Quest[]): Seen {
  return seen('quest_owned', { ...ANNAS_KEY, questIds: quests.map(({ id }) => id) });
}

export function earnedTitles(...titleIds: number[]): Seen {
  return seen('title_owned', { ...ANNAS_KEY, titleIds });
}

export function hadStanding(factionId: number, standing: number, value = 0): Seen {
  return seen('reputation_owned', { ...ANNAS_KEY, factions: [{ factionId, standing, value }] });
}

export function collected(collection: string, item: Item): Seen {
  return seen('collection_owned', { collection, itemId: item.id });
}

export function hadMoney(copper: number, more: More<'gold_snapshot'> = {}): Seen {
  return seen('gold_snapshot', { ...ANNA, copper, ...more });
}

/** Earned money, or spent it if `copper` is negative. */
export function earned(copper: number, more: More<'money_event'> = {}): Seen {
  return seen('money_event', { ...ANNA, source: 'loot', copper, ...more });
}

export function wore(item: Item, more: More<'gear_snapshot'> = {}): Seen {
  return seen('gear_snapshot', { ...ANNA, equipped: [{ slot: 'head', itemId: item.id, itemLevel: 60 }], ...more });
}

export function listedGuild(more: More<'guild_snapshot'> = {}): Seen {
  const members = [{ name: 'Anna', rank: 'Officer', level: 60, class: 'Mage', lastOnlineDays: 0 }];
  return seen('guild_snapshot', { ...GUILD, faction: 'horde', members, ...more });
}

export function raided(more: More<'attendance'> = {}): Seen {
  return seen('attendance', { ...GUILD, instance: 'Molten Core', present: ['Anna'], ...more });
}

export function awarded({ id, name }: Item, more: More<'loot_award'> = {}): Seen {
  return seen('loot_award', {
    ...GUILD,
    itemId: id,
    itemName: name,
    recipient: 'Anna',
    sourceBoss: 'Golemagg',
    ...more,
  });
}

export function wasLocked(more: More<'raid_lockout'> = {}): Seen {
  const raid = { instance: 'Molten Core', difficulty: 'Normal', bossesKilled: [], resetAt: '2026-01-14T07:00:00Z' };
  return seen('raid_lockout', { ...GUILD, ...raid, ...more });
}

export function usedAddon(addon: string, more: More<'addon_seen'> = {}): Seen {
  return seen('addon_seen', { addon, ...more });
}

function seen(kind: Seen['kind'], fields: Seen['fields']): Seen {
  return { kind, fields };
}

function sourceField(source: Source | null): object {
  if (source === null) return {};
  return source.type === 'npc' ? { sourceNpcId: source.id } : { sourceObjectId: source.id };
}

function stackOf(found: Item | Stack): Stack {
  return 'count' in found ? found : stack(found);
}
