import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { entityLink, type NamedEntity, pathOf } from '../../pages/parts/entity_link.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { numberCell, table } from '../../pages/parts/table.ts';
import { type NamedZone, zoneLink, zoneName } from '../../pages/parts/zone_link.ts';
import { type MapPin, pinMap } from '../../pages/plots/mod.ts';
import { titleOf } from './sheet.ts';

/** A map with locations, as in the answers of tools. */
export interface Place extends NamedZone {
  readonly installs: number;
  readonly pins: {
    readonly total: number;
    readonly rows: readonly { readonly x: number; readonly y: number; readonly installs: number }[];
  };
}

/** An NPC with its locations. `group` is the index of its group in the map's legend. */
export interface NpcPin {
  readonly entity: NamedEntity;
  readonly places: readonly Place[] | null;
  readonly group?: number;
}

/** Display options. */
interface Shown {
  /** Names of the groups in the legend. */
  readonly groups: readonly string[];
  readonly base: string;
  /** Whether to show names. False on the page of the NPC itself. */
  readonly names?: boolean;
}

/** Maximum number of maps, and of locations per map. They keep pages of wide-ranging NPCs short. */
const MAPS_PLOTTED = 3;
const PINS_PLOTTED = 40;

interface Pin extends MapPin {
  readonly entity: NamedEntity;
  readonly installs: number;
}

/** Renders locations map by map as a plot and a table. Maps with the most locations come first. */
export function renderPins(standings: readonly NpcPin[], { groups, base, names = true }: Shown): unknown {
  const maps = pinsByMap(standings, names ? base : null);
  const plotted = maps.filter(({ pins }) => pins.length > 0);
  const others = maps.filter((map) => !plotted.slice(0, MAPS_PLOTTED).includes(map));
  const used = new Set(standings.map(({ group }) => group ?? 0));
  const named = used.size > 1 ? groups : [];
  return html`${plotted.slice(0, MAPS_PLOTTED).map((map) => mapOf(map, { groups: named, base, names }))}${
    others.length === 0
      ? ''
      : html`<p>${plotted.length === 0 ? 'Seen in' : 'Also seen in'} ${others.map(({ zone, total }, at) => html`${at === 0 ? '' : ', '}${zoneLink(zone, base)}${total === 0 ? '' : ` (${counted(total, 'location')})`}`)}.</p>\n`
  }`;
}

/** Returns the number of distinct maps. */
export function mapsIn(standings: readonly NpcPin[]): number {
  return new Set(standings.flatMap(({ places }) => (places ?? []).map(({ mapId }) => mapId))).size;
}

/** A map with the locations on it. */
interface Peopled {
  readonly zone: Place;
  /** The first locations of each NPC. */
  readonly pins: Pin[];
  /** Total number of locations on this map, including those that are not listed. */
  total: number;
}

/** Groups locations by map. `base` is null on the page of the NPC itself, where pins have no links. */
function pinsByMap(standings: readonly NpcPin[], base: string | null): readonly Peopled[] {
  const maps = new Map<number, Peopled>();
  for (const { entity, places, group = 0 } of standings) {
    const path = pathOf(entity.kind, entity.id);
    const href = base === null || path === null || entity.url === null ? undefined : `${base}${path}`;
    for (const place of places ?? []) {
      const map = maps.get(place.mapId) ?? { zone: place, pins: [], total: 0 };
      maps.set(place.mapId, map);
      const label = titleOf(entity);
      map.pins.push(...place.pins.rows.map(({ x, y, installs }) => ({ x, y, installs, entity, group, label, href })));
      map.total += place.pins.total;
    }
  }
  return [...maps.values()].sort((a, b) => b.total - a.total);
}

function mapOf({ zone, pins: all, total }: Peopled, { groups, base, names }: Required<Shown>): unknown {
  const pins = all.slice(0, PINS_PLOTTED);
  const title = `Locations in ${zoneName(zone)}`;
  return html`<h3>${zoneLink(zone, base)}</h3>
<div class="beside">
${pinMap({ title, pins, groups, figures: false })}
${table({
  caption: title,
  total,
  rest: null,
  columns: [
    ...(names ? [{ head: 'Name' }] : []),
    { head: 'X', as: 'number' },
    { head: 'Y', as: 'number' },
    { head: 'Players', as: 'number' },
  ],
  rows: pins.map(({ entity, x, y, installs }) => [
    ...(names ? [entityLink(entity, base)] : []),
    { shown: x, value: x },
    { shown: y, value: y },
    numberCell(installs),
  ]),
})}</div>
`;
}

/** Renders a location in a table: `Elwynn Forest at 41.5, 65.8 and 2 other locations`. */
export function placeCell({ entity, places }: Pick<NpcPin, 'entity' | 'places'>, base: string): unknown {
  const [first] = places ?? [];
  if (first === undefined) {
    // Locations are only read for the first rows of a list.
    return places === null && entity.kind === 'npc' ? html`<span class="quiet">on its page</span>` : UNKNOWN;
  }
  const [pin] = first.pins.rows;
  const others = first.pins.total - 1;
  const at =
    pin === undefined ? '' : ` at ${pin.x}, ${pin.y}${others > 0 ? ` and ${counted(others, 'other location')}` : ''}`;
  return html`${zoneLink(first, base)}${at}`;
}
