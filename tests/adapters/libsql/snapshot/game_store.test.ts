import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import { CLIENT_GROUPS, type GameClass, type GameSet } from '../../../../domain/ports/build.ts';
import { IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import { readEdges } from '../../../../domain/reads/edges.ts';
import { readItems } from '../../../../domain/reads/items.ts';
import { withStores } from '../../../domain/snapshot/support.ts';
import { gameItem, IMPORTED_AT_MS, importPieces, piecesOf } from '../../../support/game_build.ts';
import { causeOf } from '../../../support/storage_fails.ts';
import {
  ANY_EDGE,
  ANY_ITEM,
  AXE,
  BARE,
  BUILD,
  edgesOf,
  itemsOf,
  ODD,
  observe,
  snapshotOf,
  textOf,
} from './game_support.ts';

test('an import is served completely, with the figures of the newest snapshot', () =>
  withStores(async (on) => {
    await observe(on, [25]);
    const before = (await on.snapshots.newest())!;
    assert.equal((await snapshotOf(on)).view.game, null);
    const row = await importPieces(on.snapshots, BUILD);
    assert.deepEqual(row, { ...before, n: 2, writtenAtMs: IMPORTED_AT_MS + 60_000, importN: 1 });
    const { game } = (await snapshotOf(on)).view;
    assert.deepEqual(
      { ...game, layerTag: '' },
      {
        n: 1,
        build: '1.15.8.67156',
        extractedAt: '2026-11-19',
        importedAtMs: IMPORTED_AT_MS,
        protocol: '1.2.0',
        items: 4,
        edges: {
          'created_by:item:spell': 1,
          'in_skill_line:spell:skill': 1,
          'part_of_set:item:item_set': 1,
          'reagent_for:item:spell': 2,
          'same_icon:item:icon': 2,
        },
        layerTag: '',
      },
    );
    assert.deepEqual((await on.snapshots.changeLines()).at(-1), {
      atMs: IMPORTED_AT_MS + 60_000,
      change: 'build-imported',
      family: 'builds',
      subject: '1.15.8.67156',
      field: 'build',
    });
  }));

test('later snapshots keep the import', () =>
  withStores(async (on) => {
    await observe(on);
    await importPieces(on.snapshots, BUILD);
    const first = (await snapshotOf(on)).view.game;
    await observe(on, [25]);
    const snapshot = await snapshotOf(on);
    assert.deepEqual([snapshot.view.row.n, snapshot.view.row.importN, snapshot.view.game], [3, 1, first]);
  }));

test('an import may come before the first snapshot', () =>
  withStores(async (on) => {
    const row = await importPieces(on.snapshots, BUILD);
    assert.deepEqual([row.n, row.dataAsOfMs, row.uploads, row.seq, row.step, row.importN], [1, null, 0, 0, 0, 1]);
  }));

test('an unfinished import is invisible, and the next one removes it', () =>
  withStores(async (on) => {
    await importPieces(on.snapshots, BUILD);
    const head = { build: '9.9.9', extractedAt: null, importedAtMs: 5, protocol: '1.2.0' };
    const n = await on.snapshots.beginImport(head);
    const item = { itemId: 77, class: null, subclass: null, slot: null, quality: null, body: '{"itemId":77}' };
    const edges = [{ rel: 'same_icon', fromId: 77, toId: 9 } as const];
    await on.snapshots.addToImport(n, { items: [item], edges, facts: [] });
    const found = await itemsOf(on, {});
    assert.deepEqual('ids' in found ? found.ids : found, [25, 30, 31, 40]);
    const row = await importPieces(on.snapshots, piecesOf([BARE]));
    assert.ok(row.importN !== null && row.importN > 1);
    const after = await itemsOf(on, {});
    assert.deepEqual('ids' in after ? after.ids : after, [40]);
    const edge = await edgesOf(on, { evidence: 'client' });
    assert.deepEqual('total' in edge ? edge.total : edge, 0);
  }));

test('a view fails if its import is removed, and a new view has the new import', () =>
  withStores(async (on) => {
    await importPieces(on.snapshots, BUILD);
    const old = await snapshotOf(on);
    await importPieces(on.snapshots, piecesOf([BARE]));
    const gone = [
      old.game.itemRows([{ from: 0, to: 1 }]),
      old.edges.rows([{ kind: CLIENT_GROUPS[0].name, from: 0, to: 1 }]),
      old.edges.clientPlaces(CLIENT_GROUPS, { fromId: 25, toId: null }),
      old.game.fact('categories', ''),
      old.game.clientLayer('br'),
    ];
    for (const reading of gone) assert.equal(await causeOf(reading), IMPORT_REPLACED);
    // A reader with a stale view: `newest` returns the old snapshot until `refresh` is called.
    let trusted = true;
    const stale = {
      ...on.store,
      newest: async () => (trusted ? old : on.store.newest()),
      refresh: async () => {
        trusted = false;
        return on.store.refresh();
      },
    };
    const page = await readItems(stale, { ...ANY_ITEM, offset: 0, limit: 5, pin: null, bytesMax: 4_000_000 });
    assert.ok(page.ok);
    assert.match(textOf(page.value.pieces), /^\{"itemId":40,/);
  }));

test('the client layer is one object in every coding', () =>
  withStores(async (on) => {
    await importPieces(on.snapshots, BUILD);
    const snapshot = await snapshotOf(on);
    const read = async (coding: 'br' | 'gzip' | 'identity') =>
      Buffer.concat([...(await snapshot.game.clientLayer(coding))!]);
    const plain = await read('identity');
    assert.deepEqual(gunzipSync(await read('gzip')), plain);
    assert.deepEqual(brotliDecompressSync(await read('br')), plain);
    assert.deepEqual(JSON.parse(plain.toString('utf8')), {
      ok: true,
      protocol: '1.2.0',
      build: '1.15.8.67156',
      extractedAt: '2026-11-19',
      fields: ['fromKind', 'fromId', 'rel', 'toKind', 'toId'],
      edges: [
        ['item', 25, 'created_by', 'spell', 11],
        ['spell', 11, 'in_skill_line', 'skill', 164],
        ['item', 31, 'part_of_set', 'item_set', 7],
        ['item', 30, 'reagent_for', 'spell', 11],
        ['item', 30, 'reagent_for', 'spell', 12],
        ['item', 25, 'same_icon', 'icon', 9],
        ['item', 31, 'same_icon', 'icon', 9],
      ],
      gameData: {
        label: 'found in game files, unconfirmed',
        build: '1.15.8.67156',
        extractedAt: '2026-11-19',
        credit: 'These data were read from the game’s files and belong to the game’s publisher.',
      },
    });
  }));

test('cards find the data of the build', () =>
  withStores(async (on) => {
    await importPieces(on.snapshots, BUILD);
    const { game } = await snapshotOf(on);
    assert.deepEqual(await game.fact('item', '25'), AXE);
    assert.equal(await game.fact('item', '26'), null);
    assert.equal(((await game.fact('set', '7')) as GameSet | null)?.name, 'A Set');
    assert.equal(((await game.fact('class', '4')) as GameClass | null)?.name, 'Armor');
    assert.equal(await game.fact('spell', '11'), 'Bolt, "of" fire');
    assert.equal(await game.fact('skill', '11'), null);
  }));

test('pieces in the wrong order are a bug', async () => {
  await withStores(async (on) => {
    const [first, ...rest] = piecesOf([AXE]);
    await assert.rejects(importPieces(on.snapshots, [...rest, first!]), /class 2 comes after an item/);
    await assert.rejects(importPieces(on.snapshots, piecesOf([ODD, AXE])), /item 25 comes after item 30/);
    const edge = { piece: 'edge', edge: { rel: 'same_icon', fromId: 1, toId: 1 } } as const;
    await assert.rejects(importPieces(on.snapshots, [edge, edge]), /same_icon 1 1 comes after 1 1/);
  });
});

test('thousands of rows are written in several transactions, keep their places, and are removed in steps', async () => {
  await withStores(async (on) => {
    const items = Array.from({ length: 6_001 }, (_, i) => gameItem(2 * i + 1, { classId: i % 2 === 0 ? 2 : 4 }));
    const edges = items.map(({ itemId }) => ['same_icon', itemId, 9] as const);
    await importPieces(on.snapshots, piecesOf(items, edges));
    const last = await itemsOf(on, {}, 5_999, 10);
    assert.deepEqual('ids' in last ? [last.total, last.ids] : last, [6_001, [11_999, 12_001]]);
    const armour = await itemsOf(on, { class: 'armor' }, 2_998, 10);
    assert.deepEqual('ids' in armour ? [armour.total, armour.ids] : armour, [3_000, [11_995, 11_999]]);
    const same = await edgesOf(on, { toId: 9, toKind: 'icon' }, 6_000, 5);
    assert.deepEqual('names' in same ? [same.total, same.names] : same, [6_001, ['same_icon 12001 9']]);
    const n = await on.snapshots.beginImport({ build: 'b', extractedAt: null, importedAtMs: 1, protocol: '1.2.0' });
    await on.snapshots.finishImport(n, 2, 'silent');
    let steps = 0;
    while (await on.snapshots.removeImports()) steps++;
    // Items, facts and edges take two steps each; the layer, the names and the import itself take one step each.
    assert.equal(steps, 9);
    assert.equal((await on.snapshots.changeLines()).length, 1, 'a silent import leaves no line');
  });
});

test('a page read during an import is from one build', async () => {
  await withStores(async (on, dir) => {
    await observe(on, [1]);
    const of = (build: string) => piecesOf([AXE], [['same_icon', 25, build === 'a' ? 1 : 2]]);
    await importPieces(on.snapshots, of('a'), 'a');
    const store = createSnapshotStore({ dir, clock: { nowMs: () => Date.now() } });
    let done = false;
    const seen = new Set<string>();
    const reading = (async () => {
      while (!done) {
        await store.refresh();
        const page = await readEdges(store, { ...ANY_EDGE, offset: 0, limit: 10, pin: null, bytesMax: 4_000_000 });
        assert.ok(page.ok);
        const [, edge] = JSON.parse(`[${textOf(page.value.pieces)}]`) as { toId: number; build: string }[];
        assert.equal(edge?.build, page.value.game?.build);
        assert.equal(edge?.toId, edge?.build === 'a' ? 1 : 2);
        seen.add(edge!.build);
        await new Promise((next) => setImmediate(next));
      }
    })();
    for (const build of ['b', 'a', 'b', 'a', 'b']) await importPieces(on.snapshots, of(build), build);
    await new Promise((next) => setTimeout(next, 20));
    done = true;
    await reading;
    await store.close();
    assert.deepEqual([...seen].sort(), ['a', 'b']);
  });
});
