import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { type MapPin, PLAIN_ROLE, renderCoordinates, renderPinMap } from '../../pages/maps/zone_map.ts';
import { linkEntity, type NamedEntity, toEntityPath } from '../../pages/parts/entity_link.ts';
import { UNKNOWN_MARK } from '../../pages/parts/money.ts';
import type { Section } from '../../pages/parts/section.ts';
import { createNumberCell, renderTable } from '../../pages/parts/table.ts';
import { formatZoneName, linkZone, type NamedZone } from '../../pages/parts/zone_link.ts';
import { formatTitle, joinValues } from './entity_page.ts';

interface PinnedLocation extends NamedZone {
  readonly installs: number;
  readonly pins: {
    readonly total: number;
    readonly rows: readonly { readonly x: number; readonly y: number; readonly installs: number }[];
  };
}

/** An NPC or object with its locations. `group` is the index of its group in `groups`. */
interface EntityPins {
  readonly entity: NamedEntity;
  readonly places: readonly PinnedLocation[] | null;
  readonly group?: number;
}

interface PinOptions {
  /** Names of the groups, which have symbols of their own on maps and can be hidden. There can be at most five. */
  readonly groups: readonly string[];
  readonly base: string;
  /** Whether to show names. False on the page of the NPC or object itself. */
  readonly names?: boolean;
}

/** Maximum number of maps, and of locations per map, which keeps pages of wide-ranging NPCs short. */
const MAPS_SHOWN_MAX = 2;
const PINS_SHOWN_MAX = 40;

interface Pin extends MapPin {
  readonly entity: NamedEntity;
  readonly installs: number;
}

/** Renders the locations of several NPCs and objects as a section, or nothing if no location is known. */
export function buildPins(
  entities: readonly EntityPins[],
  { heading, note = '', ...shown }: PinOptions & { readonly heading: string; readonly note?: unknown },
): readonly Section[] {
  const located = entities.filter(({ places }) => (places ?? []).length > 0);
  const maps = new Set(located.flatMap(({ places }) => (places ?? []).map(({ mapId }) => mapId)));
  const content = html`${note}${renderPins(located, shown)}`;
  return located.length === 0 ? [] : [{ id: 'where', heading, total: maps.size, content }];
}

/** Renders the locations of the page's own NPC or object as a section, or nothing if none is known. */
export function buildLocations(entity: NamedEntity, zones: LocationList, base: string): readonly Section[] {
  if (zones.total === 0) return [];
  const content = renderPins([{ entity, places: zones.rows }], { groups: [], base, names: false });
  return [{ id: 'stands-at', heading: 'Locations', total: zones.total, content }];
}

interface LocationList {
  readonly total: number;
  readonly rows: readonly PinnedLocation[];
}

/** Renders locations map by map, with a list beside each map. Maps with the most locations come first. */
function renderPins(entities: readonly EntityPins[], { groups, base, names = true }: PinOptions): unknown {
  const isGrouped = new Set(entities.map(({ group }) => group ?? 0)).size > 1 && groups.length > 1;
  const maps = groupPinsByMap(entities, names ? base : null, isGrouped ? groups : null);
  const plotted = maps.filter(({ pins }) => pins.length > 0);
  const others = maps.filter((map) => !plotted.slice(0, MAPS_SHOWN_MAX).includes(map));
  return html`${plotted.slice(0, MAPS_SHOWN_MAX).map((map) => renderMap(map, { groups: isGrouped ? groups : [], base, names }))}${
    others.length === 0
      ? ''
      : html`<p>${plotted.length === 0 ? 'Seen in' : 'Also seen in'} ${joinValues(others.map(({ zone, total }) => html`${linkZone(zone, base)}${total === 0 ? '' : ` (${formatQuantity(total, 'location')})`}`))}.</p>\n`
  }`;
}

interface MapPins {
  readonly zone: PinnedLocation;
  /** The first few locations of each NPC or object. */
  readonly pins: Pin[];
  /** Total number of locations on this map, including those that are not listed. */
  total: number;
}

/**
 * Groups locations by map. `base` is null on the page of the NPC or object itself, where pins have no links. `groups` is
 * null if all are of one group.
 */
function groupPinsByMap(
  entities: readonly EntityPins[],
  base: string | null,
  groups: readonly string[] | null,
): readonly MapPins[] {
  const maps = new Map<number, MapPins>();
  for (const { entity, places, group = 0 } of entities) {
    const path = toEntityPath(entity.kind, entity.id);
    const href = base === null || path === null || entity.url === null ? undefined : `${base}${path}`;
    for (const place of places ?? []) {
      const map = maps.get(place.mapId) ?? { zone: place, pins: [], total: 0 };
      maps.set(place.mapId, map);
      const label = formatTitle(entity);
      const pin = {
        entity,
        label,
        href,
        role: groups === null ? PLAIN_ROLE : group,
        details: groups?.slice(group, group + 1) ?? [],
      };
      map.pins.push(...place.pins.rows.map(({ x, y, installs }) => ({ x, y, installs, ...pin })));
      map.total += place.pins.total;
    }
  }
  return [...maps.values()].sort((a, b) => b.total - a.total);
}

/** Maximum number of locations that are listed openly beside a map. */
const PINS_LISTED_MAX = 10;

function renderMap({ zone, pins: all, total }: MapPins, { groups, base, names }: Required<PinOptions>): unknown {
  const { mapId } = zone;
  const pins = all.slice(0, PINS_SHOWN_MAX);
  const title = `Locations in ${formatZoneName(zone)}`;
  const list = renderTable({
    caption: title,
    total,
    rest: null,
    columns: [...(names ? [{ head: 'Name' }] : []), { head: 'Location' }, { head: 'Players', as: 'number' }],
    rows: pins.map(({ entity, label, x, y, installs }) => [
      ...(names ? [linkEntity(entity, base)] : []),
      renderCoordinates(mapId, { x, y, label }),
      createNumberCell(installs),
    ]),
  });
  return html`<h3>${linkZone(zone, base)}</h3>
<div class="placed">
${renderPinMap({ mapId, title, pins, roles: { ...groups }, base })}
${pins.length <= PINS_LISTED_MAX ? list : html`<details class="figures"><summary>All ${formatQuantity(pins.length, 'location')}</summary>\n${list}</details>\n`}</div>
`;
}

/** Renders a location in a table: `Elwynn Forest at 41.5, 65.8 and 2 other locations`. */
export function renderLocation(places: readonly PinnedLocation[] | null, base: string): unknown {
  const [first] = places ?? [];
  if (first === undefined) return UNKNOWN_MARK;
  const [pin] = first.pins.rows;
  const others = first.pins.total - 1;
  const at =
    pin === undefined
      ? ''
      : ` at ${pin.x}, ${pin.y}${others > 0 ? ` and ${formatQuantity(others, 'other location')}` : ''}`;
  return html`${linkZone(first, base)}${at}`;
}

/** Renders `Found in Westfall at 41.5, 65.8. Also found in 1 other zone.`, or nothing if no zone is known. */
export function foundIn({ rows, total }: LocationList, base: string): unknown {
  if (rows.length === 0) return '';
  const others = total - 1;
  return html`Found in ${renderLocation(rows, base)}${others > 0 ? `. Also found in ${formatQuantity(others, 'other zone')}` : ''}.`;
}
