import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCardReader } from '../../../domain/cards/read_card.ts';
import type { SnapshotStore } from '../../../domain/ports/snapshots.ts';
import { isPublicEntity } from '../../../domain/reads/public_entity.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { PUBLISHER } from '../../support/publisher.ts';
import { replaceReads } from '../../support/replace_reads.ts';
import { withStores } from '../snapshot/support.ts';
import { agreed, edge, fact, source } from './pages_world.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

const MANY = 2_500;

/** A read that returns more rows than this is unbounded. */
const ROWS_MAX = 2_000;

const ids = Array.from({ length: MANY }, (_, i) => i + 1);

/** Counts the rows of an answer, in whatever structure they are. */
function rowsOf(answer: unknown): number {
  if (answer instanceof Map) return answer.size;
  if (Array.isArray(answer)) return Math.max(answer.length, ...answer.slice(0, 10).map(rowsOf));
  if (typeof answer !== 'object' || answer === null || ArrayBuffer.isView(answer)) return 0;
  return Math.max(0, ...Object.values(answer).map(rowsOf));
}

/** Returns a store that notes the greatest number of rows that each of its reads returned. */
function counting(store: SnapshotStore): { readonly store: SnapshotStore; readonly most: Map<string, number> } {
  const most = new Map<string, number>();
  const counted = <Reads extends object>(group: string, reads: Reads): Reads =>
    Object.fromEntries(
      Object.entries(reads).map(([name, read]) => [
        name,
        typeof read !== 'function'
          ? name === 'view'
            ? read
            : counted(`${name}.`, read)
          : async (...args: never[]) => {
              const answer = await read(...args);
              most.set(group + name, Math.max(most.get(group + name) ?? 0, rowsOf(answer)));
              return answer;
            },
      ]),
    ) as Reads;
  return { store: replaceReads(store, (snapshot) => counted('', snapshot)), most };
}

/**
 * Writes NPC 8, which sells, teaches, gives and drops very many things, item 5, which is found everywhere, and a full
 * map 12.
 */
function crowd(world: ToolWorld): Promise<void> {
  return world.write({
    drops: [
      source(
        'npc',
        8,
        9_000,
        ids.map((id) => [id, id, 1] as const),
      ),
      ...ids.map((id) => source('npc', id + 10, 10, [[5, 1, 1]])),
    ],
    edges: ids.flatMap((id) => [
      ...(id === 5 ? [] : [edge(`sold_by:item:npc:${id}:8`), edge(`sold_by:item:npc:5:${id + 10}`)]),
      edge(`reward_from:item:quest:5:${id}`),
      edge(`located_in:npc:zone:8:${id}`),
    ]),
    facts: ids.flatMap((id) => [
      fact('vendor_goods', `8:${id}`, { prices: [agreed(id)] }),
      fact('trainer_services', `8:spell:${id}`, { name: agreed(`Lesson ${id}`) }),
      fact('quests', `${id}`, { title: agreed(`Quest ${id}`), giver: agreed(8), turnIn: agreed(8) }),
      fact('recipes', `${id}`, { name: agreed(`Recipe ${id}`), itemId: agreed(5) }),
      fact('pins', `12:${id}`, { pins: [{ x: 50, y: 50, installs: 3 }] }),
    ]),
  });
}

test('no read behind an answer is unbounded, and every list has its total', () =>
  withStores(async ({ snapshots: writer, store: plain }) => {
    const { store, most } = counting(plain);
    const asked = createToolWorld({}, { store, writer });
    await crowd(asked);
    await importPieces(
      writer,
      piecesOf(
        [gameItem(5)],
        ids.flatMap((id) => [['reagent_for', 5, id] as const, ['created_by', 5, id] as const]),
      ),
    );
    await plain.refresh();

    const npc = (await asked.ask('npc_page', 'npcId=8')).answer.page;
    const totals = [npc.zones, npc.loot.dropsSeenByFew, npc.goods, npc.services, npc.gives, npc.takes].map(
      ({ total }) => total,
    );
    assert.deepEqual(totals, [MANY, MANY, MANY - 1, MANY, MANY, MANY]);
    const vendor = (await asked.ask('vendor_page', 'vendorNpcId=8')).answer.page;
    assert.equal(vendor.goods.total, MANY - 1);
    const item = (await asked.ask('item_page', 'itemId=5')).answer.page;
    assert.deepEqual(
      [item.droppedBySeenByFew, item.soldBy, item.rewardFrom, item.madeBy].map(({ total }) => total),
      [MANY + 1, MANY - 1, MANY, MANY],
    );
    const { reagentFor, createdBy } = item.files;
    assert.deepEqual([reagentFor.total, reagentFor.rows.length], [MANY, 15]);
    assert.deepEqual([createdBy.total, createdBy.rows.length], [MANY, 15]);
    const near = (await asked.ask('world_map_near', 'mapId=12&x=50&y=50&radius=5&limit=20')).answer.page;
    assert.deepEqual([near.total, near.pinsOnMap, near.pins.length], [MANY, MANY, 20]);
    const selling = (await asked.ask('world_map_near', 'mapId=12&x=50&y=50&role=sells')).answer.page;
    // NPC 8 sells item 5, and so do NPCs 11 and up, except 15.
    assert.deepEqual([selling.total, selling.pins.length, selling.pins[0].id], [MANY - 10, 20, 8]);
    await asked.ask('entity_relations', 'kind=npc&id=8');
    await asked.ask('quest_page', 'questId=5');

    const snapshot = (await store.newest())!;
    for (const [type, id] of [
      ['npc', 8],
      ['item', 5],
      ['quest', 5],
    ] as const) {
      assert.ok(await isPublicEntity(snapshot, type, id));
      await createCardReader(store, PUBLISHER)(type, id);
    }
    const unbounded = [...most].filter(([, rows]) => rows > ROWS_MAX);
    assert.deepEqual(unbounded, []);
  }));
