import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import type { Doorway } from '../../../domain/tools/service/doorway.ts';
import { classWord } from '../../../domain/tools/talents/class_talents.ts';
import { professionPath } from '../../../domain/values/profession_page.ts';
import { html } from '../../pages/html.ts';
import { minuteOf } from '../../pages/layout.ts';
import { entityLink, nameOf } from '../../pages/parts/entity_link.ts';
import { helpTask, missingText } from '../../pages/parts/help_task.ts';
import { moverList } from '../../pages/parts/movers.ts';
import { section } from '../../pages/parts/section.ts';
import { tile } from '../../pages/parts/tile.ts';
import { zoneShown } from '../../pages/parts/zone_link.ts';
import { seenIn, zoneTiles } from '../../pages/parts/zone_tiles.ts';

/** Renders the ways into the data. Ways without any entry are omitted. */
export function doorway(shown: Doorway, row: SnapshotRow, base: string): unknown {
  return html`<div class="newest-and-help">
${newestDrops(shown, base)}${help(shown, base)}</div>
${movers(shown, base)}${zones(shown, base)}${professions(shown, base)}${classes(shown, base)}${numbers(shown, row, base)}`;
}

function newestDrops({ drops }: Doorway, base: string): unknown {
  return drops.length === 0
    ? ''
    : section(
        'newest',
        'Newest confirmed drops',
        html`<ul class="tiles">
${drops.map(({ item, line }) => html`<li class="panel">${entityLink(item, base)} <small>${line}</small></li>\n`)}</ul>
<p><a href="${base}/recent">All recent changes</a></p>
`,
      );
}

function help({ tasks }: Doorway, base: string): unknown {
  return tasks.length === 0
    ? ''
    : section(
        'help',
        'Help wanted',
        html`<div class="panel"><ul class="plain tasks">
${tasks.map((task) => html`<li>${helpTask(task, base)} <small>${missingText(task)}${task.zone === null ? '' : html`, ${zoneShown(task.zone)}`}</small></li>\n`)}</ul></div>
<form class="choose" action="${base}/coverage" method="get">
<label>Your level <input type="number" name="level" min="1" max="100" inputmode="numeric"></label>
<button type="submit">Find tasks near it</button>
</form>
`,
      );
}

function movers({ movers: { rising, falling } }: Doorway, base: string): unknown {
  const panel = (heading: string, some: typeof rising): unknown =>
    some.length === 0
      ? ''
      : html`<div class="panel"><h3>${heading}</h3>
${moverList(some, base, { realms: true })}</div>
`;
  return rising.length + falling.length === 0
    ? ''
    : section(
        'movers',
        'Market movers',
        html`<div class="tiles wide">
${panel('Rising this week', rising)}${panel('Falling this week', falling)}</div>
<p><a href="${base}/market">All auction prices</a></p>
`,
      );
}

function zones({ zones: shown, zonesTotal }: Doorway, base: string): unknown {
  return shown.length === 0
    ? ''
    : section(
        'zones',
        'Zones',
        html`${zoneTiles(shown, { base, describe: seenIn })}${zonesTotal === shown.length ? '' : html`<p><a href="${base}/zones">All ${zonesTotal} zones</a></p>\n`}`,
      );
}

function professions({ professions: shown }: Doorway, base: string): unknown {
  return shown.length === 0
    ? ''
    : section(
        'professions',
        'Professions',
        html`<ul class="tiles">
${shown.map(({ slug, name }) => html`<li><a href="${base}${professionPath(slug)}">${nameOf(name)}</a></li>\n`)}</ul>
`,
      );
}

function classes({ classes: slugs }: Doorway, base: string): unknown {
  return slugs.length === 0
    ? ''
    : section(
        'classes',
        'Classes',
        html`<ul class="tiles class-list">
${slugs.map((slug) => html`<li class="class-${slug}"><a href="${base}/talents/${slug}">${tile({ picture: null, name: classWord(slug) })}${classWord(slug)}</a></li>\n`)}</ul>
`,
      );
}

function numbers({ counts }: Doorway, { writtenAtMs }: SnapshotRow, base: string): unknown {
  const { uploads, records, rates, observedEdges } = counts;
  if (uploads === null) return '';
  const figure = (count: number | null, noun: string): string =>
    count === null ? '' : `${count.toLocaleString('en-GB')} ${noun}, `;
  return html`<p class="quiet">${figure(records, 'records')}${figure(rates, 'drop rates')}${figure(observedEdges, 'relations')}updated
${minuteOf(writtenAtMs)}. <a href="${base}/about">More about the data</a></p>
`;
}
