import { rangeText } from '../../../domain/cards/words.ts';
import { type Errand, hasErrand, type ZoneNpc, type ZoneObject } from '../../../domain/reads/entities/zone.ts';
import type { ZonePage } from '../../../domain/tools/pages/zone_page.ts';
import { groupBy, inRounds } from '../../../domain/values/group_by.ts';
import { type MapPin, zoneMap } from '../../pages/maps/zone_map.ts';
import { numbered, pathOf } from '../../pages/parts/entity_link.ts';
import { ERRAND_HEADINGS, ERRANDS_SHOWN } from '../../pages/parts/zone_lists.ts';

/** Roles of pins, by the index of their symbol. An NPC with several roles has the first. */
const OBJECT_ROLE = ERRANDS_SHOWN.length;
const CREATURE_ROLE = OBJECT_ROLE + 1;
const ROLES: Readonly<Record<number, string>> = {
  ...ERRANDS_SHOWN.map((errand: Errand) => ERRAND_HEADINGS[errand]),
  [OBJECT_ROLE]: 'Chests, herbs and ores',
  [CREATURE_ROLE]: 'Creatures',
};

/** Maximum number of pins of each role, and of one NPC or object. */
const PINS_MAX = 50;
const PINS_EACH = 8;

/** Renders the map of a zone with everything that has a location, or an empty string if nothing has. */
export function zoneMapOf(title: string, { zone, npcs, objects }: ZonePage, base: string): unknown {
  const things = objects.rows.toSorted((a, b) => b.pins.length - a.pins.length || a.object.id - b.object.id);
  const found = [
    ...npcs.rows.map((npc) => pinsOfNpc(npc, base)),
    ...things.map((object) => pinsOfObject(object, base)),
  ];
  // The first pins of all NPCs of a role come first, so that few NPCs with many pins do not push out the others.
  const byRole = groupBy(inRounds(found), ({ role }) => role);
  const pins = [...byRole].sort(([a], [b]) => a - b).flatMap(([, ofRole]) => ofRole.slice(0, PINS_MAX));
  if (pins.length === 0) return '';
  return zoneMap({ mapId: zone.mapId, title: `Map of ${title}`, pins, roles: ROLES, base });
}

type RolePin = MapPin & { readonly role: number };

function pinsOfNpc({ npc, levels, roles, pins }: ZoneNpc, base: string): readonly RolePin[] {
  const errand = ERRANDS_SHOWN.findIndex((one) => hasErrand(roles, one));
  return pins.slice(0, PINS_EACH).map(({ x, y }) => ({
    x,
    y,
    role: errand === -1 ? CREATURE_ROLE : errand,
    label: npc.name ?? numbered('npc', npc.id),
    details: [
      errand === -1 ? 'Creature' : ERRAND_HEADINGS[ERRANDS_SHOWN[errand]!].slice(0, -1),
      ...(levels === null ? [] : [`Level ${rangeText(levels.min, levels.max)}`]),
    ],
    href: `${base}${pathOf('npc', npc.id)}`,
  }));
}

function pinsOfObject({ object, pins }: ZoneObject, base: string): readonly RolePin[] {
  return pins.slice(0, PINS_EACH).map(({ x, y }) => ({
    x,
    y,
    role: OBJECT_ROLE,
    label: object.name ?? numbered('object', object.id),
    href: `${base}${pathOf('object', object.id)}`,
  }));
}
