import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import { html } from '../html.ts';
import { coordinate, LETTER_HEIGHT, WIDTH } from './box.ts';
import { figures } from './figures.ts';

/** Maps of the game are three wide and two high; left and below stand the percents. */
const MAP = { left: 26, top: 6, width: 324, height: 216 };
const HEIGHT = MAP.top + MAP.height + 22;
const LINES = [0, 25, 50, 75, 100];

/** Marks differ in shape first, in colour as well; in units² of the viewBox. */
const SHAPES = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond];
const AREA = 34;

/** A place in percent of the map's width (x) and height (y), from its upper left corner. */
export interface MapPin {
  readonly x: number;
  readonly y: number;
  /** What stands there, as text. */
  readonly label: string;
  /** The page of what stands there. */
  readonly href?: string | undefined;
  /** Which of the groups it is of; left out: the first. */
  readonly group?: number;
}

export interface PinMap {
  readonly title: string;
  readonly pins: readonly MapPin[];
  /** What marks of one shape have in common, at most four; a legend names them. */
  readonly groups?: readonly string[];
  /** False: the page has a table of these places already. */
  readonly figures?: boolean;
}

/** Places plotted on the plan of a map, and the same places as a table. */
export function pinMap({ title, pins, groups = [], figures: withTable = true }: PinMap): unknown {
  const shown = pins.filter(({ x, y }) => onMap(x) && onMap(y));
  // What can be followed must not stand inside a picture that is read as one thing.
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
  // The same link stands in a table: there are too many here to step through.
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
    columns: [
      { head: 'What' },
      { head: 'Across, %', as: 'number' as const },
      { head: 'Down, %', as: 'number' as const },
    ],
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
