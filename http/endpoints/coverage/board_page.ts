import type { CoverageKind } from '../../../domain/ports/coverage.ts';
import type {
  BoardCard,
  BoardZone,
  QuestBoard,
  TaskGroup,
  ZoneBoard,
} from '../../../domain/tools/coverage/quest_board.ts';
import { hasTaskName } from '../../../domain/tools/coverage/tasks.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import {
  formatMissing,
  mentionNameless,
  renderNameless,
  renderSubject,
  renderTask,
  renderTodos,
} from '../../pages/parts/help_task.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { showZone } from '../../pages/parts/zone_link.ts';
import { renderBoardTiles, renderLevels, renderProgress } from '../../pages/parts/zone_tiles.ts';
import { type CoverageQuery, toCoverageUrl } from './query.ts';

/** Renders the board of all zones: a card for each of those with most to do, then the others in short. */
export function renderBoard(board: QuestBoard, asked: CoverageQuery, base: string): unknown {
  const { cards, others, unknownLevel, finished } = board;
  const tiles = (id: string, heading: string, zones: readonly BoardZone[]): unknown =>
    zones.length === 0
      ? ''
      : renderSection(
          id,
          heading,
          renderBoardTiles(
            zones,
            base,
            (zone) => toZoneUrl(zone, asked),
            (zone) => renderRemaining(countTasks(zone, asked)),
          ),
        );
  return html`${
    cards.length === 0
      ? html`<p>${explainNoCards(board, asked)}</p>\n`
      : html`${mentionNameless(cards.flatMap(({ tasks }) => tasks))}<div class="tiles wide board">
${cards.map((card) => renderZoneCard(card, asked, base))}</div>
`
  }${renderAnywhereCard(board, asked, base)}${tiles('unknown-level', 'Zones of unknown level', unknownLevel)}${tiles('others', 'More zones', others)}${tiles('finished', 'Nothing waits here', finished)}`;
}

function explainNoCards({ finished }: QuestBoard, { level, need }: CoverageQuery): string {
  if (level !== null) return `No zone near level ${level} needs more reports.`;
  if (need === null && finished.length === 0) return 'No player has reported a zone yet.';
  return `Nothing needs ${need === null ? 'more reports' : formatMissing({ missing: need })} in any zone.`;
}

function renderZoneCard(card: BoardCard, asked: CoverageQuery, base: string): unknown {
  const { zone, tasks } = card;
  const all = countTasks(card, asked);
  return html`<section class="panel">
<h2><a href="${base}${toZoneUrl(card, asked)}">${showZone(zone)}</a>${renderLevels(card)}</h2>
${renderProgress(card)}${renderTodos(tasks, (task) => (task.kind === 'zone' ? 'Explore the zone' : renderTask(task, base)))}${
  all > tasks.filter(hasTaskName).length
    ? html`<p><a href="${base}${toZoneUrl(card, asked)}">All tasks<span class="skip"> in this zone</span>${asked.level === null ? ` (${all.toLocaleString('en-GB')})` : ''}</a></p>\n`
    : ''
}</section>
`;
}

function toZoneUrl({ zone }: BoardZone, { level, need }: CoverageQuery): string {
  return toCoverageUrl({ zone: zone.mapId, level, need });
}

/** Counts the tasks that need as many reports as are asked for. */
function countTasks({ one, two }: Pick<BoardZone, 'one' | 'two'>, { need }: CoverageQuery): number {
  return (need === 2 ? 0 : one) + (need === 1 ? 0 : two);
}

function renderRemaining(all: number): unknown {
  return all === 0 ? '' : html`<small>${formatQuantity(all, 'task')}</small>`;
}

function renderAnywhereCard({ anywhere }: QuestBoard, asked: CoverageQuery, base: string): unknown {
  const { tasks, counts } = anywhere;
  if (tasks.length === 0) return '';
  return html`<section class="panel" id="anywhere">
<h2>Anywhere</h2>
${renderTodos(tasks, (task) => renderTask(task, base), 'wide')}<p>All: ${counts.map(
    ({ kind, ...counts }, at) =>
      html`${at === 0 ? '' : ', '}<a href="${base}${toCoverageUrl({ kind, need: asked.need })}">${formatKindCount(kind, countTasks(counts, asked))}</a>`,
  )}</p>
</section>
`;
}

function formatKindCount(kind: CoverageKind, count: number): string {
  return formatQuantity(count, COVERAGE_WORDS[kind].many.toLowerCase().replace(/s$/, ''));
}

/** Renders the board of one zone: its progress, and its tasks by what to do. */
export function renderZoneBoard(board: ZoneBoard, asked: CoverageQuery, base: string): unknown {
  const { groups, zone } = board;
  return html`<div class="panel">${renderProgress(board)}<p>${renderLevels(board)} <a href="${base}/zone/${zone.mapId}">Map, creatures and quests of the zone</a></p></div>
${
  groups.length === 0
    ? renderNothing(asked, base)
    : html`<div class="tiles wide board">
${groups.map((group) => renderGroup(group, asked, base))}</div>
`
}`;
}

/** Says that nothing here needs as many reports as are asked for. */
export function renderNothing(asked: CoverageQuery, base: string): unknown {
  return asked.need === null
    ? html`<p>Nothing needs more reports here.</p>\n`
    : html`<p>Nothing here needs exactly ${formatMissing({ missing: asked.need })}. <a href="${base}${toCoverageUrl({ ...asked, need: null })}">One or two more</a></p>\n`;
}

function renderGroup({ kind, tasks, more }: TaskGroup, { zone, need }: CoverageQuery, base: string): unknown {
  return html`<section class="panel" id="${kind}">
<h2>${COVERAGE_WORDS[kind].todo}</h2>
${renderTodos(tasks, (task) => renderSubject(task, base))}${renderNameless(tasks)}${more ? html`<p><a href="${base}${toCoverageUrl({ kind, zone, need })}">All of them</a></p>\n` : ''}</section>
`;
}
