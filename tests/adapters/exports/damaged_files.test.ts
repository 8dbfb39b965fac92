import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createChangeFolder } from '../../../adapters/changes/folder.ts';
import { locateChanges } from '../../../adapters/changes/layout.ts';
import { locateExportedFile, NOTES_FILE, type StoredNotes } from '../../../adapters/exports/layout.ts';
import { createExportReader } from '../../../adapters/exports/reader.ts';
import { openHttpServer } from '../../../adapters/server/http_server.ts';
import { replaceDamagedFiles } from '../../../domain/exports/damaged_files.ts';
import type { OpenExport } from '../../../domain/ports/exports.ts';
import {
  corpusRows,
  edge,
  servedFolder,
  servedIndex,
  source,
  withYard,
  type Yard,
} from '../../domain/exports/support.ts';
import { createWorld, EPOCH } from '../../http/support.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { withChangeYard } from '../changes/support.ts';

/** Enough rows for several parts of the compressor. */
const ROWS = 6_000;

/** An export with every kind of file: datasets, lists, tables for addons and an archive. */
function withExport(work: (yard: Yard) => Promise<void>): Promise<void> {
  return withYard(async (yard) => {
    await yard.snapshot({
      corpus: [corpusRows('loot', 0, ROWS)],
      edges: Array.from({ length: 300 }, (_, i) => edge('sold_by:item:npc', i + 1, 7)),
      drops: [source('npc', 6, 40), source('object', 7, 0)],
    });
    await yard.export();
    await work(yard);
  });
}

/** The answer as a client gets it. `isWhole` is false if the connection broke before the announced end. */
interface Got {
  readonly status: number;
  readonly bytes: Buffer;
  readonly isWhole: boolean;
}

function get(port: number, path: string, headers: Record<string, string>): Promise<Got> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('error', () => {});
      answer.once('close', () => {
        const bytes = Buffer.concat(parts);
        const length = answer.headers['content-length'];
        const isWhole = answer.complete && (length === undefined || Number(length) === bytes.byteLength);
        resolve({ status: answer.statusCode!, bytes, isWhole });
      });
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

const WAYS: Readonly<Record<string, Record<string, string>>> = {
  identity: { 'accept-encoding': 'identity' },
  gzip: { 'accept-encoding': 'gzip' },
  range: { 'accept-encoding': 'identity', range: 'bytes=1-' },
};

/** Requests a damaged file in each way, and asserts that no client takes its bytes for the true ones. */
async function assertNotServed(port: number, path: string, truth: Buffer, what: string): Promise<void> {
  for (const [way, headers] of Object.entries(WAYS)) {
    const got = await get(port, path, headers);
    if (got.status === 503 || !got.isWhole) continue;
    const expected = way === 'range' ? truth.subarray(1) : truth;
    const isTrue = expected.equals(way === 'gzip' ? gunzipSync(got.bytes) : got.bytes);
    assert.ok(isTrue, `${what}: ${path} as ${way} is sent whole, with ${got.status}`);
  }
}

/** Damages a file in several ways, one after the other. */
async function* damages(path: string): AsyncGenerator<string> {
  const packed = await readFile(path);
  const places = [0, 10, 0.3, 0.6, 0.9].map((at) => (at % 1 > 0 ? Math.floor(at * packed.byteLength) : at));
  for (const at of [...places, packed.byteLength - 6]) {
    const altered = Buffer.from(packed);
    altered[at]! ^= 4;
    await writeFile(path, altered);
    yield `byte ${at} of ${packed.byteLength}`;
  }
  await writeFile(path, packed.subarray(0, packed.byteLength - 20));
  yield 'cut';
  await writeFile(path, Buffer.concat([packed.subarray(0, 40), packed.subarray(60)]));
  yield 'twenty bytes left out';
  await rm(path);
  yield 'deleted';
  await writeFile(path, packed);
}

async function text(opened: OpenExport): Promise<string> {
  return new Response(opened.stream(0, opened.byteLength)).text();
}

test('a damaged exported file of any kind is refused, or its answer is broken off', () =>
  withExport(async ({ root }) => {
    const world = createWorld({ exports: createExportReader(root), settings: { limits: false } });
    const server = await openHttpServer(world.app, { host: '127.0.0.1', port: 0 });
    try {
      const [folder, index] = [await servedFolder(root), await servedIndex(root)];
      const files = [...index.files, ...index.more!].filter(({ bytes }) => bytes > 0);
      const formats = new Set(files.map(({ format }) => format));
      assert.deepEqual([...formats].sort(), ['csv', 'lua', 'ndjson', 'parquet', 'zip']);
      for (const { name } of files) {
        const path = `/export/${name}`;
        const truth = gunzipSync(await readFile(locateExportedFile(folder, name)));
        for await (const what of damages(locateExportedFile(folder, name))) {
          await assertNotServed(server.port, path, truth, what);
        }
        for (const headers of [WAYS['identity']!, WAYS['gzip']!]) {
          const got = await get(server.port, path, headers);
          assert.ok(got.status === 200 && got.isWhole, `${name} is sent again once it is whole`);
        }
      }
    } finally {
      await server.close();
    }
  }));

test('damaged or lost notes serve no wrong bytes, and a file without a digest in them is read', () =>
  withExport(async ({ root, reader }) => {
    const [folder, name] = [await servedFolder(root), 'corpus.ndjson'];
    const path = join(folder, NOTES_FILE);
    const notes = await readFile(path, 'utf8');
    const whole = await text((await reader.open(name, 'identity'))!);
    for (let at = notes.indexOf('"packedCrc32"'); at < notes.length; at += 9) {
      await writeFile(path, notes.slice(0, at) + String.fromCharCode(notes.charCodeAt(at) ^ 1) + notes.slice(at + 1));
      const opened = await reader.open(name, 'identity').catch(() => null);
      const got = opened === null ? null : await text(opened).catch(() => null);
      if (got !== null) assert.equal(got, whole, `character ${at}`);
    }
    // As of release 0.6.0, or none at all.
    const { packedCrc32: _, ...older } = JSON.parse(notes) as StoredNotes;
    for (const content of [JSON.stringify(older), '']) {
      await writeFile(path, content);
      assert.equal(await text((await reader.open(name, 'identity'))!), whole);
      const packed = await readFile(locateExportedFile(folder, name));
      await writeFile(locateExportedFile(folder, name), Buffer.concat([packed.subarray(0, -9), packed.subarray(-8)]));
      await assert.rejects(reader.open(name, 'gzip'));
      await writeFile(locateExportedFile(folder, name), packed);
    }
  }));

test('a damaged or lost change file is refused, and followers start after it once it is replaced', () =>
  withChangeYard(async ({ dir, snapshots, reader }) => {
    const edges = Array.from({ length: 200 }, (_, i) => edge('sold_by:item:npc', i + 1, 7));
    await snapshots.write(snapshotChange(1));
    await snapshots.write(snapshotChange(2, { edges }));
    await snapshots.write(snapshotChange(3, { edges: [edge('sold_by:item:npc', 1, 8)] }));
    const world = createWorld({ changes: reader, settings: { limits: false } });
    for (let n = 1; n <= 3; n++) await world.write({});
    const server = await openHttpServer(world.app, { host: '127.0.0.1', port: 0 });
    try {
      const layout = locateChanges(dir.changes, EPOCH);
      const truth = gunzipSync(await readFile(layout.file(2)));
      const list = (since: number) => get(server.port, `/api/changes?since=${EPOCH}.${since}`, {});
      for await (const what of damages(layout.file(2))) {
        await assertNotServed(server.port, `/changes/${EPOCH}/2.ndjson`, truth, what);
        if (what !== 'deleted') continue;
        // Starting again would not help before there is a newer export, so followers have to wait.
        assert.equal((await list(1)).status, 503);
        assert.equal((await get(server.port, `/changes/${EPOCH}/2.ndjson`, {})).status, 503);
        const first = JSON.parse((await list(0)).bytes.toString()) as { files: { snapshot: string }[] };
        assert.deepEqual(
          first.files.map(({ snapshot }) => snapshot),
          [`${EPOCH}.1`],
        );
        assert.equal((await list(2)).status, 200);
      }
      await rm(layout.file(2));
      const exports = { findDamaged: async () => [], noteDamaged: async () => assert.fail('no export is damaged') };
      const replace = () => replaceDamagedFiles({ exports, changes: createChangeFolder(dir) }, 3, 0);
      assert.deepEqual(await replace(), { exported: [], changes: [2] });
      assert.equal((await list(0)).status, 410);
      assert.equal((await list(1)).status, 410);
      assert.equal((await list(2)).status, 200);
      assert.deepEqual(await replace(), { exported: [], changes: [] });
    } finally {
      await server.close();
    }
  }, EPOCH));

test('the index of a damaged export is refused', () =>
  withExport(async ({ root, reader }) => {
    const path = join(await servedFolder(root), 'index.json');
    const index = await readFile(path, 'utf8');
    await writeFile(
      path,
      index.replace(/"rows":(\d)/, (_, digit) => `"rows":${(Number(digit) + 1) % 10}`),
    );
    await assert.rejects(reader.index());
  }));
