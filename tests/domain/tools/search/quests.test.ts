import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, axeWorld, edge, fact } from '../pages_world.ts';
import type { ToolWorld } from '../support.ts';

async function answerTo(world: ToolWorld, question: string): Promise<readonly string[]> {
  const { answer } = await world.ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text.split('\n') ?? [];
}

/**
 * The world of axes, in which `Wolves` is the second of three quests, and `Soup` is in no chain. The innkeeper gives the
 * last of the three.
 */
async function chainWorld(): Promise<ToolWorld> {
  const world = await axeWorld();
  await world.facts(
    ['quests', '2', { title: agreed('More wolves'), giver: agreed(70) }],
    ['quests', '3', { title: agreed('Tracks') }],
    ['quests', '9', { title: agreed('Soup') }],
  );
  return world;
}

const CHAIN_LINES = [
  'Part of the chain "The hunt": 2 of 3 or more.',
  'Previous: "Tracks" (quest 3), giver unknown.',
  'Next: "More wolves" (quest 2), from "Innkeeper" (npc 70) in "Elwynn" at 43.5, 64.25.',
];

test('questions about what comes before and after a quest say which quests do, and where they start', async () => {
  const world = await chainWorld();
  for (const question of [
    'what comes before Wolves',
    'what is before Wolves',
    'which quest is before wolves',
    'what comes after Wolves',
    'previous quest of Wolves',
    'prequest for wolves',
    'Wolves chain',
    'Wolves quest chain',
    'which chain is Wolves in',
    'quest chain of Wolves',
  ])
    assert.deepEqual((await answerTo(world, question)).slice(-3), CHAIN_LINES, question);
});

test('the ends of a chain, and a quest without one, say that no other quest is known', async () => {
  const world = await chainWorld();
  assert.deepEqual((await answerTo(world, 'what comes before Tracks')).slice(-3), [
    'Part of the chain "The hunt": 1 of 3 or more.',
    'No quest before it is known.',
    'Next: "Wolves" (quest 1, level 6), from "Innkeeper" (npc 70) in "Elwynn" at 43.5, 64.25.',
  ]);
  assert.deepEqual((await answerTo(world, 'what comes after More wolves')).slice(-2), [
    'Previous: "Wolves" (quest 1, level 6), from "Innkeeper" (npc 70) in "Elwynn" at 43.5, 64.25.',
    'No next quest is known.',
  ]);
  assert.equal((await answerTo(world, 'Soup chain')).at(-1), 'No quest before or after it is known.');
});

test('chains that three, ten or twenty lying installs make up come after the one that honest players report', async () => {
  for (const liars of [3, 10, 20]) {
    const world = await chainWorld();
    const lie = (id: number) => ({ questLineId: id, name: `Lie ${id}`, questIds: [9, 1, 9] });
    const honest = { questLineId: 30, name: 'The hunt', questIds: [3, 1, 2], truncated: true };
    await world.facts(
      ['quest_chains', '30', { entry: agreed(honest, 25) }],
      ...[1, 2, 3].map((id) => ['quest_chains', `${id}`, { entry: agreed(lie(id), liars) }] as const),
    );
    const lines = await answerTo(world, 'what comes after Wolves');
    const at = lines.findIndex((line) => line.startsWith('Part of'));
    assert.deepEqual(lines.slice(at, at + 3), CHAIN_LINES, `${liars}`);
    assert.equal(lines.at(-1), 'Part of 2 other chains.');
  }
});

test('a creature that gives no quest leaves the answer to a quest whose name begins so, and a giver does not', async () => {
  const brutes = [
    'quest chain marsh brutes',
    'quest after marsh brutes',
    'marsh brutes quest',
    'quests from marsh brute',
  ];
  for (const installs of [3, 10, 20]) {
    const world = await chainWorld();
    await world.facts(
      ['npcs', '63', { name: agreed('Marsh Brute', 25) }],
      ['quests', '20', { title: agreed('Marsh Brutes at Large', installs), level: agreed(7) }],
      ['quests', '21', { title: agreed('Innkeeper of Lies', installs) }],
    );
    for (const question of brutes)
      assert.ok((await answerTo(world, question)).includes('"Marsh Brutes at Large" (quest 20), level 7.'), question);
    assert.match((await answerTo(world, 'innkeeper quest'))[1]!, /^Gives the quests:$/, `${installs} liars`);
    await world.facts(['quests', '22', { title: agreed('Soup for Brutes'), giver: agreed(63, 25) }]);
    assert.match((await answerTo(world, 'quests from marsh brute'))[1]!, /^Gives the quests:$/, `${installs} liars`);
  }
  assert.match(
    (await answerTo(await axeWorld(), 'does the wolf give a quest')).join(),
    /No quest that it gives is known/,
  );
});

/** A zone of level 5 to 7 with a quest of level 6, and one of level 8 to 9 with two quests. */
async function zonesWorld(): Promise<ToolWorld> {
  const world = await axeWorld();
  await world.write({
    facts: [
      fact('maps', '14', { name: agreed('Hills') }),
      fact('npcs', '62', { name: agreed('Bear'), levels: [agreed(8), agreed(9)], reactions: [agreed('hostile', 5)] }),
      fact('npcs', '72', { name: agreed('Ranger') }),
      fact('quests', '5', { title: agreed('Bears'), level: agreed(8), giver: agreed(72) }),
      fact('quests', '6', { title: agreed('Far bears'), level: agreed(30), giver: agreed(72) }),
    ],
    edges: [edge('located_in:npc:zone:62:14'), edge('located_in:npc:zone:72:14')],
  });
  return world;
}

test('a level asks for zones and for their quests near it', async () => {
  const world = await zonesWorld();
  const expected = [
    'Zones with creatures near level 8, by level:',
    '- "Elwynn" (level 5–7): 1 quest near level 8, such as "Wolves" (quest 1, level 6), from "Innkeeper" (npc 70)',
    '- "Hills" (level 8–9): 1 quest near level 8, such as "Bears" (quest 5, level 8), from "Ranger" (npc 72)',
  ];
  for (const question of [
    'I am level 8, what quests next',
    'I am level 8, which zone next',
    "i'm level 8 where should I go",
    'what zone next at level 8',
    'which quests should I do at level 8',
    'quests near level 8',
    'where to quest at level 8',
    'level 8 quests',
  ])
    assert.deepEqual((await answerTo(world, question)).slice(0, 3), expected, question);
  assert.match((await answerTo(world, 'quests near level 8 in Hills'))[0]!, /^1 quest near level 8 in "Hills"/);
});

test('after a zone come those near the next level, without the zone itself', async () => {
  const world = await zonesWorld();
  for (const question of ['which zone after Elwynn', 'where do I go after Elwynn', 'where to level after elwynn'])
    assert.deepEqual(
      (await answerTo(world, question)).slice(0, 2),
      [
        'Zones with creatures near level 8, after "Elwynn" (level 5–7), by level:',
        '- "Hills" (level 8–9): 1 quest near level 8, such as "Bears" (quest 5, level 8), from "Ranger" (npc 72)',
      ],
      question,
    );
});
