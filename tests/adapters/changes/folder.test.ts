import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createChangeFolder } from '../../../adapters/changes/folder.ts';
import { changeLayout } from '../../../adapters/changes/layout.ts';
import { createChangeFileReader } from '../../../adapters/changes/reader.ts';
import { tidyChanges } from '../../../domain/exports/tidy_changes.ts';
import { EPOCH } from '../../domain/snapshot/support.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
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
    await tidyChanges(createChangeFolder(dir), request);
    assert.deepEqual(readdirSync(dir.changes), [EPOCH]);
    assert.deepEqual(readdirSync(join(dir.changes, EPOCH)).sort(), ['4.json', '4.ndjson', '4.ndjson.gz', 'state.json']);
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

test('a gap in the files begins a new chain', () =>
  withChangeYard(async (yard) => {
    const { dir, reader } = yard;
    await writeSnapshots(yard, 1, 2);
    // As if an earlier release had written snapshot 2.
    for (const path of changeLayout(dir.changes, EPOCH).allOf(2)) rmSync(path);
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
    for (const path of changeLayout(dir.changes, EPOCH).allOf(2)) writeFileSync(path, 'half a fi');
    await writeSnapshots(yard, 2, 2);
    assert.deepEqual(
      (await reader.files(EPOCH, 0, 2))?.map(({ rows }) => rows),
      [1, 1],
    );
  }));
