import type { world_map_near as contract } from '../../../schema/tools/browsing.ts';
import type { ToolAnswer, ToolArguments } from '../../../schema/tools/tool.ts';
import type { NpcRole } from '../../../schema/vocabulary.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { compareStrings } from '../../families/counting/order.ts';
import type { MapBounds } from '../../families/maps.ts';
import { families } from '../../families/mod.ts';
import type { Pin } from '../../families/pins.ts';
import type { PinnedEntity, PinSearch } from '../../ports/facts.ts';
import { PIN_FAMILIES } from '../../reads/entities/places.ts';
import { readEntity, toLabel } from '../../reads/entities/snapshot_data.ts';
import { formatQuantity, joinWithAnd } from '../../values/phrases.ts';
import { answerPage, renderPage, renderRowsWithRest } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';

type MapPage = NonNullable<ToolAnswer<typeof contract>['page']>;

/** Finds NPCs and objects near a point on a map, nearest first (contract, section 6). */
export const world_map_near: ContractRule<typeof contract> = {
  answer: (context, { mapId, x, y, radius, limit, role }) =>
    answerPage(context, async (snapshot) => {
      const [map, fact] = await Promise.all([
        readEntity(snapshot, 'zone', mapId),
        snapshot.fact(families.maps, `${mapId}`),
      ]);
      const bounds = fact?.bounds ?? null;
      const around = { x, y, radius, role: role ?? null, yards: computeMapYards(bounds) };
      const { entities, total, onMap: pinsOnMap } = await snapshot.pinsNear(mapId, around, limit);
      if (pinsOnMap === 0) return { none: `No place on ${toLabel(map)} is public.` };
      const idsOf = (of: PinnedEntity['kind']) => entities.flatMap(({ kind, id }) => (kind === of ? [id] : []));
      const factsOf = (kind: PinnedEntity['kind']) =>
        snapshot.factsAmong(
          PIN_FAMILIES[kind],
          idsOf(kind).map((id) => `${mapId}:${id}`),
        );
      const [npcs, objects, roles] = await Promise.all([
        factsOf('npc'),
        factsOf('object'),
        snapshot.rolesAmong(idsOf('npc')),
      ]);
      const near = [...listNearPins('npc', npcs, around), ...listNearPins('object', objects, around)].sort(
        compareDistances,
      );
      const pins = near.slice(0, limit).map(async ({ kind, id, pin, percent, yards }) => {
        const entity = await readEntity(snapshot, kind, id);
        const distanceYards = yards === null ? null : Math.round(yards * 10) / 10;
        const distance = Math.round(percent * 100) / 100;
        const stands = { x: pin.x, y: pin.y, distance, distanceYards, installs: pin.installs };
        return { ...entity, roles: (kind === 'npc' && roles.get(id)) || [], ...stands };
      });
      return { page: { map, bounds: readMapBounds(bounds), pinsOnMap, total, pins: await Promise.all(pins) } };
    }),
  text: (answer, args) => renderPage(answer, (page) => renderNearPins(page, args)),
};

interface MapPoint {
  readonly x: number;
  readonly y: number;
}

interface NearPin extends PinnedEntity {
  readonly pin: Pin;
  /** The unrounded distance in percent. `yards` is null if the map's size is unknown. */
  readonly percent: number;
  readonly yards: number | null;
}

function listNearPins(
  kind: PinnedEntity['kind'],
  facts: ReadonlyMap<string, { readonly pins: readonly Pin[] }>,
  { x, y, radius, yards: size }: MapPoint & Pick<PinSearch, 'radius' | 'yards'>,
): readonly NearPin[] {
  const near: NearPin[] = [];
  for (const [subject, { pins }] of facts) {
    // The subject is `<map id>:<id>`.
    const id = Number(subject.slice(subject.indexOf(':') + 1));
    for (const pin of pins) {
      const [dx, dy] = [subtractHundredths(pin.x, x), subtractHundredths(pin.y, y)];
      const percent = subtractHundredths(computeDistance(dx, dy, [1, 1]), 0);
      const yards = size === null ? null : computeDistance(dx, dy, size) / 100;
      if (percent <= radius) near.push({ kind, id, pin, percent, yards });
    }
  }
  return near;
}

function compareDistances(a: NearPin, b: NearPin): number {
  const far = ({ yards, percent }: NearPin): number => yards ?? percent;
  return far(a) - far(b) || compareStrings(a.kind, b.kind) || a.id - b.id || a.pin.y - b.pin.y || a.pin.x - b.pin.x;
}

/** Returns the difference, rounded to remove floating-point noise, so that equal distances compare as equal. */
function subtractHundredths(one: number, other: number): number {
  return Math.round((one - other) * 1e6) / 1e6;
}

function computeDistance(dx: number, dy: number, [width, height]: readonly [number, number]): number {
  return Math.sqrt(dx * dx * (width * width) + dy * dy * (height * height));
}

/** Returns the width and height of a map in yards, or null if its bounds are unknown. */
function computeMapYards(bounds: AgreedValue<MapBounds> | null): PinSearch['yards'] {
  if (bounds === null) return null;
  const [left, right, top, bottom] = bounds.value;
  return [right - left, bottom - top];
}

function readMapBounds(bounds: AgreedValue<MapBounds> | null): MapPage['bounds'] {
  if (bounds === null) return null;
  const [left, right, top, bottom] = bounds.value;
  return { value: { left, right, top, bottom }, installs: bounds.installs };
}

function renderNearPins(
  { map, pinsOnMap, total, pins }: MapPage,
  { x, y, radius, role }: ToolArguments<typeof contract>,
): readonly string[] {
  const where = `within ${radius}% of ${x}, ${y} on ${toLabel(map)}`;
  const onMap = `on the whole map there ${pinsOnMap === 1 ? 'is' : 'are'} ${formatQuantity(pinsOnMap, 'place')} of NPCs and objects`;
  const one = role === undefined ? 'NPC or object' : `NPC that ${ROLE_VERBS[role]}`;
  if (total === 0) return [`No ${one} is known ${where}; ${onMap}.`];
  return [
    `${formatQuantity(total, 'place')} of NPCs${role === undefined ? ' and objects' : ` that ${ROLE_VERBS_PLURAL[role]}`} ${where}, nearest first; ${onMap}.`,
    ...renderRowsWithRest(pins, total, formatPin),
  ];
}

function formatPin({ distance, distanceYards, x, y, installs, roles, ...entity }: MapPage['pins'][number]): string {
  const far = distanceYards === null ? `${distance}% of the map` : formatQuantity(distanceYards, 'yard');
  return `- ${toLabel(entity)} at ${x}, ${y}, ${far} away${formatRoles(roles)} (${installs} installs)`;
}

const ROLE_VERBS: Readonly<Record<NpcRole, string>> = {
  gives: 'gives quests',
  ends: 'ends quests',
  sells: 'sells goods',
  trains: 'trains',
};

const ROLE_VERBS_PLURAL: typeof ROLE_VERBS = {
  gives: 'give quests',
  ends: 'end quests',
  sells: 'sell goods',
  trains: 'train',
};

/** Renders `, who gives and ends quests and trains`. */
function formatRoles(roles: readonly NpcRole[]): string {
  const both = roles.includes('gives') && roles.includes('ends');
  const told = both ? roles.filter((role) => role !== 'gives') : roles;
  const does = told.map((role) => (both && role === 'ends' ? 'gives and ends quests' : ROLE_VERBS[role]));
  return does.length === 0 ? '' : `, who ${joinWithAnd(does)}`;
}
