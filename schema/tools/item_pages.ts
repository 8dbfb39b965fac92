import type * as v from 'valibot';
import { copper, id, nullable, nullableObject, number, oneOf, optional, strictObject, table } from '../fields.ts';
import { CLASS_ID_MAX, LENGTHS, LIST_MAX, REAGENTS_MAX } from '../limits.ts';
import { count, otherRealmsField, slugField, text } from '../response_fields.ts';
import { QUALITIES } from '../vocabulary.ts';
import {
  firstRows,
  gathering,
  gatheringMethod,
  levels,
  offer,
  places,
  price,
  rateFields,
  recipe,
  seen,
  topRows,
} from './page_parts.ts';
import { agreed, agreedText, array, entity, houseArgument, marketValue, pageAnswer, realmArgument } from './parts.ts';
import { toolContract } from './tool.ts';

function itemInFilesField() {
  return strictObject(
    'What the game’s files say of the item, unconfirmed (see gameData). Null if the files have no such table, column or row.',
    {
      class: nullable(slugField('The slug of its class.')),
      subclass: nullable(slugField('The slug of its subclass within the class.')),
      slot: nullable(slugField('The slug of its slot; also null if it cannot be worn.')),
      quality: nullable(oneOf('Its quality.', QUALITIES)),
      itemLevel: nullable(count('Its item level.')),
      requiredLevel: nullable(count('The level it needs.')),
      icon: nullable(text('The icon’s file name, in lower case and without ending.', 200)),
      stack: nullable(count('The stack size.')),
      buyPriceCopper: nullable(copper('The buy price at vendors.')),
      sellPriceCopper: nullable(copper('The sell price at vendors.')),
      armour: nullable(number('Its armour.', -1_000_000_000, 1_000_000_000)),
      damage: nullable(
        table('The damage of a hit.', [0, LIST_MAX.itemInFiles.damages], 'Damage of one school.', {
          min: number('The least.', 0, 1_000_000_000),
          max: number('The most.', 0, 1_000_000_000),
          school: count('0 physical, 1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane.'),
        }),
      ),
      delayMs: nullable(count('Milliseconds of a swing.')),
      stats: nullable(
        table('The stats that it gives, as the files list them.', [0, LIST_MAX.itemInFiles.stats], 'A stat.', {
          statId: count('The client’s id of it.'),
          name: nullable(text('Its name, or null if we have none for it.', 60)),
          amount: number('The amount.', -1_000_000_000, 1_000_000_000),
        }),
      ),
      resistances: nullable(
        table('The resistances that it gives.', [0, LIST_MAX.itemInFiles.resistances], 'A resistance.', {
          school: count('1 holy, 2 fire, 3 nature, 4 frost, 5 shadow, 6 arcane.'),
          amount: number('The amount.', -1_000_000_000, 1_000_000_000),
        }),
      ),
      binding: nullable(text('When it binds, in words; "none": not at all.', 60)),
      maxCount: nullable(count('The maximum that one character can carry; 0 if unlimited.')),
      durability: nullable(count('Its durability.')),
      bagSlots: nullable(count('Slots that it has as a bag.')),
      startsQuest: nullable(entity('The quest that it starts; null also where it starts none.')),
      requiredSkill: nullableObject('The skill that it needs; null also where it needs none.', {
        skillId: id('The skill line.'),
        name: nullable(text('Its name in the game’s files.', LENGTHS.fileName.max)),
        rank: nullable(count('Points of skill.')),
      }),
      classes: nullable(
        array(
          'The player classes that may use it, by the client’s id; empty: all.',
          strictObject('A player class.', {
            classId: id('The client’s id of it.'),
            name: nullable(text('Its name.', LENGTHS.fileName.max)),
          }),
          CLASS_ID_MAX,
        ),
      ),
      reagentFor: inFilesField('Spells that use it up, by id, such as recipes.', {
        makes: nullable(entity('The item that the spell makes, or null if it makes none.')),
      }),
      createdBy: inFilesField('Spells that make it, by id, such as recipes.', {
        reagents: array('Reagents of the spell, by item id.', entity('The item.'), REAGENTS_MAX),
      }),
      set: nullableObject('The item set it belongs to.', {
        setId: id('The set.'),
        name: text('Its name.', LENGTHS.fileName.max),
        itemIds: array('Its items.', id('An item.'), LIST_MAX.itemInFiles.setItems),
      }),
    },
  );
}

function inFilesField<E extends v.ObjectEntries>(description: string, entries: E) {
  return nullable(
    firstRows(`${description} Null: the files tell nothing of such spells.`, LIST_MAX.itemInFiles.spells, 'A spell.', {
      spellId: id('The spell.'),
      name: nullable(text('Its name in the game’s files.', LENGTHS.fileName.max)),
      skill: nullable(
        text('The skill line it belongs to, such as a profession, by its name there.', LENGTHS.fileName.max),
      ),
      ...entries,
    }),
  );
}

const ITEM_MAX = LIST_MAX.itemPage;

export const item_page = toolContract('item_page', {
  title: 'Page of an item',
  description:
    'Everything public about one item: its name, sources with drop rates (rates from one or two players apart), what it is gathered from, vendors with prices, quests that reward it, recipes that make it, use it or are taught by it, levels of its sources, locations of the best sources and vendors, its market value on one realm or on all that have one, and its data in the game’s files, with uses. Use search_knowledge or get_by_name for an item’s id, and entity_relations for relations of the game’s files.',
  layers: ['observed', 'game-files'],
  arguments: {
    itemId: id('The item, by its id in the game.'),
    realm: optional(realmArgument()),
    house: optional(houseArgument()),
  },
  output: pageAnswer('The public facts about the item.', {
    item: entity('The item.'),
    name: nullable(agreedText('The name that installs agree on, or null if there is none.', text('The name.', 300))),
    quality: nullable(
      agreed('The quality that installs agree on, or null if there is none.', oneOf('The quality.', QUALITIES)),
    ),
    itemLevel: nullable(
      agreed('The item level that installs agree on, or null if there is none.', count('The level.')),
    ),
    droppedBy: topRows(
      'NPCs and objects that dropped it for at least three installs, sorted by estimateLow (highest first), then by number of drops, kind and id. Sources that fewer than five installs looted come last.',
      strictObject('A source.', {
        source: entity('The NPC or object that was looted.'),
        levels: levels(),
        ...rateFields(),
        places: places(ITEM_MAX.maps),
      }),
      ITEM_MAX.sources,
    ),
    droppedBySeenByFew: topRows(
      'NPCs and objects that only one or two installs saw it drop from, in the same order: nobody else confirms it, so do not state it as a fact.',
      strictObject('A source.', { source: entity('The NPC or object that was looted.'), ...rateFields() }),
      LIST_MAX.seenByFew,
    ),
    gatheredFrom: topRows(
      'What at least three installs gathered it from: creatures, objects, other items, and zones for fishing, in the order of droppedBy.',
      strictObject('A source.', {
        method: gatheringMethod(),
        source: entity('The NPC, object, item or zone.'),
        ...rateFields(),
      }),
      ITEM_MAX.sources,
    ),
    gathering: gathering(),
    soldBy: topRows(
      `Vendors that sell it, by their leading price, cheapest first, then those without an agreed price, then by id. If there are more than ${ITEM_MAX.vendorsCompared}, only the ${ITEM_MAX.vendorsCompared} that became public first are compared.`,
      strictObject('A vendor.', { vendor: entity('The vendor.'), ...offer(), places: places(ITEM_MAX.maps) }),
      ITEM_MAX.vendors,
    ),
    vendorPrices: array(
      'Prices for one that three installs, and a tenth of those that reported one, saw at vendors where their reports do not say which, the one that most saw first. In copper.',
      price(),
      LIST_MAX.prices,
    ),
    rewardFrom: topRows(
      'Quests that give it or let choose it, in the order in which they became public.',
      strictObject('A quest.', {
        quest: entity('The quest.'),
        level: nullable(agreed('The quest’s level.', count('The level.'))),
        ...seen(),
      }),
      ITEM_MAX.quests,
    ),
    madeBy: topRows('Recipes that make it, by id.', recipe(), ITEM_MAX.madeBy),
    reagentFor: topRows(
      'Recipes that use it, by id; only this item is listed among their reagents.',
      recipe(),
      ITEM_MAX.reagentFor,
    ),
    teaches: topRows('Recipes that it teaches, by id.', recipe(), ITEM_MAX.teaches),
    collections: firstRows('Collections that it belongs to, by name.', ITEM_MAX.collections, 'A collection.', {
      collection: text('Its name.', 100),
      sources: array(
        'Sources of the item, as worded by the addon that records the collection, by text.',
        agreedText('A source.', text('The source.', 200)),
        ITEM_MAX.sourcesOfCollection,
      ),
    }),
    market: nullable(
      marketValue(
        'Its newest public day on the requested realm, or null if no realm was given or no day is public there.',
      ),
    ),
    otherRealms: otherRealmsField(),
    marketRealms: topRows(
      'Realms on whose auctions it has a public value, by name in lower case.',
      text('A realm as this instance spells it.', 120),
      ITEM_MAX.marketRealms,
    ),
    markets: array(
      `Its newest public day on the first ${ITEM_MAX.markets} of those realms, in their order, where no realm was asked for; empty where one was.`,
      marketValue('A realm’s newest public day, all its auction houses together.'),
      ITEM_MAX.markets,
    ),
    files: nullable(itemInFilesField()),
  }),
});
