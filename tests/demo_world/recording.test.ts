import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { DEMO_DAYS, locateDemoRecording, readDemoRecording } from '../../adapters/demo_stage.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { programArgs } from '../support/instance.ts';
import { inventRealm } from './realm/record.ts';
import { inventRecording } from './record.ts';

const BYTES_MAX = 5_000_000;

for (const [name, invent, records] of [
  ['recording', inventRecording, 10_000],
  ['realm', inventRealm, 95_000],
] as const) {
  const recording = readDemoRecording(name);

  test(`${name}: the file is what this folder invents (otherwise: npm run demo:record), and is not large`, () => {
    assert.deepEqual(recording, JSON.parse(JSON.stringify(invent())));
    assert.ok(statSync(locateDemoRecording(name)).size <= BYTES_MAX);
    assert.ok(recording.players.reduce((sum, player) => sum + player.records.length, 0) > records);
  });

  test(`${name}: each player has records, in the order of their times, within its days`, () => {
    for (const { installId, records } of recording.players) {
      const times = records.map(([atMs]) => atMs);
      assert.ok(times.length > 100, installId);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        installId,
      );
      assert.ok(
        times.every((atMs) => atMs >= 0 && atMs < DEMO_DAYS * DAY_MS),
        installId,
      );
    }
  });
}

test('a misspelt word is refused before anything starts', () => {
  for (const words of [['--relam'], ['--realm', '--realm']]) {
    const args = programArgs('jobs/demo/main.ts', ...words);
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.deepEqual([status, stdout], [1, '']);
    assert.equal(stderr, `demo takes no words, or --realm; got "${words.join(' ')}".\n`);
  }
});
