import { copper, id, nullable, nullableObject, number, oneOf, optional, strictObject, table } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { build, count, slugField, text, uri } from '../response_fields.ts';
import { attribution } from '../responses/attribution.ts';
import { itemTraitFields } from '../responses/items.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, NPC_ROLES, QUALITIES, RELATIONS } from '../vocabulary.ts';
import {
  agreed,
  array,
  entity,
  gameFilesAnswer,
  installs,
  limitArgument,
  locale,
  npcRoles,
  pageAnswer,
} from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

function endNameField(end: string) {
  return nullable(
    text(
      `The name of the ${end}, or null if unknown and for icons. A spell is named after its recipe, its name in the game’s files or the item it makes.`,
      300,
    ),
  );
}

function endEvidenceField(end: string) {
  return nullable(oneOf(`The source of the name of the ${end}, or null if it has none.`, EDGE_EVIDENCE));
}

export const entity_relations = toolContract('entity_relations', {
  title: 'Relations of an entity',
  description:
    'Relations of an entity to others, in both directions: drops, sales, rewards and contents observed by players, and crafting, use and grouping from the game’s files. Use item_page or npc_page for figures such as drop rates and prices.',
  layers: ['observed', 'game-files'],
  arguments: {
    kind: oneOf('What the entity is.', ENTITY_KINDS),
    id: id('Its id in the game; of a zone the map id.'),
    rel: optional(oneOf('One relation only.', RELATIONS)),
    evidence: optional(
      oneOf(
        'observed: only relations that players reported; client: only relations from the game’s files.',
        EDGE_EVIDENCE,
      ),
    ),
    limit: withDefault(limitArgument(200), 50),
  },
  output: pageAnswer('The relations of the entity.', {
    entity: strictObject('The entity.', {
      kind: oneOf('What it is.', ENTITY_KINDS),
      id: id('Its id in the game.'),
      name: endNameField('entity'),
      locale: locale(),
      nameEvidence: endEvidenceField('entity'),
      url: nullable(uri('Its page here, or null if it has none.')),
    }),
    total: count('Number of known relations of the requested entity.'),
    observed: nullable(count('Those that players observed, or null if not requested or there is no upload yet.')),
    client: nullable(count('Those in the game’s files, or null if not requested or no build was imported.')),
    edges: array(
      'The first relations: observed ones first, then those that start at the entity, then by relation and kinds of the ends, then in the order of GET /api/edges.',
      strictObject('A relation, as GET /api/edges lists it, with the names of its ends.', {
        fromKind: oneOf('The start of the relation.', ENTITY_KINDS),
        fromId: id('Its id in the game.'),
        fromName: endNameField('start'),
        fromLocale: locale(),
        fromNameEvidence: endEvidenceField('start'),
        rel: oneOf('The relation.', RELATIONS),
        toKind: oneOf('The end of the relation.', ENTITY_KINDS),
        toId: id('Its id in the game.'),
        toName: endNameField('end'),
        toLocale: locale(),
        toNameEvidence: endEvidenceField('end'),
        evidence: oneOf('observed: players reported it; client: read from the game’s files.', EDGE_EVIDENCE),
        build: nullable(build('The game build of a client relation; null for an observed one.')),
        installs: nullable(count('Distinct installs behind an observed relation; null for a client one.')),
        firstSeen: nullable(text('The earliest UTC day that three installs support; null for a client relation.', 35)),
        lastSeen: nullable(text('The latest UTC day that three installs support; null for a client relation.', 35)),
      }),
      200,
    ),
  }),
});

const ITEMS_MAX = 200;

const filterTree = strictObject('The filters for items.', {
  classes: table('The classes that hold items, by id.', [0, LIST_MAX.categories], 'A class of items.', {
    id: count('Its id in the client.'),
    name: text('The client’s name.', 300),
    label: text('The name in the plural.', 300),
    slug: slugField('The values of class.'),
    items: count('Items of the build in it.'),
    subclasses: table('Its subclasses that hold items, by id.', [0, LIST_MAX.categories], 'A subclass.', {
      id: count('Its id in the client.'),
      name: nullable(text('The client’s name, or null if it has none.', 300)),
      slug: slugField('The values of subclass.'),
      items: count('Items of the build in it.'),
    }),
  }),
  slots: table('The slots that items are worn in.', [0, LIST_MAX.categories], 'A slot.', {
    slug: slugField('The values of slot.'),
    name: text('Its name.', 300),
  }),
  qualities: table('The qualities, the poorest first.', [0, LIST_MAX.categories], 'A quality.', {
    id: count('Its id in the client.'),
    name: text('Its name.', 300),
    slug: slugField('The values of quality.'),
  }),
});

const itemRow = strictObject('An item of the build. Null if the game’s files have no such table, column or row.', {
  item: entity('The item, with the name that players agree on.'),
  ...itemTraitFields,
  buyPriceCopper: nullable(copper('The buy price at vendors.')),
  sellPriceCopper: nullable(copper('The sell price at vendors.')),
  setId: nullable(count('The item set it belongs to; 0 for none.')),
});

function levelFilter(description: string) {
  return nullableObject(description, {
    slug: slugField('The value for the argument of this name.'),
    name: nullable(text('Its name, or null if the client has none.', 300)),
  });
}

export const item_categories = toolContract('item_categories', {
  title: 'Item categories',
  description:
    'The item categories of the game. Without arguments: classes and subclasses with item counts, slots and qualities. With filters: the matching items. With item: its class, subclass, slot and quality. From the game’s files, with names that players agree on.',
  layers: ['observed', 'game-files'],
  arguments: {
    item: optional(id('An item, by its id in the game: asks for its path through the categories.')),
    class: optional(slugField('A class, by its slug.')),
    subclass: optional(slugField('A subclass, by its slug or number; with a class.')),
    slot: optional(slugField('A slot, by its slug.')),
    quality: optional(oneOf('A quality.', QUALITIES)),
    limit: withDefault(limitArgument(ITEMS_MAX), 50),
  },
  output: gameFilesAnswer({
    tree: nullable(filterTree),
    total: nullable(count('Items that the filters leave, those that are not listed included; null without filters.')),
    items: nullable(array('The first of them, by id; null without filters.', itemRow, ITEMS_MAX)),
    path: nullable(
      strictObject('The position of the requested item, or null if the files do not say or there is no such step.', {
        class: levelFilter('Its class.'),
        subclass: levelFilter('Its subclass.'),
        slot: levelFilter('Its slot; also null if it cannot be worn.'),
        quality: levelFilter('Its quality.'),
      }),
    ),
    dataAsOf: optional(
      nullable(text('Receipt time of the newest upload in the names, a date-time, or null if there is none yet.', 40)),
    ),
    attribution: optional(attribution),
  }),
});

const PERCENT_MAX = 100;

/** Length of a map's diagonal in percent, rounded up. */
const RADIUS_MAX = 142;

const YARDS_MAX = 1_000_000;

export const world_map_near = toolContract('world_map_near', {
  title: 'NPCs and objects near a place',
  description:
    'NPCs that players saw and objects that they looted near a point of a zone map, nearest first; NPCs with their roles: give quests, end quests, sell, train. `role` searches for NPCs with one role. Positions, radius and distance are in percent of the map’s width and height; if the map’s bounds are known, distances are also in yards and sorted by them.',
  layers: ['observed'],
  arguments: {
    mapId: id('The zone map, by the client’s map id.'),
    x: number('The point, in percent of the map’s width from its left edge.', 0, PERCENT_MAX),
    y: number('The point, in percent of the map’s height from its upper edge.', 0, PERCENT_MAX),
    radius: withDefault(number('How far from the point, in percent of the map; 5 where left out.', 0, RADIUS_MAX), 5),
    limit: withDefault(limitArgument(200), 20),
    role: optional(
      oneOf(
        'Who is looked for: NPCs that give quests, that end them (they are turned in to them), that sell goods, or that train; left out: all NPCs and objects.',
        NPC_ROLES,
      ),
    ),
  },
  output: pageAnswer('NPCs and objects near the point.', {
    map: entity('The map.'),
    bounds: nullable(
      agreed(
        'The map’s bounds that installs agree on, or null if unknown. Distances in yards are then unknown too.',
        strictObject('Edges in yards of the world’s coordinates.', {
          left: number('The left edge.', -YARDS_MAX, YARDS_MAX),
          right: number('The right edge.', -YARDS_MAX, YARDS_MAX),
          top: number('The upper edge.', -YARDS_MAX, YARDS_MAX),
          bottom: number('The lower edge.', -YARDS_MAX, YARDS_MAX),
        }),
      ),
    ),
    pinsOnMap: count('Public pins on the whole map.'),
    total: count('Pins within the radius of those looked for, those beyond the limit included.'),
    pins: array(
      'Pins within the radius, nearest first, by yards if known and otherwise by percent; at the same distance NPCs come before objects, then by id, then from the top and the left.',
      strictObject('A place where several installs saw an NPC or looted an object.', {
        kind: oneOf('What is there.', ['npc', 'object']),
        id: id('The NPC or object.'),
        name: nullable(text('Its agreed name, or null if no name has three installs behind it.', 300)),
        locale: locale(),
        url: nullable(uri('Its page here.')),
        roles: npcRoles(),
        x: number('Percent of the map’s width from its left edge.', 0, PERCENT_MAX),
        y: number('Percent of the map’s height from its upper edge.', 0, PERCENT_MAX),
        distance: number('From the point, in percent of the map, to two decimals.', 0, RADIUS_MAX),
        distanceYards: nullable(
          number(
            'Distance from the point in yards, to one decimal, or null if the map’s bounds are unknown.',
            0,
            YARDS_MAX,
          ),
        ),
        installs: installs(),
      }),
      200,
    ),
  }),
});
