import { id, integer, list, name, oneOf, strictObject, token } from './fields.ts';
import { LENGTHS, LIMITS, SKILL_MAX } from './limits.ts';
import { FACTIONS, HOUSES } from './vocabulary.ts';

/** Fields that several record kinds share, with one set of bounds each. */

export const npcId = (description: string) => id(`${description} An NPC id of the game.`);

export const itemId = (description = 'The item.') => id(`${description} An item id of the game.`);

export const level = (description: string) => integer(description, 1, 100);

export const mapId = () => integer('The zone map it happened on, by the client’s map id; 0 where it is unknown.', 0);

export const guildName = () => name('The guild’s name.', LENGTHS.guild.min, LENGTHS.guild.max);

export const realm = () => name('The realm’s name.', LENGTHS.realm.min, LENGTHS.realm.max);

export const auctionRealm = () =>
  name(
    'The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding.',
    LIMITS.marketRealmLengthMin.value,
    LIMITS.marketRealmLengthMax.value,
  );

export const house = () => oneOf('The auction house that was seen; absent where the addon did not know it.', HOUSES);

export const faction = () => oneOf('The faction.', FACTIONS);

export const characterName = (description: string) => name(description, LENGTHS.character.min, LENGTHS.character.max);

export const characterKey = () =>
  token(
    'A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.',
    8,
    8,
    '^[0-9a-f]{8}$',
    'lower-case hex digits',
  );

export const classToken = () =>
  token(
    'The character’s class, as the client’s token in capitals, such as WARRIOR.',
    2,
    20,
    '^[A-Z]{2,20}$',
    'capital letters',
  );

export const race = () =>
  token('The character’s race, as the client’s token, such as NightElf.', 2, 20, '^[A-Za-z]{2,20}$', 'letters');

export const instanceName = () => name('The instance’s name.', 1, 120);

export const profession = () => name('The profession’s name.', LENGTHS.profession.min, LENGTHS.profession.max);

export const copper = (description: string) => integer(`${description} In copper.`, 0);

export const skill = (description: string) => integer(description, 0, SKILL_MAX);

export const gameId = (description: string) => integer(description, 1, 2_000_000_000);

export const stack = () =>
  strictObject('Some of one item.', { itemId: itemId(), count: integer('How many of it.', 1, 1000) });

export const quantity = (description: string) => integer(description, 1, 1_000_000);

export const itemIds = (description: string, max: number) => list(description, itemId(), 0, max);
