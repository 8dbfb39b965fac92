import { percentText } from '../../../domain/cards/words.ts';
import { html } from '../html.ts';

/** A talent in the drawing. Rows and columns are counted from 0 at the top left. */
export interface DrawnTalent {
  readonly nodeId: number;
  readonly label: string;
  readonly row: number;
  readonly column: number;
  readonly maxRank: number;
  /** Ids of the nodes in which points must be spent before this one. */
  readonly after: readonly number[];
  /** Share of the counted characters that are known to take the talent, or null if unknown. */
  readonly share: number | null;
}

/** Size of the grid. style/talents.css has classes for this many rows and columns. */
export const DRAWN = { rows: 15, columns: 9 } as const;

/** Size of a grid cell in drawing units, and of the box inside it. A cell is 6.5 by 5 rem in style/talents.css. */
const PLACE = { width: 65, height: 50 } as const;
const BOX = { width: 59, height: 42 } as const;

/** Renders a talent tree as in the game: a list laid out on a grid, with arrows from prerequisites. */
export function talentDrawing(name: string, talents: readonly DrawnTalent[]): unknown {
  const columns = Math.max(...talents.map(({ column }) => column)) + 1;
  const rows = Math.max(...talents.map(({ row }) => row)) + 1;
  const size = `0 0 ${columns * PLACE.width} ${rows * PLACE.height}`;
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">
<div class="tree">
<svg viewBox="${size}" aria-hidden="true">${linesOf(talents)}</svg>
<ul class="plain places">
${talents.map(
  ({ nodeId, label, row, column, maxRank, share }) =>
    html`<li class="r${row} c${column}" id="talent-${nodeId}"><span class="talent"><bdi>${label}</bdi></span> <small>${maxRank} ${maxRank === 1 ? 'point' : 'points'}${share === null ? '' : html`, <b>${percentText(share)}</b>`}</small>${share === null ? '' : bar(share)}</li>\n`,
)}</ul>
</div>
</div>
`;
}

function bar(share: number): unknown {
  return html`<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width="${(100 * share).toFixed(1)}" height="4"/></svg>`;
}

function linesOf(talents: readonly DrawnTalent[]): unknown {
  const places = new Map(talents.map((talent) => [talent.nodeId, talent]));
  return talents.flatMap((talent) =>
    talent.after.flatMap((nodeId) => {
      const first = places.get(nodeId);
      return first === undefined ? [] : [line(first, talent)];
    }),
  );
}

type Place = Pick<DrawnTalent, 'row' | 'column'>;

/** Draws an arrow. Within a row it is horizontal; otherwise it follows the upper row and then goes down. */
function line(from: Place, to: Place): unknown {
  const [x0, x1] = [centre(from.column, PLACE.width), centre(to.column, PLACE.width)];
  const [y0, y1] = [centre(from.row, PLACE.height), centre(to.row, PLACE.height)];
  if (from.row === to.row) {
    const way = Math.sign(x1 - x0);
    const end = x1 - (way * BOX.width) / 2;
    return html`<path d="M${x0} ${y0}H${end}"/><path class="head" d="M${end} ${y0}l${-4 * way} -3v6z"/>`;
  }
  const end = y1 - BOX.height / 2;
  return html`<path d="M${x0} ${y0}H${x1}V${end}"/><path class="head" d="M${x1} ${end}l-3 -4h6z"/>`;
}

function centre(place: number, size: number): number {
  return place * size + size / 2;
}
