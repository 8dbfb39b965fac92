import { formatPercent } from '../../../domain/cards/words.ts';
import { BUILD_PARAMETER } from '../../../domain/game_files/talents/build_code.ts';
import { type Calculator, encodeWithPoint, listRequirements } from '../../../domain/game_files/talents/calculator.ts';
import { toNodeName } from '../../../domain/game_files/talents/labels.ts';
import type { TalentNode, TalentPrerequisite, TalentTree } from '../../../domain/ports/build.ts';
import { formatClassName } from '../../../domain/tools/talents/class_talents.ts';
import { html } from '../html.ts';
import { renderIcon } from './placeholders.ts';

/** Size of the grid. style/talents.css has classes for this many rows and columns. */
const GRID_SIZE = { rows: 15, columns: 9 } as const;

/** Size of a grid cell in drawing units. A cell is 5 by 6 rem in style/talents.css, and the picture 2.75 rem. */
const NODE_SIZE = { width: 50, height: 60 } as const;
const PICTURE_BOX = { top: 3, height: 28, width: 28 } as const;

/** Share of the counted characters that are known to take a talent, or null if unknown. */
export type ReadShare = (nodeId: number) => number | null;

/** Renders the trees of a class as in the game. Every legal step from the build is a link. */
export function renderTalents(calculator: Calculator, shareOf: ReadShare): unknown {
  return html`<div class="trees">
${calculator.talents.trees.map((tree, at) => renderTree(calculator, tree, at, shareOf))}</div>
`;
}

function renderTree(calculator: Calculator, tree: TalentTree, at: number, shareOf: ReadShare): unknown {
  const isDrawn = tree.nodes.length > 0 && tree.nodes.every(isPlacedNode);
  const heading = tree.name ?? `Tree ${tree.order + 1}`;
  return html`<section class="panel talent-tree" id="tree-${tree.order + 1}">
<h2>${heading} <b class="points">${calculator.pointsPerTree[at]}</b></h2>
<div class="${isDrawn ? 'places' : 'places unplaced'}">
${isDrawn ? drawPrerequisites(tree.nodes) : ''}<ul class="plain">
${tree.nodes.map((node) => renderTalent(calculator, tree, node, isDrawn, shareOf(node.nodeId)))}</ul>
</div>
</section>
`;
}

function isPlacedNode({ row, column }: TalentNode): boolean {
  return row !== null && column !== null && row < GRID_SIZE.rows && column < GRID_SIZE.columns;
}

function renderTalent(
  calculator: Calculator,
  tree: TalentTree,
  node: TalentNode,
  isDrawn: boolean,
  share: number | null,
): unknown {
  const { nodeId, row, column, maxRank, pointsRequired, prerequisites, prerequisitesAnyOf } = node;
  const rank = calculator.ranks.get(nodeId) ?? 0;
  const name = toNodeName(node) ?? `Talent ${nodeId}`;
  const [isOpen, isRemovable] = [calculator.addable.has(nodeId), calculator.removable.has(nodeId)];
  const about = [
    ...listRequirements({ node, tree }, calculator.talents, calculator).map(({ text }) => text),
    ...(share === null ? [] : [`Taken by ${formatPercent(share)} of characters.`]),
  ].join(' ');
  const described = about === '' ? '' : html` aria-describedby="about-${nodeId}"`;
  const icon = node.talents.find((choice) => choice.icon != null)?.icon ?? null;
  const content = html`${renderIcon(icon, name)}<bdi>${name}</bdi> <b class="rank">${rank}/${maxRank}</b>`;
  const needs = html`${pointsRequired === null ? '' : html` data-gate="${pointsRequired}"`}${formatPrerequisites('all', prerequisites)}${formatPrerequisites('any', prerequisitesAnyOf)}`;
  const classes = [
    'talent',
    ...(isDrawn ? [`r${row} c${column}`] : []),
    ...(isOpen ? ['open'] : []),
    ...(rank > 0 ? ['taken'] : []),
  ].join(' ');
  return html`<li class="${classes}" id="talent-${nodeId}" data-node="${nodeId}" data-max="${maxRank}"${needs}>${
    isOpen
      ? html`<a class="point" rel="nofollow" href="${buildStepUrl(calculator, nodeId, 1)}"${described}>${content}</a>`
      : html`<span class="point">${content}</span>`
  }${
    isRemovable
      ? html`<a class="less" rel="nofollow" href="${buildStepUrl(calculator, nodeId, -1)}" aria-label="Remove a point from ${name}">−</a>`
      : ''
  }${about === '' ? '' : html`<p class="about" id="about-${nodeId}">${about}</p>`}</li>
`;
}

/** The fragment keeps the talent in view when the page is loaded again. */
function buildStepUrl(calculator: Calculator, nodeId: number, by: 1 | -1): string {
  return `?${BUILD_PARAMETER}=${encodeWithPoint(calculator, nodeId, by)}#talent-${nodeId}`;
}

/** Renders prerequisites for the script (http/browser/talents/board.ts), such as `11:5 12:1`. */
function formatPrerequisites(which: 'all' | 'any', prerequisites: readonly TalentPrerequisite[]): unknown {
  if (prerequisites.length === 0) return '';
  const text = prerequisites.map(({ nodeId, rank }) => `${nodeId}:${rank}`).join(' ');
  return which === 'all' ? html` data-all="${text}"` : html` data-any="${text}"`;
}

function drawPrerequisites(nodes: readonly TalentNode[]): unknown {
  const places = new Map(nodes.map((node) => [node.nodeId, node]));
  const columns = Math.max(...nodes.map(({ column }) => column ?? 0)) + 1;
  const rows = Math.max(...nodes.map(({ row }) => row ?? 0)) + 1;
  const drawn = nodes.flatMap((node) =>
    [...node.prerequisites, ...node.prerequisitesAnyOf].flatMap(({ nodeId }) => {
      const from = places.get(nodeId);
      return from === undefined ? [] : [drawArrow(from, node)];
    }),
  );
  const [width, height] = [columns * NODE_SIZE.width, rows * NODE_SIZE.height];
  return html`<svg viewBox="0 0 ${width} ${height}" width="${width / 10}rem" height="${height / 10}rem" aria-hidden="true">${drawn}</svg>\n`;
}

/** Draws an arrow. It leaves the picture sideways if the columns differ, and downwards otherwise. */
function drawArrow(from: TalentNode, to: TalentNode): unknown {
  const [x0, x1] = [computeCentreX(from.column), computeCentreX(to.column)];
  const [y0, y1] = [computeCentreY(from.row), computeCentreY(to.row)];
  const way = Math.sign(x1 - x0);
  const side = x0 + (way * PICTURE_BOX.width) / 2;
  if (from.row === to.row) {
    const end = x1 - (way * PICTURE_BOX.width) / 2;
    return html`<path d="M${side} ${y0}H${end}"/><path class="head" d="M${end} ${y0}l${-5 * way} -4v8z"/>`;
  }
  const end = y1 - PICTURE_BOX.height / 2;
  const start = way === 0 ? `M${x0} ${y0 + PICTURE_BOX.height / 2}` : `M${side} ${y0}H${x1}`;
  return html`<path d="${start}V${end}"/><path class="head" d="M${x1} ${end}l-4 -5h8z"/>`;
}

function computeCentreX(column: number | null): number {
  return ((column ?? 0) + 0.5) * NODE_SIZE.width;
}

function computeCentreY(row: number | null): number {
  return (row ?? 0) * NODE_SIZE.height + PICTURE_BOX.top + PICTURE_BOX.height / 2;
}

/** Renders player classes as a grid of links to their talents, with the client's icons if the operator has them. */
export function renderClassTiles(slugs: readonly string[], base: string): unknown {
  return html`<ul class="tiles class-list">
${slugs.map((slug) => {
  // The client names the icons of classes like this.
  const icon = renderIcon(`classicon_${slug}`, formatClassName(slug));
  return html`<li class="class-${slug}"><a href="${base}/talents/${encodeURIComponent(slug)}">${icon}${formatClassName(slug)}</a></li>\n`;
})}</ul>
`;
}
