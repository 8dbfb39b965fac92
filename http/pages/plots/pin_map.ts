import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import { html } from '../html.ts';
import { coordinate, figures, LETTER_HEIGHT, WIDTH } from './box.ts';

/** Area of the map, whose aspect ratio is 3:2 in the game. The space on the left and below is for percentages. */
const MAP = { left: 26, top: 6, width: 324, height: 216 };
const HEIGHT = MAP.top + MAP.height + 22;
const LINES = [0, 25, 50, 75, 100];

/** Symbols of the groups, which differ in shape and colour. The symbols' area is in square viewBox units. */
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond];
const AREA = 34;

/** A location, in percent of the map's width (x) and height (y) from its top left corner. */
export interface MapPin {
  readonly x: number;
  readonly y: number;
  /** Name of the entity at the location, as plain text. */
  readonly label: string;
  /** URL of the entity's page. */
  readonly href?: string | undefined;
  /** Index of the pin's group. Defaults to the first group. */
  readonly group?: number;
}

export interface PinMap {
  readonly title: string;
  readonly pins: readonly MapPin[];
  /** Names of the groups in the legend. There can be at most four. */
  readonly groups?: readonly string[];
  /** Whether to add a table of the locations. False if the page already has such a table. */
  readonly figures?: boolean;
}

/** Plots locations on the outline of a map, with a table of the same locations. */
export function pinMap({ title, pins, groups = [], figures: withTable = true }: PinMap): unknown {
  const shown = pins.filter(({ x, y }) => onMap(x) && onMap(y));
  // An SVG with links must not have the role `img`, because that would hide its content from screen readers.
  const role = shown.some(({ href }) => href !== undefined) ? 'group' : 'img';
  return html`<figure class="plotted">
<svg class="plot map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="${role}" aria-label="${title}"><title>${title}</title>
${grid()}
${[...shown].reverse().map((pin) => html`${mark(pin)}\n`)}</svg>
${groups.length < 2 ? '' : legend(groups)}</figure>
${withTable && shown.length > 0 ? figures(tableOf(title, shown)) : ''}`;
}

function onMap(percent: number): boolean {
  return percent >= 0 && percent <= 100;
}

function across(x: number): number {
  return coordinate(MAP.left + (x / 100) * MAP.width);
}
function down(y: number): number {
  return coordinate(MAP.top + (y / 100) * MAP.height);
}

function grid() {
  return html`<g class="grid">
<rect class="land" x="${MAP.left}" y="${MAP.top}" width="${MAP.width}" height="${MAP.height}"/>
${LINES.map((percent) => {
  const edge = percent === 0 ? 'start' : percent === 100 ? 'end' : 'middle';
  const [x, y] = [across(percent), down(percent)];
  const low = percent === 0 ? LETTER_HEIGHT - 3 : percent === 100 ? 0 : LETTER_HEIGHT / 3;
  return html`<path d="M${x},${MAP.top}v${MAP.height}M${MAP.left},${y}h${MAP.width}"/><text class="${edge}" x="${x}" y="${HEIGHT - 8}">${percent}</text><text class="end" x="${MAP.left - 4}" y="${coordinate(y + low)}">${percent}</text>\n`;
})}</g>`;
}

function mark({ x, y, label, href, group = 0 }: MapPin): unknown {
  const drawn = html`<path class="pin group-${shapeOf(group)}" transform="translate(${across(x)},${down(y)})" d="${pathOf(group)}"><title>${label} at ${x}, ${y}</title></path>`;
  // Pins are not in the tab order, because there can be many and the table has the same links.
  return href === undefined ? drawn : html`<a href="${href}" tabindex="-1" aria-label="${label}">${drawn}</a>`;
}

function shapeOf(group: number): number {
  return Math.abs(Math.trunc(group)) % SHAPES.length;
}

function pathOf(group: number): string {
  return symbol(SHAPES[shapeOf(group)], AREA).digits(1)() ?? '';
}

function legend(groups: readonly string[]) {
  return html`<figcaption><ul class="legend">${groups.map((name, i) => html`<li><svg class="key" viewBox="-6 -6 12 12" aria-hidden="true"><path class="pin group-${shapeOf(i)}" d="${pathOf(i)}"/></svg> ${name}</li>`)}</ul></figcaption>\n`;
}

function tableOf(caption: string, pins: readonly MapPin[]) {
  return {
    caption,
    columns: [{ head: 'What' }, { head: 'X', as: 'number' as const }, { head: 'Y', as: 'number' as const }],
    rows: pins.map(({ x, y, label, href }) => {
      const name = html`<bdi>${label}</bdi>`;
      return [
        href === undefined ? name : html`<a href="${href}">${name}</a>`,
        { shown: x, value: x },
        { shown: y, value: y },
      ];
    }),
  };
}
