import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { beginFolder } from '../support/folder.ts';
import { inTempDir, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';

/** Returns the structured log lines, without the plain sentences for the operator. */
function eventsIn(text: string): Record<string, string>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

test('a command that fails with an internal error prints the message only in debug', () =>
  inTempDir(async (dataDir) => {
    await beginFolder(dataDir);
    // The stored import is not valid, and importing it fails in an unexpected way.
    const kept = join(dataDir, 'imports', '1');
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(dataDir, 'imports', 'current'), '1\n');
    writeFileSync(join(kept, 'meta.json'), '{"build":null}');
    writeFileSync(join(kept, 'pieces.ndjson'), 'null\n');

    const usual = await runJobHere(dataDir, ['rebuild', '--quiet']);
    assert.equal(usual.code, 1);
    assert.doesNotMatch(usual.stderr, /constraint|tells_messages/);
    assert.ok(eventsIn(usual.stderr).at(-1)!['frames']!.startsWith('at '));

    const debug = await runJobHere(dataDir, ['rebuild', '--quiet'], { TW_LOG: 'debug' });
    assert.equal(debug.code, 1);
    const events = eventsIn(debug.stderr);
    assert.equal(events[0]!['event'], 'log.tells_messages');
    const { event, message, stack } = events.at(-1)!;
    assert.equal(event, 'job.failed');
    assert.match(message!, /constraint failed/);
    assert.match(stack!, /constraint failed[\s\S]*\n {4}at [\s\S]*\ncaused by /);
  }));

test('an instance that logs messages warns about it once, and its builder does not', () =>
  inTempDir(async (dataDir) => {
    const instance = await startInstance({ dataDir, env: { TW_LOG: 'debug' } });
    try {
      while (!instance.log().includes('snapshot.written')) await new Promise((resolve) => setTimeout(resolve, 50));
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
    const events = eventsIn(instance.log());
    assert.equal(events[0]!['event'], 'log.tells_messages');
    assert.equal(events.filter(({ event }) => event === 'log.tells_messages').length, 1);
  }));
