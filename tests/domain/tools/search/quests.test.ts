import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, axeWorld, edge, fact } from '../pages_world.ts';
import type { ToolWorld } from '../support.ts';

async function answerTo(world: ToolWorld, question: string): Promise<readonly string[]> {
  const { answer } = await world.ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text.split('\n') ?? [];
}

/** The world of axes, in which `Wolves` is the second of three quests, and `Soup` is in no chain. */
async function chainWorld(): Promise<ToolWorld> {
  const world = await axeWorld();
  await world.facts(['quests', '3', { title: agreed('Tracks') }], ['quests', '9', { title: agreed('Soup') }]);
  return world;
}

test('questions about what comes before and after a quest are answered from its chain', async () => {
  const world = await chainWorld();
  const between =
    'Part of the chain "The hunt" (2 of 3 or more; after "Tracks" (quest 3), before "More wolves" (quest 2)).';
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
    assert.equal((await answerTo(world, question)).at(-1), between, question);
});

test('the ends of a chain, and a quest without one, say that no other quest is known', async () => {
  const world = await chainWorld();
  for (const [question, line] of [
    ['what comes before Tracks', /\(1 of 3 or more; no quest before it is known, before "Wolves" \(quest 1\)\)\.$/],
    ['what comes after More wolves', /\(3 of 3 or more; after "Wolves" \(quest 1\), no next quest is known\)\.$/],
    ['Soup chain', /^No quest before or after it is known\.$/],
  ] as const)
    assert.match((await answerTo(world, question)).at(-1)!, line, question);
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
