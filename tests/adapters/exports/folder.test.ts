import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createExportReader } from '../../../adapters/exports/reader.ts';
import { StorageError } from '../../../adapters/libsql/storage_error.ts';
import { writeExport } from '../../../domain/exports/write_export.ts';
import type { ExportNotes, ExportSource } from '../../../domain/ports/exports.ts';
import { StorageFault } from '../../../domain/values/storage_fault.ts';
import type { BulkIndex } from '../../../schema/responses/bulkIndex.ts';
import {
  corpusRow,
  corpusRows,
  DAY_MS,
  edge,
  readExported,
  requestOf,
  START_MS,
  servedLines,
  withYard,
  type Yard,
} from '../../domain/exports/support.ts';
import { causeOf } from '../../support/storage_fails.ts';

const NPC = 'dropped_by:item:npc';

/** Runs an export over a changed version of the yard's source. */
async function exportChanged(yard: Yard, reason: Parameters<typeof requestOf>[0], change: Partial<ExportSource>) {
  const openSource = async () => ({ ...(await yard.exporter.openSource())!, ...change });
  return writeExport({ ...yard.exporter, openSource }, requestOf(reason));
}

async function corpusLines({ root }: Yard): Promise<readonly string[]> {
  return (await servedLines(root))['corpus.ndjson']!;
}

async function* breaksAfter(rows: readonly string[], error: Error): AsyncIterable<readonly string[]> {
  yield rows;
  throw error;
}

async function* only(...rows: string[]): AsyncIterable<readonly string[]> {
  yield rows;
}

async function* inOneFile(rows: readonly string[]): AsyncIterable<readonly (readonly string[])[]> {
  yield [rows];
}

async function json(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

async function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

test('after a storage fault during an export, the previous export is still served', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 2)] });
    await yard.export();
    const before = await corpusLines(yard);
    await yard.snapshot({ corpus: [corpusRows('loot', 2, 9)] });
    const fault = new StorageError('SQLITE_IOERR');
    const exporting = exportChanged(yard, 'command', { edges: () => breaksAfter(['{}'], fault) });
    assert.equal(await causeOf(exporting), 'SQLITE_IOERR');
    assert.deepEqual(await corpusLines(yard), before);
    assert.deepEqual((await readdir(yard.root)).sort(), ['1', 'current']);
    assert.deepEqual(await yard.reader.health(), { state: 'ok', reason: null, writtenAtMs: START_MS });
    await assert.rejects(() => exportChanged(yard, 'command', { edges: () => breaksAfter([], new Error('a bug')) }));
    assert.deepEqual((await readdir(yard.root)).sort(), ['1', 'current']);
  }));

test('the leftovers of a killed writer are not served, and the next export removes them', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 2)] });
    await yard.export();
    // A further export without its pointer, and a partly written pointer.
    await mkdir(join(yard.root, '2'));
    await writeFile(join(yard.root, '2', 'index.json'), '{"files":[]}');
    await writeFile(join(yard.root, '2', 'corpus.ndjson.gz'), '{"half');
    await writeFile(join(yard.root, 'current.new'), '2');
    assert.equal((await corpusLines(yard)).length, 2);
    await yard.snapshot({ corpus: [corpusRows('loot', 2, 9)] });
    assert.equal((await yard.export()).kind, 'written');
    assert.equal((await corpusLines(yard)).length, 9);
    assert.deepEqual((await readdir(yard.root)).sort(), ['2', 'current']);
    assert.equal((await stat(yard.root)).mode & 0o777, 0o700);
  }));

test('a download that started before the next export is completed', () =>
  withYard(async (yard) => {
    // Compressed, they fill several of the parts in which a file is read.
    const rows = 20_000;
    await yard.snapshot({ corpus: [corpusRows('loot', 0, rows)] });
    await yard.export();
    const old = await corpusLines(yard);
    const file = (await yard.reader.open('corpus.ndjson', 'identity'))!;
    const reader = file.stream(0, file.byteLength).getReader();
    const first = await reader.read();
    await yard.snapshot({ corpus: [corpusRows('loot', rows, rows + 1)] });
    await yard.export();
    assert.deepEqual(await readdir(yard.root).then((names) => names.sort()), ['2', 'current']);
    const rest: Uint8Array[] = [first.value!];
    for (let part = await reader.read(); !part.done; part = await reader.read()) rest.push(part.value);
    assert.ok(first.value!.byteLength < file.byteLength / 2, String(first.value!.byteLength));
    assert.deepEqual(await new Blob(rest as Uint8Array<ArrayBuffer>[]).text(), `${old.join('\n')}\n`);
    assert.equal((await corpusLines(yard)).length, rows + 1);
  }));

test('an export that lost rows is held until it is forced', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 100)] });
    await yard.export('schedule');
    yard.clock.ms += DAY_MS;
    const fewer = { corpus: () => only(...corpusRows('loot', 0, 90).rows) };
    const held = await exportChanged(yard, 'schedule', fewer);
    assert.equal(held.kind, 'held');
    const reason =
      'corpus.ndjson would shrink from 100 rows to 90, with 0 withdrawn in between, so the previous export is kept.';
    assert.deepEqual(await yard.reader.health(), { state: 'held', reason, writtenAtMs: START_MS });
    assert.equal((await corpusLines(yard)).length, 100);
    assert.deepEqual((await readdir(yard.root)).sort(), ['1', 'current', 'held.json']);
    // It is tried again only after a day, or by command.
    yard.clock.ms += DAY_MS - 1;
    assert.equal((await yard.export('schedule')).kind, 'not-due');
    assert.deepEqual(await exportChanged(yard, 'command', fewer), { kind: 'held', reason });
    assert.equal((await exportChanged(yard, 'force', fewer)).kind, 'written');
    assert.equal((await corpusLines(yard)).length, 90);
    const writtenAtMs = yard.clock.ms;
    assert.deepEqual(await yard.reader.health(), { state: 'ok', reason: null, writtenAtMs });
    assert.deepEqual((await readdir(yard.root)).sort(), ['2', 'current']);
    // A writer that is killed before it removes the reason leaves a reason for an export that is no longer served.
    await writeFile(join(yard.root, 'held.json'), JSON.stringify({ reason, heldAtMs: START_MS, stayed: 1 }));
    assert.deepEqual(await yard.reader.health(), { state: 'ok', reason: null, writtenAtMs });
  }));

test('withdrawn rows do not count as lost', () =>
  withYard(async (yard) => {
    const edges = Array.from({ length: 40 }, (_, i) => edge(NPC, i + 1, 1));
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 100)], edges });
    await yard.export();
    await yard.snapshot({
      corpusWithdrawals: Array.from({ length: 60 }, (_, place) => ({ kind: 'loot', place })),
      edges: edges.slice(0, 30).map(({ name }) => ({ name, edge: null })),
    });
    assert.equal((await yard.export()).kind, 'written');
    assert.equal((await corpusLines(yard)).length, 40);
  }));

test('an export that lost a field is held', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 3)] });
    await yard.export();
    const bare = corpusRows('loot', 0, 3).rows.map((row) => row.replace('"sourceEvidence":"loot-api",', ''));
    const held = await exportChanged(yard, 'command', { corpus: () => only(...bare) });
    assert.equal(held.kind, 'held');
    assert.match(held.kind === 'held' ? held.reason : '', /corpus\.ndjson would lose the field sourceEvidence/);
  }));

test('an erasure is exported whatever is lost, and requested again until it succeeds', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 100)] });
    await yard.export();
    const left = { corpus: () => only(corpusRow('loot', 5)) };
    const broken = { corpus: () => breaksAfter([], new StorageError('SQLITE_FULL')) };
    assert.equal(await causeOf(exportChanged(yard, 'erasure', broken)), 'SQLITE_FULL');
    assert.equal((await corpusLines(yard)).length, 100);
    assert.equal((await yard.exporter.folder.state()).demanded, true);
    // The next run does not know of the erasure, and less than a day has passed.
    assert.equal((await exportChanged(yard, 'schedule', left)).kind, 'written');
    assert.equal((await corpusLines(yard)).length, 1);
    assert.equal((await yard.exporter.folder.state()).demanded, false);
    assert.equal((await yard.export('schedule')).kind, 'not-due');
  }));

test('a fault after the pointer was switched does not affect the served export', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 3)] });
    await yard.export();
    const [index, notes] = await Promise.all(
      ['index.json', 'notes.json'].map((name) => json(join(yard.root, '1', name))),
    );
    const draft = await yard.exporter.folder.begin();
    await draft.write(['corpus.ndjson'], inOneFile(corpusRows('loot', 0, 3).rows));
    // A folder in the place of the reason file cannot be removed as a file.
    await mkdir(join(yard.root, 'held.json'));
    await assert.rejects(draft.publish(index as BulkIndex, notes as ExportNotes));
    await draft.discard();
    const file = await yard.reader.open('corpus.ndjson', 'identity');
    assert.ok(file !== null);
    await file.close();
  }));

test('rows that exceed the write buffer and rows that fill it exactly are written', () =>
  withYard(async (yard) => {
    const row = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 8)}"}`;
    const PIECE = 256 * 1024;
    const rows = [PIECE - 1, 10, PIECE - 12, 9, 10, PIECE - 21, 20, PIECE - 21, 20, PIECE, 3 * PIECE, PIECE + 1, 8].map(
      row,
    );
    const draft = await yard.exporter.folder.begin();
    const [written] = await draft.write(['corpus.ndjson'], inOneFile(rows));
    const bytes = (await readExported(join(yard.root, '1'), 'corpus.ndjson')).toString('utf8');
    assert.equal(bytes, rows.map((one) => `${one}\n`).join(''));
    assert.deepEqual([written?.rows, written?.bytes], [rows.length, bytes.length]);
    await draft.discard();
    assert.deepEqual(await readdir(yard.root), []);
  }));

test('an unreadable folder is unreachable and not empty', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 3)] });
    await yard.export();
    const served = join(yard.root, '1');
    await writeFile(join(served, 'corpus.ndjson.gz'), 'cut');
    for (const coding of ['identity', 'gzip'] as const) {
      assert.equal(await causeOf(yard.reader.open('corpus.ndjson', coding)), 'EXPORT_DAMAGED');
    }
    await writeFile(join(served, 'index.json'), '{');
    await assert.rejects(yard.reader.open('corpus.ndjson', 'gzip'), StorageFault);
    await rm(served, { recursive: true });
    await assert.rejects(yard.reader.index(), StorageFault);
    assert.deepEqual(await yard.reader.health(), { state: null, reason: null, writtenAtMs: null });
    // The next export repairs it.
    assert.equal((await yard.export('schedule')).kind, 'written');
    assert.equal((await corpusLines(yard)).length, 3);
  }));

test('health has no state of exports before the first one, or if the data folder is missing', () =>
  withYard(async (yard) => {
    const unknown = { state: null, reason: null, writtenAtMs: null };
    assert.deepEqual(await yard.reader.health(), unknown);
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 3)] });
    await yard.export();
    assert.equal((await yard.reader.health()).state, 'ok');
    const away = createExportReader(yard.root, () => {
      throw new StorageError('FOLDER_REPLACED');
    });
    assert.deepEqual(await away.health(), unknown);
  }));

const NAMES = [
  'index.json',
  'notes.json',
  'corpus.ndjson.gz',
  '../1/corpus.ndjson',
  '..%2fcurrent',
  '',
  '.',
  '__proto__',
];

test('only files in the index can be opened', () =>
  withYard(async (yard) => {
    assert.equal(await yard.reader.open('corpus.ndjson', 'identity'), null);
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 3)] });
    await yard.export();
    for (const name of NAMES) assert.equal(await yard.reader.open(name, 'identity'), null, name);
  }));

test('ranges of a file are read as requested, and a reader that stops early closes the file', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, 2_000)] });
    await yard.export();
    const whole = `${(await corpusLines(yard)).join('\n')}\n`;
    const ranges = [
      [0, 1],
      [0, whole.length],
      [whole.length - 1, whole.length],
      [65_536, 131_073],
      [5, 5],
    ] as const;
    for (const [from, to] of ranges) {
      const file = (await yard.reader.open('corpus.ndjson', 'identity'))!;
      assert.equal(await text(file.stream(from, to)), whole.slice(from, to));
      // The file is closed already. Closing it again is harmless.
      await file.close();
    }
    const left = (await yard.reader.open('corpus.ndjson', 'identity'))!;
    const reader = left.stream(0, left.byteLength).getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    await waiting;
    await assert.rejects(() => left.stream(0, 1).getReader().read(), 'the file is still open');
  }));
