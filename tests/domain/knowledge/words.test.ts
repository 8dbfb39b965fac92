import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countAllowedEdits, countEdits } from '../../../domain/knowledge/edits.ts';
import { findEntityOfFact, findEntityOfGameFact } from '../../../domain/knowledge/named_things.ts';
import { parseQuestion } from '../../../domain/knowledge/question.ts';
import { createSimilarTexts } from '../../../domain/knowledge/similar_texts.ts';
import { cutSnippet } from '../../../domain/knowledge/snippet.ts';
import { foldName, splitWords } from '../../../domain/knowledge/words.ts';
import type { GameFact } from '../../../domain/ports/builds.ts';
import { LENGTHS } from '../../../schema/limits.ts';

test('words are runs of letters and digits in lower case without diacritics', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Thunderfury, Blessed Blade', ['thunderfury', 'blessed', 'blade']],
    ["Ahn'Qiraj (40)", ['ahn', 'qiraj', '40']],
    ['Élan ÄÖÜ', ['elan', 'aou']],
    ['"a" OR NEAR(b*) -c', ['a', 'or', 'near', 'b', 'c']],
    ['Меч 剣', ['меч', '剣']],
    ['🗡️ 🔥', []],
    ['\ud800', []],
    ['', []],
  ];
  for (const [text, words] of rows) assert.deepEqual(splitWords(text), words, text);
});

test('the key of a name ignores case, accents, punctuation and apostrophes', () => {
  const rows: readonly (readonly [string, string])[] = [
    ["Anub'Rekhan", 'anubrekhan'],
    ['ANUB’REKHAN', 'anubrekhan'],
    ['  Linen   Cloth ', 'linen cloth'],
    ['Linen-Cloth!', 'linen cloth'],
    ['???', '???'],
  ];
  for (const [name, key] of rows) assert.equal(foldName(name), key);
});

test('one edit is allowed from four letters, and two from eight', () => {
  const rows = [
    ['axe', 0],
    ['clot', 1],
    ['leather', 1],
    ['thundery', 2],
  ] as const;
  for (const [word, edits] of rows) assert.equal(countAllowedEdits(word), edits);
});

test('an edit adds, removes, replaces or swaps letters', () => {
  const rows: readonly (readonly [string, string, number, number | null])[] = [
    ['linen', 'linen', 1, 0],
    ['lnien', 'linen', 1, 1],
    ['ilnen', 'linen', 1, 1],
    ['xinen', 'linen', 1, 1],
    ['inen', 'linen', 1, 1],
    ['liinen', 'linen', 1, 1],
    ['liinnen', 'linen', 1, null],
    ['thunderfruy', 'thunderfury', 2, 1],
    ['hunderfruy', 'thunderfury', 2, 2],
    ['hunderfru', 'thunderfury', 2, null],
  ];
  for (const [a, b, most, edits] of rows) assert.equal(countEdits(a, b, most), edits, `${a} ${b}`);
});

test('similar texts are those within a number of edits, without the text itself', () => {
  const { has, near } = createSimilarTexts(['cloth', 'line', 'linen', 'lined', 'linne', 'pine', '🔥🔥🔥']);
  assert.deepEqual(near('linne', 1), [
    { word: 'line', edits: 1 },
    { word: 'linen', edits: 1 },
  ]);
  assert.deepEqual(near('pines', 1), [{ word: 'pine', edits: 1 }]);
  assert.deepEqual(near('🔥', 2), [{ word: '🔥🔥🔥', edits: 2 }]);
  assert.deepEqual(near('zzzz', 2), []);
  assert.deepEqual([has('linen'), has('line '), has('')], [true, false, false]);
});

test('question words and stop words are ignored unless there are no other words', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['where do I find Linen Cloth?', ['linen', 'cloth']],
    ['what drops the Blade of Winter', ['blade', 'winter']],
    ['Drop of Doom', ['drop', 'doom']],
    ['where', ['where']],
    ['the of', ['the', 'of']],
    ['copper copper ore', ['copper', 'ore']],
    [Array.from({ length: 30 }, (_, i) => `w${i}`).join(' '), Array.from({ length: 8 }, (_, i) => `w${i}`)],
    ['"; drop table knowledge; --', ['drop', 'table', 'knowledge']],
  ];
  for (const [query, words] of rows) assert.deepEqual(parseQuestion(query).words, words, query);
  assert.equal(parseQuestion('x'.repeat(10_000)).words[0]?.length, 40);
});

test('the rest of a question after removing words at its ends may be a complete name', () => {
  const { keys } = parseQuestion('what drops the Blade of Winter');
  assert.equal(keys[0], 'what drops the blade of winter');
  assert.ok(keys.includes('the blade of winter') && keys.includes('blade of winter'));
  assert.ok(!keys.includes('of winter'));
  assert.ok(parseQuestion('where does Hogger spawn?').keys.includes('hogger'));
});

test('a snippet shows a matching word on one line of at most 200 characters', () => {
  assert.equal(cutSnippet('A\n  short\ttext', ['x']), 'A short text');
  const long = `${'before '.repeat(60)}Needle ${'after '.repeat(60)}`;
  const snippet = cutSnippet(long, ['need']);
  assert.match(snippet, /^…before .*Needle.*…$/);
  assert.match(cutSnippet(`${'before '.repeat(30)}Needle ${'x'.repeat(180)}`, ['need']), /^…(before )+Needle /);
  assert.ok(cutSnippet(`${'界'.repeat(300)}(Needle`, ['need']).startsWith('…Needle'), 'no spaces');
  for (const text of [long, 'x'.repeat(201), '🗡'.repeat(500), `${'y '.repeat(300)}Éclat`]) {
    for (const words of [['eclat'], ['y'], []]) {
      const found = cutSnippet(text, words);
      assert.ok([...found].length <= LENGTHS.snippet.max, `${[...found].length}`);
    }
  }
  assert.ok(cutSnippet(`${'y '.repeat(300)}Éclat`, ['eclat']).endsWith('Éclat'));
  assert.equal([...cutSnippet('x'.repeat(200), [])].length, 200);
});

test('every fact with an agreed name is an entity, and no other fact is', () => {
  const entry = (fields: object) => ({ entry: { value: fields, installs: 3 } });
  const rows: readonly (readonly [string, object, readonly [string, string, string] | null])[] = [
    [
      'items',
      { name: { value: 'Axe', installs: 3 }, quality: { value: 'rare', installs: 3 } },
      ['item:7', 'Axe', 'Item, rare quality.'],
    ],
    ['items', { quality: { value: 'rare', installs: 3 } }, null],
    [
      'npcs',
      {
        name: { value: 'Hogger', installs: 3 },
        levels: [
          { value: 11, installs: 3 },
          { value: 9, installs: 3 },
        ],
        reactions: [{ value: 'hostile', installs: 3 }],
      },
      ['npc:7', 'Hogger', 'NPC, level 9 to 11, hostile.'],
    ],
    ['quests', { title: { value: 'Wanted', installs: 3 } }, ['quest:7', 'Wanted', 'Quest.']],
    [
      'recipes',
      { name: { value: 'Bolt', installs: 3 }, profession: { value: 'Tailoring', installs: 3 } },
      ['recipe:7', 'Bolt', 'Recipe, Tailoring.'],
    ],
    ['maps', { name: { value: 'Elwynn', installs: 3 } }, ['zone:7', 'Elwynn', 'Zone map.']],
    [
      'achievements',
      entry({ name: 'First', category: 'Quests', parentCategory: '' }),
      ['achievement:7', 'First', 'Achievement, Quests.'],
    ],
    ['titles', entry({ name: 'Champion' }), ['title:7', 'Champion', 'Title that a character can bear.']],
    ['reputations', entry({ name: 'Argent', header: 'Classic' }), ['faction:7', 'Argent', 'Faction, Classic.']],
    ['quest_chains', entry({ name: 'Onyxia' }), ['quest_chain:7', 'Onyxia', 'Chain of quests.']],
    ['pins', { name: { value: 'x', installs: 3 } }, null],
    ['toString', { name: { value: 'x', installs: 3 } }, null],
  ];
  for (const [family, body, expected] of rows) {
    const found = findEntityOfFact(family, '7', body as Readonly<Record<string, unknown>>);
    assert.deepEqual(found && [found.id, found.name, found.text], expected, family);
    assert.equal(findEntityOfFact(family, '7', null), null);
  }
});

test('every name in the game files is an entity', () => {
  const rows: readonly (readonly [GameFact, string | null])[] = [
    [{ family: 'spell', subject: '11', body: '"Bolt"' }, 'spell:11 Bolt'],
    [{ family: 'zone', subject: '3', body: '" Elwynn "' }, 'zone:3 Elwynn'],
    [{ family: 'set', subject: '7', body: '{"setId":7,"name":"A Set","itemIds":[1]}' }, 'item_set:7 A Set'],
    [{ family: 'skill', subject: '7', body: '""' }, null],
    [{ family: 'item', subject: '7', body: '{"itemId":7}' }, null],
    [{ family: 'spell', subject: '7', body: JSON.stringify('x'.repeat(1_001)) }, null],
  ];
  for (const [fact, expected] of rows) {
    const found = findEntityOfGameFact(fact);
    assert.equal(found && `${found.id} ${found.name}`, expected);
  }
});
