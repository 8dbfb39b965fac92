import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import process from 'node:process';
import { test } from 'node:test';
import { createChangeFileReader } from '../../../adapters/changes/reader.ts';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { EPOCH, withFolder } from '../../domain/snapshot/support.ts';
import { testProgramArgs } from '../../support/program_bundle.ts';
import { beginSnapshots } from '../../support/snapshots.ts';
import { type FollowedRows, follow, openChangeWriter, publicRows } from './support.ts';

/** Delays after the first snapshot of each run at which the writer is killed. */
const DELAYS_MS = [0, 3, 7, 12, 20, 33];

async function writeAndKill(root: string, delayMs: number): Promise<void> {
  const args = await testProgramArgs('tests/adapters/changes/snapshot_on_and_on.ts', root);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
    child.once('error', reject);
    child.once('exit', (code, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error(`exit ${code}`))));
  });
}

test('every visible snapshot has its complete file whenever the writer is killed', () =>
  withFolder(async (folder) => {
    const dir = toDataDir(folder);
    await (await beginSnapshots(dir, EPOCH)).close();
    const rows: FollowedRows = new Map();
    let followed = 0;
    for (const delayMs of DELAYS_MS) {
      await writeAndKill(folder, delayMs);
      const writer = await openChangeWriter(dir);
      const { n = 0 } = (await writer.newest()) ?? {};
      await writer.close();
      assert.ok(n > followed, 'the run wrote a snapshot');
      const files = await createChangeFileReader(dir.changes).files(EPOCH, 0, n);
      assert.equal(files?.length, n);
      await follow(dir, rows, followed, n);
      assert.deepEqual(rows, await publicRows(dir));
      followed = n;
    }
  }));
