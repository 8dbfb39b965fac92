import * as v from 'valibot';
import { flag, id, integer, list, name, number, oneOf, optional, table } from '../fields.ts';
import { itemId, itemIds, level, mapId, mapX, mapY, npcId, stackFields } from '../record_fields.ts';
import { publicRecord } from '../record_kind.ts';
import { GATHERING_METHODS, GROUP_TYPES, LOOT_METHODS, POSITION_KINDS, QUALITIES, REACTIONS } from '../vocabulary.ts';

/** Items, NPCs, quests, loot and maps that players saw. */

export const item_seen = publicRecord('item_seen', {
  description: 'An item that a player saw, as the client names it.',
  fields: {
    itemId: itemId(),
    name: name('The item’s name.', 1, 200),
    quality: oneOf('The item’s quality.', QUALITIES),
    itemLevel: optional(integer('The item’s level.', 1, 1000)),
  },
});

export const loot = publicRecord('loot', {
  description:
    'One loot window that a player opened, with all it held; an empty window is a report too. It counts for drop rates when it has sourceEvidence, either sourceNpcId or sourceObjectId and no other source, and no method but corpse or object. With another method it counts for the rates of gathering, if the method can have its source; a window of fishing has a mapId and no source. Other records are kept and count for none. Records without sourceEvidence are guesses of older addons: they are kept, withheld from the feed, and count for nothing.',
  fields: {
    sourceNpcId: optional(npcId('The NPC that was looted.')),
    sourceObjectId: optional(id('The object that was looted. An object id of the game.')),
    sourceItemId: optional(itemId('The item that was opened, disenchanted, prospected or milled, with these methods.')),
    method: optional(oneOf('How the items were got. Absent if unknown.', GATHERING_METHODS)),
    sourceEvidence: optional(oneOf('How the source is known: the client’s loot interface named it.', ['loot-api'])),
    sourceName: optional(name('The name of the looted creature or object, as the client shows it.', 1, 120)),
    group: optional(oneOf('The player’s group when the window opened.', GROUP_TYPES)),
    lootMethod: optional(oneOf('How the group shares its loot.', LOOT_METHODS)),
    questIds: optional(
      list(
        'The quests in the player’s log at that moment. They tell players apart, so they are never shown: they are only counted.',
        id('A quest. A quest id of the game.'),
        0,
        50,
      ),
    ),
    mapId: optional(mapId()),
    x: optional(mapX('The player’s position, measured')),
    y: optional(mapY('The player’s position, measured')),
    difficultyId: optional(integer('The difficulty of the instance, by the client’s id.', 0)),
    encounterId: optional(integer('The boss fight, by the client’s id.', 0)),
    items: table('What lay in the window.', [0, 50], 'Some of one item.', {
      ...stackFields(),
      questItem: optional(flag('Whether the client marks the item as a quest item.')),
      questId: optional(id('The quest that the client names for the item. A quest id of the game.')),
    }),
  },
});

const YARDS_MAX = 100_000;

/** Rounds to a tenth of a yard, because bounds are agreed on at that precision. */
function roundToTenths(yards: number): number {
  return Math.round(yards * 10);
}

export const map_bounds = publicRecord('map_bounds', {
  description: 'Where a zone map lies on its continent, in yards of the world’s coordinates.',
  fields: {
    mapId: integer('The zone map, by the client’s map id.', 0),
    name: optional(name('The zone’s name.', 1, 80)),
    parentMapId: optional(integer('The map above it, by the client’s map id.', 0)),
    continentId: integer('The continent, by the client’s id.', 0),
    left: number('The map’s left edge, in yards.', -YARDS_MAX, YARDS_MAX),
    right: number('The map’s right edge, in yards.', -YARDS_MAX, YARDS_MAX),
    top: number('The map’s top edge, in yards.', -YARDS_MAX, YARDS_MAX),
    bottom: number('The map’s bottom edge, in yards.', -YARDS_MAX, YARDS_MAX),
  },
  // Depending on the client's axes, either edge may be greater than the opposite edge.
  rules: [
    {
      field: 'right',
      holds: ({ left, right }) => roundToTenths(left) !== roundToTenths(right),
      needs: 'another edge than left, by a tenth of a yard at least',
    },
    {
      field: 'bottom',
      holds: ({ top, bottom }) => roundToTenths(top) !== roundToTenths(bottom),
      needs: 'another edge than top, by a tenth of a yard at least',
    },
    {
      field: 'parentMapId',
      holds: ({ mapId, parentMapId }) => parentMapId !== mapId || mapId === 0,
      needs: 'another map than mapId, unless both are 0',
    },
  ],
});

export const npc_sighting = publicRecord('npc_sighting', {
  description:
    'An NPC that a player saw. Only sightings with a positionKind become spawn pins: without one it is unknown whose coordinates were measured.',
  fields: {
    npcId: npcId('The NPC.'),
    name: name('The NPC’s name, as the client shows it.', 1, 120),
    mapId: mapId(),
    x: mapX('Position'),
    y: mapY('Position'),
    level: level('The NPC’s level.'),
    reaction: oneOf('How the NPC is disposed towards the player.', REACTIONS),
    positionKind: optional(oneOf('Whose coordinates were measured.', POSITION_KINDS)),
  },
});

export const quest = publicRecord('quest', {
  description: 'A quest that a player encountered, with its giver, turn-in NPC and rewards as far as known.',
  fields: {
    questId: id('The quest. A quest id of the game.'),
    title: name('The quest’s title.', 1, 200),
    level: level('The quest’s level.'),
    giverNpcId: optional(npcId('Who gives it.')),
    turnInNpcId: optional(npcId('Who takes it.')),
    rewardItemIds: v.exactOptional(itemIds('The items it gives or lets choose from; empty if absent.', 20), []),
  },
});
