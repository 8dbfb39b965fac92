import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import { hasTaskName } from '../../../domain/tools/coverage/tasks.ts';
import type { MarketMover } from '../../../domain/tools/market/market_movers.ts';
import type { HomeContent } from '../../../domain/tools/service/doorway.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { buildProfessionPath } from '../../../domain/values/profession_page.ts';
import { html } from '../../pages/html.ts';
import { renderMinute } from '../../pages/layout.ts';
import { linkEntity, renderName } from '../../pages/parts/entity_link.ts';
import { describeTaskPlace, formatMissing, mentionNameless, renderTask } from '../../pages/parts/help_task.ts';
import { showMovers } from '../../pages/parts/market.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { renderClassTiles } from '../../pages/parts/talent_trees.ts';
import { showZone } from '../../pages/parts/zone_link.ts';
import { renderBoardTiles } from '../../pages/parts/zone_tiles.ts';
import { joinValues } from '../entity/entity_page.ts';

/** Renders the ways into the data. Ways without any entry are omitted. */
export function renderHomeContent(shown: HomeContent, row: SnapshotRow, base: string): unknown {
  const { drops, tasks, movers, zones, zonesTotal, professions, classes } = shown;
  const allZones = html`<p><a href="${base}/zones">All ${zonesTotal} zones</a></p>\n`;
  return html`<div class="newest-and-help">
${renderDoorway('newest', 'Newest confirmed drops', drops, renderNewestDrops(drops, base))}${renderDoorway('help', 'Help wanted', tasks, renderHelpWanted(tasks, base))}</div>
${renderDoorway('movers', 'Market movers', [...movers.rising, ...movers.falling], renderMarketMovers(movers, base))}${renderDoorway(
  'zones',
  'Zones',
  zones,
  html`${renderBoardTiles(zones, base)}${zonesTotal === zones.length ? '' : allZones}`,
)}${renderDoorway('professions', 'Professions', professions, renderProfessions(professions, base))}${renderDoorway(
  'classes',
  'Classes',
  classes,
  renderClassTiles(classes, base),
)}${renderNumbers(shown, row, base)}`;
}

function renderDoorway(id: string, heading: string, entries: readonly unknown[], content: unknown): unknown {
  return entries.length === 0 ? '' : renderSection(id, heading, content);
}

function renderNewestDrops(drops: HomeContent['drops'], base: string): unknown {
  return html`<ul class="tiles">
${drops.map(({ item, line }) => html`<li class="panel">${linkEntity(item, base)} <small>${line}</small></li>\n`)}</ul>
<p><a href="${base}/recent">All recent changes</a></p>
`;
}

function renderHelpWanted(tasks: HomeContent['tasks'], base: string): unknown {
  return html`<div class="panel"><ul class="plain tasks">
${tasks
  .filter(hasTaskName)
  .map(
    (task) =>
      html`<li>${renderTask(task, base)} <small>${joinValues(
        [
          formatMissing(task),
          task.zone === null || task.kind === 'zone' ? '' : showZone(task.zone),
          describeTaskPlace(task),
        ].filter((note) => note !== ''),
      )}</small></li>\n`,
  )}</ul>${mentionNameless(tasks)}</div>
<p><a href="${base}/coverage">All tasks, by zone</a></p>
`;
}

function renderMarketMovers({ rising, falling }: HomeContent['movers'], base: string): unknown {
  return html`<div class="tiles wide">
${renderMovers('Rising this week', rising, base)}${renderMovers('Falling this week', falling, base)}</div>
<p><a href="${base}/market">All auction prices</a></p>
`;
}

function renderMovers(heading: string, movers: readonly MarketMover[], base: string): unknown {
  return movers.length === 0
    ? ''
    : html`<div class="panel"><h3>${heading}</h3>
${showMovers(movers, base, { realms: true })}</div>
`;
}

function renderProfessions(professions: HomeContent['professions'], base: string): unknown {
  return html`<ul class="tiles">
${professions.map(({ slug, name }) => html`<li><a href="${base}${buildProfessionPath(slug)}">${renderName(name)}</a></li>\n`)}</ul>
`;
}

function renderNumbers({ counts }: HomeContent, { writtenAtMs }: SnapshotRow, base: string): unknown {
  const { uploads, records, rates, observedEdges } = counts;
  if (uploads === null) return '';
  const figures = [
    [records, 'record'],
    [rates, 'drop rate'],
    [observedEdges, 'relation'],
  ] as const;
  const known = figures.flatMap(([count, noun]) => (count === null ? [] : [`${formatQuantity(count, noun)}, `]));
  return html`<p class="quiet">${known}updated ${renderMinute(writtenAtMs)}. <a href="${base}/about">More about the data</a></p>
`;
}
