import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { withFolder } from '../../domain/snapshot/support.ts';
import { testProgramArgs } from '../../support/program_bundle.ts';

const UPLOADS = 5;

/** Runs a command under strace, which follows every process and shows the path of each descriptor. */
function traced(log: string, calls: string, command: readonly string[]) {
  return spawnSync('strace', ['-f', '-y', '-e', `trace=${calls}`, '-o', log, ...command], { encoding: 'utf8' });
}

// Some machines lack the tool, or do not allow a process to trace another.
const skip = traced('/dev/null', 'fsync', ['true']).status === 0 ? false : 'strace does not run here';

test('the log of an upload is synced to disk before the next upload is confirmed', { skip }, () =>
  withFolder(async (folder) => {
    const [database, log] = [join(folder, 'uploads.db'), join(folder, 'trace')];
    const args = await testProgramArgs('tests/adapters/durability/take_uploads.ts', database, String(UPLOADS));
    const command = [process.execPath, ...args];
    const { status, stderr } = traced(log, 'fsync,fdatasync,write', command);
    assert.equal(status, 0, stderr);
    const seen = (await readFile(log, 'utf8')).split('\n').flatMap((line) => {
      const kept = /\bwrite\(\S+ "kept (\d+)\\n"/.exec(line)?.[1];
      if (kept !== undefined) return [`kept ${kept}`];
      return /\bf(?:data)?sync\(\d+<[^>]*uploads\.db-wal>/.test(line) ? ['synced'] : [];
    });
    for (let n = 1; n <= UPLOADS; n++) {
      const [before, after] = [seen.indexOf(`kept ${n - 1}`), seen.indexOf(`kept ${n}`)];
      assert.ok(before !== -1 && after > before, `upload ${n} was confirmed`);
      assert.ok(seen.slice(before, after).includes('synced'), `upload ${n} was confirmed before the disk had it`);
    }
  }),
);
