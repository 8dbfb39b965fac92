import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BoardZone,
  readQuestBoard,
  readZoneBoard,
  ZONE_TASKS_MAX,
} from '../../../../domain/tools/coverage/quest_board.ts';
import { publicEdge } from '../../../http/support.ts';
import { createToolWorld } from '../support.ts';
import { createBoardWorld, creature, publishedSnapshot, taskTexts, waits } from './support.ts';

const ANY = { level: null, need: null };

function figures({ zone, confirmed, reported, one, two, levels }: BoardZone) {
  return { zone: zone.mapId, confirmed, reported, one, two, levels };
}

const ELWYNN = { zone: 12, confirmed: 12, reported: 13, one: 3, two: 1, levels: { min: 6, max: 10 } };
const DUROTAR = { zone: 14, confirmed: 0, reported: 2, one: 3, two: 0, levels: null };

test('the board shows how far every zone is and its easiest tasks, and what is the same everywhere', async () => {
  const made = await createBoardWorld();
  await made.write({ edges: [publicEdge('located_in:object:zone:9:15'), publicEdge('located_in:npc:zone:61:15')] });
  const board = await readQuestBoard(await publishedSnapshot(made), ANY);
  assert.deepEqual(board.cards.map(figures), [ELWYNN, DUROTAR]);
  assert.deepEqual(taskTexts(board.cards[0]!.tasks), [
    '12 Loot Hogger: 1',
    '12 Loot Guard: 1',
    '12 Open the merchant window of npc 30: 1',
  ]);
  assert.deepEqual(board.finished.map(figures), [
    { zone: 15, confirmed: 2, reported: 2, one: 0, two: 0, levels: null },
  ]);
  assert.deepEqual(taskTexts(board.anywhere.tasks), [
    'anywhere Look at the tooltip of Axe: 1',
    'anywhere Accept or turn in quest 7: 2',
  ]);
  assert.deepEqual(board.anywhere.counts, [
    { kind: 'item', one: 1, two: 0 },
    { kind: 'quest', one: 0, two: 1 },
  ]);
});

test('a level puts zones of unknown level last and leaves out the others, and a need those without it', async () => {
  const snapshot = await publishedSnapshot(await createBoardWorld());
  const near = await readQuestBoard(snapshot, { level: 10, need: null });
  assert.deepEqual([near.cards.map(figures), near.unknownLevel.map(figures)], [[ELWYNN], [DUROTAR]]);
  const far = await readQuestBoard(snapshot, { level: 40, need: null });
  assert.deepEqual([far.cards, far.unknownLevel.map(figures), far.finished], [[], [DUROTAR], []]);
  const two = await readQuestBoard(snapshot, { level: null, need: 2 });
  assert.deepEqual(
    two.cards.map(({ zone, tasks }) => [zone.mapId, taskTexts(tasks)]),
    [[12, ['12 Target npc 30: 2']]],
  );
  assert.deepEqual(taskTexts(two.anywhere.tasks), ['anywhere Accept or turn in quest 7: 2']);
});

test('the board of a zone lists its tasks by kind, and leaves out creatures of other levels', async () => {
  const snapshot = await publishedSnapshot(await createBoardWorld());
  const { groups, ...zone } = await readZoneBoard(snapshot, 12, ANY);
  assert.deepEqual(figures(zone), ELWYNN);
  assert.deepEqual(
    groups.map(({ kind, tasks, more }) => [kind, taskTexts(tasks), more]),
    [
      ['npc', ['12 Target npc 30: 2'], false],
      ['vendor', ['12 Open the merchant window of npc 30: 1'], false],
      ['npc_loot', ['12 Loot Hogger: 1', '12 Loot Guard: 1'], false],
    ],
  );
  const near = await readZoneBoard(snapshot, 12, { level: 12, need: 1 });
  assert.deepEqual(
    near.groups.map(({ kind, tasks }) => [kind, taskTexts(tasks)]),
    [
      ['vendor', ['12 Open the merchant window of npc 30: 1']],
      ['npc_loot', ['12 Loot Hogger: 1']],
    ],
  );
});

test('vendors and trainers of any level suit every player', async () => {
  const made = createToolWorld();
  const waiting = [waits('npc:31', { vendor: 1 }, [12]), waits('npc:32', { trainer: 1 }, [12])];
  await made.write({ facts: [...waiting, creature(31, 'Ansel', 54, 54), creature(32, 'Nella', 60, 60)] });
  const snapshot = await publishedSnapshot(made);
  const { groups } = await readZoneBoard(snapshot, 12, { level: 12, need: 1 });
  assert.deepEqual(
    groups.flatMap(({ tasks }) => taskTexts(tasks)),
    ['12 Open the merchant window of Ansel: 1', '12 Open the training window of Nella: 1'],
  );
});

test('the board of a crowded zone is cut and says so, and the board of an unknown zone is empty', async () => {
  const made = createToolWorld();
  const ids = Array.from({ length: ZONE_TASKS_MAX + 1 }, (_, at) => 100 + at);
  await made.write({ facts: [...ids.map((id) => waits(`npc:${id}`, { npc: 2 }, [12])), creature(5, 'Wolf', 3, 3)] });
  const snapshot = await publishedSnapshot(made);
  const [group] = (await readZoneBoard(snapshot, 12, ANY)).groups;
  assert.equal(group?.tasks.length, ZONE_TASKS_MAX);
  assert.equal(group?.more, true);
  const { groups, ...zone } = await readZoneBoard(snapshot, 99, ANY);
  assert.deepEqual(groups, []);
  assert.deepEqual(figures(zone), { zone: 99, confirmed: 0, reported: 0, one: 0, two: 0, levels: null });
});
