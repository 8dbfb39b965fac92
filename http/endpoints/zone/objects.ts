import type { ZoneObject } from '../../../domain/reads/entities/zone.ts';
import type { ZonePage } from '../../../domain/tools/pages/zone_page.ts';
import { html } from '../../pages/html.ts';
import { entityLink, numbered, pathOf } from '../../pages/parts/entity_link.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import { type MapPin, pinMap } from '../../pages/plots/mod.ts';
import { placeOf } from './place.ts';

/** Number of objects that have a symbol of their own on the map. The others share one. */
const GROUPS_MAX = 3;

/** Maximum number of locations on the map, and of one object. */
const PINS_MAX = 100;
const PINS_EACH = 25;

/** Renders the chests, herbs and other objects of a zone, with a map of their locations. */
export function objectsOf(title: string, { zone, objects }: ZonePage, base: string): unknown {
  const { rows, total } = objects;
  return html`${mapOf(title, rows, base)}${table({
    caption: 'Objects looted here',
    columns: [{ head: 'Name' }, { head: 'Locations' }, { head: 'Players', as: 'number' }],
    rows: rows.map(({ object, pins, installs }) => [entityLink(object, base), placeOf(pins), numberCell(installs)]),
    total,
    rest: `${base}/api/edges?from_kind=object&to_kind=zone&to_id=${zone.mapId}`,
  })}`;
}

/** Renders the locations of the objects, those with the most locations first. */
function mapOf(title: string, objects: readonly ZoneObject[], base: string): unknown {
  const located = objects
    .filter(({ pins }) => pins.length > 0)
    .sort((a, b) => b.pins.length - a.pins.length || a.object.id - b.object.id);
  if (located.length === 0) return '';
  const pins = located.flatMap(({ object, pins }, at) =>
    pins.slice(0, PINS_EACH).map(
      ({ x, y }): MapPin => ({
        x,
        y,
        group: Math.min(at, GROUPS_MAX),
        label: labelOf(object),
        href: `${base}${pathOf('object', object.id)}`,
      }),
    ),
  );
  const names = located.slice(0, GROUPS_MAX).map(({ object }) => labelOf(object));
  return pinMap({
    title: `Object locations in ${title}`,
    pins: pins.slice(0, PINS_MAX),
    groups: [...names, ...(located.length > GROUPS_MAX ? ['Others'] : [])],
  });
}

function labelOf({ id, name }: ZoneObject['object']): string {
  return name ?? numbered('object', id);
}
