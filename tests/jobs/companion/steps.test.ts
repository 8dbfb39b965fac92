import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runToEnd } from '../../support/instance.ts';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));

test('a kill or a full disk at any step loses nothing, and the next start completes the work', async () => {
  const run = await runToEnd(['--import', 'tsx', 'tests/jobs/companion/steps.ts'], { cwd: TOP });
  assert.equal(run.code, 0, run.stderr);
  const [, kills, full] = /^kill: (\d+) steps\nfull: (\d+) steps\n$/.exec(run.stdout) ?? [];
  // Settings, two addons and two outboxes take more steps than this.
  assert.ok(Number(kills) > 25 && Number(full) > 25, run.stdout);
});
