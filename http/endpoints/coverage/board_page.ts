import type { CoverageKind } from '../../../domain/ports/coverage.ts';
import type {
  BoardCard,
  BoardZone,
  QuestBoard,
  TaskGroup,
  ZoneBoard,
} from '../../../domain/tools/coverage/quest_board.ts';
import { hasName } from '../../../domain/tools/coverage/tasks.ts';
import { COVERAGE_WORDS } from '../../../domain/tools/shared/coverage_words.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { formatMissing, helpTask, namelessNote, taskSubject, todoList } from '../../pages/parts/help_task.ts';
import { section } from '../../pages/parts/section.ts';
import { zoneShown } from '../../pages/parts/zone_link.ts';
import { boardTiles, levelsNote, zoneProgress } from '../../pages/parts/zone_tiles.ts';
import { type CoverageAsked, coverageUrl } from './query.ts';

/** Renders the board of all zones: a card for each of those with most to do, then the others in short. */
export function boardMain(board: QuestBoard, asked: CoverageAsked, base: string): unknown {
  const { cards, others, unknownLevel, finished } = board;
  const tiles = (id: string, heading: string, zones: readonly BoardZone[]): unknown =>
    zones.length === 0
      ? ''
      : section(
          id,
          heading,
          boardTiles(zones, base, (zone) => zoneUrl(zone, asked), todoNote),
        );
  return html`${
    cards.length === 0
      ? html`<p>${explainNoCards(board, asked)}</p>\n`
      : html`<div class="tiles wide board">
${cards.map((card) => zoneCard(card, asked, base))}</div>
`
  }${anywhereCard(board, asked, base)}${tiles('unknown-level', 'Zones of unknown level', unknownLevel)}${tiles('others', 'More zones', others)}${tiles('finished', 'Nothing waits here', finished)}${namelessNote(board.anywhere.tasks)}`;
}

/** Says why there is no card. */
function explainNoCards({ finished }: QuestBoard, { level, need }: CoverageAsked): string {
  if (level !== null) return `No zone near level ${level} needs more reports.`;
  if (need === null && finished.length === 0) return 'No player has reported a zone yet.';
  return `Nothing needs ${need === null ? 'more reports' : formatMissing({ missing: need })} in any zone.`;
}

function zoneCard(card: BoardCard, asked: CoverageAsked, base: string): unknown {
  const { zone, tasks, one, two } = card;
  const all = one + two;
  const named = tasks.filter(hasName);
  return html`<section class="panel">
<h2><a href="${base}${zoneUrl(card, asked)}">${zoneShown(zone)}</a>${levelsNote(card)}</h2>
${zoneProgress(card)}${todoList(named, (task) => (task.kind === 'zone' ? 'Explore the zone' : helpTask(task, base)))}${
  named.length < tasks.length
    ? html`<p>Target, loot and open what you meet here: some of it has no name yet.</p>\n`
    : ''
}${
  all > named.length
    ? html`<p><a href="${base}${zoneUrl(card, asked)}">All ${all.toLocaleString('en-GB')} tasks<span class="skip"> in this zone</span></a></p>\n`
    : ''
}</section>
`;
}

function zoneUrl({ zone }: BoardZone, { level, need }: CoverageAsked): string {
  return coverageUrl({ zone: zone.mapId, level, need });
}

function todoNote({ one, two }: BoardZone): unknown {
  const all = one + two;
  return all === 0 ? '' : html`<small>${formatQuantity(all, 'task')}</small>`;
}

function anywhereCard({ anywhere }: QuestBoard, asked: CoverageAsked, base: string): unknown {
  const { tasks, counts } = anywhere;
  if (tasks.length === 0) return '';
  return html`<section class="panel" id="anywhere">
<h2>Anywhere</h2>
${todoList(tasks, (task) => helpTask(task, base), 'wide')}<p>All: ${counts.map(
    ({ kind, one, two }, at) =>
      html`${at === 0 ? '' : ', '}<a href="${base}${coverageUrl({ kind, need: asked.need })}">${countOf(kind, one + two)}</a>`,
  )}</p>
</section>
`;
}

function countOf(kind: CoverageKind, count: number): string {
  return formatQuantity(count, COVERAGE_WORDS[kind].many.toLowerCase().replace(/s$/, ''));
}

/** Renders the board of one zone: its progress, and its tasks by what to do. */
export function zoneBoardMain(board: ZoneBoard, asked: CoverageAsked, base: string): unknown {
  const { groups, zone } = board;
  return html`<div class="panel">${zoneProgress(board)}<p>${levelsNote(board)} <a href="${base}/zone/${zone.mapId}">Map, creatures and quests of the zone</a></p></div>
${
  groups.length === 0
    ? html`<p>Nothing needs more reports here.</p>\n`
    : html`<div class="tiles wide board">
${groups.map((group) => groupPanel(group, asked, base))}</div>
${namelessNote(groups.flatMap(({ tasks }) => tasks))}`
}`;
}

function groupPanel({ kind, tasks, more }: TaskGroup, { zone, need }: CoverageAsked, base: string): unknown {
  return html`<section class="panel" id="${kind}">
<h2>${COVERAGE_WORDS[kind].todo}</h2>
${todoList(tasks, (task) => taskSubject(task, base))}${more ? html`<p><a href="${base}${coverageUrl({ kind, zone, need })}">All of them</a></p>\n` : ''}</section>
`;
}
