import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { world_map_near as contract } from '../../../schema/tools/world_map_near.ts';
import type { Agreed } from '../../families/counting/agreed.ts';
import type { MapBounds } from '../../families/maps.ts';
import { families } from '../../families/mod.ts';
import type { Pin } from '../../families/pins.ts';
import type { FactBody } from '../../ports/facts.ts';
import { counted } from '../../values/phrases.ts';
import { ok, together } from '../../values/result.ts';
import { firstOf } from '../shared/first_of.ts';
import { answerPage, pageText } from '../shared/page.ts';
import { dataOf } from '../shared/read_once.ts';
import { called, entityOf } from '../shared/snapshot_data.ts';
import type { RuleOf } from '../tool.ts';

type Page = NonNullable<AnswerOf<typeof contract>['page']>;

/** NPCs that stand near a place, by the distance on the map (contract, section 6). */
export const world_map_near: RuleOf<typeof contract> = {
  answer: (ground, { mapId, x, y, radius, limit }) =>
    answerPage(ground, async (view) => {
      const data = dataOf(ground, view);
      const found = await together([
        entityOf(data, 'zone', mapId),
        data.reader.fact(view, families.maps, `${mapId}`),
        data.reader.pinsNear(view, mapId, { x, y, radius }, limit),
      ] as const);
      if (!found.ok) return found;
      const [map, fact, { npcIds, total, onMap: pinsOnMap }] = found.value;
      if (pinsOnMap === 0) return ok({ none: `No place on ${called(map)} is public.` });
      const facts = await data.reader.factsAmong(
        view,
        families.pins,
        npcIds.map((npcId) => `${mapId}:${npcId}`),
      );
      if (!facts.ok) return facts;
      const near = nearOf(facts.value, { x, y }, radius);
      const bounds = fact?.bounds ?? null;
      const pins = await firstOf(near, limit, async ({ npcId, exact, pin }) => {
        const npc = await entityOf(data, 'npc', npcId);
        if (!npc.ok) return npc;
        const distanceYards = yardsOf(pin.x - x, pin.y - y, bounds);
        const distance = Math.round(exact * 100) / 100;
        return ok({ ...npc.value, x: pin.x, y: pin.y, distance, distanceYards, installs: pin.installs });
      });
      if (!pins.ok) return pins;
      return ok({ page: { map, bounds: edgesOf(bounds), pinsOnMap, total, pins: pins.value.rows } });
    }),
  text: (answer, { x, y, radius }) =>
    pageText(answer, ({ map, pinsOnMap, total, pins }) => [
      `${counted(total, 'place')} of NPCs within ${radius}% of ${x}, ${y} on ${called(map)}, of ${pinsOnMap} on the whole map.`,
      ...pins.slice(0, TOLD).map(pinText),
      ...(total > TOLD ? [`and ${total - Math.min(TOLD, pins.length)} more.`] : []),
    ]),
};

const TOLD = 18;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface NearPin {
  readonly npcId: number;
  /** In percent of the map, unrounded. */
  readonly exact: number;
  readonly pin: Pin;
}

/** The pins within the radius, nearest first. */
const nearOf = (facts: ReadonlyMap<string, FactBody>, { x, y }: Point, radius: number): readonly NearPin[] => {
  const near: NearPin[] = [];
  for (const [subject, body] of facts) {
    // The subject is `<map id>:<NPC id>`.
    const npcId = Number(subject.slice(subject.indexOf(':') + 1));
    for (const pin of (body['pins'] ?? []) as readonly Pin[]) {
      const exact = Math.sqrt((pin.x - x) ** 2 + (pin.y - y) ** 2);
      if (exact <= radius) near.push({ npcId, exact, pin });
    }
  }
  return near.sort((a, b) => a.exact - b.exact || a.npcId - b.npcId || a.pin.y - b.pin.y || a.pin.x - b.pin.x);
};

/** How far two points of a map are apart in yards, by the width and height of the map. */
const yardsOf = (dx: number, dy: number, bounds: Agreed<MapBounds> | null): number | null => {
  if (bounds === null) return null;
  const [left, right, top, bottom] = bounds.value;
  const yards = Math.sqrt(((dx / 100) * (right - left)) ** 2 + ((dy / 100) * (bottom - top)) ** 2);
  return Math.round(yards * 10) / 10;
};

const edgesOf = (bounds: Agreed<MapBounds> | null): Page['bounds'] => {
  if (bounds === null) return null;
  const [left, right, top, bottom] = bounds.value;
  return { value: { left, right, top, bottom }, installs: bounds.installs };
};

const pinText = ({ distance, distanceYards, x, y, installs, ...npc }: Page['pins'][number]): string => {
  const yards = distanceYards === null ? '' : ` (${counted(distanceYards, 'yard')})`;
  return `- ${called(npc)} at ${x}, ${y}: ${distance}%${yards} away, ${installs} installs`;
};
