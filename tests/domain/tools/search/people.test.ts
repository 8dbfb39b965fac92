import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maps } from '../../../../domain/families/maps.ts';
import { computePins } from '../../../../domain/families/pins.ts';
import { lesson } from '../craft_world.ts';
import { agreed, edge, fact } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

type Bounds = readonly [left: number, right: number, top: number, bottom: number];

const HONEST = 25;
const FENS: Bounds = [1_000, -1_000, 500, -500];

/** A map of a made-up world: continent 0 is called East and continent 1 West. */
function map(id: number, name: string, bounds: Bounds, continentId = 0) {
  return fact('maps', `${id}`, {
    name: agreed(name, HONEST),
    bounds: agreed(bounds, HONEST),
    continentId: agreed(continentId, HONEST),
    parentMapId: agreed(90 + continentId, HONEST),
  });
}

/** Trainers of cooking: one across the sea, one without a map's bounds, one far and one near on the continent. */
async function cookingWorld(): Promise<ToolWorld> {
  const world = createToolWorld();
  await world.write({
    facts: [
      map(12, 'Fens', FENS),
      map(13, 'Hills', [2_500, 1_500, 500, -500]),
      map(14, 'Peaks', [9_000, 5_000, 500, -500]),
      map(15, 'Isles', FENS, 1),
      fact('maps', '16', { name: agreed('Mists') }),
      fact('maps', '90', { name: agreed('East') }),
      fact('maps', '91', { name: agreed('West') }),
      ...[31, 32, 33, 34].map((id) => fact('npcs', `${id}`, { name: agreed(`Cook ${id}`) })),
      fact('pins', '13:34', { pins: [{ x: 100, y: 50, installs: 9 }] }),
      fact('vendor_goods', '32:5', { prices: [agreed(90)] }),
      fact('vendor_goods', '33:5', { prices: [agreed(10)] }),
      fact('vendor_goods', '34:5', { prices: [agreed(90)] }),
      fact('items', '5', { name: agreed('Pan') }),
    ],
    edges: [
      edge('located_in:npc:zone:31:15', HONEST),
      edge('located_in:npc:zone:32:16', HONEST),
      edge('located_in:npc:zone:33:14', HONEST),
      edge('located_in:npc:zone:34:13', HONEST),
      ...[32, 33, 34].map((id) => edge(`sold_by:item:npc:5:${id}`)),
    ],
  });
  await world.facts(...[31, 32, 33, 34].map((id) => lesson(id, 100 + id, { profession: 'Cooking' })));
  return world;
}

async function answerTo(world: ToolWorld, question: string): Promise<readonly string[]> {
  const { answer } = await world.ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text.split('\n') ?? [];
}

/** Returns the trainers in an answer's order. */
async function cooksNear(world: ToolWorld, question = 'nearest cooking trainer to Fens'): Promise<readonly number[]> {
  const lines = await answerTo(world, question);
  return lines.flatMap((line) => (line.startsWith('- ') ? [Number(/npc (\d+)/u.exec(line)![1])] : []));
}

test('trainers are ordered by their distance from a zone: its own, its continent by distance, others, and unknown ones', async () => {
  const world = await cookingWorld();
  assert.deepEqual(await answerTo(world, 'nearest cooking trainer to Fens'), [
    'No trainer of "Cooking" is known in "Fens". Elsewhere, 4, nearest first in a straight line:',
    '- "Cook 34" (npc 34) in "Hills" at 100, 50: 1 lesson (about 1,500 yards, "East")',
    '- "Cook 33" (npc 33) in "Peaks": 1 lesson (about 7,000 yards, "East")',
    '- "Cook 31" (npc 31) in "Isles": 1 lesson (on another continent, "West")',
    '- "Cook 32" (npc 32) in "Mists": 1 lesson',
  ]);
  assert.deepEqual(
    await answerTo(world, 'I am in Fens: where is the nearest cooking trainer?'),
    await answerTo(world, 'nearest cooking trainer to Fens'),
  );
  assert.deepEqual((await answerTo(world, 'nearest cooking trainer to Peaks')).slice(0, 3), [
    'Trainers of "Cooking" in "Peaks", then elsewhere, nearest first in a straight line:',
    '- "Cook 33" (npc 33) in "Peaks": 1 lesson ("East")',
    '- "Cook 34" (npc 34) in "Hills" at 100, 50: 1 lesson (about 5,500 yards, "East")',
  ]);
});

test('trainers elsewhere have the level of their zone, which few made-up creatures do not change', async () => {
  for (const liars of [3, 10, 20]) {
    const world = await cookingWorld();
    const creature = (id: number, levels: readonly number[], installs: number) =>
      fact('npcs', `${id}`, {
        levels: levels.map((level) => agreed(level, installs)),
        reactions: [agreed('hostile', installs)],
      });
    const [honest, false_] = [Array.from({ length: 20 }, (_, at) => 200 + at), [100, 101]];
    await world.write({
      facts: [
        ...honest.map((id) => creature(id, [42, 50], HONEST)),
        ...false_.map((id) => creature(id, [1], liars)),
        creature(300, [12], HONEST),
      ],
      edges: [
        ...honest.map((id) => edge(`located_in:npc:zone:${id}:14`, HONEST)),
        ...false_.map((id) => edge(`located_in:npc:zone:${id}:14`, liars)),
        edge('located_in:npc:zone:300:15', HONEST),
      ],
    });
    assert.deepEqual((await answerTo(world, 'nearest cooking trainer to Fens')).slice(2), [
      '- "Cook 33" (npc 33) in "Peaks": 1 lesson (about 7,000 yards, "East", in a zone of level 42–50)',
      '- "Cook 31" (npc 31) in "Isles": 1 lesson (on another continent, "West", in a zone of level 12)',
      '- "Cook 32" (npc 32) in "Mists": 1 lesson',
    ]);
    assert.match(
      (await answerTo(world, 'nearest cooking trainer to Peaks'))[1]!,
      /^- "Cook 33" \(npc 33\) in "Peaks": 1 lesson \("East"\)$/,
    );
  }
});

test('without a zone an answer says that one shows the nearest, and without bounds it claims no order', async () => {
  const world = await cookingWorld();
  assert.equal(
    (await answerTo(world, 'nearest cooking trainer'))[0],
    'Trainers of "Cooking" (a zone in the question shows the nearest first):',
  );
  assert.match((await answerTo(world, 'nearest cooking trainer to Mists'))[0]!, /in "Mists", then elsewhere:$/);
});

test('vendors elsewhere are listed by their distance from the zone that the question names', async () => {
  const world = await cookingWorld();
  assert.deepEqual(await answerTo(world, 'where can I buy a pan near Fens'), [
    'No known vendor there sells "Pan" yet; the nearest come first.',
    'Sold by "Cook 34" (npc 34, "Hills" at 100, 50) for 90c; "Cook 33" (npc 33, "Peaks") for 10c; "Cook 32" (npc 32, "Mists") for 90c.',
  ]);
  assert.match((await answerTo(world, 'where can I buy a pan'))[0]!, /^"Pan" is sold by "Cook 33"/);
});

function tally(field: string, value: unknown, installs: number) {
  return { field, value: JSON.stringify(value), installs, firstDays: [], lastDays: [] };
}

test('liars change the order only where they outnumber the players who report a map or a place', async () => {
  const beside: Bounds = [1_100, -1_100, 500, -500];
  for (const [honest, liars, first] of [
    [HONEST, 3, 34],
    [HONEST, 10, 34],
    [HONEST, 20, 34],
    [5, 3, 34],
    [5, 10, 33],
  ] as const) {
    const world = await cookingWorld();
    const told = maps.facts('14', [
      tally('bounds', [9_000, 5_000, 500, -500], honest),
      tally('bounds', beside, liars),
      tally('continentId', 0, honest + liars),
    ]);
    await world.write({ facts: [fact('maps', '14', { ...told })] });
    assert.equal((await cooksNear(world))[0], first, `${liars} liars about bounds against ${honest}`);
  }
  for (const liars of [3, 10, 20]) {
    const world = await cookingWorld();
    const [honest, false_] = [Array.from({ length: HONEST }), Array.from({ length: liars })];
    const positions = [...honest.map(() => [50, 50]), ...false_.map(() => [100, 50])].map(([x, y], installN) => ({
      installN,
      field: `${2 * x!}:${2 * y!}`,
      value: JSON.stringify([x, y]),
      atMs: 0,
    }));
    await world.write({ facts: [fact('pins', '14:33', { ...computePins(positions) })] });
    assert.deepEqual((await cooksNear(world)).slice(0, 2), [34, 33], `${liars} liars about a pin`);
  }
});

test('a place that few of the players who met a trainer report is not its nearest place', async () => {
  for (const [liars, first] of [
    [2, 34],
    [3, 31],
  ] as const) {
    const world = await cookingWorld();
    await world.write({ edges: [edge('located_in:npc:zone:31:15', 10 * liars + (liars === 2 ? 1 : 0))] });
    await world.write({ edges: [edge('located_in:npc:zone:31:12', liars)] });
    assert.equal((await cooksNear(world))[0], first, `${liars}`);
  }
});

const SIDES = 'No record shows the side of people or quests, so the answer has both Alliance and Horde.';

test('a side in a question about people or quests is never ignored silently', async () => {
  const world = await cookingWorld();
  await world.facts(['quests', '7', { title: agreed('Soup'), level: agreed(9), giver: agreed(34) }]);
  await world.facts(['quests', '8', { title: agreed('For the Horde'), level: agreed(9), giver: agreed(33) }]);
  for (const [sided, plain] of [
    ['nearest Horde cooking trainer to Fens', 'nearest cooking trainer to Fens'],
    ['horde cooking trainer', 'cooking trainer'],
    ['Alliance quests in Hills', 'quests in Hills'],
    ['alliance vendors in Hills', 'vendors in Hills'],
    ['who sells a pan for the horde', 'who sells a pan'],
    ['where to level at 9 as alliance', 'where to level at 9'],
  ] as const) {
    const answer = await answerTo(world, plain);
    assert.ok(answer.length > 0 && !answer.includes(SIDES), plain);
    assert.deepEqual(await answerTo(world, sided), [SIDES, ...answer], sided);
  }
  assert.match((await answerTo(world, 'who gives For the Horde'))[0]!, /^"For the Horde" \(quest 8\)/);
});
