import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isThere } from './documents.ts';

const DOCUMENT = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8');

/** The threats. The first line of each is its heading. */
const threats = DOCUMENT.split(/^### /m)
  .slice(1)
  .map((text) => text.split(/^## /m)[0]!);

test('every threat has its measures and its limits', () => {
  assert.ok(threats.length >= 9, `only ${threats.length} threats found`);
  for (const [i, threat] of threats.entries()) {
    const [heading = ''] = threat.split('\n');
    assert.ok(heading.startsWith(`${i + 1}. `), heading);
    assert.equal(threat.match(/^\*\*Not covered\.\*\* \S/gm)?.length, 1, heading);
  }
});

test('every measure names existing tests', () => {
  for (const threat of threats) {
    const rows = Array.from(threat.matchAll(/^\| (.+) \| (.+) \|$/gm)).filter(([, done]) => done !== 'done against it');
    assert.ok(rows.length > 0, threat);
    for (const [, done, heldBy] of rows) {
      if (heldBy === '–') continue;
      for (const named of heldBy!.split(', ')) {
        const file = /^`(tests\/(?:[a-z_]+\/)+[a-z_]+\.test\.ts)`$/.exec(named)?.[1];
        assert.ok(file !== undefined && isThere(file), `${done}: ${named}`);
      }
    }
  }
});
