import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLevels } from '../../../../domain/reads/entities/zone_npcs.ts';
import { findHelpWanted } from '../../../../domain/tools/coverage/help_wanted.ts';
import { importPieces } from '../../../support/game_build.ts';
import { createToolWorld } from '../support.ts';
import { createBoardWorld, publishedSnapshot, taskTexts, waits } from './support.ts';

test('help is wanted in every zone in turn, first for what has a name and needs one more report', async () => {
  const snapshot = await publishedSnapshot(await createBoardWorld());
  const tasks = await findHelpWanted(snapshot, { limit: 20 });
  assert.deepEqual(taskTexts(tasks), [
    '12 Loot Hogger: 1',
    '12 Loot Guard: 1',
    'anywhere Look at the tooltip of Axe: 1',
    '14 Target npc 26: 1',
    '14 Loot npc 26: 1',
    '12 Open the merchant window of npc 30: 1',
    '14 Open or gather object 3: 1',
    '12 Target npc 30: 2',
    'anywhere Accept or turn in quest 7: 2',
  ]);
  const [hogger] = tasks;
  assert.deepEqual(hogger?.pin, { x: 27.5, y: 86, installs: 3 });
  assert.deepEqual(hogger?.levels, { min: 10, max: 10 });
  assert.equal(hogger?.entity.url, 'https://example.test/npc/448');
  assert.equal(tasks[3]?.entity.url, null);
  assert.deepEqual(taskTexts(await findHelpWanted(snapshot, { limit: 2 })), ['12 Loot Hogger: 1', '12 Loot Guard: 1']);
});

test('a level keeps what is near it, and zones whose level is unknown', async () => {
  const snapshot = await publishedSnapshot(await createBoardWorld());
  const atLevel = async (level: number) => taskTexts(await findHelpWanted(snapshot, { level, limit: 20 }));
  const unknown = ['14 Target npc 26: 1', '14 Loot npc 26: 1', '14 Open or gather object 3: 1'];
  const ofUnnamedVendor = ['12 Open the merchant window of npc 30: 1', '12 Target npc 30: 2'];
  assert.deepEqual((await atLevel(13)).toSorted(), ['12 Loot Hogger: 1', ...ofUnnamedVendor, ...unknown].toSorted());
  assert.deepEqual((await atLevel(4)).toSorted(), [...ofUnnamedVendor, ...unknown].toSorted());
  assert.deepEqual(await atLevel(14), unknown);
});

test('a need keeps only what needs that many reports', async () => {
  const snapshot = await publishedSnapshot(await createBoardWorld());
  assert.deepEqual(taskTexts(await findHelpWanted(snapshot, { need: 2, limit: 20 })), [
    '12 Target npc 30: 2',
    'anywhere Accept or turn in quest 7: 2',
  ]);
});

test('the levels of a zone are those of most creatures, without the few of far higher level', async () => {
  const snapshot = await publishedSnapshot(await createBoardWorld());
  const levels = await readLevels(snapshot, [12, 14]);
  assert.deepEqual(Object.fromEntries(levels), { 12: { min: 6, max: 10 }, 14: null });
});

test('a zone or recipe without an agreed name has the name of the game files, apart from agreed names', async () => {
  const made = createToolWorld();
  await importPieces(
    made.writer,
    [
      { piece: 'name', name: { kind: 'zone', id: 14, name: 'Durotar' } },
      { piece: 'name', name: { kind: 'spell', id: 2_000, name: 'Linen Belt' } },
    ],
    '1.15.8.1',
  );
  await made.write({ facts: [waits('zone:14', { zone: 1 }, [14]), waits('recipe:2000', { recipe: 1 })] });
  const tasks = await findHelpWanted(await publishedSnapshot(made), { limit: 5 });
  assert.deepEqual(taskTexts(tasks), [
    '14 Explore Durotar (files): 1',
    'anywhere Show Linen Belt (files) in your profession window: 1',
  ]);
  assert.deepEqual(
    tasks.map(({ entity }) => entity.name),
    [null, null],
  );
});

test('nothing is wanted where nothing waits', async () => {
  const made = createToolWorld();
  await made.write({});
  assert.deepEqual(await findHelpWanted(await publishedSnapshot(made), { limit: 5 }), []);
});
