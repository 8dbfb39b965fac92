import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sentencesOf, sentencesText } from '../golden/sentences.ts';
import { compareWithCeilings, findPlaces, readParts, STYLE_RULES } from './style.ts';

/** Awkward phrases, and what to write instead. */
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

test('the sentences equal the golden file: run npm run golden, then read the diff aloud', () => {
  const golden = readFileSync(new URL('../golden/sentences.txt', import.meta.url), 'utf8');
  assert.deepEqual(sentencesText().split('\n'), golden.split('\n'));
});

test('no sentence has a phrase that was corrected before', () => {
  const found = sentencesText()
    .split('\n')
    .flatMap((line) => AWKWARD.filter(([phrase]) => phrase.test(line)).map(([, better]) => `${line} → ${better}`));
  assert.deepEqual(found, []);
});

test('sentences are found anywhere in a file, and text for programs is not', () => {
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

test('no style rule has more violations than its ceiling, and every ceiling is as low as possible', () => {
  const ceilings = JSON.parse(readFileSync(new URL('./style_ceilings.json', import.meta.url), 'utf8'));
  const counts = Object.fromEntries(Object.entries(findPlaces()).map(([rule, places]) => [rule, places.length]));
  assert.deepEqual(compareWithCeilings(counts, ceilings), []);
  assert.deepEqual(Object.keys(ceilings), Object.keys(STYLE_RULES));
});

test('a count above its ceiling fails, and so does a count below it', () => {
  assert.deepEqual(compareWithCeilings({ told: 3, stands: 2, else: 1, alone: 1 }, { told: 2, stands: 5, else: 1 }), [
    'told: 3 places, at most 2 allowed; npm run ceilings -- told lists them',
    'lower the ceiling of stands to 2 (npm run ceilings)',
    'alone: 1 places, at most 0 allowed; npm run ceilings -- alone lists them',
  ]);
});

function brokenRules(path: string, source: string): readonly string[] {
  return Object.entries(STYLE_RULES).flatMap(([rule, { find }]) =>
    find(readParts(path, source)).map(({ line }) => `${rule} ${line}`),
  );
}

test('style rules check comments, names, top-level arrows and groupings in TypeScript', () => {
  const source = `/** What is
 * told of it; null: none. */
const keyOf = (a: string) => a;
const typed: Read = (a) => a;
interface Told { readonly told: string }
// No fact where
// it is public.
export const told = { ...{ a, b }, c: () => 1, ...{ d: 'null where it stands' } };
function read(): null { return null; }
`;
  assert.deepEqual(brokenRules('domain/a.ts', source), [
    ...['null-colon 1', 'where-for-if 6', 'what-first 1', 'told 1', 'participle-name 5'],
    ...['told-name 5', 'told-name 5', 'told-name 8', 'vague-helper 3', 'vague-helper 8', 'arrow-function 3'],
    ...['grouping 8', 'grouping 8'],
  ]);
  assert.deepEqual(brokenRules('domain/a.ts', '/** Returns the newest row, or null if none was read. */'), []);
});

test('style rules check comments and names in Lua', () => {
  const source = `--[[ Whatever
came to ]]
local told = "told of -- this"
local function textOf() end -- null where
`;
  assert.deepEqual(brokenRules('http/addon/a.lua', source), [
    ...['null-where 4', 'what-first 1', 'came-to 1', 'told-name 3', 'vague-helper 4'],
  ]);
});
