import { type ToolView, viewOf } from '../tool_view.ts';
import { spread, subjectsOf, type ToolCheck } from '../tools.ts';
import { NEVER_SEEN } from './pages.ts';

/** Checks the pins near a point against the count. */
export const checkNear: ToolCheck = async (ground) => near(await viewOf(ground));

interface CountedPin {
  readonly x: number;
  readonly y: number;
  readonly installs: number;
}

interface Near {
  readonly mapId: number;
  readonly x: number;
  readonly y: number;
  readonly radius?: number;
  readonly limit?: number;
  readonly role?: (typeof ROLES)[number];
}

const ROLES = ['gives', 'ends', 'sells', 'trains'] as const;

async function near(view: ToolView): Promise<number> {
  const { ground, expect, settle } = view;
  const maps = new Set(subjectsOf(ground, 'pins').map((subject) => Number(subject.split(':')[0])));
  const bounded = subjectsOf(ground, 'maps').map(Number);
  const sighted = ground.kept.flatMap(({ record }) => (record.kind === 'npc_sighting' ? [record.mapId] : []));
  const hidden = [...new Set(sighted)].filter((mapId) => mapId > 0 && !maps.has(mapId));
  const silent = [...spread(hidden, 6), ...spread(bounded, 3), NEVER_SEEN].map((mapId) => ({ mapId, x: 50, y: 50 }));
  const asked = [...spread([...maps], 24).flatMap((mapId, i) => pointsOf(view, mapId, i)), ...silent];
  for (const point of asked) {
    const reply = await ground.ask('world_map_near', { ...point });
    expect(Object.values(point).join(' '), reply, nearPage(view, point, reply.answer.page?.pins ?? []));
  }
  return await settle('world_map_near');
}

/** Returns points on a pin, exactly the radius away from it, and anywhere, with each option. */
function pointsOf(view: ToolView, mapId: number, i: number): readonly Near[] {
  const { x, y } = pinsOn(view, mapId)[0]!.pin;
  const beside = inHundredths(x > 50 ? x - 5 : x + 5) / 100;
  const points: readonly Near[] = [
    { mapId, x, y },
    { mapId, x: beside, y },
    { mapId, x, y, radius: 0 },
    { mapId, x: 50, y: 50, radius: 142, limit: 200 },
    { mapId, x: 12.34, y: 98.7, radius: 60.5, limit: 2 },
    { mapId, x, y, radius: 100, limit: 3, role: ROLES[i % 4]! },
    { mapId, x: 50, y: 50, radius: 142, limit: 200, role: ROLES[(i + 1) % 4]! },
  ];
  // Uses all points on every fourth map, and two in turn on the others.
  return i % 4 === 0 ? points : [points[i % 7]!, points[(i + 2) % 7]!];
}

function pinsOn({ within }: ToolView, mapId: number) {
  return within('pins', `${mapId}:`).flatMap(([npcId, body]) =>
    (body['pins'] as readonly CountedPin[]).map((pin) => ({ npcId: Number(npcId), pin })),
  );
}

/** Converts to hundredths. Pins and points have at most two decimals, so squared distances are integers. */
function inHundredths(percent: number): number {
  return Math.round(percent * 100);
}

function inTenths(yards: number): bigint {
  return BigInt(Math.round(yards * 10));
}

/** Returns the roles of an NPC: agreed quests, observed goods, and public lessons. */
function rolesOf(view: ToolView, npcId: number): readonly string[] {
  const { ground, member, edges, within } = view;
  const quests = (role: string): boolean =>
    subjectsOf(ground, 'quests').some((questId) => member('quests', questId, role)?.value === npcId);
  const does: Readonly<Record<(typeof ROLES)[number], boolean>> = {
    gives: quests('giver'),
    ends: quests('turnIn'),
    sells: edges.some(({ rel, toId }) => rel === 'sold_by' && toId === npcId),
    trains: within('trainer_services', `${npcId}:`).length > 0,
  };
  return ROLES.filter((role) => does[role]);
}

function nearPage(view: ToolView, { mapId, x, y, radius = 5, limit = 20, role }: Near, served: readonly Distant[]) {
  const pins = pinsOn(view, mapId);
  if (pins.length === 0) return null;
  const bounds = view.member('maps', mapId, 'bounds');
  const edges = (bounds?.value ?? null) as readonly [number, number, number, number] | null;
  const [left, right, top, bottom] = edges ?? [];
  // Bounds have one decimal, so squared distances in tenths of a yard are integers too.
  const [width, height] = edges === null ? [1n, 1n] : [inTenths(right! - left!), inTenths(bottom! - top!)];
  const within = pins
    .map(({ npcId, pin }) => {
      const [dx, dy] = [inHundredths(pin.x) - inHundredths(x), inHundredths(pin.y) - inHundredths(y)];
      const far = (BigInt(dx) * width) ** 2n + (BigInt(dy) * height) ** 2n;
      return { npcId, pin, dx, dy, far, squared: dx * dx + dy * dy };
    })
    .filter(({ squared }) => squared <= inHundredths(radius) ** 2)
    .filter(({ npcId }) => role === undefined || rolesOf(view, npcId).includes(role))
    .sort(
      (a, b) =>
        (a.far < b.far ? -1 : a.far > b.far ? 1 : 0) || a.npcId - b.npcId || a.pin.y - b.pin.y || a.pin.x - b.pin.x,
    );
  const rows = within.slice(0, limit).map(({ npcId, pin, dx, dy, squared }, i) => ({
    ...view.entity('npc', npcId),
    roles: rolesOf(view, npcId),
    ...pin,
    distance: Math.round(Math.sqrt(squared)) / 100,
    distanceYards: edges === null ? null : yardsOf(dx, dy, edges, served[i]?.distanceYards ?? null),
  }));
  const value = { left, right, top, bottom };
  return {
    page: {
      map: view.entity('zone', mapId),
      bounds: bounds === null ? null : { value, installs: bounds.installs },
      pinsOnMap: pins.length,
      total: within.length,
      pins: rows,
    },
  };
}

interface Distant {
  readonly distanceYards: number | null;
}

/** Returns yards with one decimal. If the second decimal is exactly 5, both ways of rounding are accepted. */
function yardsOf(
  dx: number,
  dy: number,
  [left, right, top, bottom]: readonly [number, number, number, number],
  served: number | null,
): number {
  const yards = Math.hypot((dx * (right - left)) / 10_000, (dy * (bottom - top)) / 10_000);
  const isNear = served !== null && Math.abs(served - yards) < 0.050_001 && served === Number(served.toFixed(1));
  return isNear ? served : Number(yards.toFixed(1));
}
