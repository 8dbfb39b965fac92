import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createSnapshotStore } from '../../../adapters/libsql/snapshot/store.ts';
import { StorageError } from '../../../adapters/libsql/storage_error.ts';
import { writeExport } from '../../../domain/exports/write_export.ts';
import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { CLIENT_GROUPS } from '../../../domain/ports/build.ts';
import type { SnapshotStore } from '../../../domain/ports/snapshots.ts';
import { readEdges } from '../../../domain/reads/edges.ts';
import { readItems } from '../../../domain/reads/items.ts';
import type { ListPage } from '../../../domain/reads/list.ts';
import type { Result } from '../../../domain/values/result.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { parquetRowJson, readParquet } from '../../support/parquet.ts';
import { rowsText } from '../../support/rows_text.ts';
import {
  corpusRows,
  edge,
  edgeGone,
  readExported,
  requestOf,
  servedFolder,
  servedIndex,
  servedLines,
  withYard,
  type Yard,
} from './support.ts';

const BUILD = '1.15.8.67156';
const NPC = 'dropped_by:item:npc';
const SOLD = 'sold_by:item:npc';

/** More rows than one read returns, both for items and for one group of relations. */
const ITEMS = Array.from({ length: 1_003 }, (_, i) => gameItem(2 * i + 1, { classId: 4, subclassId: 1, stack: i }));
const EDGES = [
  ...ITEMS.map(({ itemId }) => ['same_icon', itemId, 9] as const),
  ['created_by', 3, 11] as const,
  ['part_of_set', 1, 7] as const,
  ['reagent_for', 5, 11] as const,
  ['reagent_for', 1, 11] as const,
];

type Page = ListPage & { readonly pieces: Parameters<typeof rowsText>[0] };

/** Reads all pages of a list from the API, and its total. */
async function paged(
  { dir }: Yard,
  read: (store: SnapshotStore, offset: number) => Promise<Result<Page, unknown>>,
): Promise<{ readonly rows: readonly string[]; readonly total: number }> {
  const store = createSnapshotStore({ dir, clock: { nowMs: () => 1e12 } });
  const rows: string[] = [];
  let total = 0;
  try {
    await store.refresh();
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await read(store, offset);
      assert.ok(page.ok);
      const text = rowsText(page.value.pieces);
      rows.push(...(JSON.parse(`[${text}]`) as unknown[]).map((row) => JSON.stringify(row)));
      total = page.value.total;
      offset = page.value.nextOffset;
    }
  } finally {
    await store.close();
  }
  return { rows, total };
}

const anyEdge = { fromKind: null, fromId: null, toKind: null, toId: null, rel: null, evidence: null };
const anyItem = { item: null, class: null, subclass: null, slot: null, quality: null };

function apiEdges(yard: Yard) {
  return paged(yard, (store, offset) =>
    readEdges(store, { ...anyEdge, offset, limit: 173, pin: null, bytesMax: 4_000_000 }),
  );
}
function apiItems(yard: Yard) {
  return paged(yard, (store, offset) =>
    readItems(store, { ...anyItem, offset, limit: 173, pin: null, bytesMax: 4_000_000 }),
  );
}

async function told({ root }: Yard) {
  return (await servedIndex(root)).files.map(({ name, rows, data, attribution, gameData }) => ({
    name,
    rows,
    data,
    credit: attribution !== null,
    build: gameData?.build ?? null,
  }));
}

test('items and relations of a build are exported as the API lists them, after the observed ones', () =>
  withYard(async (yard) => {
    await yard.snapshot({
      corpus: [corpusRows('loot', 0, 3)],
      edges: Array.from({ length: 1_100 }, (_, i) => edge(i % 2 === 0 ? NPC : SOLD, i + 1, 7)),
    });
    await importPieces(yard.snapshots, piecesOf(ITEMS, EDGES), BUILD);
    await yard.snapshot({ edges: [edge(NPC, 5_000, 7), edgeGone(SOLD, 2, 7)] });
    assert.equal((await yard.export()).kind, 'written');
    const lines = await servedLines(yard.root);
    const [edges, items] = [await apiEdges(yard), await apiItems(yard)];
    assert.deepEqual(lines['edges.ndjson'], edges.rows);
    assert.equal(edges.total, 1_100 + EDGES.length);
    assert.deepEqual(lines['items.ndjson'], items.rows);
    assert.equal(items.total, ITEMS.length);
    const evidence = edges.rows.map((row) => (JSON.parse(row) as { evidence: string }).evidence);
    assert.deepEqual([evidence.indexOf('client'), evidence.lastIndexOf('observed')], [1_100, 1_099]);
    assert.deepEqual(await told(yard), [
      { name: 'corpus.ndjson', rows: 3, data: 'observed', credit: true, build: null },
      { name: 'edges.ndjson', rows: edges.total, data: 'mixed', credit: true, build: BUILD },
      { name: 'drops-rates.ndjson', rows: 0, data: 'observed', credit: true, build: null },
      { name: 'drops-zeros.ndjson', rows: 0, data: 'observed', credit: true, build: null },
      { name: 'items.ndjson', rows: items.total, data: 'game-files', credit: false, build: BUILD },
    ]);
    const { build, files, more } = await servedIndex(yard.root);
    assert.equal(build, BUILD);
    // Records of the feed are of different kinds, and no table.
    for (const file of files.slice(1)) {
      const twin = more!.find(({ name }) => name === file.name.replace('ndjson', 'parquet'))!;
      const bytes = await readExported(await servedFolder(yard.root), twin.name);
      const { name: _name, bytes: size, sha256, ...others } = twin;
      assert.equal(size, bytes.byteLength);
      assert.equal(sha256, createHash('sha256').update(bytes).digest('hex'));
      const { name: _of, bytes: _size, sha256: _sha256, ...expected } = file;
      assert.deepEqual(others, { ...expected, format: 'parquet' });
      const rows = (await readParquet(bytes)).map((row) => JSON.parse(parquetRowJson(row)));
      assert.equal(rows.length, file.rows);
      for (const [i, line] of lines[file.name]!.entries())
        assert.deepEqual({ ...rows[i], ...JSON.parse(line) }, rows[i]);
    }
    assert.ok(!more!.some(({ name }) => name === 'corpus.parquet'));
    const [{ dataset, rowsOf, field, gameData }] = files.slice(-1) as [(typeof files)[number]];
    assert.deepEqual({ dataset, rowsOf, field }, { dataset: 'items', rowsOf: 'itemsResponse', field: 'items' });
    assert.deepEqual(gameData, buildGameDataNotice({ build: BUILD, extractedAt: '2026-11-19' }));
  }));

test('a build without relations does not affect the observed relations', () =>
  withYard(async (yard) => {
    await yard.snapshot({ edges: [edge(NPC, 1, 7)] });
    await importPieces(yard.snapshots, piecesOf([gameItem(1)]), BUILD);
    await yard.export();
    const [, edges, , , items] = await told(yard);
    assert.deepEqual(edges, { name: 'edges.ndjson', rows: 1, data: 'observed', credit: true, build: null });
    assert.deepEqual(items, { name: 'items.ndjson', rows: 1, data: 'game-files', credit: false, build: BUILD });
    await servedLines(yard.root);
  }));

test('the next scheduled export after an import contains the new build, even if it is much smaller', () =>
  withYard(async (yard) => {
    await yard.snapshot({ edges: [edge(NPC, 1, 7)] });
    await yard.export('schedule');
    await importPieces(yard.snapshots, piecesOf(ITEMS, EDGES), BUILD);
    assert.equal((await yard.export('schedule')).kind, 'written');
    assert.equal((await yard.export('schedule')).kind, 'not-due');
    await importPieces(yard.snapshots, piecesOf(ITEMS.slice(0, 2), EDGES.slice(0, 2)), '1.15.9.1');
    assert.equal((await yard.export('schedule')).kind, 'written');
    const lines = await servedLines(yard.root);
    assert.deepEqual([lines['items.ndjson']!.length, lines['edges.ndjson']!.length], [2, 3]);
    assert.equal((await servedIndex(yard.root)).build, '1.15.9.1');
    assert.equal((await yard.export('schedule')).kind, 'not-due');
  }));

test('an export that lost observed rows is held even if the build changed', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 3)], edges: [edge(NPC, 1, 7)] });
    await importPieces(yard.snapshots, piecesOf(ITEMS, EDGES), BUILD);
    await yard.export();
    await importPieces(yard.snapshots, piecesOf([...ITEMS, gameItem(5_000)], EDGES), '1.15.9.1');
    const { exporter } = yard;
    const openSource = async () => {
      const opened = await exporter.openSource();
      async function* none(): AsyncIterable<readonly string[]> {}
      return opened === null ? null : { ...opened, edges: none };
    };
    const held = await writeExport({ ...exporter, openSource }, requestOf('command'));
    assert.match(held.kind === 'held' ? held.reason : '', /^edges\.ndjson would shrink from 1 row to 0/);
    assert.equal((await servedIndex(yard.root)).build, BUILD);
  }));

test('if the build is replaced during an export, the previous export is still served', () =>
  withYard(async (yard) => {
    await yard.snapshot();
    await importPieces(yard.snapshots, piecesOf(ITEMS, EDGES), BUILD);
    const source = (await yard.exporter.openSource())!;
    assert.deepEqual(source.game?.edges, {
      ...Object.fromEntries(CLIENT_GROUPS.filter(({ rel }) => rel !== 'in_skill_line').map(({ name }) => [name, 1])),
      'reagent_for:item:spell': 2,
      'same_icon:item:icon': 1_003,
    });
    const items = source.items()[Symbol.asyncIterator]();
    assert.equal((await items.next()).value?.length, 1_000);
    await importPieces(yard.snapshots, piecesOf([gameItem(1)]), '1.15.9.1');
    await assert.rejects(
      async () => items.next(),
      (error) => error instanceof StorageError && error.code === 'IMPORT_REPLACED',
    );
    await source.close();
  }));
