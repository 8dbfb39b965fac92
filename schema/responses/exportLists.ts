import type * as v from 'valibot';
import { copper, flag, id, integer, nullable, number, oneOf, openObject } from '../fields.ts';
import { count, rows, text } from '../response_fields.ts';
import { day } from '../time_fields.ts';
import { agreed, agreedText, installs, locale, many } from '../tools/parts.ts';
import { EXPORTED_NAMES, HOUSES, REACTIONS } from '../vocabulary.ts';
import { gatheringRate } from './gatheringResponse.ts';

const name = openObject('The name of an entity.', {
  kind: oneOf('What it is.', EXPORTED_NAMES),
  id: id('Its id in the game.'),
  name: text('The name that most players report.', 300),
  locale: locale(),
  installs: installs(),
});

function agreedName(of: string) {
  return nullable(agreedText(`The agreed name of ${of}, or null.`, text('The name.', 300)));
}

function pins() {
  return many(
    'Its locations, by map and then most players first.',
    openObject('A location.', {
      mapId: id('The map.'),
      x: number('Percent of the width of the map.', 0, 100),
      y: number('Percent of its height.', 0, 100),
      installs: installs(),
    }),
  );
}

function agreedId(description: string) {
  return nullable(agreed(`${description} Null if players do not agree on one.`, id('Its id in the game.')));
}

function agreedCount(description: string) {
  return nullable(agreed(`${description} Null if players do not agree on one.`, count('The number.')));
}

function prices(description: string) {
  return many(description, agreed('A price.', copper('The price.')));
}

const npc = openObject('An NPC.', {
  npcId: id('The NPC.'),
  name: agreedName('the NPC'),
  levels: many(
    'Levels that three players, and a tenth of those who reported one, saw, ascending.',
    agreed('A level.', count('The level.')),
  ),
  reactions: many('Reactions to players.', agreed('A reaction.', oneOf('The reaction.', REACTIONS))),
  pins: pins(),
});

const object = openObject('An object that players loot.', {
  objectId: id('The object.'),
  name: agreedName('the object'),
  pins: pins(),
});

const vendor = openObject('The price of an item at a vendor.', {
  npcId: nullable(id('The vendor, or null if players report the price without a vendor.')),
  itemId: id('The item.'),
  prices: prices('Agreed prices. The leading price, which most players saw, comes first.'),
  limitedStock: agreedCount('How many the vendor has at a time.'),
  withReputation: prices('Prices that players with a reputation discount pay, which the leading price replaces.'),
  limited: nullable(
    agreed('Whether the stock is limited. Null if players do not agree.', flag('True if it is limited.')),
  ),
});

const trainer = openObject('A lesson of a trainer.', {
  npcId: id('The trainer.'),
  lesson: text('The lesson: spell:<spell id>, or name:<name> if no spell is known.', 200),
  name: agreedName('the lesson'),
  spellId: agreedId('The spell that it teaches.'),
  costs: prices('Agreed costs. The leading cost, which most players saw, comes first.'),
  requiredLevel: agreedCount('The level that it needs.'),
  profession: agreedName('the profession that it belongs to'),
  requiredSkill: agreedCount('The skill that it needs.'),
  withReputation: prices('Costs that players with a reputation discount pay, which the leading cost replaces.'),
});

const quest = openObject('A quest.', {
  questId: id('The quest.'),
  title: agreedName('the quest'),
  level: agreedCount('Its level.'),
  giver: agreedId('The NPC that gives it.'),
  turnIn: agreedId('The NPC that ends it.'),
  rewards: many('Items that it rewards, ascending.', agreed('A reward.', id('The item.'))),
});

function threshold(colour: string) {
  return nullable(
    openObject(`The skill from which the recipe is ${colour}, or null if nothing is known about it.`, {
      atLeast: nullable(count('The lowest skill that is possible, or null if unknown.')),
      atMost: nullable(count('The highest skill that is possible, or null if unknown.')),
      installs: installs(),
    }),
  );
}

const recipe = openObject('A recipe.', {
  recipeId: id('The recipe.'),
  name: agreedName('the recipe'),
  profession: agreedName('its profession'),
  itemId: agreedId('The item that it makes.'),
  makesMin: agreedCount('The fewest that it makes.'),
  makesMax: agreedCount('The most that it makes.'),
  reagents: nullable(
    agreed(
      'What it needs, or null if players do not agree.',
      many('Reagents.', openObject('A reagent.', { itemId: id('The item.'), count: count('How many.') }), 8),
    ),
  ),
  taughtByItemId: agreedId('The item that teaches it.'),
  yellow: threshold('yellow'),
  green: threshold('green'),
  grey: threshold('grey'),
});

const marketDay = openObject('Auction values of an item on one day. Prices are in copper per unit.', {
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
  names: rows('Agreed names.', name),
  npcs: rows('NPCs with an agreed name, level or reaction.', npc),
  objects: rows('Objects with an agreed name.', object),
  vendors: rows('Agreed prices and stocks of vendors.', vendor),
  trainers: rows('Lessons of trainers.', trainer),
  quests: rows('Quests.', quest),
  recipes: rows('Recipes.', recipe),
  market: rows('Market days.', marketDay),
  gathering: rows('Rates of gathering.', gatheringRate()),
});

export type ExportLists = v.InferOutput<typeof exportLists>;
