import { html } from 'hono/html';
import { rangeText } from '../../../domain/cards/words.ts';
import type { ZoneNpc, ZonePage, ZoneQuest } from '../../../domain/tools/pages/zone_page.ts';
import { allOf, counted } from '../../../domain/values/phrases.ts';
import type { NpcRole } from '../../../schema/vocabulary.ts';
import type { PageContent } from '../../pages/layout.ts';
import { type Whose, whoseOf } from '../../pages/observed.ts';
import { entityLink, nameOf, pathOf } from '../../pages/parts/entity_link.ts';
import { type Fact, FILES_MARK, factSheet } from '../../pages/parts/facts.ts';
import { UNKNOWN } from '../../pages/parts/money.ts';
import { section } from '../../pages/parts/section.ts';
import { type Cell, type Column, table } from '../../pages/parts/table.ts';
import { type MapPin, pinMap } from '../../pages/plots/mod.ts';

/** Places plotted at most: those of NPCs that do something for players first. */
const PINS_MAX = 100;

/** Quests listed. */
const QUESTS_MAX = 100;

/** What a zone's page shows. */
export const zoneContent = (page: ZonePage, whose: Whose, base: string): PageContent => {
  const { zone, npcs } = page;
  const title = zone.map ?? zone.mapInFiles ?? `Zone ${zone.mapId}`;
  return {
    title,
    description: descriptionOf(title, page),
    path: `/zone/${zone.mapId}`,
    data: `/api/tools/world_map_near?mapId=${zone.mapId}&x=50&y=50&radius=142&limit=200`,
    ...whoseOf(whose),
    main: html`<hgroup>
<h1>${headingOf(page)}</h1>
<p>Zone map ${zone.mapId}</p>
</hgroup>
${factSheet(factsOf(page, base))}
${npcs.total === 0 ? html`<p>Nobody is known to stand here yet. It fills as players upload whom they met and where.</p>` : mapOf(title, npcs.rows, base)}
${ROLES.map(({ id, heading, has }) => peopleOf({ id, heading, npcs: npcs.rows.filter(has) }, base))}
${questsOf(page, base)}
${everyone(page, base)}`,
  };
};

const headingOf = ({ zone }: ZonePage): unknown => {
  if (zone.map !== null) return nameOf(zone.map, zone.mapLocale);
  return zone.mapInFiles === null ? `Zone ${zone.mapId}` : html`${nameOf(zone.mapInFiles)} ${FILES_MARK}`;
};

const does =
  (...roles: readonly NpcRole[]) =>
  (npc: ZoneNpc): boolean =>
    npc.roles.some((role) => roles.includes(role));

/** What brings players to an NPC, in the order of the map's marks. */
const ROLES = [
  { id: 'quest-givers', heading: 'Quest givers', has: does('gives', 'ends') },
  { id: 'vendors', heading: 'Vendors', has: does('sells') },
  { id: 'trainers', heading: 'Trainers', has: does('trains') },
];

const descriptionOf = (title: string, { npcs, quests }: ZonePage): string => {
  const people = ROLES.map(({ heading, has }) => [npcs.rows.filter(has).length, heading.toLowerCase()] as const)
    .filter(([count]) => count > 0)
    .map(([count, many]) => counted(count, many.slice(0, -1), many));
  const told = [
    ...(npcs.total === 0 ? [] : [`${counted(npcs.total, 'creature')} seen`]),
    ...people,
    ...(quests.total === 0 ? [] : [`${counted(quests.total, 'quest')} given`]),
  ];
  return told.length === 0 ? `${title}: nobody is known to stand there yet.` : `${title}: ${allOf(told)}.`;
};

const factsOf = ({ nameInstalls, bounds, above, npcs, quests }: ZonePage, base: string): readonly Fact[] => {
  const [left, right, top, bottom] = bounds?.value ?? [0, 0, 0, 0];
  const yards = (from: number, to: number): string => Math.round(Math.abs(to - from)).toLocaleString('en-GB');
  return [
    { term: 'Yards across and down', value: bounds && `${yards(left, right)} × ${yards(top, bottom)}` },
    {
      term: 'Edges in the world',
      value: bounds && `${signed(left)} to ${signed(right)} across, ${signed(top)} to ${signed(bottom)} down`,
    },
    ...(above === null ? [] : [{ term: 'Part of', value: entityLink(above, base) }]),
    { term: 'Who was seen here', value: npcs.total === 0 ? null : counted(npcs.total, 'NPC') },
    { term: 'Quests given here', value: quests.total === 0 ? null : String(quests.total) },
    ...(nameInstalls === null ? [] : [{ term: 'Name agreed on by', value: counted(nameInstalls, 'install') }]),
  ];
};

/** A coordinate of the world with a minus sign as print has it. */
const signed = (yards: number): string => `${yards < 0 ? '−' : ''}${Math.abs(yards).toLocaleString('en-GB')}`;

const textOf = ({ npc }: ZoneNpc): string => npc.name ?? `NPC ${npc.id}`;

const mapOf = (title: string, npcs: readonly ZoneNpc[], base: string): unknown => {
  const marked = npcs.map((npc) => ({ npc, group: groupOf(npc) })).sort((a, b) => a.group - b.group);
  const pins = marked.flatMap(({ npc, group }) =>
    npc.pins.map(
      ({ x, y }): MapPin => ({ x, y, group, label: textOf(npc), href: `${base}${pathOf('npc', npc.npc.id)}` }),
    ),
  );
  const shown = pins.slice(0, PINS_MAX);
  if (shown.length === 0) return html`<p>No place on this map is public yet.</p>`;
  const names = [...ROLES.map(({ heading }) => heading), 'Others'];
  return section(
    'map',
    'Map',
    html`<p>In percent of the map, from its upper left corner${pins.length > shown.length ? `; ${shown.length} of ${counted(pins.length, 'place')}, those of people with something to offer first` : ''}.</p>
${pinMap({ title: `Where who stands in ${title}`, pins: shown, groups: names })}`,
  );
};

const groupOf = (npc: ZoneNpc): number => {
  const at = ROLES.findIndex(({ has }) => has(npc));
  return at === -1 ? ROLES.length : at;
};

interface People {
  readonly id: string;
  readonly heading: string;
  readonly npcs: readonly ZoneNpc[];
}

const peopleOf = ({ id, heading, npcs }: People, base: string): unknown => {
  if (npcs.length === 0) return '';
  const columns: readonly Column[] = [{ head: 'Name' }, { head: 'Stands at' }, { head: 'Does' }];
  const rows = npcs.map((npc) => [entityLink(npc.npc, base), placeOf(npc), rolesText(npc)]);
  return section(id, heading, table({ caption: `${heading} here`, columns, rows }));
};

/** The place that most installs saw, and how many others there are. */
const placeOf = ({ pins }: ZoneNpc): unknown => {
  const [first] = pins;
  if (first === undefined) return UNKNOWN;
  return `${first.x}, ${first.y}${pins.length > 1 ? ` and ${counted(pins.length - 1, 'other place')}` : ''}`;
};

const WORDS: Readonly<Record<NpcRole, string>> = {
  gives: 'gives quests',
  ends: 'ends quests',
  sells: 'sells',
  trains: 'trains',
};

const rolesText = ({ roles, trains }: ZoneNpc): unknown => {
  const both = roles.includes('gives') && roles.includes('ends');
  const told = both ? roles.filter((role) => role !== 'gives') : roles;
  return told.map((role, i) => {
    const word = both && role === 'ends' ? 'gives and ends quests' : WORDS[role];
    return [i === 0 ? '' : ', ', word, role === 'trains' && trains !== null ? [' ', nameOf(trains)] : ''];
  });
};

const questsOf = ({ quests }: ZonePage, base: string): unknown => {
  if (quests.rows.length === 0) return '';
  return section(
    'quests',
    'Quests given here',
    table({
      caption: 'Quests given here',
      columns: [{ head: 'Quest' }, { head: 'Level', as: 'number' }, { head: 'Given by' }],
      rows: quests.rows
        .slice(0, QUESTS_MAX)
        .map(({ quest, level, giver }: ZoneQuest) => [
          entityLink(quest, base),
          { shown: level ?? UNKNOWN, value: level },
          entityLink(giver, base),
        ]),
      total: quests.total,
    }),
  );
};

const everyone = ({ zone, npcs }: ZonePage, base: string): unknown => {
  if (npcs.rows.length === 0) return '';
  return section(
    'everyone',
    'Everyone seen here',
    table({
      caption: 'Everyone seen here',
      columns: [
        ...[{ head: 'Name' }, { head: 'Level', as: 'number' as const }, { head: 'Towards players' }],
        ...[{ head: 'Does' }, { head: 'Stands at' }, { head: 'Installs', as: 'number' as const }],
      ],
      rows: npcs.rows.map((npc) => rowOf(npc, base)),
      total: npcs.total,
      rest: `${base}/api/edges?to_kind=zone&to_id=${zone.mapId}&rel=located_in`,
    }),
  );
};

const rowOf = (npc: ZoneNpc, base: string): readonly Cell[] => [
  entityLink(npc.npc, base),
  {
    shown: npc.levels === null ? UNKNOWN : rangeText(npc.levels.min, npc.levels.max),
    value: npc.levels?.min ?? null,
  },
  npc.reactions.length === 0 ? UNKNOWN : npc.reactions.join(' or '),
  rolesText(npc),
  placeOf(npc),
  { shown: npc.installs, value: npc.installs },
];
