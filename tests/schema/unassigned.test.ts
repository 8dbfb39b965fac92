import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isAssigned, isVisible } from '../../schema/text.ts';
import { UNASSIGNED_CODES } from '../../schema/unassigned.ts';

/** The Unicode version of the table. */
const EDITION = 15.1;

const everyCodePoint = function* (): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
};

test('every character that the runtime has not assigned is refused, and every one in Unicode 15.1 is accepted', () => {
  const runtime = Number(process.versions['unicode']);
  let refused = 0;
  const wrong: string[] = [];
  for (const char of everyCodePoint()) {
    if (!isVisible(char)) continue;
    const isUnknown = /\p{Cn}/u.test(char);
    if (!isAssigned(char)) refused++;
    // A later version assigns more characters and never unassigns one.
    if (isUnknown ? isAssigned(char) : !isAssigned(char) && runtime <= EDITION) wrong.push(char);
  }
  assert.deepEqual(wrong, []);
  assert.equal(refused, 820_883);
});

test('the addon has the same table', () => {
  const lua = readFileSync(new URL('../../http/addon/ThirdWitness/unassigned.lua', import.meta.url), 'utf8');
  assert.equal(/\[\[(.*)\]\]/s.exec(lua)?.[1], UNASSIGNED_CODES);
});
