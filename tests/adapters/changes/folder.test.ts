import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createChangeFolder } from '../../../adapters/changes/folder.ts';
import { locateChanges } from '../../../adapters/changes/layout.ts';
import { createChangeFileReader } from '../../../adapters/changes/reader.ts';
import { removeOldChanges } from '../../../domain/exports/tidy_changes.ts';
import type { OpenExport } from '../../../domain/ports/exports.ts';
import { edge } from '../../domain/exports/support.ts';
import { EPOCH } from '../../domain/snapshot/support.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { causeOf } from '../../support/storage_fails.ts';
import { type ChangeYard, withChangeYard } from './support.ts';

async function writeSnapshots({ snapshots }: ChangeYard, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) await snapshots.write(snapshotChange(n, { row: { writtenAtMs: 1.7e12 } }));
}

test('after an erasure the files are gone, also for a reader that knew them', () =>
  withChangeYard(async (yard) => {
    const { dir, reader } = yard;
    await writeSnapshots(yard, 1, 4);
    assert.equal((await reader.files(EPOCH, 0, 4))?.length, 4);
    mkdirSync(join(dir.changes, 'older'));
    const request = { nowMs: 1.7e12, erasedUpTo: 3, intervalMs: 3_600_000 };
    await removeOldChanges(createChangeFolder(dir), request);
    assert.deepEqual(readdirSync(dir.changes), [EPOCH]);
    assert.deepEqual(readdirSync(join(dir.changes, EPOCH)).sort(), ['4.json', '4.ndjson.gz', 'state.json']);
    assert.equal(await reader.files(EPOCH, 2, 4), null);
    assert.deepEqual([await reader.open(EPOCH, 3, 'gzip')], [null]);
    assert.deepEqual(
      (await reader.files(EPOCH, 3, 4))?.map(({ n }) => n),
      [4],
    );
    const file = await reader.open(EPOCH, 4, 'identity');
    assert.equal(file?.sha256, (await reader.files(EPOCH, 3, 4))?.[0]?.sha256);
    await file?.close();
  }));

test('parts of a file are decompressed while they are sent, and the file is closed whatever happens', () =>
  withChangeYard(async (yard) => {
    const { dir, reader } = yard;
    const edges = Array.from({ length: 3_000 }, (_, i) => edge('sold_by:item:npc', i + 1, 7));
    await yard.snapshots.write(snapshotChange(1, { edges }));
    const path = locateChanges(dir.changes, EPOCH).file(1);
    const packed = readFileSync(path);
    const text = gunzipSync(packed);
    const openFile = async () => (await reader.open(EPOCH, 1, 'identity'))!;
    assert.equal((await openFile().then(closed)).byteLength, text.byteLength);
    for (const [from, to] of [
      [0, text.byteLength],
      [0, 1],
      [text.byteLength - 1, text.byteLength],
      [70_000, 140_001],
      [65_536, 65_536 * 3],
    ] as const) {
      const file = await openFile();
      const part = await new Response(file.stream(from, to)).arrayBuffer();
      assert.deepEqual(Buffer.from(part), text.subarray(from, to), `${from} to ${to}`);
      await file.closed;
    }
    const left = await openFile();
    const halfRead = left.stream(0, left.byteLength).getReader();
    await halfRead.read();
    await halfRead.cancel();
    await left.closed;
    writeFileSync(path, packed.subarray(0, packed.byteLength / 2));
    assert.equal(await causeOf(openFile()), 'EXPORT_DAMAGED');
    const end = packed.byteLength - 8;
    writeFileSync(path, Buffer.from(packed.map((byte, i) => (i < end ? byte ^ 1 : byte))));
    assert.equal(await causeOf(openFile()), 'EXPORT_DAMAGED');
    // The file is whole again, but is damaged while it is sent.
    writeFileSync(path, packed);
    const file = await openFile();
    const inPlace = openSync(path, 'r+');
    writeSync(inPlace, Buffer.of(packed[end - 1]! ^ 1), 0, 1, end - 1);
    closeSync(inPlace);
    await assert.rejects(new Response(file.stream(0, file.byteLength)).arrayBuffer());
    await file.closed;
  }));

async function closed(file: OpenExport): Promise<OpenExport> {
  await file.close();
  return file;
}

test('a gap in the files begins a new chain', () =>
  withChangeYard(async (yard) => {
    const { dir, reader } = yard;
    await writeSnapshots(yard, 1, 2);
    // As if an earlier release had written snapshot 2.
    for (const path of locateChanges(dir.changes, EPOCH).allOf(2)) rmSync(path, { force: true });
    await writeSnapshots(yard, 3, 3);
    const fresh = createChangeFileReader(dir.changes);
    assert.equal(await fresh.files(EPOCH, 1, 3), null);
    assert.deepEqual(
      (await fresh.files(EPOCH, 2, 3))?.map(({ n }) => n),
      [3],
    );
    assert.deepEqual(await reader.files(EPOCH, 3, 3), []);
  }));

test('files that a killed run left are replaced', () =>
  withChangeYard(async (yard) => {
    const { dir, reader } = yard;
    await writeSnapshots(yard, 1, 1);
    for (const path of locateChanges(dir.changes, EPOCH).allOf(2)) writeFileSync(path, 'half a fi');
    await writeSnapshots(yard, 2, 2);
    assert.deepEqual(
      (await reader.files(EPOCH, 0, 2))?.map(({ rows }) => rows),
      [1, 1],
    );
  }));
