import type * as v from 'valibot';
import { copper, flag, id, integer, nullable, number, oneOf, openObject } from '../fields.ts';
import { count, rowsField, text } from '../response_fields.ts';
import { day } from '../time_fields.ts';
import { agreed, agreedText, array, installs, locale } from '../tools/parts.ts';
import { EXPORTED_NAMES, HOUSES, REACTIONS } from '../vocabulary.ts';
import { gatheringRateRow } from './gatheringResponse.ts';

const nameRow = openObject('The name of an entity.', {
  kind: oneOf('What it is.', EXPORTED_NAMES),
  id: id('Its id in the game.'),
  name: text('The name that most players report.', 300),
  locale: locale(),
  installs: installs(),
});

function agreedNameField(of: string) {
  return nullable(agreedText(`The agreed name of ${of}, or null.`, text('The name.', 300)));
}

function pinsField() {
  return array(
    'Its locations, by map and then most players first.',
    openObject('A location.', {
      mapId: id('The map.'),
      x: number('Percent of the width of the map.', 0, 100),
      y: number('Percent of its height.', 0, 100),
      installs: installs(),
    }),
  );
}

function agreedIdField(description: string) {
  return nullable(agreed(`${description} Null if players do not agree on one.`, id('Its id in the game.')));
}

function agreedCountField(description: string) {
  return nullable(agreed(`${description} Null if players do not agree on one.`, count('The number.')));
}

function pricesField(description: string) {
  return array(description, agreed('A price.', copper('The price.')));
}

const npcRow = openObject('An NPC.', {
  npcId: id('The NPC.'),
  name: agreedNameField('the NPC'),
  levels: array(
    'Levels that three players, and a tenth of those who reported one, saw, ascending.',
    agreed('A level.', count('The level.')),
  ),
  reactions: array('Reactions to players.', agreed('A reaction.', oneOf('The reaction.', REACTIONS))),
  pins: pinsField(),
});

const objectRow = openObject('An object that players loot.', {
  objectId: id('The object.'),
  name: agreedNameField('the object'),
  pins: pinsField(),
});

const vendorRow = openObject('The price of an item at a vendor.', {
  npcId: nullable(id('The vendor, or null if players report the price without a vendor.')),
  itemId: id('The item.'),
  prices: pricesField('Agreed prices. The leading price, which most players saw, comes first.'),
  limitedStock: agreedCountField('How many the vendor has at a time.'),
  withReputation: pricesField('Prices that players with a reputation discount pay, which the leading price replaces.'),
  limited: nullable(
    agreed('Whether the stock is limited. Null if players do not agree.', flag('True if it is limited.')),
  ),
});

const trainerRow = openObject('A lesson of a trainer.', {
  npcId: id('The trainer.'),
  lesson: text('The lesson: spell:<spell id>, or name:<name> if no spell is known.', 200),
  name: agreedNameField('the lesson'),
  spellId: agreedIdField('The spell that it teaches.'),
  costs: pricesField('Agreed costs. The leading cost, which most players saw, comes first.'),
  requiredLevel: agreedCountField('The level that it needs.'),
  profession: agreedNameField('the profession that it belongs to'),
  requiredSkill: agreedCountField('The skill that it needs.'),
  withReputation: pricesField('Costs that players with a reputation discount pay, which the leading cost replaces.'),
});

const questRow = openObject('A quest.', {
  questId: id('The quest.'),
  title: agreedNameField('the quest'),
  level: agreedCountField('Its level.'),
  giver: agreedIdField('The NPC that gives it.'),
  turnIn: agreedIdField('The NPC that ends it.'),
  rewards: array('Items that it rewards, ascending.', agreed('A reward.', id('The item.'))),
});

function thresholdField(colour: string) {
  return nullable(
    openObject(`The skill from which the recipe is ${colour}, or null if nothing is known about it.`, {
      atLeast: nullable(count('The lowest skill that is possible, or null if unknown.')),
      atMost: nullable(count('The highest skill that is possible, or null if unknown.')),
      installs: installs(),
    }),
  );
}

const recipeRow = openObject('A recipe.', {
  recipeId: id('The recipe.'),
  name: agreedNameField('the recipe'),
  profession: agreedNameField('its profession'),
  itemId: agreedIdField('The item that it makes.'),
  makesMin: agreedCountField('The fewest that it makes.'),
  makesMax: agreedCountField('The most that it makes.'),
  reagents: nullable(
    agreed(
      'What it needs, or null if players do not agree.',
      array('Reagents.', openObject('A reagent.', { itemId: id('The item.'), count: count('How many.') }), 8),
    ),
  ),
  taughtByItemId: agreedIdField('The item that teaches it.'),
  yellow: thresholdField('yellow'),
  green: thresholdField('green'),
  grey: thresholdField('grey'),
});

const marketDayRow = openObject('Auction values of an item on one day. Prices are in copper per unit.', {
  realm: text('The realm, in its most reported spelling.', 120),
  house: nullable(oneOf('The auction house, or null for all houses together.', HOUSES)),
  itemId: id('The item.'),
  day: day('The UTC day of the scans.'),
  market: copper('The market value.'),
  min: copper('The lowest price.'),
  quantity: count('The units on sale.'),
  reporters: integer('Distinct installs that scanned it that day.', 0),
});

/** Rows of the lists that the export index names under `more`. */
export const exportLists = openObject('Rows of the lists of the export. A file has the rows of one list.', {
  names: rowsField('Agreed names.', nameRow),
  npcs: rowsField('NPCs with an agreed name, level or reaction.', npcRow),
  objects: rowsField('Objects with an agreed name.', objectRow),
  vendors: rowsField('Agreed prices and stocks of vendors.', vendorRow),
  trainers: rowsField('Lessons of trainers.', trainerRow),
  quests: rowsField('Quests.', questRow),
  recipes: rowsField('Recipes.', recipeRow),
  market: rowsField('Market days.', marketDayRow),
  gathering: rowsField('Rates of gathering.', gatheringRateRow()),
});

export type ExportLists = v.InferOutput<typeof exportLists>;
