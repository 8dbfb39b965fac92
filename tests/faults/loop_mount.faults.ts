import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { START_ARGS } from '../../adapters/runtime_args.ts';
import { postRecords } from '../support/client.ts';
import { inTempDir, sleep, startInstance } from '../support/instance.ts';
import { type FileSystem, type LoopMount, loopMountFault, makeLoopMount } from './loop_mount.ts';
import { RECORDS, recordsOf } from './power.ts';

/**
 * Checks the same promise as the recorded power cuts, but with real file systems: a file system mounted from a file is
 * cut off from that file under load. The instance is suspended first, because syncs that return while the cut is in
 * progress prove nothing.
 */

const CUTS = 12;
const SENDERS = 2;
const LOAD_MS = 800;

/**
 * Sends uploads, numbered from `first`, until the power is cut. Returns the numbers of the uploads whose receipts
 * arrived.
 */
async function loadAndCut(mount: LoopMount, first: number): Promise<{ received: readonly number[]; next: number }> {
  const env = { TW_SNAPSHOT_INTERVAL_S: '1' };
  const instance = await startInstance({ dataDir: join(mount.folder, 'data'), env });
  const received: number[] = [];
  let next = first;
  try {
    const send = async (): Promise<void> => {
      for (;;) {
        const upload = next++;
        const answer = await postRecords(instance.url, recordsOf(upload)).catch(() => null);
        if (answer === null) return;
        assert.equal(answer.status, 200);
        received.push(upload);
      }
    };
    const sending = Promise.all(Array.from({ length: SENDERS }, send));
    await sleep(LOAD_MS + Math.random() * LOAD_MS);
    // Suspends the builder as well, which is in the same process group.
    process.kill(-instance.pid, 'SIGSTOP');
    mount.cut();
    await instance.kill();
    await sending;
  } finally {
    await instance.kill();
  }
  return { received, next };
}

/** Runs in a separate process, so that no file is still open when the next instance starts. */
function keptAfter(folder: string): ReadonlyMap<number, number> {
  const script = fileURLToPath(new URL('./print_kept.ts', import.meta.url));
  const args = [...START_ARGS, script, folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return new Map(JSON.parse(stdout) as readonly (readonly [number, number])[]);
}

for (const kind of ['ext4', 'xfs'] as const satisfies readonly FileSystem[]) {
  const fault = loopMountFault(kind);
  const skip = fault === null ? false : `no power was cut: ${fault}`;
  test(`${CUTS} power cuts of ${kind} under load lose no confirmed receipt and store no record twice`, { skip }, (t) =>
    inTempDir(async (dir) => {
      const mount = makeLoopMount(kind, dir);
      const receipts = new Set<number>();
      let next = 0;
      try {
        for (let cut = 0; cut < CUTS; cut++) {
          const first = next;
          const done = await loadAndCut(mount, first);
          next = done.next;
          for (const upload of done.received) receipts.add(upload);
          mount.mountAgain();
          const kept = keptAfter(join(mount.folder, 'data'));
          const lost = [...receipts].filter((upload) => !kept.has(upload));
          assert.deepEqual(lost, [], `receipts lost by cut ${cut}, before which uploads were sent from ${first} on`);
          assert.deepEqual(
            [...kept.values()],
            Array.from(kept, () => RECORDS),
            `an upload in part after cut ${cut}`,
          );
        }
      } finally {
        mount.unmount();
      }
      assert.ok(receipts.size >= CUTS, `only ${receipts.size} receipts`);
      t.diagnostic(`${kind}: ${receipts.size} receipts, 0 lost`);
    }),
  );
}
