import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { createSnapshotStore } from '../../../adapters/libsql/snapshot/store.ts';
import { writeExport } from '../../../domain/exports/write_export.ts';
import { readCorpus } from '../../../domain/reads/corpus.ts';
import { toZeroRow } from '../../../domain/reads/drops.ts';
import { itemRate, rateRow } from '../../support/item_rate.ts';
import { rowsText } from '../../support/rows_text.ts';
import { EPOCH } from '../snapshot/support.ts';
import {
  corpusRow,
  corpusRows,
  edge,
  edgeGone,
  servedIndex,
  servedLines,
  source,
  sourceGone,
  withYard,
  type Yard,
} from './support.ts';

const NPC = 'dropped_by:item:npc';
const SOLD = 'sold_by:item:npc';

/** Returns all pages of the feed from the API. */
async function feed({ dir }: Yard): Promise<readonly string[]> {
  const store = createSnapshotStore({ dir, clock: { nowMs: () => 1e12 } });
  const rows: string[] = [];
  try {
    await store.refresh();
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await readCorpus(store, {
        offset,
        limit: 173,
        pin: null,
        bytesMax: 4_000_000,
        kinds: null,
        since: null,
      });
      assert.ok(page.ok);
      const text = rowsText(page.value.pieces);
      rows.push(...(JSON.parse(`[${text}]`) as unknown[]).map((row) => JSON.stringify(row)));
      offset = page.value.nextOffset;
    }
  } finally {
    await store.close();
  }
  return rows;
}

function edgeEnds(lines: readonly string[]): readonly string[] {
  return lines.map((line) => {
    const { rel, fromId, toId } = JSON.parse(line) as { rel: string; fromId: number; toId: number };
    return `${rel} ${fromId} ${toId}`;
  });
}

test('an empty instance is exported as empty files', () =>
  withYard(async (yard) => {
    await yard.snapshot({ dataAsOfMs: null });
    assert.equal((await yard.export('schedule')).kind, 'written');
    const index = await servedIndex(yard.root);
    assert.equal(index.dataAsOf, null);
    assert.deepEqual(await servedLines(yard.root), {
      'corpus.ndjson': [],
      'edges.ndjson': [],
      'drops-rates.ndjson': [],
      'drops-zeros.ndjson': [],
    });
  }));

test('without a snapshot nothing is written', () =>
  withYard(async (yard) => {
    assert.deepEqual(await yard.export(), { kind: 'nothing-to-export' });
    assert.equal(await yard.reader.index(), null);
  }));

test('the index describes the export and asks for credit', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 3)], edges: [edge(NPC, 1, 2)], drops: [source('npc', 5, 2)] });
    await yard.export();
    const { files, more: _more, ...rest } = await servedIndex(yard.root);
    assert.deepEqual(rest, {
      protocol: '1.2.0',
      generatedAt: '2026-11-21T12:00:00.000Z',
      dataAsOf: '2026-11-21T11:59:00.000Z',
      snapshot: `${EPOCH}.1`,
      game: null,
      build: null,
      site: 'https://witness.example/',
      licence: 'CC BY-SA 4.0',
      licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
      credit: 'Data: Third Witness contributors',
      witnesses: { familiesApart: false, waiting: { installs: 0, windows: 0 } },
    });
    const told = files.map(({ name, dataset, rowsOf, field, rows }) => [name, dataset, rowsOf, field, rows]);
    assert.deepEqual(told, [
      ['corpus.ndjson', 'corpus', 'corpusPublicResponse', 'records', 3],
      ['edges.ndjson', 'edges', 'edgesResponse', 'edges', 1],
      ['drops-rates.ndjson', 'drops', 'dropsResponse', 'rates', 2],
      ['drops-zeros.ndjson', 'drops', 'dropsResponse', 'measuredZeros', 0],
    ]);
    for (const file of files) {
      assert.equal(file.data, 'observed');
      assert.equal(file.gameData, null);
      assert.equal(file.attribution?.terms, 'https://witness.example/terms');
    }
  }));

test('the corpus is exported in feed order, across blocks and snapshots', () =>
  withYard(async (yard) => {
    const ends = [3, 99, 100, 101, 250, 1201, 1202];
    let from = 0;
    for (const to of ends) {
      const half = Math.floor((from + to) / 2);
      await yard.snapshot({ corpus: [corpusRows('loot', from, half), corpusRows('item_seen', half, to)] });
      from = to;
    }
    // More snapshots than one read returns, most of them without a row.
    for (let i = 0; i < 210; i++) {
      await yard.snapshot({ corpus: [corpusRows(i % 3 === 0 ? 'loot' : 'item_seen', from + i, from + i + 1)] });
    }
    await yard.export();
    const lines = (await servedLines(yard.root))['corpus.ndjson']!;
    assert.equal(lines.length, 1412);
    assert.deepEqual(lines, await feed(yard));
  }));

test('withdrawn rows are left out, and the others keep their order', () =>
  withYard(async (yard) => {
    const edges = Array.from({ length: 2_300 }, (_, i) => edge(i % 2 === 0 ? NPC : SOLD, i + 1, 7));
    await yard.snapshot({
      corpus: [corpusRows('loot', 0, 260), corpusRows('item_seen', 260, 270)],
      edges,
      drops: [source('npc', 5, 3), source('object', 6, 1), source('npc', 8, 0), source('object', 9, 0)],
    });
    await yard.snapshot({ edges: [edge(NPC, 1, 1), edge(SOLD, 3000, 1)], corpus: [corpusRows('loot', 270, 271)] });
    await yard.snapshot({
      corpusWithdrawals: [0, 99, 100, 259].map((place) => ({ kind: 'loot', place })),
      edges: [edgeGone(NPC, 1, 7), edgeGone(SOLD, 2300, 7)],
      drops: [sourceGone('object', 6), sourceGone('npc', 8)],
    });
    // A row that becomes public again gets a new place.
    await yard.snapshot({ edges: [edge(NPC, 1, 7)] });
    await yard.export();
    const lines = await servedLines(yard.root);
    const gone = new Set([0, 99, 100, 259]);
    assert.deepEqual(lines['corpus.ndjson'], [
      ...Array.from({ length: 10 }, (_, i) => corpusRow('item_seen', 260 + i)),
      ...[...Array(260).keys()].filter((i) => !gone.has(i)).map((i) => corpusRow('loot', i)),
      corpusRow('loot', 270),
    ]);
    const odd = (i: number): boolean => i % 2 === 1;
    const ids = Array.from({ length: 2_300 }, (_, i) => i + 1);
    assert.deepEqual(edgeEnds(lines['edges.ndjson']!), [
      ...ids.filter((id) => odd(id) && id !== 1).map((id) => `dropped_by ${id} 7`),
      ...ids.filter((id) => !odd(id) && id !== 2300).map((id) => `sold_by ${id} 7`),
      ...['dropped_by 1 1', 'sold_by 3000 1', 'dropped_by 1 7'],
    ]);
    const rate = (itemId: number, drops: number) =>
      JSON.stringify(
        rateRow({
          sourceType: 'npc',
          sourceId: 5,
          ...itemRate(itemId, drops, 40, drops),
          kills: 40,
          reporters: 3,
          topWindows: 20,
        }),
      );
    assert.deepEqual(lines['drops-rates.ndjson'], [rate(1000, 0), rate(1001, 1), rate(1002, 2)]);
    assert.deepEqual(lines['drops-zeros.ndjson'], [
      JSON.stringify(toZeroRow({ sourceType: 'object', sourceId: 9, kills: 40, reporters: 3, topWindows: 20 })),
    ]);
  }));

test('rows that arrive during an export are not in it', () =>
  withYard(async (yard) => {
    await yard.snapshot({
      corpus: [corpusRows('loot', 0, 250)],
      edges: [edge(NPC, 1, 7)],
      drops: [source('npc', 5, 2)],
    });
    const opened = (await yard.exporter.openSource())!;
    const corpus: string[] = [];
    for await (const rows of opened.corpus()) {
      if (corpus.length === 0) {
        await yard.snapshot({
          corpus: [corpusRows('loot', 250, 500), corpusRows('item_seen', 500, 600)],
          corpusWithdrawals: [{ kind: 'loot', place: 249 }],
          edges: [edge(NPC, 2, 7), edge(SOLD, 2, 7)],
          drops: [source('npc', 6, 1), source('object', 7, 0)],
        });
      }
      corpus.push(...rows.map((row) => (typeof row === 'string' ? row : new TextDecoder().decode(row))));
    }
    // Rows that were withdrawn during the export may be in it, depending on whether their block had been read.
    assert.deepEqual(
      corpus.slice(0, 249),
      Array.from({ length: 249 }, (_, i) => corpusRow('loot', i)),
    );
    assert.ok(corpus.length <= 250);
    const count = async (batches: AsyncIterable<readonly unknown[]>): Promise<number> => {
      let rows = 0;
      for await (const batch of batches) rows += batch.length;
      return rows;
    };
    assert.equal(await count(opened.edges()), 1);
    assert.equal(await count(opened.rates()), 2);
    assert.equal(await count(opened.zeros()), 0);
    await opened.close();
  }));

test('an export that is stopped leaves no files', () =>
  withYard(async (yard) => {
    await yard.snapshot({ edges: Array.from({ length: 6_000 }, (_, i) => edge(NPC, i + 1, 7)) });
    await yard.export();
    const asked: string[] = [];
    const outcome = await writeExport(yard.exporter, {
      reason: 'command',
      protocol: '1.2.0',
      goOn: async (rows, ofRows) => {
        asked.push(`${rows} of ${ofRows}`);
        return false;
      },
    });
    assert.deepEqual(outcome, { kind: 'stopped' });
    assert.deepEqual(asked, ['5000 of 6000']);
    assert.deepEqual((await readdir(yard.root)).sort(), ['1', 'current']);
  }));
