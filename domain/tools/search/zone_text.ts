import { formatRange } from '../../cards/words.ts';
import type { CoverageCount } from '../../ports/coverage.ts';
import { formatPins, formatZone, type Zone } from '../../reads/entities/places.ts';
import { addDetails, nameEntity, toLabel } from '../../reads/entities/snapshot_data.ts';
import type { Errand, ZoneNpc, ZoneObject } from '../../reads/entities/zone.ts';
import { appendFewLooters, formatShortRate } from '../../values/estimates/describe_rate.ts';
import { readLocaleField } from '../../values/language.ts';
import { formatQuantity, joinWithAnd } from '../../values/phrases.ts';
import type { ListedQuest } from '../browse/quests.ts';
import { readNeighbours } from '../pages/neighbours.ts';
import { type ZonePage, zone_page } from '../pages/zone_page.ts';
import { renderCredit, renderTitledList } from '../shared/page.ts';
import type { PageTextReader } from './paged.ts';

/** Maximum numbers of lines, so that a text has at most about sixty. */
const MAX = { givers: 6, quests: 8, vendors: 5, trainers: 5, creatures: 11, objects: 5 } as const;

/** Renders a zone's page: the level of its creatures, who helps players there, its quests, creatures and objects. */
export const readZoneText: PageTextReader = async (context, { id }) => {
  const { snapshot, publisher } = context;
  const answer = await zone_page.answer(context, { mapId: id });
  if (!answer.ok || answer.value.page === undefined) return null;
  const { page } = answer.value;
  const { zone, creatures, objects, quests } = page;
  const [neighbours, pending] = await Promise.all([readNeighbours(snapshot, id), snapshot.coverage.counts(id)]);
  const lines = [
    renderHeadline(page),
    ...renderNeighbours(page, neighbours),
    ...renderZoneNpcs('Quest givers', page, 'quest-givers', MAX.givers),
    ...renderTitledList('Quests given here', quests.rows.map(formatQuest), MAX.quests, quests.total),
    ...renderZoneNpcs('Trainers', page, 'trainers', MAX.trainers),
    ...renderZoneNpcs('Vendors', page, 'vendors', MAX.vendors),
    ...renderTitledList(
      'Creatures and others, by level',
      creatures.rows.map(formatCreature),
      MAX.creatures,
      creatures.total,
    ),
    ...renderTitledList('Chests, herbs and other objects', objects.rows.map(formatObject), MAX.objects, objects.total),
    ...renderPending(pending, `${publisher.publicUrl}/coverage?zone=${id}`),
    `Ask world_map_near with mapId ${id} and a point for everything close to it. Its page: ${publisher.publicUrl}/zone/${id}`,
    ...renderCredit(answer.value),
  ];
  return { text: lines.join('\n'), name: zone.map ?? zone.mapInFiles, observed: zone.mapInFiles === null };
};

function renderHeadline({ zone, levels, npcs, objects, quests }: ZonePage): string {
  const known = [
    ...(npcs.total === 0 ? [] : [formatQuantity(npcs.total, 'NPC')]),
    ...(objects.total === 0 ? [] : [formatQuantity(objects.total, 'object')]),
    ...(quests.total === 0 ? [] : [`${quests.isWhole ? '' : 'at least '}${formatQuantity(quests.total, 'quest')}`]),
  ];
  const title = formatZoneTitle(zone);
  if (known.length === 0) return `${title}: no NPC, object or quest is known here yet.`;
  const fought = levels === null ? '' : `creatures of level ${formatRange(levels.min, levels.max)}; `;
  return `${title}: ${fought}${joinWithAnd(known)} known.`;
}

/** Names a zone, and says so if only the game's files name it. */
function formatZoneTitle({ mapId, map, mapLocale, mapInFiles }: Zone): string {
  const name = map ?? mapInFiles ?? undefined;
  const entity = nameEntity(
    'zone',
    mapId,
    name === undefined ? name : { value: name, ...readLocaleField({ locale: mapLocale }) },
  );
  return addDetails({ ...entity, url: null }, mapInFiles === null ? [] : ['name found in game files, unconfirmed']);
}

const SHOWN_NEIGHBOURS_MAX = 12;

function renderNeighbours({ above }: ZonePage, neighbours: readonly Zone[]): readonly string[] {
  const shown = neighbours.slice(0, SHOWN_NEIGHBOURS_MAX).map((zone) => `${formatZone(zone)} (zone ${zone.mapId})`);
  return [
    ...(above === null ? [] : [`Part of ${formatZone(above)} (zone ${above.mapId}).`]),
    ...(shown.length === 0 ? [] : [`Neighbours, by what the maps show: ${joinWithAnd(shown)}.`]),
  ];
}

function renderZoneNpcs(title: string, { people }: ZonePage, errand: Errand, max: number): readonly string[] {
  const { rows, total } = people[errand];
  const lines = rows.map((npc) => formatErrandNpc(npc, errand));
  return renderTitledList(title, lines, max, total);
}

/** Renders `"Tomas" (npc 1430) at 44.4, 66: trains "Cooking"`. */
function formatErrandNpc({ npc, pins, roles, trains }: ZoneNpc, errand: Errand): string {
  const note =
    errand === 'trainers' && trains !== null
      ? `: trains ${JSON.stringify(trains)}`
      : errand === 'quest-givers' && !roles.includes('gives')
        ? ': only ends quests'
        : '';
  return `${toLabel(npc)}${formatPins(pins, pins.length)}${note}`;
}

export function formatQuest({ id, name, level, giver }: ListedQuest): string {
  const quest = { ...nameEntity('quest', id, name), url: null };
  const from = giver === null ? 'giver unknown' : `from ${toLabel(giver)}`;
  return `${addDetails(quest, level === null ? [] : [`level ${level}`])}, ${from}`;
}

export function formatCreature({ npc, levels, reactions, pins, bestDrop: drop }: ZoneNpc): string {
  const details = [
    levels === null ? 'level unknown' : `level ${formatRange(levels.min, levels.max)}`,
    ...(reactions.length === 0 ? [] : [reactions.join(' or ')]),
  ];
  const loot = drop && `: drops ${toLabel(drop.item)}, ${appendFewLooters(formatShortRate(drop), drop)}`;
  return `${addDetails(npc, details)}${formatPins(pins, pins.length)}${loot ?? ''}`;
}

function formatObject({ object, pins }: ZoneObject): string {
  return `${toLabel(object)}${formatPins(pins, pins.length)}`;
}

/** Says how much about the zone is not public yet because only one or two players reported it. */
function renderPending(counts: readonly CoverageCount[], url: string): readonly string[] {
  const one = counts.reduce((sum, count) => sum + count.one, 0);
  const two = counts.reduce((sum, count) => sum + count.two, 0);
  if (one + two === 0) return [];
  const needs = [
    ...(one === 0 ? [] : [`${one} need one more report`]),
    ...(two === 0 ? [] : [`${two} need two more reports`]),
  ];
  return [
    `Not public yet: ${formatQuantity(one + two, 'thing')} that one or two players reported (${joinWithAnd(needs)}): ${url}`,
  ];
}
