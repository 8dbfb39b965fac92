import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, axeWorld, edge, fact, HOSTILE, SEEN } from './pages_world.ts';
import { createToolWorld } from './support.ts';

const BASE = 'https://example.test';
function quest(id: number, name: string | null) {
  return { kind: 'quest', id, name, url: `${BASE}/quest/${id}` };
}

test('before the first upload there is no page', async () => {
  const { answer, text } = await createToolWorld().ask('quest_page', 'questId=1');
  assert.deepEqual([answer.connected, answer.page], [false, undefined]);
  assert.match(text, /not mean zero/);
});

test('a quest without public data has a reason instead of a page', async () => {
  const { answer } = await (await axeWorld()).ask('quest_page', 'questId=99');
  assert.deepEqual([answer.connected, answer.page], [true, undefined]);
  assert.match(answer.reason, /No public data for quest 99 yet/);
});

test('a quest has its title, level, giver and turn-in with locations, rewards, and its place in chains', async () => {
  const { answer, text } = await (await axeWorld()).ask('quest_page', 'questId=1');
  const { page } = answer;
  assert.equal(answer.url, `${BASE}/quest/1`);
  assert.deepEqual([page.quest, page.title, page.level], [quest(1, 'Wolves'), agreed('Wolves'), agreed(6)]);
  assert.deepEqual([page.giver.npc.name, page.giver.installs, page.turnIn.npc.name], ['Innkeeper', 6, 'Wolf']);
  assert.deepEqual(
    page.giver.places.map((place: never) => [place['mapId'], place['pins']['rows']]),
    [
      [12, [{ x: 43.5, y: 64.25, installs: 3 }]],
      [13, []],
    ],
  );
  assert.deepEqual(page.rewards, {
    total: 2,
    rows: [
      { item: { kind: 'item', id: 5, name: 'Axe', url: `${BASE}/item/5` }, listedNow: 7, ...SEEN },
      { item: { kind: 'item', id: 6, name: 'Bar', url: `${BASE}/item/6` }, listedNow: null, ...SEEN, installs: 4 },
    ],
  });
  assert.deepEqual(page.chains.rows, [
    {
      chainId: 30,
      name: 'The hunt',
      position: 2,
      length: 3,
      truncated: true,
      installs: 5,
      before: quest(3, null),
      after: quest(2, 'More wolves'),
    },
  ]);
  assert.deepEqual(text.split('\n').slice(0, -2), [
    '"Wolves" (quest 1), level 6.',
    'Given by "Innkeeper" (npc 70) in "Elwynn" at 43.5, 64.25.',
    'Turned in to "Wolf" (npc 60) in "Elwynn" at 40.5, 60.25 and 1 other place.',
    'Rewards: "Axe" (item 5); "Bar" (item 6).',
    'Part of the chain "The hunt": 2 of 3 or more.',
    'Previous: quest 3.',
    'Next: "More wolves" (quest 2).',
  ]);
});

test('a quest that only a chain names has a page, and the ends of a chain have no neighbour', async () => {
  const world = await axeWorld();
  const first = (await world.ask('quest_page', 'questId=3')).answer.page;
  assert.deepEqual([first.title, first.giver, first.rewards.total], [null, null, 0]);
  const [start] = first.chains.rows;
  assert.deepEqual([start.position, start.before, start.after.id], [1, null, 1]);
  const last = await world.ask('quest_page', 'questId=2');
  assert.match(last.text, /: 3 of 3 or more\.\nPrevious: "Wolves" \(quest 1\)\.\nNo next quest is known\./);
  const [end] = last.answer.page.chains.rows;
  assert.deepEqual([end.position, end.before.id, end.after], [3, 1, null]);
});

test('the giver of a quest is one NPC, or unknown', async () => {
  const world = await axeWorld();
  const unknown = (await world.ask('quest_page', 'questId=2')).text.split('\n');
  assert.deepEqual(unknown.slice(1, 3), ['Who gives it is not known yet.', 'Where it is turned in is not known yet.']);
  await world.write({ facts: [fact('quests', '2', { giver: agreed(70), turnIn: agreed(70) })] });
  const { text } = await world.ask('quest_page', 'questId=2');
  assert.match(
    text,
    /^quest 2\.\nGiven by and turned in to "Innkeeper" \(npc 70\) in "Elwynn" at 43\.5, 64\.25\.\nPart/,
  );
});

test('rewards in the newest reports come first, then rewards of older ones, ordered by item', async () => {
  const world = createToolWorld();
  const ids = Array.from({ length: 60 }, (_, i) => i + 1);
  await world.write({
    edges: ids.toReversed().map((id) => edge(`reward_from:item:quest:${id}:1`)),
    facts: [fact('quests', '1', { title: agreed(HOSTILE), rewards: [agreed(30), agreed(40)] })],
  });
  const { answer, text } = await world.ask('quest_page', 'questId=1');
  const { rewards } = answer.page;
  assert.deepEqual([rewards.total, rewards.rows.length], [60, 50]);
  assert.deepEqual(
    rewards.rows.slice(0, 4).map((row: never) => row['item']['id']),
    [30, 40, 1, 2],
  );
  assert.ok(!text.replaceAll(JSON.stringify(HOSTILE), '').includes('SYSTEM'));
  assert.match(text, /and 56 more\./);
});
