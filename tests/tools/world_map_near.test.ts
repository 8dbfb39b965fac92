import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, axeWorld, fact, HOSTILE } from './pages_world.ts';
import { createToolWorld } from './support.ts';

const BASE = 'https://example.test';

test('as long as no upload was taken in, the answer says so', async () => {
  const { answer } = await createToolWorld().ask('world_map_near', 'mapId=12&x=1&y=2');
  assert.deepEqual([answer.connected, answer.page], [false, undefined]);
});

test('a map without public places has no page, and a reason', async () => {
  const { answer } = await (await axeWorld()).ask('world_map_near', 'mapId=13&x=1&y=2');
  assert.deepEqual([answer.connected, answer.page], [true, undefined]);
  assert.match(answer.reason, /No place on zone 13 is public/);
});

test('pins stand nearest first, in percent and in yards by the agreed bounds', async () => {
  // The map is 2,000 yards wide and 1,000 high: 1% is 20 yards across and 10 down.
  const { answer, text } = await (await axeWorld()).ask('world_map_near', 'mapId=12&x=40.5&y=60.25');
  assert.deepEqual(answer.page, {
    map: { kind: 'zone', id: 12, name: 'Elwynn', url: null },
    bounds: { value: { left: 1_000, right: 3_000, top: 500, bottom: 1_500 }, installs: 4 },
    pinsOnMap: 3,
    total: 3,
    pins: [
      {
        ...{ kind: 'npc', id: 60, name: 'Wolf', url: `${BASE}/npc/60`, x: 40.5, y: 60.25 },
        ...{ distance: 0, distanceYards: 0, installs: 5 },
      },
      {
        ...{ kind: 'npc', id: 60, name: 'Wolf', url: `${BASE}/npc/60`, x: 41, y: 60 },
        // √(0.5² + 0.25²) and √(10² + 2.5²)
        ...{ distance: 0.56, distanceYards: 10.3, installs: 3 },
      },
      {
        ...{ kind: 'npc', id: 70, name: 'Innkeeper', url: `${BASE}/npc/70`, x: 43.5, y: 64.25 },
        // 3 and 4 percent: 60 and 40 yards.
        ...{ distance: 5, distanceYards: 72.1, installs: 3 },
      },
    ],
  });
  assert.match(text, /3 places of NPCs within 5% of 40\.5, 60\.25 on "Elwynn" \(zone 12\), of 3 on the whole map\./);
  assert.match(text, /- "Innkeeper" \(npc 70\) at 43\.5, 64\.25: 5% \(72\.1 yards\) away, 3 installs/);
});

test('radius and limit cut; what is cut is counted', async () => {
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

test('without agreed bounds yards are unknown; equal distances stand by NPC, then from the top and the left', async () => {
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

test('wrong arguments are refused by name', async () => {
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
  ];
  for (const [query, parameter] of wrong) {
    assert.equal((await world.refusal('world_map_near', query)).parameter, parameter, query);
  }
});
