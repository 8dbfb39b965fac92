import { rangeText } from '../../../domain/cards/words.ts';
import { type Errand, hasErrand, type ZoneNpc } from '../../../domain/reads/entities/zone.ts';
import { type ZonePage, zone_page } from '../../../domain/tools/pages/zone_page.ts';
import { allOf, counted } from '../../../domain/values/phrases.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createAsk } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { type ObservedFooter, observedFooter } from '../../pages/observed.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { entityLink, nameOf, pathOf } from '../../pages/parts/entity_link.ts';
import { type Fact, factSheet } from '../../pages/parts/facts.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { rolesShown } from '../../pages/parts/roles.ts';
import { section } from '../../pages/parts/section.ts';
import { table } from '../../pages/parts/table.ts';
import { zoneName, zoneShown } from '../../pages/parts/zone_link.ts';
import { ERRAND_HEADINGS, ERRANDS_SHOWN, npcsOfZonePath, questsOfZonePath } from '../../pages/parts/zone_lists.ts';
import { type MapPin, pinMap } from '../../pages/plots/mod.ts';
import { readEntityId } from '../../pipeline/params.ts';
import type { Route } from '../../pipeline/route.ts';
import { objectsOf } from './objects.ts';
import { placeOf } from './place.ts';

const FOLDER = '/zone/';

/** Serves a zone's page: its map, NPCs, objects and quests. */
export function zoneRoute(context: Context): Route {
  const ask = createAsk(context);
  const base = basePath(context.settings.publicUrl);
  return pageRoute(context, {
    path: `${FOLDER}:id`,
    content: async ({ path }) => {
      const mapId = readEntityId(path.slice(FOLDER.length), 'mapId');
      if (!mapId.ok) return mapId;
      const answer = await ask(zone_page, { mapId: mapId.value });
      if (!answer.ok) return answer;
      const { page, reason, ...footer } = answer.value;
      if (page === undefined) return err({ kind: 'not-found', error: reason ?? 'No public data for this zone yet.' });
      return ok(zoneContent(page, footer, base));
    },
  });
}

function zoneContent(page: ZonePage, footer: ObservedFooter, base: string): PageContent {
  const { zone, npcs, objects } = page;
  const title = zoneName(zone, footer.gameData?.build);
  return {
    title,
    description: descriptionOf(title, page),
    path: `/zone/${zone.mapId}`,
    data: `/api/tools/world_map_near?mapId=${zone.mapId}&x=50&y=50&radius=142&limit=200`,
    ...observedFooter(footer),
    main: html`<hgroup>
<h1>${zoneShown(zone)}</h1>
<p>Zone map ${zone.mapId}</p>
</hgroup>
${factSheet(factsOf(page, base))}
${npcs.total === 0 ? html`<p>No NPCs are known here yet. Yours could be the first report.</p>` : mapOf(title, npcs, base)}
${ERRANDS_SHOWN.map((errand) => peopleOf(errand, page, base))}
${objects.total === 0 ? '' : section('objects', 'Chests, herbs and other objects', objectsOf(title, page, base))}
${questsOf(page, base)}
${everyone(page, base)}`,
  };
}

/** Whether all of the zone's NPCs were read. */
function isWhole({ npcs, lookedAt }: ZonePage): boolean {
  return lookedAt >= npcs.total;
}

/** Formats a count: `5 vendors`, or `at least 5 vendors` if not all NPCs were read. */
function countedOf(count: number, isAll: boolean, one: string, many?: string): string {
  return `${isAll ? '' : 'at least '}${counted(count, one, many)}`;
}

function descriptionOf(title: string, page: ZonePage): string {
  const { npcs, people, objects, quests } = page;
  const counts = [
    ...(npcs.total === 0 ? [] : [`${counted(npcs.total, 'creature')} seen`]),
    ...ERRANDS_SHOWN.filter((errand) => people[errand].total > 0).map((errand) => {
      const many = ERRAND_HEADINGS[errand].toLowerCase();
      return countedOf(people[errand].total, isWhole(page), many.slice(0, -1), many);
    }),
    ...(objects.total === 0 ? [] : [`${counted(objects.total, 'object')} looted`]),
    ...(quests.total === 0 ? [] : [`${countedOf(quests.total, quests.isWhole, 'quest')} given`]),
  ];
  return counts.length === 0 ? `${title}: no NPCs are known there yet.` : `${title}: ${allOf(counts)}.`;
}

function factsOf({ nameInstalls, bounds, above, npcs, objects, quests }: ZonePage, base: string): readonly Fact[] {
  const [left, right, top, bottom] = bounds?.value ?? [0, 0, 0, 0];
  const yards = (from: number, to: number): string => Math.round(Math.abs(to - from)).toLocaleString('en-GB');
  return [
    { term: 'Size', value: bounds && `${yards(left, right)} × ${yards(top, bottom)} yd` },
    {
      term: 'World bounds',
      value: bounds && `left ${signed(left)}, right ${signed(right)}, top ${signed(top)}, bottom ${signed(bottom)}`,
    },
    ...(above === null ? [] : [{ term: 'Part of', value: entityLink(above, base) }]),
    { term: 'NPCs seen here', value: npcs.total === 0 ? null : counted(npcs.total, 'NPC') },
    ...(objects.total === 0 ? [] : [{ term: 'Objects looted here', value: counted(objects.total, 'object') }]),
    {
      term: 'Quests given here',
      value: quests.total === 0 ? null : `${quests.isWhole ? '' : 'at least '}${quests.total}`,
    },
    ...(nameInstalls === null ? [] : [{ term: 'Name confirmed by', value: counted(nameInstalls, 'player') }]),
  ];
}

/** Formats a world coordinate with a typographic minus sign. */
function signed(yards: number): string {
  return `${yards < 0 ? '−' : ''}${Math.abs(yards).toLocaleString('en-GB')}`;
}

/** Maximum number of locations on the map. NPCs that offer something come first. */
const PINS_MAX = 50;

function mapOf(title: string, npcs: ZonePage['npcs'], base: string): unknown {
  const marked = npcs.rows.map((npc) => ({ npc, group: groupOf(npc) })).sort((a, b) => a.group - b.group);
  const pins = marked.flatMap(({ npc, group }) =>
    npc.pins.map(
      ({ x, y }): MapPin => ({
        x,
        y,
        group,
        label: npc.npc.name ?? `NPC ${npc.npc.id}`,
        href: `${base}${pathOf('npc', npc.npc.id)}`,
      }),
    ),
  );
  const shown = pins.slice(0, PINS_MAX);
  if (shown.length === 0) return html`<p>No location on this map is public yet.</p>`;
  const isAll = pins.length === shown.length && npcs.rows.length === npcs.total;
  const names = [...ERRANDS_SHOWN.map((errand) => ERRAND_HEADINGS[errand]), 'Others'];
  return section(
    'map',
    'Map',
    html`<p>In percent of the map, from its upper left corner${isAll ? '' : `; ${shown.length} of ${countedOf(pins.length, npcs.rows.length === npcs.total, 'location')}, starting with NPCs that offer something`}.</p>
${pinMap({ title: `NPC locations in ${title}`, pins: shown, groups: names })}`,
  );
}

function groupOf({ roles }: ZoneNpc): number {
  const at = ERRANDS_SHOWN.findIndex((errand) => hasErrand(roles, errand));
  return at === -1 ? ERRANDS_SHOWN.length : at;
}

function peopleOf(errand: Errand, page: ZonePage, base: string): unknown {
  const { zone, people, lookedAt } = page;
  const { rows, total } = people[errand];
  const heading = ERRAND_HEADINGS[errand];
  if (total === 0 && isWhole(page)) return '';
  const rest = `${base}${npcsOfZonePath(zone.mapId, errand)}`;
  const restWords = `All ${heading.toLowerCase()} seen here`;
  const none = html`<p class="cut">None among the ${lookedAt} NPCs read for this page. <a href="${rest}">${restWords}</a>.</p>\n`;
  const list = table({
    caption: `${heading} here`,
    columns: [{ head: 'Name' }, { head: 'Locations' }, { head: 'Role' }],
    rows: rows.map((npc) => [entityLink(npc.npc, base), placeOf(npc.pins), rolesText(npc)]),
    total,
    isWhole: isWhole(page),
    rest,
    restWords,
  });
  return section(errand, heading, rows.length === 0 ? none : list);
}

function rolesText({ roles, trains }: ZoneNpc): unknown {
  return rolesShown(roles, trains === null ? null : nameOf(trains));
}

function questsOf({ zone, quests }: ZonePage, base: string): unknown {
  const { rows, total, isWhole } = quests;
  if (rows.length === 0) return '';
  return section(
    'quests',
    'Quests given here',
    table({
      caption: 'Quests given here',
      columns: [{ head: 'Quest' }, { head: 'Level', as: 'number' }, { head: 'Given by' }],
      rows: rows.map(({ id, name, level, giver }) => [
        entityLink({ kind: 'quest', id, name: name?.value ?? null, locale: name?.locale }, base),
        { shown: level ?? UNKNOWN, value: level },
        giver === null ? UNKNOWN : entityLink(giver, base),
      ]),
      total,
      isWhole,
      rest: `${base}${questsOfZonePath(zone.mapId)}`,
      restWords: 'All quests given here',
    }),
  );
}

function everyone({ zone, npcs }: ZonePage, base: string): unknown {
  if (npcs.rows.length === 0) return '';
  return section(
    'everyone',
    'Everyone seen here',
    table({
      caption: 'Everyone seen here',
      columns: [
        { head: 'Name' },
        { head: 'Level', as: 'number' },
        { head: 'Reaction' },
        { head: 'Role' },
        { head: 'Locations' },
        { head: 'Players', as: 'number' },
      ],
      rows: npcs.rows.map((npc) => [
        entityLink(npc.npc, base),
        {
          shown: npc.levels === null ? UNKNOWN : rangeText(npc.levels.min, npc.levels.max),
          value: npc.levels?.min ?? null,
        },
        npc.reactions.length === 0 ? UNKNOWN : npc.reactions.join(' or '),
        rolesText(npc),
        placeOf(npc.pins),
        { shown: npc.installs, value: npc.installs },
      ]),
      total: npcs.total,
      rest: `${base}${npcsOfZonePath(zone.mapId)}`,
      restWords: 'Everyone seen here',
    }),
  );
}
