import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDataDir, readCurrentEpoch } from '../../../../adapters/data_folder/data_dir.ts';
import { openReader, readJson } from '../../../../adapters/libsql/database.ts';
import { openSnapshotWriter, readHistory } from '../../../../adapters/libsql/snapshot/writer.ts';
import { parseEdgeSubject } from '../../../../domain/families/edges.ts';
import { CHANGE_LOG_AGE_MS } from '../../../../domain/families/lookups/change_log.ts';
import type { ChangeLine } from '../../../../domain/ports/change_log.ts';
import type { DropFacts } from '../../../../domain/ports/drops.ts';
import type { FactBody, FactUpdate } from '../../../../domain/ports/facts.ts';
import type { SnapshotChange } from '../../../../domain/ports/snapshots.ts';
import { EPOCH, type Stores, withFolder, withStores } from '../../../domain/snapshot/support.ts';
import { RELEASES } from '../../../fixtures/releases.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';

const AT_MS = 1.7e12;
const MINUTE_MS = 60_000;

/** Writes the next snapshot, one minute after the previous one unless `row` says otherwise. */
async function write(on: Stores, change: Parameters<typeof snapshotChange>[1] = {}): Promise<void> {
  const n = ((await on.snapshots.newest())?.n ?? 0) + 1;
  const row = { writtenAtMs: AT_MS + n * MINUTE_MS, ...change.row };
  await on.snapshots.write(snapshotChange(n, { ...change, row }));
}

function fact(family: string, subject: string, body: FactBody | null): FactUpdate {
  return { family, subject, body };
}

function named(value: string, installs = 3): FactBody {
  return { name: { value, installs } };
}

function edge(subject: string, installs: number | null): SnapshotChange['edges'][number] {
  return {
    name: parseEdgeSubject(subject),
    edge: installs === null ? null : { installs, firstSeen: '2026-01-02', lastSeen: '2026-03-04' },
  };
}

function source(id: number, isPublic: boolean): DropFacts {
  return {
    source: { type: 'npc', id },
    public: isPublic,
    kills: 4,
    reporters: isPublic ? 3 : 2,
    topWindows: 2,
    measuredZero: isPublic,
    items: [],
  };
}

/** Returns the change log as `change family subject field`, oldest first. */
async function log(on: Stores): Promise<readonly string[]> {
  return (await on.snapshots.changeLines()).map(
    (line) => `${line.change} ${line.family} ${line.subject} ${line.field}`,
  );
}

async function factsOf(on: Stores, family: string, owner = ''): Promise<unknown> {
  await on.store.refresh();
  const snapshot = (await on.store.newest())!;
  const { facts: all, total } = await snapshot.factsOf({ name: family }, owner, 1_000);
  assert.equal(total, all.length);
  for (const { subject, body } of all) assert.deepEqual(await snapshot.fact({ name: family }, subject), body);
  return all.map(({ subject, body }) => [subject, body]);
}

test('facts are written one subject at a time and read back unchanged', () =>
  withStores(async (on) => {
    const body = { name: { value: 'Élan ☃ "quoted"', installs: 3 }, list: [1, 2.5, null], nested: { a: [] } };
    await write(on, {
      facts: [fact('items', '25', body), fact('items', '3', named('x')), fact('npcs', '25', named('y'))],
    });
    assert.deepEqual(await factsOf(on, 'items'), [
      ['25', body],
      ['3', named('x')],
    ]);
    await write(on, {
      facts: [fact('items', '25', null), fact('items', '4', null), fact('items', '3', named('z', 4))],
    });
    assert.deepEqual(await factsOf(on, 'items'), [['3', named('z', 4)]]);
    assert.deepEqual(await factsOf(on, 'npcs'), [['25', named('y')]]);
    const snapshot = (await on.store.newest())!;
    assert.equal(await snapshot.fact({ name: 'items' }, '25'), null);
    assert.equal(await snapshot.fact({ name: 'nothing' }, '3'), null);
  }));

test('subjects are found by prefix', () =>
  withStores(async (on) => {
    const names = ['12:3', '1:1', '2', '1:5', '10:1', '😀:1', '😀', 'é:1'];
    await write(on, { facts: names.map((subject) => fact('vendor_goods', subject, named(subject))) });
    const begins: [owner: string, subjects: string[]][] = [
      ['', ['10:1', '12:3', '1:1', '1:5', '2', 'é:1', '😀', '😀:1']],
      ['1', ['1:1', '1:5']],
      ['12', ['12:3']],
      ['😀', ['😀:1']],
      ['2', []],
      ['3', []],
    ];
    for (const [owner, subjects] of begins) {
      assert.deepEqual(
        await factsOf(on, 'vendor_goods', owner),
        subjects.map((subject) => [subject, named(subject)]),
        owner,
      );
    }
  }));

test('a family that is written completely has only the facts that were written', () =>
  withStores(async (on) => {
    await write(on, { facts: ['a', 'b', 'c'].map((subject) => fact('population', subject, { count: 3 })) });
    await write(on, { facts: [fact('items', '1', named('x'))] });
    assert.equal(((await factsOf(on, 'population')) as unknown[]).length, 3, 'only where it is said to be whole');
    const facts = [fact('population', 'b', { count: 4 }), fact('population', 'd', { count: 3 })];
    await write(on, { facts, wholeFamilies: ['population', 'talents'] });
    assert.deepEqual(await factsOf(on, 'population'), [
      ['b', { count: 4 }],
      ['d', { count: 3 }],
    ]);
    assert.deepEqual(await factsOf(on, 'items'), [['1', named('x')]]);
    await write(on, { wholeFamilies: ['population'] });
    assert.deepEqual(await factsOf(on, 'population'), []);
  }));

test('the change log names what became public, changed and was withdrawn', () =>
  withStores(async (on) => {
    await write(on, {
      drops: [source(5, true), source(6, false)],
      edges: [edge('sold_by:item:npc:9:1', 3), edge('sold_by:item:npc:9:2', 3), edge('located_in:npc:zone:1:12', 3)],
      facts: [
        fact('items', '9', { ...named('a'), quality: { value: 'rare', installs: 3 } }),
        fact('population', 'x', { n: 3 }),
      ],
    });
    const first = [
      'became-public drops npc:5 rates',
      'became-public edges item:9 sold_by',
      'became-public edges npc:1 located_in',
      'became-public items 9 name',
      'became-public items 9 quality',
    ];
    assert.deepEqual([...(await log(on))].sort(), first);
    // A higher number of installs is not logged as a change.
    await write(on, {
      drops: [source(5, true)],
      edges: [edge('sold_by:item:npc:9:1', 8)],
      facts: [fact('items', '9', { ...named('a', 8), quality: { value: 'rare', installs: 4 } })],
    });
    assert.equal((await log(on)).length, first.length);
    await write(on, {
      drops: [source(5, false), source(7, true)],
      edges: [edge('sold_by:item:npc:9:1', null)],
      facts: [
        fact('items', '9', { ...named('b', 8), itemLevel: { value: 4, installs: 3 } }),
        fact('population', 'x', null),
      ],
    });
    assert.deepEqual([...(await log(on)).slice(first.length)].sort(), [
      'became-public drops npc:7 rates',
      'became-public items 9 itemLevel',
      'changed items 9 name',
      'withdrawn drops npc:5 rates',
      'withdrawn edges item:9 sold_by',
      'withdrawn items 9 quality',
    ]);
    const lines = await on.snapshots.changeLines();
    assert.deepEqual([...new Set(lines.map(({ atMs }) => atMs))], [AT_MS + MINUTE_MS, AT_MS + 3 * MINUTE_MS]);
  }));

test('lines of the change log are found by a subject and its parts', () =>
  withStores(async (on) => {
    const subjects = ['6:1', '6:25', '6', '66:1', '5:6', '6a'];
    await write(on, { facts: subjects.map((subject) => fact('vendor_goods', subject, named(subject))) });
    await write(on, { facts: [fact('vendor_goods', '6:1', named('x')), fact('npcs', '6', named('y'))] });
    await on.store.refresh();
    const snapshot = (await on.store.newest())!;
    const about = async (subject: string, limit: number) => {
      const query = { sinceMs: 0, families: ['vendor_goods'], subjectPrefix: '', subject, limit };
      return (await snapshot.log.changes(query)).map((line) => `${line.change} ${line.subject}`);
    };
    const lines = await about('6', 10);
    assert.equal(lines[0], 'changed 6:1');
    assert.deepEqual(lines.toSorted(), ['became-public 6', 'became-public 6:1', 'became-public 6:25', 'changed 6:1']);
    assert.deepEqual(await about('6', 1), ['changed 6:1']);
    assert.deepEqual(await about('7', 10), []);
  }));

test('silent writes add no lines to the change log', () =>
  withStores(async (on) => {
    const change = {
      drops: [source(5, true)],
      edges: [edge('sold_by:item:npc:9:1', 3)],
      facts: [fact('items', '9', named('a'))],
    };
    await write(on, { ...change, changeLog: 'silent' });
    assert.deepEqual(await log(on), []);
    assert.deepEqual(await factsOf(on, 'items'), [['9', named('a')]]);
  }));

test('the change log does not name what an erasure withdrew', () =>
  withStores(async (on) => {
    await write(on, {
      drops: [source(5, true), source(6, true)],
      edges: [edge('sold_by:item:npc:9:1', 3), edge('sold_by:item:npc:8:1', 3)],
      facts: ['9', '8', '7'].map((subject) => fact('items', subject, { ...named('a'), quality: { value: 'rare' } })),
    });
    await write(on, { facts: [fact('items', '7', { ...named('b'), quality: { value: 'rare' } })] });
    await write(on, {
      drops: [source(5, false)],
      edges: [edge('sold_by:item:npc:9:1', null)],
      facts: [
        fact('items', '9', null),
        fact('items', '8', named('c')),
        fact('items', '7', { ...named('d'), quality: { value: 'rare' } }),
      ],
      erased: true,
    });
    assert.deepEqual([...(await log(on))].sort(), [
      'became-public drops npc:6 rates',
      'became-public edges item:8 sold_by',
      'became-public items 7 name',
      'became-public items 7 quality',
      'changed items 7 name',
      'changed items 7 name',
      'changed items 8 name',
    ]);
  }));

test('erasing a withheld install removes earlier withdrawals from the log and keeps later changes', () =>
  withStores(async (on) => {
    const items = (...names: readonly (string | null)[]) =>
      names.map((name, i) => fact('items', String(i), name === null ? null : named(name)));
    await write(on, { facts: items('a', 'b', 'c', 'd'), edges: [edge('sold_by:item:npc:9:1', 3)] });
    await write(on, { facts: items(null, null, 'e'), edges: [edge('sold_by:item:npc:9:1', null)] });
    await write(on, { facts: items('f') });
    const before = await log(on);
    const stays = [
      'became-public items 2 name',
      'became-public items 3 name',
      'changed items 2 name',
      'became-public items 0 name',
    ];
    await write(on, { facts: [fact('items', '3', null)], erased: true, forgetsWithdrawn: true });
    assert.deepEqual(
      await log(on),
      stays.filter((text) => !text.includes('items 3')),
    );
    await withStores(async (fresh) => {
      await write(fresh, { facts: items('f', null, 'e', 'd'), changeLog: 'silent' });
      const lines = before.map((text, i): ChangeLine => {
        const [change, family, subject, field] = text.split(' ') as [ChangeLine['change'], string, string, string];
        return { atMs: AT_MS + i, change, family, subject, field };
      });
      await fresh.snapshots.carryChanges(lines, true);
      assert.deepEqual(await log(fresh), stays);
    });
  }));

test('appended and withdrawn rows of each list are counted across epochs', () =>
  withStores(async (on) => {
    const rows = { kind: 'loot', rows: ['1', '2', '3'].map((n) => `{"kind":"loot","capturedAt":"${n}"}`) };
    await write(on, {
      corpus: [rows],
      drops: [source(5, true), source(6, true)],
      edges: [edge('sold_by:item:npc:9:1', 3), edge('sold_by:item:npc:8:1', 3)],
    });
    const first = await on.snapshots.listCounts();
    assert.deepEqual(first.withdrawn, NO_ROWS);
    assert.deepEqual([first.remaining.corpus, first.remaining.edges], [3, 2]);
    assert.equal(first.remaining.rates + first.remaining.zeros, 2);
    await write(on, {
      corpusWithdrawals: [0, 2].map((place) => ({ kind: 'loot', place })),
      drops: [source(5, false)],
      edges: [edge('sold_by:item:npc:9:1', null)],
    });
    await on.snapshots.storeWithdrawnCounts({ corpus: 10, edges: 20, rates: 30, zeros: 40 });
    await on.snapshots.storeWithdrawnCounts({ corpus: 10, edges: 20, rates: 30, zeros: 50 });
    const { withdrawn, remaining } = await on.snapshots.listCounts();
    assert.deepEqual([withdrawn.corpus, withdrawn.edges, remaining.corpus, remaining.edges], [12, 21, 1, 1]);
    assert.deepEqual([withdrawn.rates + withdrawn.zeros, remaining.rates + remaining.zeros], [81, 1]);
  }));

test('lines are kept for ninety days', () =>
  withStores(async (on) => {
    await write(on, { facts: [fact('items', '1', named('a'))], row: { writtenAtMs: AT_MS } });
    await write(on, { facts: [fact('items', '2', named('a'))], row: { writtenAtMs: AT_MS + 1 } });
    await write(on, { row: { writtenAtMs: AT_MS + CHANGE_LOG_AGE_MS } });
    assert.equal((await log(on)).length, 2);
    await write(on, { row: { writtenAtMs: AT_MS + CHANGE_LOG_AGE_MS + 1 } });
    assert.deepEqual(await log(on), ['became-public items 2 name']);
    assert.equal(CHANGE_LOG_AGE_MS, 7_776_000_000);
  }));

test('an earlier log is carried over, except what the rebuild withdrew', () =>
  withStores(async (on) => {
    await write(on, {
      drops: [source(5, true)],
      edges: [edge('sold_by:item:npc:9:1', 3)],
      facts: [fact('items', '9', named('a')), fact('items', '8', named('b'))],
      changeLog: 'silent',
    });
    await write(on, { edges: [edge('reward_from:item:quest:11:1', 3)], changeLog: 'silent' });
    await write(on, { edges: [edge('reward_from:item:quest:11:1', null)], changeLog: 'silent' });
    const line = (text: string, atMs = AT_MS): ChangeLine => {
      const [change, family, subject, field] = text.split(' ') as [ChangeLine['change'], string, string, string];
      return { atMs, change, family, subject, field };
    };
    const kept = [
      'became-public drops npc:5 rates',
      'became-public drops npc:6 rates',
      'withdrawn drops npc:6 rates',
      'became-public edges item:9 sold_by',
      'became-public items 9 name',
      'changed items 9 name',
      'withdrawn items 9 quality',
      'build-imported build 1.15.8 items',
    ];
    const fallen = [
      'became-public drops npc:7 rates',
      'became-public edges item:9 dropped_by',
      'became-public edges npc:9 located_in',
      'became-public edges item:11 reward_from',
      'withdrawn items 8 quality',
      'became-public items 8 quality',
      'became-public items 8 name',
      'changed items 10 name',
    ];
    const ofFallenSubject = (text: string): boolean => text.includes('edges item:9');
    await on.snapshots.carryChanges(
      [...kept, ...fallen].map((text, i) => line(text, AT_MS + i)),
      false,
    );
    assert.deepEqual(
      await log(on),
      kept.filter((text) => !ofFallenSubject(text)),
    );
    await write(on, { facts: [fact('items', '1', named('a'))] });
    assert.equal((await log(on)).at(-1), 'became-public items 1 name');
  }));

test('unchanged facts are not written again', () =>
  withStores(async (on, dir) => {
    const facts = Array.from({ length: 5_000 }, (_, i) => fact('items', String(i), named(`item ${i}`)));
    await write(on, { facts });
    assert.equal((await log(on)).length, 5_000);
    const before = await pagesOf(dir.snapshotDb(EPOCH));
    await write(on, { facts });
    const after = await pagesOf(dir.snapshotDb(EPOCH));
    assert.ok(after - before < 20, `${after - before} pages`);
  }));

/** Returns the number of pages in the write-ahead log. */
async function pagesOf(path: string): Promise<number> {
  const { stat } = await import('node:fs/promises');
  return (await stat(`${path}-wal`)).size / 8192;
}

test('the hashes of live keys are stored as given, and an unknown set changes nothing', () =>
  withStores(async (on, dir) => {
    const hash = (digit: string): string => digit.repeat(64);
    const client = await openReader(dir.snapshotDb(EPOCH));
    const stored = () => readJson<string>(client, 'select json_group_array(lower(hex(hash))) from key_hashes');
    const table: [liveKeys: string[] | null, stored: string[]][] = [
      [
        [hash('a'), hash('b')],
        [hash('a'), hash('b')],
      ],
      [null, [hash('a'), hash('b')]],
      [
        [hash('c'), hash('b')],
        [hash('b'), hash('c')],
      ],
      [[], []],
    ];
    for (const [liveKeys, expected] of table) {
      await write(on, { liveKeys });
      assert.deepEqual(await stored(), expected);
    }
    client.close();
  }));

const NO_ROWS = { corpus: 0, edges: 0, rates: 0, zeros: 0 };

test('the history for a new epoch is read from the old database', () =>
  withStores(async (on, dir) => {
    await write(on, { facts: [fact('items', '1', named('a'))], row: { dataAsOfMs: 7_000 } });
    await write(on, { row: { dataAsOfMs: 6_000 } });
    assert.deepEqual(await readHistory(dir.snapshotDb(EPOCH)), {
      changeLog: [{ atMs: AT_MS + MINUTE_MS, change: 'became-public', family: 'items', subject: '1', field: 'name' }],
      dataAsOfMs: 7_000,
      lists: { withdrawn: NO_ROWS, remaining: NO_ROWS },
    });
  }));

test('the history in the folder of release 0.6.0 can be read, although its tables are others', () =>
  withFolder(async (folder) => {
    await cp(join(RELEASES, '0.6.0'), folder, { recursive: true });
    const dir = createDataDir(folder);
    const path = dir.snapshotDb(readCurrentEpoch(dir)!);
    const { lists, changeLog, dataAsOfMs } = await readHistory(path);
    assert.ok(Math.min(...Object.values(lists.remaining), changeLog.length, dataAsOfMs!) > 0);
    let prepared = 0;
    const { writer, isCurrent } = await openSnapshotWriter(path, async () => {
      prepared++;
    });
    await writer.close();
    assert.deepEqual([isCurrent, prepared], [false, 0]);
    assert.deepEqual(await readHistory(path), { lists, changeLog, dataAsOfMs }, 'the database stays as it is');
  }));
