import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Slots } from '../../../../domain/knowledge/intents/grammar.ts';
import { compilePattern, matchPattern, normalizeQuestion } from '../../../../domain/knowledge/intents/grammar.ts';
import { readQuestion } from '../../../../domain/tools/search/answers/intents.ts';
import { startProcessorClock } from '../../../support/processor_time.ts';

function read(pattern: string, question: string): Slots | null {
  const text = normalizeQuestion(question);
  return matchPattern(compilePattern(pattern), text, new Set(text.split(' ')));
}

test('a pattern has choices, words that may be absent, word classes, and slots for names and numbers', () => {
  assert.deepEqual(read('who sells [the] {item}', 'Who sells Mild Spices?'), { item: 'mild spices' });
  assert.deepEqual(read('who sells [the] {item}', 'who sells the Mild Spices'), { item: 'mild spices' });
  assert.deepEqual(read('(what|who) ~drop {item}', 'what dropped linen'), { item: 'linen' });
  assert.equal(read('(what|who) ~drop {item}', 'where drops linen'), null);
  assert.deepEqual(read('{item} [at level {level}]', 'wool at lvl 18'), { item: 'wool', level: '18' });
  assert.equal(read('farm at level {level}', 'farm at level ten'), null, 'a level is a number');
  assert.deepEqual(read('{role} in {zone}', 'quest givers in Westfall'), { role: 'quest givers', zone: 'westfall' });
  assert.equal(read('{role} in {zone}', 'wolves in Westfall'), null, 'not a role');
  assert.throws(() => compilePattern('~nosuch {item}'), /No word class is called ~nosuch/);
});

test('courtesies, accents, punctuation and chat spellings do not matter', () => {
  for (const question of [
    'Hey, does anyone know where Hogger is?',
    'pls tell me where HOGGER is',
    'where is hogger plz thx',
    'wheres Hógger in classic',
  ]) {
    assert.match(normalizeQuestion(question), /^where (?:is hogger|hogger is) $/, question);
  }
});

/** Questions, each with the intent and slots of the first or a later interpretation. */
const READ: readonly (readonly [question: string, intent: string, slots: Slots])[] = [
  ['what drops malachite', 'drops', { item: 'malachite' }],
  ['Which mobs drop Wool Cloth?', 'drops', { item: 'wool cloth' }],
  ['drop rate of the linen cloth', 'drops', { item: 'linen cloth' }],
  ['how often does the Kobold Miner drop malachite', 'drops', { source: 'kobold miner', item: 'malachite' }],
  ['what does Hogger drop?', 'loot', { source: 'hogger' }],
  ['hogger loot table', 'loot', { source: 'hogger' }],
  ['what is in the Battered Chest', 'loot', { source: 'battered chest' }],
  ['where do I farm wool cloth at level 18', 'farm', { item: 'wool cloth', level: '18' }],
  ['where do I farm wool at 18', 'farm', { item: 'wool', level: '18' }],
  ['wool farm around 18', 'farm', { item: 'wool', level: '18' }],
  ['wool cloth at 18', 'farm', { item: 'wool cloth', level: '18' }],
  ['best farm for wool at 18', 'farm', { item: 'wool', level: '18' }],
  ['where do I fish Raw Longjaw Mud Snapper', 'gathered_from', { item: 'raw longjaw mud snapper' }],
  ['where can light leather be skinned', 'gathered_from', { item: 'light leather' }],
  ['what to skin for light leather', 'gathered_from', { item: 'light leather' }],
  ['what can I fish in Elwynn Forest', 'gathering', { thing: 'elwynn forest' }],
  ['fishing in Westfall', 'gathering', { thing: 'westfall' }],
  ['skinning wolves', 'gathering', { thing: 'wolves' }],
  ['disenchanting a Bronze Axe', 'gathering', { thing: 'bronze axe' }],
  ['best place to farm linen', 'farm', { item: 'linen' }],
  ['who sells mild spices in Elwynn Forest', 'sellers', { item: 'mild spices', zone: 'elwynn forest' }],
  ['coarse thread vendor', 'sellers', { item: 'coarse thread' }],
  ['what does Corina Steele sell', 'goods', { npc: 'corina steele' }],
  ['cooking trainer', 'trainers', { profession: 'cooking' }],
  ['who trains first aid in Stormwind', 'trainers', { profession: 'first aid', zone: 'stormwind' }],
  ['who teaches heavy linen bandage', 'teachers', { recipe: 'heavy linen bandage' }],
  ['what does Eldrin teach', 'lessons', { npc: 'eldrin' }],
  ['who gives Kobold Candles', 'givers', { quest: 'kobold candles' }],
  ['where do I turn in The Killing Fields', 'givers', { quest: 'killing fields' }],
  ['reward for Kobold Candles', 'rewards', { quest: 'kobold candles' }],
  ['what quest gives Neophyte’s Robe', 'reward_from', { item: 'neophytes robe' }],
  ['which quests give boots in Redridge', 'gear_rewards', { gear: 'boots', zone: 'redridge' }],
  ['quest givers in Westfall', 'people', { role: 'quest givers', zone: 'westfall' }],
  ['flight master in Westfall', 'people', { role: 'flight master', zone: 'westfall' }],
  ['quests in Durotar', 'zone_quests', { zone: 'durotar' }],
  ['where is Marshal McBride', 'place', { thing: 'marshal mcbride' }],
  ['copper veins in Elwynn Forest', 'place', { thing: 'copper veins', zone: 'elwynn forest' }],
  ['how do I get to level 10 fast', 'levelling', { level: '10' }],
  ['tell me about Hogger', 'about', { thing: 'hogger' }],
];

test('players’ questions are understood', () => {
  for (const [question, intent, slots] of READ) {
    const readings = readQuestion(question).map((reading) => ({ intent: reading.intent, slots: reading.slots }));
    assert.ok(
      readings.some((reading) => JSON.stringify(reading) === JSON.stringify({ intent, slots })),
      `${question}: ${JSON.stringify(readings)}`,
    );
  }
});

test('names are only names', () => {
  for (const name of [
    'Fishing Pole',
    'Mining Pick',
    'Linen Cloth',
    'Deviate Delight',
    'Staff of Westfall',
    'Farmer Saldean',
    'A Threat Within',
  ]) {
    assert.deepEqual(
      readQuestion(name).map(({ intent }) => intent),
      ['about'],
      name,
    );
  }
});

test('a long question matches nothing and costs little', () => {
  const usedMs = startProcessorClock();
  assert.deepEqual(readQuestion(`where can I find ${'the quest in '.repeat(2_000)}`), []);
  readQuestion(`where can I find ${'a quest in '.repeat(12)}`);
  assert.ok(usedMs() < 200);
});
