import { symbol, symbolCircle, symbolDiamond2, symbolSquare, symbolStar, symbolTriangle } from 'd3-shape';
import { html } from '../html.ts';
import { MAPS_SCRIPT } from '../picture.ts';
import { roundCoordinate } from '../plots/box.ts';
import { MAP_FOLDER, MAP_SIZE } from './drawn_map.ts';

/** Symbols of roles, with the area that makes them look equally large. They differ in shape and colour. */
const PIN_SYMBOLS = [
  { shape: symbolStar, area: 95 },
  { shape: symbolSquare, area: 110 },
  { shape: symbolTriangle, area: 100 },
  { shape: symbolDiamond2, area: 115 },
  { shape: symbolCircle, area: 90 },
] as const;

/** The role whose symbol is a circle, for locations that have no other role. */
export const PLAIN_ROLE = PIN_SYMBOLS.length - 1;

/** A location, in percent of the map's width (x) and height (y) from its upper left corner. */
export interface MapPin {
  readonly x: number;
  readonly y: number;
  /** Name of the entity at the location, as plain text. */
  readonly label: string;
  /** URL of the entity's page. Absent on the page of the entity itself. */
  readonly href?: string | undefined;
  /** Index of the pin's symbol, and of its name in `roles`. Defaults to PLAIN_ROLE. */
  readonly role?: number | undefined;
  /** Number of things at the location or close to it. Defaults to 1. */
  readonly count?: number;
  /** Lines of the pin's card between its name and its coordinates, such as `Vendor` and `Level 7–8`. */
  readonly details?: readonly string[];
}

type RoleNames = Readonly<Record<number, string>>;

export interface ZoneMap {
  readonly mapId: number;
  readonly title: string;
  readonly pins: readonly MapPin[];
  /** Readers can hide each role if pins have several. */
  readonly roles?: RoleNames;
  /** Numbers of things by role, if the map does not have pins for all of them. Defaults to the numbers of pins. */
  readonly totals?: Readonly<Record<number, number>>;
  readonly base: string;
}

/**
 * Renders a map with pins. Its picture is the operator's, or else drawn from public cells. Without scripts the whole
 * map is shown, and checkboxes hide roles; the script adds cards, zoom and keys. Pins are no tab stops, because the
 * page has a list of the same locations.
 */
export function renderPinMap({ mapId, title, pins, roles = {}, totals = {}, base }: ZoneMap): unknown {
  const shown = pins.filter(({ x, y }) => isOnMap(x) && isOnMap(y));
  const { width, height } = MAP_SIZE;
  return html`<figure class="map" data-map="${mapId}">
${renderRoles(shown, roles, totals)}<div class="ground" data-third-witness="off"><svg viewBox="0 0 ${width} ${height}" role="group" aria-label="${title}">
<defs>${[...new Set(shown.map(({ role = PLAIN_ROLE }) => role))].map((role) => html`<g id="${toSymbolId(mapId, role)}"><circle class="hit" r="13"/><path class="sign" d="${drawRole(role)}"/></g>`)}</defs>
<image href="${base}${MAP_FOLDER}${mapId}" width="${width}" height="${height}" preserveAspectRatio="none"/>
${[...shown].reverse().map((pin) => html`${renderPin(mapId, pin)}\n`)}</svg></div>
</figure>
<script src="${base}${MAPS_SCRIPT}" defer></script>
`;
}

function isOnMap(percent: number): boolean {
  return percent >= 0 && percent <= 100;
}

/** Pins of a role share one symbol, which keeps pages with many pins short. */
function toSymbolId(mapId: number, role: number): string {
  return `m${mapId}r${role}`;
}

function renderPin(mapId: number, { x, y, label, href, role = PLAIN_ROLE, details = [], count = 1 }: MapPin): unknown {
  const [across, down] = [(x / 100) * MAP_SIZE.width, (y / 100) * MAP_SIZE.height].map(roundCoordinate);
  const lines = [label, ...details, `${x}, ${y}`];
  const traits = html`class="pin r${role}" transform="translate(${across},${down})"`;
  const drawn = html`<title>${lines.join('\n')}</title><use href="#${toSymbolId(mapId, role)}"/>${count === 1 ? '' : html`<text x="5" y="-4">${count}</text>`}`;
  return href === undefined
    ? html`<g ${traits} role="img">${drawn}</g>`
    : html`<a ${traits} href="${href}" tabindex="-1">${drawn}</a>`;
}

function drawRole(role: number): string {
  const { shape, area } = PIN_SYMBOLS[role] ?? PIN_SYMBOLS[PLAIN_ROLE]!;
  return symbol(shape, area).digits(1)() ?? '';
}

/** Renders the checkboxes of the roles that pins have, or nothing if all have the same. */
function renderRoles(pins: readonly MapPin[], roles: RoleNames, totals: Readonly<Record<number, number>>): unknown {
  const counts = new Map<number, number>();
  for (const { role = PLAIN_ROLE } of pins) counts.set(role, (counts.get(role) ?? 0) + 1);
  const used = [...counts].filter(([role]) => roles[role] !== undefined).sort(([a], [b]) => a - b);
  if (used.length < 2) return '';
  return html`<fieldset class="roles"><legend>Show on the map</legend>
${used.map(([role, count]) => html`<label><input type="checkbox" class="s${role}" checked autocomplete="off"> <svg class="key" viewBox="-9 -9 18 18" aria-hidden="true"><path class="r${role}" d="${drawRole(role)}"/></svg> ${roles[role]} <small>${(totals[role] ?? count).toLocaleString('en-GB')}</small></label>\n`)}</fieldset>
`;
}

/** Renders coordinates. The script adds a button that copies them as a waypoint command of the game. */
export function renderCoordinates(mapId: number, { x, y, label }: Pick<MapPin, 'x' | 'y' | 'label'>): unknown {
  return html`<span class="way" data-way="/way #${mapId} ${x} ${y} ${label}">${x}, ${y}</span>`;
}
