import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeStartFailure, waitUntilListening } from '../../adapters/start_failure.ts';

const PLACE = { host: '127.0.0.1', port: 80, metricsPort: 9100, dataDir: './data' };

function refusal(code: string, syscall: string): Error {
  return Object.assign(new Error(code), { code, syscall });
}

async function said(opening: Promise<never>): Promise<string | null> {
  try {
    return await waitUntilListening(opening);
  } catch (error) {
    return describeStartFailure(error, PLACE);
  }
}

test('EACCES means a forbidden port or an unwritable folder, and the sentence says which', async () => {
  for (const code of ['EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'ENOTFOUND']) {
    assert.match(
      (await said(Promise.reject(refusal(code, 'listen')))) ?? '',
      new RegExp(`^TW_HOST and TW_PORT must name .*127\\.0\\.0\\.1 port 80 .*\\(${code}\\)\\.$`),
    );
  }
  for (const code of ['EACCES', 'EROFS', 'EPERM', 'ENOSPC']) {
    for (const syscall of ['mkdir', 'open', 'listen']) {
      assert.match(
        describeStartFailure(refusal(code, syscall), PLACE) ?? '',
        new RegExp(`^TW_DATA_DIR must name .*; \\./data cannot be used \\(${code}\\)`),
      );
    }
  }
  assert.equal(describeStartFailure(new TypeError('a bug'), PLACE), null);
});
