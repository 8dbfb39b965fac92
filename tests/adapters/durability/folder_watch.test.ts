import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { watchFolder } from '../../../adapters/data_folder/folder_watch.ts';
import type { Log } from '../../../domain/ports/log.ts';

test('an unexpected error in one check of the folder is logged, and the next check runs', async () => {
  const faults: unknown[] = [];
  const log: Log = { info: () => {}, warn: () => {}, error: (event, fields, bug) => faults.push([event, fields, bug]) };
  const bug = new TypeError('a bug');
  let isBroken = true;
  const socket = {
    keep: async () => {
      if (isBroken) throw bug;
    },
  };
  let holds = false;
  const lock = { holds: () => holds, release: async () => {} };
  const watch = watchFolder({ dir: toDataDir('/nowhere', null), lock } as never, socket, log, 3_600_000);
  assert.equal(await watch.mayWrite(), false);
  assert.deepEqual(faults, [['folder.unusable', { cause: 'UNEXPECTED_ERROR' }, bug]]);
  isBroken = false;
  holds = true;
  assert.equal(await watch.mayWrite(), true);
  await watch.close();
});
