import { defineWitnessedFamily } from './counting/family.ts';
import { findObjectPlace } from './counting/loot_source.ts';
import { buildPositionClaim, computePins } from './pins.ts';

/**
 * Locations of objects, from the positions of the players who looted them. They are counted like locations
 * of NPCs (pins.ts). The subject is `<map id>:<object id>`.
 */
export const object_pins = defineWitnessedFamily({
  name: 'object_pins',
  version: 2,
  kinds: ['loot'],
  subject: { kind: 'object', id: 1, byMap: true },
  witnesses: { object: ['*:ID'], zone: ['ID:*'] },
  claims: (record) => {
    const place = findObjectPlace(record);
    return place === null ? [] : [buildPositionClaim(`${place.mapId}:${place.objectId}`, place)];
  },
  facts: (_subject, witnesses) => computePins(witnesses),
});
