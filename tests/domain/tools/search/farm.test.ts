import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, axeWorld, edge, fact } from '../pages_world.ts';
import type { ToolWorld } from '../support.ts';

const HONEST = 25;

async function answerTo(world: ToolWorld, question: string): Promise<readonly string[]> {
  const { answer } = await world.ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text.split('\n') ?? [];
}

/**
 * The world of axes, of which a chest (object 80) holds some. Players saw it in Peaks, of level 50 to 56, and `liars` of
 * them in Elwynn, of level 5 to 7, which was public first.
 */
async function chestWorld(liars = 0): Promise<ToolWorld> {
  const world = await axeWorld();
  await world.write({
    facts: [
      fact('objects', '80', { name: agreed('Chest') }),
      fact('maps', '14', { name: agreed('Peaks') }),
      fact('npcs', '62', { name: agreed('Bear'), levels: [agreed(50), agreed(56)], reactions: [agreed('hostile', 5)] }),
    ],
    edges: [
      edge('located_in:npc:zone:62:14'),
      ...(liars === 0 ? [] : [edge('located_in:object:zone:80:12', liars)]),
      edge('located_in:object:zone:80:14', HONEST),
    ],
  });
  return world;
}

const CHEST = /^- "Chest" \(object 80, in a zone of level 50–56, "Peaks"\): about 90%/;

test('an object suits the levels of the zone in which most players saw it, whatever fewer liars report', async () => {
  for (const liars of [0, 3, 10, 20]) {
    const world = await chestWorld(liars);
    const low = await answerTo(world, 'where to farm axe at level 6');
    assert.match(low[1]!, /^- "Wolf"/, `${liars}`);
    assert.deepEqual(low.slice(2), ['Too high or too low: 1 other source.'], `${liars}`);
    for (const level of [48, 53, 56, 58]) {
      const high = await answerTo(world, `where to farm axe at level ${level}`);
      assert.match(high[1]!, CHEST, `${liars}, ${level}`);
      assert.deepEqual(high.slice(2), ['Too high or too low: 1 other source.'], `${liars}, ${level}`);
    }
    const none = await answerTo(world, 'where to farm axe at level 30');
    assert.deepEqual(none.slice(0, 2), ['No source of "Axe" is known to suit level 30.', 'Too high or too low:']);
    assert.match(none[2]!, CHEST);
  }
});

test('an object whose zone has no known level is of unknown level', async () => {
  const lines = await answerTo(await axeWorld(), 'where to farm axe at level 6');
  assert.match(lines[1]!, /^- "Wolf"/);
  assert.equal(lines[2], 'Of unknown level:');
  assert.match(lines[3]!, /^- object 80: about 90%/);
});

test('an item that nothing drops has its other ways first, and the sentence about drops last', async () => {
  const world = await axeWorld();
  await world.write({
    facts: [fact('items', '7', { name: agreed('Thread') }), fact('vendor_goods', '70:7', { prices: [agreed(9)] })],
    edges: [edge('sold_by:item:npc:7:70')],
  });
  assert.deepEqual(await answerTo(world, 'thread farm'), [
    'Sold by "Innkeeper" (npc 70, "Elwynn" at 43.5, 64.25) for 9c.',
    'No known creature or object drops "Thread" yet.',
  ]);
  assert.match(
    (await answerTo(world, 'thread farm in elwynn'))[0]!,
    /^No known creature or object there drops "Thread"/,
  );
  await world.write({ facts: [fact('items', '8', { name: agreed('Cog') })] });
  assert.deepEqual(await answerTo(world, 'cog farm'), ['No known creature or object drops "Cog" yet.']);
});
