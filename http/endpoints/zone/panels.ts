import { formatRange } from '../../../domain/cards/words.ts';
import type { Pin } from '../../../domain/families/pins.ts';
import { type Errand, ROLES_BY_ERRAND, type ZoneNpc } from '../../../domain/reads/entities/zone.ts';
import type { ZonePage } from '../../../domain/tools/pages/zone_page.ts';
import { appendFewLooters, formatShortRate } from '../../../domain/values/estimates/describe_rate.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import { renderCoordinates } from '../../pages/maps/zone_map.ts';
import { formatLabel, linkEntity, type NamedEntity, renderName } from '../../pages/parts/entity_link.ts';
import { showRoles } from '../../pages/parts/roles.ts';
import { ERRAND_HEADINGS, SHOWN_ERRANDS, toNpcsPath, toQuestsPath } from '../../pages/parts/zone_lists.ts';

/** Number of rows that a panel shows at once. Further rows are folded. */
const SHOWN_ROWS_MAX = 8;

interface ZonePanel {
  readonly id: string;
  readonly heading: string;
  readonly rows: readonly unknown[];
  readonly total: number;
  /** False if there may be more rows than `total`. */
  readonly isWhole?: boolean;
  /** Path of the page with all rows. */
  readonly rest: string;
  readonly restWords: string;
}

/** Number of rows in the panels beside the map, which then are about as high as the map. */
const PANEL_ROWS_MAX = 10;

/**
 * Renders what players find in a zone as panels: quests, people, creatures and objects. The first panels are beside the
 * map, if there is a map.
 */
export function listPanels(page: ZonePage, map: unknown, level: number | null, base: string): unknown {
  const creatures = buildCreaturePanel(page, level, base);
  const panels = [
    level === null ? null : creatures,
    buildQuestPanel(page, base),
    ...SHOWN_ERRANDS.map((errand) => buildPeoplePanel(errand, page, base)),
    level === null ? creatures : null,
    buildObjectPanel(page, base),
    buildFishingPanel(page, base),
  ].filter((panel) => panel !== null);
  if (panels.length === 0) return '';
  const beside = map === '' ? 0 : countSidePanels(panels);
  const render = (some: readonly ZonePanel[]) => some.map((panel) => renderPanel(panel, base));
  const top = html`<div class="zone-top">\n${map}<div>\n${render(panels.slice(0, beside))}</div>\n</div>\n`;
  const below = panels.slice(beside);
  return html`${map === '' ? NO_MAP : top}${below.length === 0 ? '' : html`<div class="panels">\n${render(below)}</div>\n`}`;
}

/** Returns the number of panels that fit beside the map, at least one. */
function countSidePanels(panels: readonly ZonePanel[]): number {
  let rows = 0;
  const over = panels.findIndex((panel, at) => {
    rows += Math.min(SHOWN_ROWS_MAX, panel.rows.length) + (at === 0 ? 0 : 1);
    return rows > PANEL_ROWS_MAX;
  });
  return over === -1 ? panels.length : Math.max(1, over);
}

const NO_MAP = html`<p>No location on this map is public yet.</p>\n`;

function renderPanel({ id, heading, rows, total, isWhole = true, rest, restWords }: ZonePanel, base: string): unknown {
  const count = `${isWhole ? '' : 'at least '}${total.toLocaleString('en-GB')}`;
  const folded = rows.slice(SHOWN_ROWS_MAX);
  const more = total > rows.length || !isWhole;
  return html`<section id="${id}" class="panel">
<h2>${heading} <small class="quiet">${count}</small></h2>
<ul class="found">
${rows.slice(0, SHOWN_ROWS_MAX)}</ul>
${folded.length === 0 ? '' : html`<details><summary>${folded.length.toLocaleString('en-GB')} more</summary>\n<ul class="found">\n${folded}</ul></details>\n`}${more ? html`<p><a href="${base}${rest}">${restWords}</a></p>\n` : ''}</section>
`;
}

/** A line of a panel: who or what, a note below, and the coordinates at the right. */
function renderPanelLine(shown: unknown, note: unknown, where: unknown): unknown {
  return html`<li><span>${shown}</span>${where}${note === '' ? '' : html`<small class="quiet note">${note}</small>`}</li>\n`;
}

/** Renders the location that most players reported, or nothing if none is public. */
function renderWhere({ id, kind, name }: NamedEntity, [pin]: readonly Pin[], mapId: number): unknown {
  return pin === undefined ? '' : renderCoordinates(mapId, { ...pin, label: name ?? formatLabel(kind, id) });
}

function buildQuestPanel({ zone, quests: { rows, total, isWhole } }: ZonePage, base: string): ZonePanel | null {
  if (rows.length === 0) return null;
  return {
    id: 'quests',
    heading: 'Quests',
    rows: rows.map(({ id, name, level, giver }) =>
      renderPanelLine(
        linkEntity({ kind: 'quest', id, name: name?.value ?? null, locale: name?.locale }, base),
        giver === null ? '' : html`from ${linkEntity(giver, base)}`,
        level === null ? '' : html`<span class="level">level ${level}</span>`,
      ),
    ),
    total,
    isWhole,
    rest: toQuestsPath(zone.mapId),
    restWords: 'All quests given here',
  };
}

function buildPeoplePanel(errand: Errand, { zone, people }: ZonePage, base: string): ZonePanel | null {
  const { rows, total } = people[errand];
  const heading = ERRAND_HEADINGS[errand];
  if (total === 0) return null;
  return {
    id: errand,
    heading,
    rows: rows.map((npc) =>
      renderPanelLine(linkEntity(npc.npc, base), renderRoles(npc, errand), renderWhere(npc.npc, npc.pins, zone.mapId)),
    ),
    total,
    rest: toNpcsPath(zone.mapId, { who: errand }),
    restWords: `All ${heading.toLowerCase()} seen here`,
  };
}

/** Renders the roles that the panel's heading does not say, and the profession of a trainer. */
function renderRoles({ roles, trains }: ZoneNpc, errand: Errand): unknown {
  const others = roles.filter((role) => role === 'trains' || !ROLES_BY_ERRAND[errand].some((own) => own === role));
  if (errand === 'trainers' && trains === null && others.length === 1) return '';
  return others.length === 0 ? '' : showRoles(others, trains === null ? null : renderName(trains));
}

function buildCreaturePanel(
  { zone, npcs, creatures: { rows, total } }: ZonePage,
  level: number | null,
  base: string,
): ZonePanel | null {
  if (total === 0) return null;
  return {
    id: 'creatures',
    heading: level === null ? 'Creatures' : `Creatures near level ${level}`,
    rows: rows.map((npc) =>
      renderPanelLine(linkEntity(npc.npc, base), renderNote(npc, base), renderWhere(npc.npc, npc.pins, zone.mapId)),
    ),
    total,
    rest: toNpcsPath(zone.mapId, { level }),
    restWords: level === null ? `All ${formatQuantity(npcs.total, 'NPC')} seen here` : 'All of them',
  };
}

/** Renders the level and the surest drop of a creature, as far as they are known. */
function renderNote({ levels, bestDrop }: ZoneNpc, base: string): unknown {
  const level = levels === null ? '' : `level ${formatRange(levels.min, levels.max)}`;
  if (bestDrop === null) return level;
  const drop = html`drops ${linkEntity(bestDrop.item, base)}, ${appendFewLooters(formatShortRate(bestDrop), bestDrop)}`;
  return level === '' ? drop : html`${level} · ${drop}`;
}

function buildFishingPanel({ zone, fishing: { rows, total } }: ZonePage, base: string): ZonePanel | null {
  if (total === 0) return null;
  return {
    id: 'fishing',
    heading: 'Fishing',
    rows: rows.map((row) =>
      renderPanelLine(linkEntity(row.item, base), appendFewLooters(formatShortRate(row), row), ''),
    ),
    total,
    rest: `/api/rollups/gathering?map=${zone.mapId}`,
    restWords: 'All that was fished here as data',
  };
}

function buildObjectPanel({ zone, objects: { rows, total } }: ZonePage, base: string): ZonePanel | null {
  if (rows.length === 0) return null;
  return {
    id: 'objects',
    heading: 'Chests, herbs and ores',
    rows: rows
      .toSorted((a, b) => b.pins.length - a.pins.length || b.installs - a.installs)
      .map(({ object, pins }) => {
        const note = pins.length > 1 ? formatQuantity(pins.length, 'location') : '';
        return renderPanelLine(linkEntity(object, base), note, renderWhere(object, pins, zone.mapId));
      }),
    total,
    rest: `/api/edges?from_kind=object&to_kind=zone&to_id=${zone.mapId}`,
    restWords: 'All objects looted here as data',
  };
}
