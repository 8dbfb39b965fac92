import { always, id, nullable, number, oneOf, optional, strictObject } from '../fields.ts';
import { count, plain, uri } from '../response_fields.ts';
import { NPC_ROLES } from '../vocabulary.ts';
import { agreed, entity, installs, limitArgument, locale, many, npcRoles, pageAnswer } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

const PERCENT_MAX = 100;

/** Length of a map's diagonal in percent, rounded up. */
const RADIUS_MAX = 142;

const YARDS_MAX = 1_000_000;

/** NPCs near a point on a map. */
export const world_map_near = toolContract({
  name: 'world_map_near',
  title: 'NPCs near a place',
  description:
    'NPCs that players saw near a point of a zone map, nearest first, with their roles: give quests, end quests, sell, train. `role` searches for one role. Positions, radius and distance are in percent of the map’s width and height; if the map’s bounds are known, distances are also in yards and sorted by them. Only NPCs have locations.',
  layers: ['observed'],
  arguments: {
    mapId: id('The zone map, by the client’s map id.'),
    x: number('The point, in percent of the map’s width from its left edge.', 0, PERCENT_MAX),
    y: number('The point, in percent of the map’s height from its upper edge.', 0, PERCENT_MAX),
    radius: withDefault(number('How far from the point, in percent of the map; 5 where left out.', 0, RADIUS_MAX), 5),
    limit: withDefault(limitArgument(200), 20),
    role: optional(
      oneOf(
        'Who is looked for: NPCs that give quests, that end them (they are turned in to them), that sell goods, or that train; left out: all NPCs.',
        NPC_ROLES,
      ),
    ),
  },
  output: pageAnswer(
    strictObject('NPCs near the point.', {
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
      pins: many(
        'Pins within the radius, nearest first, by yards if known and otherwise by percent; then by NPC id, then from the top and the left.',
        strictObject('A place where several installs saw an NPC.', {
          kind: always('Only NPCs have places.', 'npc'),
          id: id('The NPC.'),
          name: nullable(plain('Its agreed name, or null if no name has three installs behind it.', 300)),
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
  ),
});
