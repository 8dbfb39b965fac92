import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, axeWorld, fact, HOSTILE } from './pages_world.ts';
import { createToolWorld } from './support.ts';

const BASE = 'https://example.test';

test('before the first upload the answer says so', async () => {
  const { answer } = await createToolWorld().ask('world_map_near', 'mapId=12&x=1&y=2');
  assert.deepEqual([answer.connected, answer.page], [false, undefined]);
});

test('a map without public locations has a reason instead of a page', async () => {
  const { answer } = await (await axeWorld()).ask('world_map_near', 'mapId=13&x=1&y=2');
  assert.deepEqual([answer.connected, answer.page], [true, undefined]);
  assert.match(answer.reason, /No place on zone 13 is public/);
});

test('pins are sorted by distance, in percent and, with agreed bounds, in yards', async () => {
  // The map is 2,000 yards wide and 1,000 high, so 1% is 20 yards across and 10 yards down.
  const { answer, text } = await (await axeWorld()).ask('world_map_near', 'mapId=12&x=40.5&y=60.25');
  assert.deepEqual(answer.page, {
    map: { kind: 'zone', id: 12, name: 'Elwynn', url: null },
    bounds: { value: { left: 1_000, right: 3_000, top: 500, bottom: 1_500 }, installs: 4 },
    pinsOnMap: 3,
    total: 3,
    pins: [
      {
        kind: 'npc',
        id: 60,
        name: 'Wolf',
        url: `${BASE}/npc/60`,
        roles: ['ends'],
        x: 40.5,
        y: 60.25,
        distance: 0,
        distanceYards: 0,
        installs: 5,
      },
      {
        kind: 'npc',
        id: 60,
        name: 'Wolf',
        url: `${BASE}/npc/60`,
        roles: ['ends'],
        x: 41,
        y: 60,
        // √(0.5² + 0.25²) and √(10² + 2.5²)
        distance: 0.56,
        distanceYards: 10.3,
        installs: 3,
      },
      {
        kind: 'npc',
        id: 70,
        name: 'Innkeeper',
        url: `${BASE}/npc/70`,
        x: 43.5,
        y: 64.25,
        roles: ['gives', 'sells', 'trains'],
        // 3% and 4% are 60 and 40 yards.
        distance: 5,
        distanceYards: 72.1,
        installs: 3,
      },
    ],
  });
  assert.deepEqual(text.split('\n').slice(0, -2), [
    '3 places of NPCs and objects within 5% of 40.5, 60.25 on "Elwynn" (zone 12), nearest first; on the whole map there are 3 places of NPCs and objects.',
    '- "Wolf" (npc 60) at 40.5, 60.25, 0 yards away, who ends quests (5 installs)',
    '- "Wolf" (npc 60) at 41, 60, 10.3 yards away, who ends quests (3 installs)',
    '- "Innkeeper" (npc 70) at 43.5, 64.25, 72.1 yards away, who gives quests, sells goods and trains (3 installs)',
  ]);
});

test('radius and limit cut the list, and the total counts all pins within the radius', async () => {
  const world = await axeWorld();
  const near = async (query: string) =>
    (await world.ask('world_map_near', `mapId=12&x=40.5&y=60.25&${query}`)).answer.page;
  const ids = (page: { pins: { id: number }[] }) => page.pins.map(({ id }) => id);
  assert.deepEqual(ids(await near('radius=4.99')), [60, 60]);
  assert.deepEqual(ids(await near('radius=5')), [60, 60, 70]);
  const one = await near('limit=1');
  assert.deepEqual([one.total, ids(one)], [3, [60]]);
  const none = await near('radius=0');
  assert.deepEqual([none.total, none.pinsOnMap], [1, 3]);
});

test('a role selects NPCs that have it, however many others are nearer', async () => {
  const world = await axeWorld();
  const near = (query: string) => world.ask('world_map_near', `mapId=12&x=40.5&y=60.25&limit=1&${query}`);
  const rows: readonly (readonly [role: string, total: number, npcId: number | undefined])[] = [
    ['gives', 1, 70],
    ['ends', 2, 60],
    ['sells', 1, 70],
    ['trains', 1, 70],
  ];
  for (const [role, total, npcId] of rows) {
    const { page } = (await near(`role=${role}`)).answer;
    assert.deepEqual([page.total, page.pins[0]?.id, page.pinsOnMap], [total, npcId, 3], role);
  }
  const { answer, text } = await near('role=trains&radius=1');
  assert.deepEqual([answer.page.total, answer.page.pins], [0, []]);
  assert.match(text, /^No NPC that trains is known within 1% of 40\.5, 60\.25 on "Elwynn" \(zone 12\); on the whole/);
  assert.match((await near('role=gives')).text, /^1 place of NPCs that give quests within 5%/);
});

test('a role disappears when its fact is withdrawn', async () => {
  const world = await axeWorld();
  const gone = ['quests 1', 'trainer_services 70:spell:900', 'trainer_services 70:name:Cooking'];
  const facts = gone.map((one) => {
    const [family = '', subject = ''] = one.split(' ');
    return { family, subject, body: null };
  });
  await world.write({ facts });
  const { page } = (await world.ask('world_map_near', 'mapId=12&x=43.5&y=64.25&limit=1')).answer;
  assert.deepEqual(page.pins[0].roles, ['sells']);
});

test('the nearest pin is the nearest in yards if bounds are known, and otherwise in percent', async () => {
  const world = createToolWorld();
  const at = (x: number, y: number) => ({ pins: [{ x, y, installs: 3 }] });
  // On a map twice as wide as high, 3% across is 60 yards and 4% down is 40 yards.
  await world.write({ facts: [fact('pins', '12:1', at(53, 50)), fact('pins', '12:2', at(50, 54))] });
  const nearest = async () => {
    const { page } = (await world.ask('world_map_near', 'mapId=12&x=50&y=50&limit=1')).answer;
    return page.pins.map((pin: never) => [pin['id'], pin['distance'], pin['distanceYards']]);
  };
  assert.deepEqual(await nearest(), [[1, 3, null]]);
  await world.write({ facts: [fact('maps', '12', { bounds: agreed([1_000, 3_000, 500, 1_500]) })] });
  assert.deepEqual(await nearest(), [[2, 4, 40]]);
  // World coordinates may decrease from left to right.
  await world.write({ facts: [fact('maps', '12', { bounds: agreed([3_000, 1_000, 1_500, 500]) })] });
  assert.deepEqual(await nearest(), [[2, 4, 40]]);
});

test('yards are unknown without agreed bounds, and equal distances are ordered by NPC, then from the top and the left', async () => {
  const world = createToolWorld();
  const pins = [
    [52, 50],
    [50, 52],
    [48, 50],
    [50, 48],
  ].map(([x, y]) => ({ x, y, installs: 3 }));
  await world.write({
    facts: [
      fact('pins', '12:100', { pins: pins.slice(0, 1) }),
      fact('pins', '12:9', { pins }),
      fact('pins', '120:9', { pins }),
      fact('npcs', '9', { name: agreed(HOSTILE) }),
    ],
  });
  const { answer, text } = await world.ask('world_map_near', 'mapId=12&x=50&y=50');
  assert.equal(answer.page.bounds, null);
  assert.equal(answer.page.pinsOnMap, 5);
  assert.deepEqual(
    answer.page.pins.map((pin: never) => [pin['id'], pin['x'], pin['y'], pin['distance'], pin['distanceYards']]),
    [
      [9, 50, 48, 2, null],
      [9, 48, 50, 2, null],
      [9, 52, 50, 2, null],
      [9, 50, 52, 2, null],
      [100, 52, 50, 2, null],
    ],
  );
  assert.ok(!text.replaceAll(JSON.stringify(HOSTILE), '').includes('SYSTEM'));
});

test('equal distances stay equal despite floating point, also at the edge of the radius', async () => {
  const world = createToolWorld();
  const pins = [
    { x: 4.5, y: 95.1, installs: 3 },
    { x: 3.9, y: 94.5, installs: 3 },
  ];
  await world.facts(['pins', '12:60', { pins }]);
  const { total, pins: shown } = (await world.ask('world_map_near', 'mapId=12&x=4.5&y=94.5&radius=0.6')).answer.page;
  assert.equal(total, 2);
  assert.deepEqual(
    shown.map(({ x, distance }: { x: number; distance: number }) => [x, distance]),
    [
      [3.9, 0.6],
      [4.5, 0.6],
    ],
  );
});

test('the refusal of a wrong argument names it', async () => {
  const world = await axeWorld();
  const wrong: readonly (readonly [query: string, parameter: string])[] = [
    ['x=1&y=1', 'mapId'],
    ['mapId=0&x=1&y=1', 'mapId'],
    ['mapId=12&y=1', 'x'],
    ['mapId=12&x=1', 'y'],
    ['mapId=12&x=100.01&y=1', 'x'],
    ['mapId=12&x=1&y=-1', 'y'],
    ['mapId=12&x=1&y=1&radius=143', 'radius'],
    ['mapId=12&x=1&y=1&radius=5e1', 'radius'],
    ['mapId=12&x=1&y=1&limit=0', 'limit'],
    ['mapId=12&x=1&y=1&limit=201', 'limit'],
    ['mapId=12&x=1&y=1&role=vendor', 'role'],
  ];
  for (const [query, parameter] of wrong) {
    assert.equal((await world.refusal('world_map_near', query)).parameter, parameter, query);
  }
});
