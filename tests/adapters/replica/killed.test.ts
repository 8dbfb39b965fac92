import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { readCurrentEpoch, toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { runWithReader } from '../../../adapters/libsql/database.ts';
import { parseCounter, parseState, STATE_FILE } from '../../../adapters/publication/layout.ts';
import { publishFiles } from '../../../adapters/publication/writer.ts';
import { EPOCH, kept, listedUploads, snap, withStores } from '../../domain/snapshot/support.ts';
import { assertCopied, follow } from '../../support/copies.ts';
import { testProgramArgs } from '../../support/program_bundle.ts';
import { met, npc, reportedBy } from '../../support/world.ts';
import { addSnapshot, followOnce, serveFolder } from './support.ts';

const clock = { nowMs: () => Date.now() };

/** Delays after the first output of a process at which it is killed. */
const DELAYS_MS = [0, 7, 17, 34, 70];

async function start(file: string, ...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, await testProgramArgs(`tests/adapters/replica/${file}`, ...args), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout!.once('data', resolve));
  return child;
}

function kill(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Asserts that a publisher was killed after it removed the old files, which an erasure requires before its state shows. */
function assertReplacing(folder: string): void {
  const state = parseState(readFileSync(join(folder, STATE_FILE), 'utf8'))!;
  const files = readdirSync(folder).filter((name) => name !== STATE_FILE);
  assert.ok(files.length > 0 && files.every((name) => parseCounter(name)! > state.counter), files.join());
}

test('publishers and edges may be killed at any moment', () =>
  withStores(async (on, dir) => {
    const path = dir.snapshotDb(EPOCH);
    await follow(path);
    assert.ok((await snap(on, listedUploads(kept(reportedBy([1, 2, 3], met(npc(1, 'Alpha'))))))).ok);
    await publishFiles(path, dir, clock);
    const edge = toDataDir(join(dir.root, 'edge'));
    mkdirSync(edge.root);
    const server = await serveFolder(dir.publication);
    try {
      let rows = 0;
      for (const delayMs of DELAYS_MS) {
        const publisher = await start('publish_on_and_on.ts', dir.root);
        const follower = await start('follow_on_and_on.ts', edge.root, server.url, path);
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        await Promise.all([kill(publisher), kill(follower)]);
        // The files lead to a complete snapshot, also before anything is published again.
        const { what } = await followOnce(edge, server.url, path, true);
        if (what === 'FILE_MISSING') assertReplacing(dir.publication);
        else assert.match(what, /^(?:newer|same)$/);
        await addSnapshot(path);
        await publishFiles(path, dir, clock);
        assert.equal((await followOnce(edge, server.url, path)).what, 'newer');
        await assertCopied(path, edge.snapshotDb(readCurrentEpoch(edge)!));
        const snapshots = await runWithReader(path, (client) => client.execute('select count(*) from snapshots'));
        assert.ok(Number(snapshots.rows[0]?.[0]) > rows);
        rows = Number(snapshots.rows[0]?.[0]);
      }
    } finally {
      await server.close();
    }
  }));

test('a thousand diffs are followed by an edge, also if it was away meanwhile', () =>
  withStores(async (on, dir) => {
    const path = dir.snapshotDb(EPOCH);
    await follow(path);
    assert.ok((await snap(on, listedUploads(kept(reportedBy([1, 2, 3], met(npc(1, 'Alpha'))))))).ok);
    const noon = { nowMs: () => Date.parse('2026-03-01T12:00:00Z') };
    await publishFiles(path, dir, noon);
    const [edge, away] = ['edge', 'away'].map((name) => toDataDir(join(dir.root, name))) as [typeof dir, typeof dir];
    for (const { root } of [edge, away]) mkdirSync(root);
    const server = await serveFolder(dir.publication);
    try {
      for (const one of [edge, away]) assert.equal((await followOnce(one, server.url, path)).diffs, null);
      let diffs = 0;
      for (let n = 1; n <= 1_000; n++) {
        await addSnapshot(path);
        assert.equal((await publishFiles(path, dir, noon)).sent, 'changed');
        if (n % 20 === 0) diffs += (await followOnce(edge, server.url, path)).diffs ?? 0;
      }
      assert.equal(diffs, 1_000);
      assert.deepEqual(await followOnce(away, server.url, path), { what: 'newer', diffs: 1_000 });
      for (const one of [edge, away]) await assertCopied(path, one.snapshotDb(EPOCH));
    } finally {
      await server.close();
    }
  }));
