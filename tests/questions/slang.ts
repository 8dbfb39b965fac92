import assert from 'node:assert/strict';
import type { Judgement } from './judge.ts';
import type { PlayerQuestion } from './player_question.ts';

/** Returns a pattern of a word in the answer, before the results that `search` lists after it. */
function inAnswer(word: string): RegExp {
  return new RegExp(`^[^]*?${word}[^]*\\nData received up to [^\\n]+\\n\\nFound:`);
}

/** Questions in players’ slang, with words that belong to no phrasing. Asked about the demo. */
const DEMO: readonly Omit<PlayerQuestion, 'world'>[] = [
  {
    asks: 'light leather or ah it',
    says: [/"Light Leather" \(item 2318\) is worth/, /Whitemane/],
    never: [/npc \d+, level/],
  },
  { asks: 'vendor or ah copper ore', says: [/"Copper Ore" \(item 2770\) is worth/, /Vendors pay/] },
  { asks: 'linen near goldshire', says: [/"goldshire"/, /Linen Cloth/, /Defias Thug/] },
  {
    asks: 'linen in westfall',
    says: [/"Linen Cloth"/, /"Defias Looter".*"Westfall"/],
    never: [inAnswer('Defias Thug')],
  },
  { asks: 'wolves across border quest', says: [/Wolves Across the Border/] },
  { asks: 'peoples militia quest', says: [/The People’s Militia/, /Gryan Stoutmantle/] },
  { asks: 'fa trainer elwynn', says: [/Trainers of "First Aid" in "Elwynn Forest"/, /Michelle Belle/] },
  { asks: 'cooking trainer in westfall', says: [/No trainer of "Cooking" is known in "Westfall"/, /Elsewhere, 1/] },
  { asks: 'mining trainer in sw', says: [/No trainer of "Mining" is known/] },
  { asks: 'best talents for warr', says: [/No record says which talents are best/, /Improved Heroic Strike/] },
  {
    asks: 'fury talents',
    says: [/"Fury" is a talent tree of the class warrior/, /Cruelty/],
    never: [inAnswer('Deflection')],
  },
  { asks: 'ret pally spec', says: [/retribution/, /not known/], never: [inAnswer('Cruelty')] },
  { asks: 'where can i repair my gear', says: [/repair.* in no record/], never: [/"[^"]+" \(npc \d+[^\n]*repair/] },
  { asks: 'repair near goldshire', says: [/repair.* in no record/] },
  { asks: 'who sells bags', says: [/“bags”.*game files/, /Small Brown Pouch.*Duokna/] },
  { asks: 'wtb bags elwynn', says: [/in "Elwynn Forest"/, /Small Red Pouch/], never: [inAnswer('Duokna')] },
  { asks: 'arrows anywhere?', says: [/not known|No vendor|no name/i] },
  {
    asks: 'wts copper ore whitemane',
    says: [/"Copper Ore" \(item 2770\) is worth/, /Whitemane/],
    never: [inAnswer('Skyfury')],
  },
  { asks: 'does hogger drop anything good', says: [/"Hogger"/, /Thistlewood Dagger/] },
  { asks: 'hogger lvl plz', says: [/"Hogger" \(npc 448\), level 11/] },
  { asks: 'where hogger at lol', says: [/"Hogger" \(npc 448\) is found in "Elwynn Forest"/] },
  { asks: 'mats for linen cloak plz', says: [/"Linen Cloak" .* takes/, /Coarse Thread/] },
  { asks: 'tailor 1-75', says: [/"Tailoring" from 1 to 75 at /, /^- 1 to \d+: /m] },
];

/** Asked about the demo of a whole realm, whose names are invented. */
const REALM: readonly Omit<PlayerQuestion, 'world'>[] = [
  { asks: 'silk price', says: [/The closest name to "silk" is "Silken Thread"/] },
  {
    asks: 'bs trainer greywater fen',
    says: [/Trainers of "Blacksmithing" in "Greywater Fen"/, /Joss Winslow/],
    never: [inAnswer('Elsewhere')],
  },
  {
    asks: 'cooking trainer in winterkeep',
    says: [/No trainer of "Cooking" is known in "Winterkeep Pass"/, /Elsewhere, 4/],
  },
  { asks: 'lw trainer where', says: [/Ysolt Vane/, /Nella Pike/, /Marla Grey/] },
  { asks: 'best warr talents', says: [/No record says which talents are best/, /Steady Focus/] },
  { asks: 'valour talents', says: [/Several classes have a tree called "valour"/, /class rogue/, /class mage/] },
  { asks: 'pally talents', says: [/paladin/, /not known/] },
  { asks: 'who sells a bag', says: [/Small Satchel/, /Great Satchel/] },
  {
    asks: 'food vendor alderbrook',
    says: [/in "Alderbrook Vale"/, /Traveller’s Stew/, /Ravenna Holloway/],
    never: [inAnswer('Hugo Holloway')],
  },
  { asks: 'any1 selling pots in greywater', says: [/Healing Potion|not known|No vendor/] },
  { asks: 'arrows vendor', says: [/No vendor that sells .*“arrows” is known/] },
  { asks: 'repair alderbrook vale', says: [/repair.* in no record/] },
  { asks: 'foxhide mallet mats', says: [/2 × "Tinbright Ore"/, /1 × "Tawny Opal"/] },
  { asks: 'best place farm flaxen cloth lvl 10', says: [/At level 10, farm "Flaxen Cloth"/, /Redmarsh Brute/] },
  { asks: 'gorewind the rabid drop anything good', says: [/"Gorewind the Rabid"/, /Broken Scale/] },
  { asks: 'elder silkspinner lvl', says: [/"Elder Silkspinner" \(npc 20430\), level 18/] },
  { asks: 'secret of restless ruins quest', says: [/The Secret of Restless Ruins/, /Tobin Larkin/] },
  { asks: 'moonshard band vendor trash or keep', says: [/"Moonshard Band" \(item 40480\)/, /Vendors pay 26c/] },
  { asks: 'fenroot spots sunscar', says: [/Fenroot/, /Sunscar Canyon/] },
  { asks: 'alch 1-300 guide', says: [/"Alchemy" from 1 to \d+ .* at /, /Minor Healing Potion/] },
];

export const DEMO_SLANG: readonly PlayerQuestion[] = DEMO.map((question) => ({ ...question, world: 'demo' }));
export const REALM_SLANG: readonly PlayerQuestion[] = REALM.map((question) => ({ ...question, world: 'realm' }));

/** Fails unless all answers are true and the first answer to each question has all its facts. */
export function assertAnswered(judgements: readonly Judgement[]): void {
  const tell = (some: readonly Judgement[]): string =>
    some.map(({ question, text }) => `${question.asks}\n${text}`).join('\n\n');
  const wrong = judgements.filter(({ isFalse }) => isFalse);
  const late = judgements.filter(({ isFirst }) => !isFirst);
  assert.deepEqual(wrong, [], tell(wrong));
  assert.deepEqual(late, [], tell(late));
}
