import assert from 'node:assert/strict';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { inTempDir, runToEnd } from '../support/instance.ts';
import { testProgramArgs } from '../support/program_bundle.ts';
import { createFailingMachine } from './failing_machine.ts';
import { makeLibrary } from './preloaded.ts';

/**
 * A failed read must never be taken for a successful one. Otherwise, wrong pages in memory would be taken for the
 * database, and the next checkpoint would write them into it for good.
 */

const made = makeLibrary('failing_machine');
const skip = 'missing' in made ? `no disk failed: ${made.missing}` : false;

test('a disk read error is a fault for the reader, and corrupts no data that is moved', { skip }, () =>
  inTempDir(async (temporary) => {
    if ('missing' in made) return;
    const dir = realpathSync(temporary);
    const [root, switches] = [join(dir, 'disk'), join(dir, 'switches')];
    mkdirSync(root);
    const machine = createFailingMachine(made.library, root, switches);
    const env = { ...process.env, ...machine.env };
    const args = await testProgramArgs('tests/faults/fail_reads.ts', root, switches);
    const { code, stdout, stderr } = await runToEnd(args, { env });
    assert.equal(code, 0, stderr);
    const { told, whole } = JSON.parse(stdout) as { told: Readonly<Record<string, string>>; whole: unknown };
    // SQLite reports corruption if the file system fails in the middle of a statement.
    for (const [who, said] of Object.entries(told)) assert.match(said, /^SQLITE_(?:IOERR|CORRUPT$|CANTOPEN$)/, who);
    assert.deepEqual(whole, { integrity: 'ok', rows: [2_000, 2_000, 2_000], logMoved: true });
  }),
);
