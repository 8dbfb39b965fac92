import { name, number, oneOf, optional } from '../fields.ts';
import { level, mapId, npcId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';
import { POSITION_KINDS, REACTIONS } from '../vocabulary.ts';

/** An NPC that a player saw, with its location, level and reaction. */
export const npc_sighting = recordKind({
  kind: 'npc_sighting',
  visibility: 'public',
  sharing: null,
  description:
    'An NPC that a player saw. Only sightings with a positionKind become spawn pins: without one it is unknown whose coordinates were measured.',
  fields: {
    npcId: npcId('The NPC.'),
    name: name('The NPC’s name, as the client shows it.', 1, 120),
    mapId: mapId(),
    x: number('Position from the map’s left edge, in percent.', 0, 100),
    y: number('Position from the map’s top edge, in percent.', 0, 100),
    level: level('The NPC’s level.'),
    reaction: oneOf('How the NPC is disposed towards the player.', REACTIONS),
    positionKind: optional(oneOf('Whose coordinates were measured.', POSITION_KINDS)),
  },
});
