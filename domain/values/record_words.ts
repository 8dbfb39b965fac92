import type { RecordKindName } from '../../schema/record_kinds.ts';

/** Players’ words for the records of each kind. Pages show them instead of the names in the contract. */
export const RECORD_WORDS: Readonly<Record<RecordKindName, string>> = {
  npc_sighting: 'Creatures and people seen',
  loot: 'Loot windows opened',
  quest: 'Quests read',
  vendor: 'Vendors visited',
  item_seen: 'Items looked at',
  trainer_seen: 'Trainers visited',
  recipe_seen: 'Recipes seen',
  recipe_observed: 'Recipes in a profession’s window',
  map_bounds: 'Maps visited',
  price_seen: 'Prices seen',
  auction_scan: 'Auction house scans',
  auction_snapshot: 'Single auctions seen',
  guild_snapshot: 'Guild rosters',
  raid_lockout: 'Raid lockouts',
  attendance: 'Raid attendance',
  loot_award: 'Loot awards of guilds',
  gear_snapshot: 'Gear of characters',
  gold_snapshot: 'Money of characters',
  money_event: 'Money earned and spent',
  collection_catalog: 'Lists of collections',
  collection_owned: 'Collections of characters',
  achievement_catalog: 'Lists of achievements',
  achievement_owned: 'Achievements earned',
  reputation_catalog: 'Lists of factions',
  reputation_owned: 'Standing with factions',
  title_catalog: 'Lists of titles',
  title_owned: 'Titles earned',
  quest_chain_catalog: 'Lists of quest chains',
  quest_owned: 'Quests completed',
  talent_snapshot: 'Talents chosen',
  census_self: 'Class and level of characters',
  census_seen: 'Other players met',
  addon_seen: 'Addons in use',
};

/** Returns the words for a kind, or words for unknown records if the kind is null, empty or none of the contract's. */
export function describeRecordKind(kind: string | null): string {
  return (RECORD_WORDS as Readonly<Record<string, string>>)[kind ?? ''] ?? 'Unknown records';
}
