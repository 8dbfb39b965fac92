import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../http/browser/upload/engine.ts';
import { describeWrongFile } from '../../../../http/browser/upload/words.ts';

/** Opens a file as the page does, and returns the sentence that the page shows. */
function explain(name: string, text: string, type = ''): string {
  const bytes = new TextEncoder().encode(text);
  const read = createEngine().open(bytes);
  assert.ok(!read.ok || read.value.records === 0, 'the file is wrong');
  return describeWrongFile({ name, size: bytes.length, type }, read.ok ? null : read.error);
}

test('a wrong file is named, with its fault and the file to choose', () => {
  const choose = /ThirdWitness\.lua, which the addon saved\. Nothing was sent\.$/;
  for (const [sentence, begin] of [
    [explain('holiday.png', '\x89PNG\r\n\x1a\n', 'image/png'), 'holiday.png is a picture.'],
    [explain('saved.zip', 'PK\x03\x04', 'application/zip'), 'saved.zip is a compressed file. Please unzip it,'],
    [explain('ThirdWitness.lua', ''), 'ThirdWitness.lua is empty. Log out in the game,'],
    [explain('notes.txt', 'Dear diary, today', 'text/plain'), 'notes.txt is not a file that an addon saved.'],
    [explain('Bags.lua', '\nBagsDB = {\n["a"] = 1,\n}\n'), 'Bags.lua has no records: another addon may have saved it.'],
    [explain('ThirdWitness.lua', '\nDB = {\n["records"] = {\n'), 'ThirdWitness.lua is damaged or incomplete: '],
  ] as const) {
    assert.ok(sentence.startsWith(begin), sentence);
    assert.match(sentence, choose);
    assert.doesNotMatch(sentence, /expected|got|parse/);
  }
});
