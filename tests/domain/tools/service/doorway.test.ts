import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareReads } from '../../../../domain/reads/entities/read_once.ts';
import { type HomeContent, readHomeContent } from '../../../../domain/tools/service/doorway.ts';
import { html } from '../../../../http/pages/html.ts';
import { formatMissing, renderTask } from '../../../../http/pages/parts/help_task.ts';
import { importPieces, piecesOf } from '../../../support/game_build.ts';
import { PUBLISHER } from '../../../support/publisher.ts';
import { createBoardWorld, publishedSnapshot, waits } from '../coverage/support.ts';
import { agreed, axeWorld, edge, fact, source } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

async function read(world: ToolWorld): Promise<HomeContent> {
  return readHomeContent(shareReads((await world.store.newest())!, PUBLISHER));
}

function dropEdge(itemId: number, npcId: number) {
  return edge(`dropped_by:item:npc:${itemId}:${npcId}`);
}

test('the newest drops come first, each item once, at most nine', async () => {
  const world = createToolWorld();
  const ids = Array.from({ length: 12 }, (_, i) => i + 1);
  for (const id of ids) {
    await world.write({
      drops: [source('npc', 100 + id, 10, [[id, 5]])],
      edges: [dropEdge(id, 100 + id)],
      facts: [fact('items', `${id}`, { name: agreed(`Item ${id}`) })],
    });
  }
  await world.write({ drops: [source('npc', 200, 10, [[3, 9]])], edges: [dropEdge(3, 200)] });
  const { drops } = await read(world);
  assert.deepEqual(
    drops.map(({ item }) => item.id),
    [3, 12, 11, 10, 9, 8, 7, 6, 5],
  );
  assert.deepEqual(
    drops.slice(0, 2).map(({ line }) => line),
    ['90% from NPC 200, only 3 players so far', '50% from NPC 112, only 3 players so far'],
  );
});

test('a new drop is found behind any number of other changes of items, and described as a drop', async () => {
  const world = createToolWorld();
  await world.write({
    // The vendor is the easier source: the creature drops the item rarely.
    drops: [source('npc', 60, 1_000, [[5, 20]])],
    edges: [dropEdge(5, 60), edge('sold_by:item:npc:5:70')],
    facts: [fact('items', '5', { name: agreed('Bread') }), fact('npcs', '60', { name: agreed('Wolf') })],
  });
  const wares = Array.from({ length: 500 }, (_, at) => 1_000 + at);
  await world.write({
    edges: wares.map((id) => edge(`sold_by:item:npc:${id}:70`)),
    facts: wares.map((id) => fact('items', `${id}`, { name: agreed(`Ware ${id}`) })),
  });
  const { drops } = await read(world);
  assert.deepEqual(
    drops.map(({ item, line }) => [item.name, line]),
    [['Bread', '2% from Wolf, only 3 players so far']],
  );
});

test('an item without a name, and one whose drop was withdrawn, is no newest drop', async () => {
  const world = createToolWorld();
  await world.write({
    drops: [
      source('npc', 60, 10, [
        [5, 5],
        [6, 5],
        [7, 5],
      ]),
    ],
    edges: [dropEdge(5, 60), dropEdge(6, 60), dropEdge(7, 60), edge('sold_by:item:npc:7:70')],
    facts: [fact('items', '5', { name: agreed('Axe') }), fact('items', '7', { name: agreed('Bread') })],
  });
  const ids = async (): Promise<readonly number[]> => (await read(world)).drops.map(({ item }) => item.id).toSorted();
  assert.deepEqual(await ids(), [5, 7]);
  await world.write({
    drops: [
      source('npc', 60, 10, [
        [5, 5],
        [6, 5],
      ]),
    ],
    edges: [{ ...dropEdge(7, 60), edge: null }],
  });
  assert.deepEqual(await ids(), [5]);
});

test('the twelve zones with the most NPCs and objects are shown, with the number of all', async () => {
  const world = createToolWorld();
  const zones = Array.from({ length: 14 }, (_, i) => i + 1);
  await world.write({
    facts: zones.map((id) => fact('maps', `${id}`, { name: agreed(`Zone ${String.fromCharCode(90 - id)}`) })),
    edges: [
      ...zones.flatMap((id) =>
        Array.from({ length: id }, (_, i) => edge(`located_in:npc:zone:${1000 * id + i}:${id}`)),
      ),
      ...[1, 2, 3, 4, 5].map((id) => edge(`located_in:object:zone:${id}:1`)),
    ],
  });
  const { zones: shown, zonesTotal } = await read(world);
  assert.equal(zonesTotal, 14);
  // No level is known, so those with most come first.
  assert.deepEqual(
    shown.map(({ zone, confirmed }) => [zone.mapId, confirmed]),
    [14, 13, 12, 11, 10, 9, 8, 7, 6, 1, 5, 4].map((id) => [id, id === 1 ? 6 : id]),
  );
});

test('professions with public recipes are shown once each, and those that are only taught have no page', async () => {
  const world = createToolWorld();
  await world.write({
    facts: [
      fact('recipes', '1', { name: agreed('Bandage'), profession: agreed('First Aid') }),
      fact('recipes', '2', { name: agreed('Stew'), profession: agreed('Cooking') }),
      fact('recipes', '3', { name: agreed('Heavy Bandage'), profession: agreed('first aid') }),
      fact('trainer_services', '9:spell:1', { profession: agreed('Fishing') }),
    ],
  });
  assert.deepEqual(
    (await read(world)).professions.map(({ slug }) => slug),
    ['cooking', 'first-aid'],
  );
});

test('classes are those whose talents the build has, and an empty instance has nothing', async () => {
  const world = createToolWorld();
  await importPieces(world.writer, [
    ...piecesOf([]),
    ...['warrior', 'mage'].map((playerClass) => ({
      piece: 'talents' as const,
      talents: {
        playerClass,
        trees: [{ treeId: 1, name: 'Arms', order: 0, nodes: [] }],
        gateRule: 'files' as const,
        prerequisiteRule: 'files' as const,
        pointLevels: { levels: [10], rule: 'files' as const },
      },
    })),
  ]);
  const { classes, drops, zones, zonesTotal, professions, counts } = await read(world);
  assert.deepEqual([classes, drops, zones, zonesTotal, professions], [['mage', 'warrior'], [], [], 0, []]);
  assert.equal(counts.uploads, null, 'unknown, not zero');
});

test('the counts are those of the snapshot', async () => {
  const { counts } = await read(await axeWorld());
  assert.deepEqual([counts.rates, counts.measuredZeros, counts.observedEdges], [3, 1, 9]);
});

test('help is wanted for at most six things, and for those without a name only if no other waits', async () => {
  const world = createToolWorld();
  await world.write({ facts: [waits('npc:26', { npc: 1 }, [14])] });
  const nameless = await read(world);
  assert.deepEqual(
    nameless.tasks.map(({ entity }) => [entity.id, entity.name]),
    [[26, null]],
  );
  const ids = [1, 2, 3, 4];
  await world.write({
    facts: ids.flatMap((id) => [
      waits(`item:${id}`, { item: 1 }),
      waits(`quest:${id}`, { quest: 1 }),
      fact('items', `${id}`, { name: agreed(`Item ${id}`) }),
      fact('quests', `${id}`, { title: agreed(`Quest ${id}`) }),
    ]),
  });
  const { tasks } = await read(world);
  assert.equal(tasks.length, 6);
  assert.ok(tasks.every(({ entity }) => entity.name !== null));
});

test('a task reads as an instruction with what is missing', async () => {
  const doorway = await readHomeContent(await publishedSnapshot(await createBoardWorld()));
  const [first] = doorway.tasks;
  assert.match(String(html`${renderTask(first!, '/tw')}`), /^Loot <a href="\/tw\/npc\/448"><bdi>Hogger<\/bdi><\/a>$/);
  assert.equal(formatMissing(first!), 'one more report');
  assert.equal(formatMissing({ missing: 2 }), 'two more reports');
});
