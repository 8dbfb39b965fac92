import { formatRange } from '../../../domain/cards/words.ts';
import type { Levels } from '../../../domain/reads/entities/npc.ts';
import { type Errand, hasErrand, type ZoneNpc, type ZoneObject } from '../../../domain/reads/entities/zone.ts';
import { type ZonePage, zone_page } from '../../../domain/tools/pages/zone_page.ts';
import { groupBy, interleaveLists } from '../../../domain/values/group_by.ts';
import { formatQuantity, joinFirstTexts } from '../../../domain/values/phrases.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createAsker } from '../../pages/ask.ts';
import { FEED_PATHS } from '../../pages/feeds.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { type MapPin, renderPinMap } from '../../pages/maps/zone_map.ts';
import { createObservedFooter, type ObservedFooter } from '../../pages/observed.ts';
import { CACHE_BY_QUERY, createPageRoute } from '../../pages/page_route.ts';
import { formatLabel, toEntityPath } from '../../pages/parts/entity_link.ts';
import { renderFacts, type SheetFact } from '../../pages/parts/facts.ts';
import { renderEmptyList } from '../../pages/parts/none.ts';
import { formatZoneName, linkZone, showZone } from '../../pages/parts/zone_link.ts';
import { ERRAND_HEADINGS, LEVEL_QUERY, levelForm, SHOWN_ERRANDS, toNpcsPath } from '../../pages/parts/zone_lists.ts';
import { omitEmptyValues, readEntityId, readQuery } from '../../pipeline/query.ts';
import type { Route } from '../../pipeline/route.ts';
import { joinValues } from '../entity/entity_page.ts';
import { listPanels } from './panels.ts';

const ZONE_FOLDER = '/zone/';

/** Serves a zone's page: its map, NPCs, objects and quests. */
export function createZoneRoute(context: Context): Route {
  const ask = createAsker(context);
  const base = toBasePath(context.settings.publicUrl);
  return createPageRoute(context, {
    path: `${ZONE_FOLDER}:id`,
    cachePolicy: CACHE_BY_QUERY,
    content: async ({ path, query }) => {
      const mapId = readEntityId(path.slice(ZONE_FOLDER.length), 'mapId');
      if (!mapId.ok) return mapId;
      const asked = readQuery(LEVEL_QUERY, omitEmptyValues(query));
      if (!asked.ok) return asked;
      const answer = await ask(zone_page, { mapId: mapId.value, ...asked.value });
      if (!answer.ok) return answer;
      const { page, reason, ...footer } = answer.value;
      if (page === undefined) return err({ kind: 'not-found', error: reason ?? 'No public data for this zone yet.' });
      return ok(renderZone(page, asked.value.level, footer, base));
    },
  });
}

/** Zones with more NPCs have a form for the level of creatures. */
const NPCS_WITHOUT_FORM = 20;

function renderZone(page: ZonePage, level: number | null, footer: ObservedFooter, base: string): PageContent {
  const { zone, levels, npcs, creatures, objects, above } = page;
  const title = formatZoneName(zone, footer.gameData?.build);
  const map = renderZoneMap(title, page, base);
  const continent = above !== null && (above.map === null ? showZone(above) : linkZone(above, base));
  const about = [levels && formatLevels(levels), continent && html`part of ${continent}`].filter(Boolean);
  const isEmpty = npcs.total + objects.total === 0;
  return {
    title,
    description: describeZone(title, page),
    path: `/zone/${zone.mapId}`,
    feeds: [{ title: `New in ${title}`, path: FEED_PATHS.entity('zone', zone.mapId) }],
    data: `/api/tools/world_map_near?mapId=${zone.mapId}&x=50&y=50&radius=142&limit=200`,
    ...createObservedFooter(footer),
    main: html`<hgroup>
<h1>${showZone(zone)}</h1>
${about.length === 0 ? '' : html`<p>${joinValues(about, ' · ')}</p>`}
</hgroup>
${isEmpty ? renderEmptyList('No NPCs are known here yet. Yours could be the first report.', base) : ''}${npcs.total > NPCS_WITHOUT_FORM || level !== null ? levelForm(`${base}${ZONE_FOLDER}${zone.mapId}`, level, 'Creatures', html`<a href="${base}${toNpcsPath(zone.mapId, { level })}">Find by name</a>`) : ''}${
  level === null || creatures.total > 0 ? '' : html`<p>No creature near level ${level} is known here yet.</p>\n`
}${listPanels(page, map, level, base)}${renderMapSize(page)}`,
  };
}

function formatLevels({ min, max }: Levels): string {
  return `${min === max ? 'Level' : 'Levels'} ${formatRange(min, max)}`;
}

/** Renders the size of the map, and how many players confirmed its name, as a folded list. */
function renderMapSize({ bounds, nameInstalls }: ZonePage): unknown {
  const [left, right, top, bottom] = bounds?.value ?? [0, 0, 0, 0];
  const yards = (from: number, to: number): string => Math.round(Math.abs(to - from)).toLocaleString('en-GB');
  const facts: readonly SheetFact[] = [
    { term: 'Size', value: bounds && `${yards(left, right)} × ${yards(top, bottom)} yd` },
    ...(nameInstalls === null ? [] : [{ term: 'Name confirmed by', value: formatQuantity(nameInstalls, 'player') }]),
  ];
  return html`<details class="figures"><summary>About this map</summary>
${renderFacts(facts)}</details>
`;
}

function describeZone(title: string, { levels, above }: ZonePage): string {
  const about = [title, levels && formatLevels(levels).toLowerCase(), above && `part of ${formatZoneName(above)}`];
  return `${about.filter((one) => one !== null).join(', ')}: its map, creatures, people and quests.`;
}

/** Roles of pins, by the index of their symbol. An NPC with several roles has the last, which fewest have. */
const OBJECT_ROLE = SHOWN_ERRANDS.length;
const CREATURE_ROLE = OBJECT_ROLE + 1;
const PIN_ROLES: Readonly<Record<number, string>> = {
  ...SHOWN_ERRANDS.map((errand: Errand) => ERRAND_HEADINGS[errand]),
  [OBJECT_ROLE]: 'Chests, herbs and ores',
  [CREATURE_ROLE]: 'Creatures',
};

/** Maximum number of pins of each role, and of one NPC or object. */
const MAP_PINS_MAX = 50;
const PINS_PER_ENTITY = 8;

/** Renders the map of a zone with everything that has a location, or an empty string if nothing has. */
function renderZoneMap(title: string, { zone, npcs, people, creatures, objects }: ZonePage, base: string): unknown {
  const things = objects.rows.toSorted((a, b) => b.pins.length - a.pins.length || a.object.id - b.object.id);
  const found = [
    ...npcs.rows.map((npc) => listNpcPins(npc, base)),
    ...things.map((object) => listObjectPins(object, base)),
  ];
  // The first pins of all NPCs of a role come first, so that few NPCs with many pins do not push out the others.
  const byRole = groupBy(interleaveLists(found), ({ role }) => role);
  const pins = [...byRole]
    .sort(([a], [b]) => a - b)
    .flatMap(([role, ofRole]) => (role === OBJECT_ROLE ? ofRole : clusterPins(ofRole)).slice(0, MAP_PINS_MAX));
  if (pins.length === 0) return '';
  const totals = [...SHOWN_ERRANDS.map((errand) => people[errand].total), objects.total, creatures.total];
  return renderPinMap({ mapId: zone.mapId, title: `Map of ${title}`, pins, roles: PIN_ROLES, totals, base });
}

type RolePin = MapPin & { readonly role: number };

/** Pins of a role that are closer than this, in percent of the map, are one pin with their number. */
const CLUSTER_DISTANCE = 2;

/** Merges each pin into the first of its role that is close to it. */
function clusterPins(pins: readonly RolePin[]): readonly RolePin[] {
  const clusters: (readonly [RolePin, ...RolePin[]])[] = [];
  for (const pin of pins) {
    const at = clusters.findIndex(([first]) => Math.hypot(first.x - pin.x, first.y - pin.y) < CLUSTER_DISTANCE);
    if (at === -1) clusters.push([pin]);
    else clusters[at] = [...clusters[at]!, pin];
  }
  return clusters.map(([first, ...others]) => {
    const names = [...new Set(others.map(({ label }) => label))].filter((label) => label !== first.label);
    const beside = names.length === 0 ? [] : [`${1 + names.length} here, also ${joinFirstTexts(names, 4)}`];
    return { ...first, count: 1 + names.length, details: [...(first.details ?? []), ...beside] };
  });
}

function listNpcPins({ npc, levels, roles, pins }: ZoneNpc, base: string): readonly RolePin[] {
  const errand = SHOWN_ERRANDS.findLastIndex((one) => hasErrand(roles, one));
  return pins.slice(0, PINS_PER_ENTITY).map(({ x, y }) => ({
    x,
    y,
    role: errand === -1 ? CREATURE_ROLE : errand,
    label: npc.name ?? formatLabel('npc', npc.id),
    details: [
      errand === -1 ? 'Creature' : ERRAND_HEADINGS[SHOWN_ERRANDS[errand]!].slice(0, -1),
      ...(levels === null ? [] : [`Level ${formatRange(levels.min, levels.max)}`]),
    ],
    href: `${base}${toEntityPath('npc', npc.id)}`,
  }));
}

function listObjectPins({ object, pins }: ZoneObject, base: string): readonly RolePin[] {
  return pins.slice(0, PINS_PER_ENTITY).map(({ x, y }) => ({
    x,
    y,
    role: OBJECT_ROLE,
    label: object.name ?? formatLabel('object', object.id),
    href: `${base}${toEntityPath('object', object.id)}`,
  }));
}
