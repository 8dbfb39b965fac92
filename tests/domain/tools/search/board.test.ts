import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBoardWorld, creature, waits } from '../coverage/support.ts';
import { HOSTILE } from '../pages_world.ts';

test('tasks near a level are named before the counts of zones, and those without a public name are only counted', async () => {
  const world = await createBoardWorld();
  const answerTo = async (question: string): Promise<readonly string[]> => {
    const { answer } = await world.ask('search_knowledge', `query=${encodeURIComponent(question)}`);
    return answer.answer.text.split('\n');
  };
  const question = 'what can I do at level 10 that needs one more report';
  assert.deepEqual((await answerTo(question)).slice(0, 4), [
    'Tasks near level 10:',
    '- Loot "Hogger" (npc 448, level 10) in "Elwynn Forest" at 27.5, 86: 1 more report.',
    'Zones near level 10 with the number of facts that need reports: "Elwynn Forest" (level 6–10): 3 need one more report, 1 two.',
    'Zones of unknown level: map 14: 3 need one more report, 0 two.',
  ]);
  assert.match((await answerTo(question.replace('10', '40')))[0]!, /^No zone near level 40/);
  await world.write({
    facts: [
      creature(31, HOSTILE, 9, 9, 'friendly'),
      ...[32, 33].map((id) => creature(id, `Seller ${id}`, 9, 9, 'friendly')),
      waits('npc:31', { vendor: 1 }, [12]),
      waits('npc:32', { vendor: 2, npc_loot: 2 }, [12]),
      waits('npc:33', { trainer: 1 }, [12]),
    ],
  });
  const lines = await answerTo(question);
  assert.deepEqual(lines.slice(0, 4), [
    'Tasks near level 10:',
    `- Open the merchant window of ${JSON.stringify(HOSTILE)} (npc 31, level 9) in "Elwynn Forest": 1 more report.`,
    '- Open the training window of "Seller 33" (npc 33, level 9) in "Elwynn Forest": 1 more report.',
    '- Loot "Hogger" (npc 448, level 10) in "Elwynn Forest" at 27.5, 86: 1 more report.',
  ]);
  assert.match(lines[4]!, /^Zones near level 10/);
});

test('of the tasks of a zone that need equally many reports, those with a public name come first', async () => {
  const world = await createBoardWorld();
  await world.write({ facts: [creature(33, 'Seller', 9, 9, 'friendly'), waits('npc:33', { trainer: 1 }, [12])] });
  const { answer } = await world.ask(
    'search_knowledge',
    `query=${encodeURIComponent('what is missing in Elwynn Forest')}`,
  );
  const tasks: readonly string[] = answer.answer.text.split('\n').filter((line: string) => line.startsWith('- '));
  const needOne = tasks
    .filter((line) => line.endsWith(': 1 more report.'))
    .map((line) => line.includes('its name is not'));
  assert.deepEqual(needOne, needOne.toSorted());
  assert.ok(needOne.includes(false) && needOne.includes(true), tasks.join());
});
