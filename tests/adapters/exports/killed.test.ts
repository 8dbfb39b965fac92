import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import process from 'node:process';
import { test } from 'node:test';
import { corpusRows, servedLines, withYard } from '../../domain/exports/support.ts';
import { testProgramArgs } from '../../support/program_bundle.ts';

const ROWS = 2_000;

/** Delays after the first export at which the writer is killed, during a later export. */
const DELAYS_MS = [0, 4, 11, 23, 50];

async function exportAndKill(root: string, delayMs: number): Promise<void> {
  const args = await testProgramArgs('tests/adapters/exports/export_on_and_on.ts', root);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
    child.once('error', reject);
    child.once('exit', (code, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error(`exit ${code}`))));
  });
}

test('a complete export is served whenever the writer is killed', () =>
  withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, ROWS)] });
    for (const delayMs of DELAYS_MS) {
      await exportAndKill(yard.dir.root, delayMs);
      assert.equal((await servedLines(yard.root))['corpus.ndjson']!.length, ROWS);
    }
    await yard.export();
    assert.equal((await servedLines(yard.root))['corpus.ndjson']!.length, ROWS);
    // The number and the pointer. A killed writer may leave a partly written pointer.
    const left = (await readdir(yard.root)).filter((name) => name !== 'current.new');
    assert.equal(left.length, 2, left.join(' '));
  }));
