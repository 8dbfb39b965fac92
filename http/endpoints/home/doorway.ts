import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import type { MarketMover } from '../../../domain/tools/market/market_movers.ts';
import type { Doorway } from '../../../domain/tools/service/doorway.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { professionPath } from '../../../domain/values/profession_page.ts';
import { html } from '../../pages/html.ts';
import { renderMinute } from '../../pages/layout.ts';
import { entityLink, renderName } from '../../pages/parts/entity_link.ts';
import { describePlace, formatMissing, helpTask, namelessNote } from '../../pages/parts/help_task.ts';
import { moverList } from '../../pages/parts/market.ts';
import { section } from '../../pages/parts/section.ts';
import { classTiles } from '../../pages/parts/talent_trees.ts';
import { zoneShown } from '../../pages/parts/zone_link.ts';
import { boardTiles } from '../../pages/parts/zone_tiles.ts';
import { joinInRow } from '../entity/entity_page.ts';

/** Renders the ways into the data. Ways without any entry are omitted. */
export function doorway(shown: Doorway, row: SnapshotRow, base: string): unknown {
  const { drops, tasks, movers, zones, zonesTotal, professions, classes } = shown;
  const allZones = html`<p><a href="${base}/zones">All ${zonesTotal} zones</a></p>\n`;
  return html`<div class="newest-and-help">
${way('newest', 'Newest confirmed drops', drops, newestDrops(drops, base))}${way('help', 'Help wanted', tasks, help(tasks, base))}</div>
${way('movers', 'Market movers', [...movers.rising, ...movers.falling], marketMovers(movers, base))}${way(
  'zones',
  'Zones',
  zones,
  html`${boardTiles(zones, base)}${zonesTotal === zones.length ? '' : allZones}`,
)}${way('professions', 'Professions', professions, professionTiles(professions, base))}${way(
  'classes',
  'Classes',
  classes,
  classTiles(classes, base),
)}${renderNumbers(shown, row, base)}`;
}

/** Renders a section, or nothing if it has no entries. */
function way(id: string, heading: string, entries: readonly unknown[], content: unknown): unknown {
  return entries.length === 0 ? '' : section(id, heading, content);
}

function newestDrops(drops: Doorway['drops'], base: string): unknown {
  return html`<ul class="tiles">
${drops.map(({ item, line }) => html`<li class="panel">${entityLink(item, base)} <small>${line}</small></li>\n`)}</ul>
<p><a href="${base}/recent">All recent changes</a></p>
`;
}

function help(tasks: Doorway['tasks'], base: string): unknown {
  return html`<div class="panel"><ul class="plain tasks">
${tasks.map(
  (task) =>
    html`<li>${helpTask(task, base)} <small>${joinInRow(
      [
        formatMissing(task),
        task.zone === null || task.kind === 'zone' ? '' : zoneShown(task.zone),
        describePlace(task),
      ].filter((note) => note !== ''),
    )}</small></li>\n`,
)}</ul></div>
${namelessNote(tasks)}<p><a href="${base}/coverage">All tasks, by zone</a></p>
`;
}

function marketMovers({ rising, falling }: Doorway['movers'], base: string): unknown {
  return html`<div class="tiles wide">
${moverPanel('Rising this week', rising, base)}${moverPanel('Falling this week', falling, base)}</div>
<p><a href="${base}/market">All auction prices</a></p>
`;
}

function moverPanel(heading: string, movers: readonly MarketMover[], base: string): unknown {
  return movers.length === 0
    ? ''
    : html`<div class="panel"><h3>${heading}</h3>
${moverList(movers, base, { realms: true })}</div>
`;
}

function professionTiles(professions: Doorway['professions'], base: string): unknown {
  return html`<ul class="tiles">
${professions.map(({ slug, name }) => html`<li><a href="${base}${professionPath(slug)}">${renderName(name)}</a></li>\n`)}</ul>
`;
}

function renderNumbers({ counts }: Doorway, { writtenAtMs }: SnapshotRow, base: string): unknown {
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
