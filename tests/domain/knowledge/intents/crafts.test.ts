import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Slots } from '../../../../domain/knowledge/intents/grammar.ts';
import { readQuestion } from '../../../../domain/tools/search/answers/intents.ts';

/** Phrasings of questions, keyed by the intent and the slots of one of their interpretations. */
const READ: readonly (readonly [intent: string, slots: Slots, ...questions: string[]])[] = [
  [
    'skill_up',
    { profession: 'tailoring', skill: '150' },
    ...['cheapest way to level tailoring to 150', 'what is the cheapest way to get tailoring to 150?'],
  ],
  [
    'skill_up',
    { skill: '150', profession: 'tailoring' },
    'cheapest way to 150 tailoring',
    'cheap way to get to 150 in tailoring',
  ],
  [
    'skill_up',
    { thing: 'first aid', skill: '60' },
    ...[
      'how do I level first aid to 60',
      'level first aid to lvl 60',
      'how to get first aid up to 60',
      'first aid to 60',
    ],
    ...[
      'fastest way to level first aid to 60',
      'power level first aid to 60',
      'what to craft to level first aid to 60',
    ],
  ],
  [
    'skill_up',
    { thing: 'tailoring', from: '1', skill: '40' },
    'tailoring 1-40',
    'tailoring from 1 to 40',
    'tailoring leveling 1-40 guide',
  ],
  [
    'skill_up',
    { thing: 'tailoring', from: '75', skill: '150' },
    'how do I level tailoring from 75 to 150',
    'level tailoring from 75 to 150',
  ],
  [
    'skill_up',
    { thing: 'cooking' },
    ...[
      'cooking guide',
      'power level cooking',
      'leveling cooking',
      'cooking leveling guide',
      'how to level cooking fast',
    ],
    ...['best way to level cooking', 'guide to leveling cooking', 'how much does it cost to level cooking'],
  ],
  [
    'turns_grey',
    { recipe: 'linen cloak' },
    ...['when does linen cloak turn grey', 'at what skill does the linen cloak go green?', 'when is linen cloak gray'],
    ...[
      'until when is linen cloak orange',
      'what skill does linen cloak turn yellow',
      'linen cloak grey at what skill',
    ],
    ...[
      'when does linen cloak stop giving skill ups',
      'linen cloak skill ranges',
      'how long does linen cloak stay green',
    ],
  ],
  [
    'turns_grey',
    { recipe: 'linen bandage', skill: '50' },
    'does linen bandage still give skill ups at 50',
    'is linen bandage still yellow at 50',
  ],
  [
    'worth',
    { item: 'copper ore' },
    ...[
      'what is copper ore worth',
      'how much is copper ore?',
      'copper ore price',
      'price of copper ore',
      'pls price check copper ore',
    ],
    ...['how much does copper ore sell for', 'what does copper ore go for on the AH', 'copper ore auction house price'],
    ...['copper ore ah', 'whats the going rate for copper ore', 'how much is a stack of copper ore worth'],
  ],
  [
    'worth',
    { item: 'copper ore', realm: 'whitemane' },
    ...[
      'what is copper ore worth on Whitemane',
      'copper ore price on whitemane',
      'price of copper ore on the realm Whitemane',
    ],
    ...[
      'how much is copper ore on whitemane',
      'copper ore price whitemane',
      'how much can I get for copper ore on Whitemane',
    ],
  ],
  [
    'vendor_price',
    { item: 'copper ore' },
    ...[
      'vendor price of copper ore',
      'copper ore vendor price',
      'what do vendors pay for copper ore',
      'copper ore sell price',
    ],
    ...['how much does copper ore vendor for', 'what will a vendor give me for copper ore'],
  ],
  [
    'sells_best',
    { profession: 'tailoring', realm: 'whitemane' },
    ...['what sells best from tailoring on Whitemane', 'what tailoring recipes sell best on Whitemane'],
    ...['most profitable tailoring recipes on whitemane', 'what to make with tailoring to sell on Whitemane'],
    ...['how to make gold with tailoring on Whitemane', 'what is the best tailoring item to sell on whitemane'],
  ],
  ['sells_best', { thing: 'tailoring' }, 'tailoring profit', 'is tailoring profitable', 'best tailoring items to sell'],
  [
    'class_count',
    { class: 'warriors' },
    ...[
      'how many warriors are there',
      'how many people play warriors',
      'how common are warriors',
      'number of warriors',
    ],
  ],
  [
    'class_count',
    { class: 'class' },
    'most played class',
    'what is the most popular class',
    'which class is played the most',
  ],
  [
    'class_count',
    { level: '10', class: 'mages', realm: 'whitemane' },
    'how many level 10 mages are on Whitemane',
    'how many lvl 10 mages on whitemane',
  ],
  ['class_count', { realm: 'whitemane' }, 'population of Whitemane', 'how many players are on Whitemane'],
  [
    'changes',
    { thing: 'linen cloth' },
    ...[
      'what changed about Linen Cloth',
      'what has changed with the linen cloth',
      'any news about linen cloth',
      'linen cloth changes',
    ],
    ...['has linen cloth changed recently', 'latest changes to linen cloth', 'whats new with linen cloth'],
  ],
  [
    'changes',
    {},
    'whats new',
    'recent changes',
    'what changed lately?',
    'what is new today',
    'changelog',
    'what has changed this week',
  ],
  [
    'missing',
    { zone: 'westfall' },
    ...[
      'what is missing in Westfall',
      'what is still missing in Westfall?',
      'what can I report in Westfall',
      'where can I help in Westfall',
    ],
    ...['what still needs one more report in Westfall', 'which mobs are missing in westfall', 'Westfall coverage'],
  ],
  [
    'missing',
    { zone: 'westfall', level: '12' },
    'what can I report in Westfall at level 12',
    'what is missing in westfall for level 12',
  ],
  ['missing', {}, 'what is missing', 'how can I help', 'what can I contribute', 'what needs one more report'],
  [
    'made_from',
    { item: 'linen cloak' },
    ...[
      'what is linen cloak made of',
      'how do I make a linen cloak',
      'mats for linen cloak',
      'linen cloak mats',
      'linen cloak recipe',
    ],
    ...[
      'what do I need to craft a linen cloak',
      'reagents for the linen cloak',
      'who can craft linen cloak',
      'how is linen cloak made',
    ],
  ],
  [
    'uses',
    { item: 'linen cloth' },
    ...[
      'what can I make with linen cloth',
      'what is linen cloth used for',
      'which recipes need linen cloth',
      'who wants linen cloth',
    ],
    ...[
      'what quest needs linen cloth',
      'recipes with linen cloth',
      'what to do with linen cloth',
      'is linen cloth used for anything',
    ],
    ...['should I keep linen cloth', 'what uses linen cloth', 'what quests ask for linen cloth'],
  ],
];

test('questions about professions, prices, people and changes are understood', () => {
  const wrong = READ.flatMap(([intent, slots, ...questions]) =>
    questions.flatMap((question) => {
      const readings = readQuestion(question);
      const isRight = readings.some((one) => one.intent === intent && isDeepStrictEqual({ ...one.slots }, slots));
      return isRight ? [] : [`${question}: ${JSON.stringify(readings)}`];
    }),
  );
  assert.deepEqual(wrong, []);
});

test('names that contain words of a question are only names', () => {
  const names = [
    ...['Deviate Delight', 'Price’s Ring', 'Change of Heart', 'Winds of Change', 'Recipe: Savory Deviate Delight'],
    ...['Pattern: Linen Cloak', 'The Missing Diplomat', 'Orange Murloc Scale', 'Green Hills of Stranglethorn'],
    ...['A New Plague', 'Expert First Aid - Under Wraps', 'Cloth and Leather Armor', 'Hammer of the Grand Crusader'],
    ...['Mining Pick', 'Fishing Pole', 'Population: One', 'Used Soul Shard', 'Crafted Light Shot'],
  ];
  const wrong = names.filter((name) => readQuestion(name).some(({ intent }) => intent !== 'about'));
  assert.deepEqual(wrong, []);
});
