import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { filesBelow, holdsText } from '../support/files_below.ts';
import { inTempDir, programArgs, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { quest, world } from '../support/world.ts';

/** Returns the files of a data folder that contain a string. */
function holders(folder: string, text: string): readonly string[] {
  return filesBelow(folder).filter(holdsText(text));
}

function snapshotAndDie(dataDir: string): Promise<NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    const args = programArgs('tests/jobs/snapshot_and_die.ts', dataDir);
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (_code, signal) => resolve(signal));
  });
}

test('an erased install is removed from the files even if the builder was killed after publishing', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    const instance = await startInstance({ dataDir });
    const install = 'install-of-cleo';
    try {
      await world().install(install).wasOffered(quest(71, 'Unheard-of Errand')).sendTo(instance.url);
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      assert.equal((await runJobHere(dataDir, ['erase', '--install', install])).code, 0);
      assert.equal(await snapshotAndDie(dataDir), 'SIGKILL');
      assert.notDeepEqual(holders(dataDir, 'Unheard-of Errand'), []);
      for (let run = 0; run < 2; run++) assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      assert.equal(await instance.stop(), 0);
      assert.deepEqual(holders(dataDir, 'Unheard-of Errand'), []);
    } finally {
      await instance.kill();
    }
  }));
