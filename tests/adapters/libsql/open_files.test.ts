import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch } from '../../../adapters/data_folder/data_dir.ts';
import { createEpoch, removeOtherEpochs, serveEpoch } from '../../../adapters/data_folder/epoch.ts';
import { createSnapshotStore } from '../../../adapters/libsql/snapshot/store.ts';
import { systemRandom } from '../../../adapters/random.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { beginFolder } from '../../support/folder.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';

const skip = process.platform === 'linux' ? false : 'only Linux lists the files that a process has open';

const RETIRED_MS = 300;

async function serve(dir: DataDir): Promise<void> {
  const epoch = await createEpoch(dir, { feedTime: 'exact', rollups: {} }, systemRandom);
  await epoch.snapshots.write(snapshotChange(1, { corpus: [{ kind: 'quest', rows: ['{"kind":"quest"}'] }] }));
  await serveEpoch(dir, epoch);
  await removeOtherEpochs(dir);
}

/** Returns the files of snapshot databases that this process has open. Deleted files are marked as such. */
function openFiles(dir: DataDir): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(dir.snapshotDb('').slice(0, -'.db'.length)) ? [target] : [];
    } catch {
      return [];
    }
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test('after rebuilds during reads, only the files of the current database are open', { skip }, () =>
  withFolder(async (folder) => {
    const dir = await beginFolder(folder);
    await serve(dir);
    const store = createSnapshotStore({ dir, clock: { nowMs: () => 0 }, retiredMs: RETIRED_MS });
    try {
      await store.refresh();
      for (let rebuild = 0; rebuild < 3; rebuild++) {
        const before = (await store.newest())!;
        await before.corpus.rows([{ kind: 'quest', from: 0, to: 1 }]);
        await serve(dir);
        await store.refresh();
        for (let i = 0; i < 4; i++) {
          await sleep(RETIRED_MS / 2);
          await before.log.row(1);
        }
        await (await store.newest())!.corpus.rows([{ kind: 'quest', from: 0, to: 1 }]);
      }
      const deadline = Date.now() + 30_000;
      const others = (): readonly string[] => openFiles(dir).filter((file) => !file.includes(readCurrentEpoch(dir)!));
      while (others().length > 0 && Date.now() < deadline) await sleep(50);
      assert.deepEqual(others(), []);
      assert.ok(openFiles(dir).length > 0, 'the current one is open');
    } finally {
      await store.close();
    }
  }),
);
