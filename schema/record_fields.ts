import { id, integer, list, name, number, oneOf, optional, strictObject, token } from './fields.ts';
import { ID_MAX, LENGTHS, LIMITS, SKILL_MAX } from './limits.ts';
import { FACTIONS, HOUSES } from './vocabulary.ts';

/** Fields shared by several record kinds, with the same bounds in each of them. */

export function npcId(description: string) {
  return id(`${description} An NPC id of the game.`);
}

export function itemId(description = 'The item.') {
  return id(`${description} An item id of the game.`);
}

export function level(description: string) {
  return integer(description, 1, 100);
}

export function mapId() {
  return integer('The zone map it happened on, by the client’s map id; 0 if unknown.', 0);
}

export function mapX(what: string) {
  return number(`${what} from the map’s left edge, in percent.`, 0, 100);
}

export function mapY(what: string) {
  return number(`${what} from the map’s top edge, in percent.`, 0, 100);
}

export function guildName() {
  return name('The guild’s name.', LENGTHS.guild.min, LENGTHS.guild.max);
}

export function realm() {
  return name('The realm’s name.', LENGTHS.realm.min, LENGTHS.realm.max);
}

export function auctionRealm() {
  return name(
    'The realm whose auctions were seen. Realms are one when they are equal after trimming, NFC and case folding.',
    LIMITS.marketRealmLengthMin.value,
    LIMITS.marketRealmLengthMax.value,
  );
}

export function house() {
  return oneOf('The auction house that was seen; absent where the addon did not know it.', HOUSES);
}

export function faction() {
  return oneOf('The faction.', FACTIONS);
}

export function characterName(description: string) {
  return name(description, LENGTHS.character.min, LENGTHS.character.max);
}

export function characterKey() {
  return token(
    'A key of the character that only the addon can make: the same character always has the same key, and its name cannot be read from it.',
    8,
    8,
    '^[0-9a-f]{8}$',
    'lower-case hex digits',
  );
}

export function classToken() {
  return token(
    'The character’s class, as the client’s token in capitals, such as WARRIOR.',
    2,
    20,
    '^[A-Z]{2,20}$',
    'capital letters',
  );
}

export function race() {
  return token('The character’s race, as the client’s token, such as NightElf.', 2, 20, '^[A-Za-z]{2,20}$', 'letters');
}

/** The character whose possessions or progress a record lists. */
export function character() {
  return { characterKey: characterKey(), class: classToken(), level: level('The character’s level.') };
}

export function instanceName() {
  return name('The instance’s name.', 1, 120);
}

export function profession() {
  return name('The profession’s name.', LENGTHS.profession.min, LENGTHS.profession.max);
}

export function skill(description: string) {
  return integer(description, 0, SKILL_MAX);
}

export function gameId(description: string) {
  return integer(description, 1, ID_MAX);
}

export function stack() {
  return strictObject('Some of one item.', stackFields());
}

export function stackFields() {
  return { itemId: itemId(), count: integer('How many of it.', 1, 1000) };
}

export function standing() {
  return optional(
    integer(
      'The player’s reputation with the NPC’s faction, from 4 (neutral) to 8 (exalted). Discounts depend on it.',
      4,
      8,
    ),
  );
}

export function quantity(description: string) {
  return integer(description, 1, 1_000_000);
}

export function itemIds(description: string, max: number) {
  return list(description, itemId(), 0, max);
}
