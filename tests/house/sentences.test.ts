import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sentencesOf, sentencesText } from '../golden/sentences.ts';

/** Turns of phrase that stand in the way of a reader, and what to say instead. */
const AWKWARD: readonly (readonly [RegExp, string])[] = [
  [/\b(?:but|;) .{1,40} came\b/, 'got …'],
  [/\bnothing came\b/, '… is required: …'],
  [/must be given once; it came/, '… was given twice'],
  [/\bThe relation \w+ are\b/, '… relations are'],
  [/\bnobody’s business|by the way, so that|came to must be told\b/, 'a plainer phrase'],
  [/\b(?:custody|desk|workshop|letIn|Toll|tee_pieces|take_build)\b/, 'the word of the glossary'],
  [/\ba (?:object|array|item|NPC|install|hour|upload|import|unknown)\b/, 'an'],
  [/\b[Nn]othing of (?:item|npc|NPC|quest|object) /, 'No public data for item 5 yet'],
  [/\b1 (?:uploads|records|items|installs|entries|windows)\b/, 'the singular'],
];

test('the sentences that people read are those of the golden file: npm run golden, then read its diff aloud', () => {
  const golden = readFileSync(new URL('../golden/sentences.txt', import.meta.url), 'utf8');
  assert.deepEqual(sentencesText().split('\n'), golden.split('\n'));
});

test('no sentence holds a turn of phrase that was mended once', () => {
  const found = sentencesText()
    .split('\n')
    .flatMap((line) => AWKWARD.filter(([phrase]) => phrase.test(line)).map(([, better]) => `${line} → ${better}`));
  assert.deepEqual(found, []);
});

test('sentences are found wherever they stand, and what only programs read is not', () => {
  const source = `
    import { a } from 'three words here';
    type T = 'a type of three';
    /** A comment of words. */
    const one = 'The first sentence stands.' + name + ' and goes on.';
    const two = \`The \${value} of \${a.b(c, d)} is long.\`;
    const three = isOdd ? \`outer part with \${isEven ? 'inner text with words' : ''}\` : 'two words';
    const query = 'select n from records where seq = ?';
    const upper = \`SELECT a AS b FROM c\`;
  `;
  assert.deepEqual(sentencesOf(source), [
    'The first sentence stands.{name} and goes on.',
    'The {value} of {…} is long.',
    'outer part with {…}',
    'inner text with words',
  ]);
});
