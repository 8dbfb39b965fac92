import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEMO_DAYS, readDemoRecording } from '../../adapters/demo_stage.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { inventRecording } from './record.ts';

test('the recording of the demo is what this folder invents (otherwise: npm run demo:record)', () => {
  const invented = JSON.parse(JSON.stringify(inventRecording()));
  assert.deepEqual(readDemoRecording(), invented);
});

test('each player of the demo has records, in the order of their times, within its days', () => {
  for (const { installId, records } of readDemoRecording().players) {
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
