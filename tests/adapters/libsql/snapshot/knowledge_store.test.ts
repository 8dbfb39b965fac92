import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IMPORT_REPLACED } from '../../../../domain/ports/builds.ts';
import { NO_FILTER } from '../../../../domain/ports/knowledge.ts';
import { catchFault, StorageFault } from '../../../../domain/values/storage_fault.ts';
import { document, named, state, takeIn } from '../../../domain/knowledge/support.ts';
import { type Stores, withStores } from '../../../domain/snapshot/support.ts';
import { importPieces, piecesOf } from '../../../support/game_build.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';
import { snapshotOf } from './game_support.ts';

async function idsWith(
  on: Stores,
  word: string,
  among: 'names' | 'texts' | 'documents' = 'names',
): Promise<readonly string[]> {
  const snapshot = await snapshotOf(on);
  const words = { among, groups: [[{ word, prefix: true }]], match: 'all' } as const;
  return (await snapshot.knowledge.matching(words, NO_FILTER)).map(({ id }) => id).sort();
}

test('a fact is an entry if and only if it has an agreed name', () =>
  withStores(async (on) => {
    await state(on, ['items', '19019', named('Thunderfury')], ['npcs', '60', { levels: [{ value: 3, installs: 3 }] }]);
    const snapshot = await snapshotOf(on);
    assert.deepEqual(await snapshot.knowledge.entry('item:19019'), {
      layer: 'observed',
      id: 'item:19019',
      kind: 'item',
      extId: '19019',
      name: 'Thunderfury',
      text: 'Item.',
      url: null,
      source: null,
      licence: null,
      date: null,
      version: null,
    });
    assert.equal(await snapshot.knowledge.entry('npc:60'), null);
    assert.deepEqual(await snapshot.knowledge.kinds(), { item: 1 });
  }));

test('a withdrawn name and its words are removed from the index', () =>
  withStores(async (on) => {
    await state(on, ['items', '1', named('Copper Ore')], ['items', '2', named('Copper Bar')]);
    assert.deepEqual(await idsWith(on, 'copper'), ['item:1', 'item:2']);
    await state(on, ['items', '1', null], ['items', '2', named('Bronze Bar')]);
    assert.deepEqual(await idsWith(on, 'copper'), []);
    assert.deepEqual(await idsWith(on, 'bronze'), ['item:2']);
    const snapshot = await snapshotOf(on);
    assert.deepEqual([...(await snapshot.knowledge.nameWords())].sort(), ['bar', 'bronze']);
    assert.deepEqual(await snapshot.knowledge.kinds(), { item: 1 });
  }));

test('a word stays known until the last name with it is gone', () =>
  withStores(async (on) => {
    const known = async () => (await snapshotOf(on)).knowledge.nameWords();
    await state(on, ['items', '1', named('Copper Ore')], ['items', '2', named('Copper Bar Copper')]);
    assert.deepEqual([...(await known())].sort(), ['bar', 'copper', 'ore']);
    await state(on, ['items', '1', null]);
    assert.deepEqual([...(await known())].sort(), ['bar', 'copper']);
    await state(on, ['items', '2', null]);
    assert.deepEqual(await known(), []);
  }));

test('writing a fact again, or another part of it, keeps a single entry', () =>
  withStores(async (on) => {
    for (const installs of [3, 3, 4]) await state(on, ['quests', '7', { title: { value: 'A Threat', installs } }]);
    await state(on, ['quests', '7', { title: { value: 'A Threat', installs: 4 }, level: { value: 5, installs: 3 } }]);
    assert.deepEqual(await idsWith(on, 'threat'), ['quest:7']);
    assert.equal((await (await snapshotOf(on)).knowledge.entry('quest:7'))?.text, 'Quest, level 5.');
  }));

test('a family that is written completely loses the facts that are left out', () =>
  withStores(async (on) => {
    await state(on, ['titles', '1', { entry: { value: { titleId: 1, name: 'Champion' }, installs: 3 } }]);
    const n = (await on.snapshots.newest())!.n + 1;
    await on.snapshots.write(snapshotChange(n, { wholeFamilies: ['titles'] }));
    assert.deepEqual(await idsWith(on, 'champion'), []);
  }));

test('case and diacritics do not distinguish names', () =>
  withStores(async (on) => {
    await state(on, ['npcs', '1', named('Élan der Ältere')], ['npcs', '2', named("Anub'Rekhan")]);
    assert.deepEqual(await idsWith(on, 'elan'), ['npc:1']);
    const snapshot = await snapshotOf(on);
    const found = async (key: string) => (await snapshot.knowledge.named([key], NO_FILTER, 5)).map(({ id }) => id);
    assert.deepEqual(await found('elan der altere'), ['npc:1']);
    assert.deepEqual(await found('anubrekhan'), ['npc:2']);
    assert.deepEqual(await found('elan'), []);
  }));

test('documents are replaced as a set', () =>
  withStores(async (on) => {
    const old = await snapshotOf(on).catch(() => null);
    assert.equal(old, null);
    const row = await takeIn(on, [document('guide', 'Fishing Guide', 'How to fish in Stranglethorn.')]);
    assert.equal(row.n, 1);
    assert.deepEqual(await idsWith(on, 'stranglethorn', 'documents'), ['doc:guide']);
    assert.deepEqual(await idsWith(on, 'stranglethorn'), []);
    const n = await on.snapshots.beginDocuments();
    await on.snapshots.addDocuments(n, [document('other', 'Fishing Pole')]);
    assert.deepEqual(await idsWith(on, 'fishing'), ['doc:guide'], 'a set that is coming is not seen');
    await on.snapshots.finishDocuments(n, 5);
    assert.deepEqual(await idsWith(on, 'fishing'), ['doc:other']);
    assert.deepEqual((await (await snapshotOf(on)).knowledge.nameWords()).includes('other'), false);
    while (await on.snapshots.removeDocuments());
    assert.deepEqual(await idsWith(on, 'fishing'), ['doc:other']);
    assert.deepEqual(await (await snapshotOf(on)).knowledge.nameWords(), ['fishing', 'pole']);
    const known = (await (await snapshotOf(on)).knowledge.entry('doc:other'))!;
    assert.deepEqual([known.source, known.licence, known.date, known.version], ['A wiki', 'CC0', '2026-01-02', null]);
  }));

test('the served import names entities that players do not name', () =>
  withStores(async (on) => {
    await state(on, ['maps', '12', named('Elwynn Forest')]);
    await importPieces(on.snapshots, [
      ...piecesOf([]),
      { piece: 'name', name: { kind: 'zone', id: 12, name: 'Elwynn (old)' } },
      { piece: 'name', name: { kind: 'zone', id: 13, name: 'Elwynn Hills' } },
    ]);
    assert.deepEqual(await idsWith(on, 'elwynn'), ['zone:12', 'zone:13']);
    const snapshot = await snapshotOf(on);
    assert.equal((await snapshot.knowledge.entry('zone:12'))?.name, 'Elwynn Forest');
    assert.equal((await snapshot.knowledge.entry('zone:13'))?.layer, 'game-files');
    assert.deepEqual(await snapshot.knowledge.kinds(), { item_set: 1, spell: 1, zone: 2 });
    await state(on, ['maps', '12', null]);
    assert.equal((await (await snapshotOf(on)).knowledge.entry('zone:12'))?.name, 'Elwynn (old)');
  }));

test('a search while imports are replaced reads one build or fails explicitly', () =>
  withStores(async (on) => {
    const zone = (id: number, name: string) => ({ piece: 'name', name: { kind: 'zone', id, name } }) as const;
    await importPieces(on.snapshots, [...piecesOf([]), zone(1, 'Old Hill')]);
    const old = await snapshotOf(on);
    const head = { build: '9.9.9', extractedAt: null, importedAtMs: 5, protocol: '1.2.0' };
    const n = await on.snapshots.beginImport(head);
    const facts = [{ family: 'zone', subject: '1', body: '"New Hill"' } as const];
    await on.snapshots.addToImport(n, { items: [], edges: [], facts });
    const hills = async (snapshot: typeof old) => {
      const words = { among: 'names', groups: [[{ word: 'hill', prefix: true }]], match: 'all' } as const;
      const found = await catchFault(snapshot.knowledge.matching(words, NO_FILTER));
      return found instanceof StorageFault ? found.cause : found.map(({ name }) => name);
    };
    assert.deepEqual(await hills(await snapshotOf(on)), ['Old Hill']);
    await on.snapshots.finishImport(n, 6, 'write');
    assert.deepEqual(await hills(await snapshotOf(on)), ['New Hill']);
    assert.deepEqual(await hills(old), ['Old Hill']);
    while (await on.snapshots.removeImports());
    assert.deepEqual(await hills(old), IMPORT_REPLACED);
    assert.deepEqual(await hills(await snapshotOf(on)), ['New Hill']);
    assert.deepEqual([...(await (await snapshotOf(on)).knowledge.nameWords())].sort(), ['hill', 'new']);
  }));

test('kind and version filter entries, and names have the version of their build', () =>
  withStores(async (on) => {
    await state(on, ['items', '1', named('Wool Cloth')], ['recipes', '2', named('Wool Shirt')]);
    await takeIn(on, [{ ...document('a', 'Wool Prices'), version: '1.15' }, document('b', 'Wool')]);
    await importPieces(
      on.snapshots,
      [...piecesOf([]), { piece: 'name', name: { kind: 'spell', id: 9, name: 'Wool' } }],
      '1.15.8',
    );
    const snapshot = await snapshotOf(on);
    const words = { among: 'names', groups: [[{ word: 'wool', prefix: true }]], match: 'all' } as const;
    const found = async (kind: string | null, version: string | null) =>
      (await snapshot.knowledge.matching(words, { kind, version })).map(({ id }) => id).sort();
    assert.deepEqual(await found(null, null), ['doc:a', 'doc:b', 'item:1', 'recipe:2', 'spell:9']);
    assert.deepEqual(await found('item', null), ['item:1']);
    assert.deepEqual(await found(null, '1.15'), ['doc:a']);
    assert.deepEqual(await found(null, '1.15.8'), ['spell:9']);
    assert.deepEqual(await found('nothing', null), []);
    const named2 = await snapshot.knowledge.named(['wool'], { kind: 'guide', version: null }, 5);
    assert.deepEqual(
      named2.map(({ id }) => id),
      ['doc:b'],
    );
    assert.deepEqual(
      (await snapshot.knowledge.ofKind('guide', 5)).map(({ id }) => id),
      ['doc:b', 'doc:a'],
    );
    const excerpts = await snapshot.knowledge.excerpts(['doc:a', 'item:1', 'item:77']);
    assert.deepEqual(excerpts.map(({ id }) => id).sort(), ['doc:a', 'item:1']);
  }));
