import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareReads } from '../../../../domain/reads/entities/read_once.ts';
import { answerQuestion } from '../../../../domain/tools/search/answers/mod.ts';
import { PUBLISHER } from '../../../support/publisher.ts';
import { lesson, recipe } from '../craft_world.ts';
import { agreed, axeWorld } from '../pages_world.ts';
import type { ToolWorld } from '../support.ts';

const NO_EXTRAS = { keys: false, selfGrants: false, exports: async () => 'none' as const };

const DAY = 20_777;
const DAY_TEXT = '2026-11-20';

/** Returns an item's value on a realm on one day. */
function value(itemId: number, market: number, realmKey = 'everlook', quantity = 7) {
  const houses = [{ house: '' as const, value: { market, min: market - 1, quantity, reporters: 4 } }];
  return { subject: { realmKey, itemId, day: DAY }, houses };
}

function exactly(skill: number) {
  return { low: skill, high: skill, installs: 4 };
}

function cell(characters: number) {
  return { characters, installs: 4 };
}

const MAGES = { total: 5, cells: { MAGE: cell(5) } };
const CUT = {
  factions: { total: 12, cells: { alliance: cell(12) } },
  classes: { total: 12, cells: { MAGE: cell(5), WARRIOR: cell(7) } },
  races: { total: 12, cells: { Human: cell(12) } },
  levels: { total: 12, cells: { '10-19': cell(12) } },
};
const FACTIONS = { total: 20, cells: { alliance: cell(12), horde: cell(8) } };
const POPULATION = {
  day: '2026-11-19',
  cuts: {
    '*:*': CUT,
    '*:MAGE': { ...CUT, classes: MAGES, levels: { total: 5, cells: { '10-19': cell(5) } } },
    'alliance:MAGE': { ...CUT, classes: { total: 4, cells: { MAGE: cell(4) } } },
  },
};

/** The world of axes, with tailoring, two markets, characters, and facts that need more reports. */
async function craftWorld(): Promise<ToolWorld> {
  const world = await axeWorld();
  await world.facts(
    ['items', '20', { name: agreed('Linen Cloth') }],
    ['items', '21', { name: agreed('Coarse Thread') }],
    ['items', '22', { name: agreed('Bolt of Linen') }],
    ['items', '23', { name: agreed('Linen Robe') }],
    ['items', '24', { name: agreed('Silk Robe') }],
    ['items', '25', { name: agreed('Silk') }],
    ...recipe({ id: 201, name: 'Bolt of Linen', reagents: [[20, 2]], makes: 22, makesMin: 2 }),
    ['recipe_ranges', '201', { yellow: exactly(25), green: exactly(37), grey: exactly(50), bounds: {} }],
    ...recipe({
      id: 202,
      name: 'Linen Robe',
      makes: 23,
      reagents: [
        [22, 1],
        [21, 1],
      ],
    }),
    ['recipe_ranges', '202', { yellow: exactly(40), bounds: { grey: { atLeast: 60, installs: 3 } } }],
    ...recipe({ id: 203, name: 'Silk Robe', makes: 24, reagents: [[25, 3]] }),
    ...recipe({ id: 204, name: 'Silk Bandage', profession: 'First Aid' }),
    lesson(70, 201, { cost: 10, skill: 1 }),
    lesson(70, 202, { cost: 50, skill: 10 }),
    ['vendor_prices', '21', { prices: [agreed(10, 5)] }],
    ['quest_items', '20', { quests: [agreed(1, 5)] }],
    ['realms', 'everlook', { spelling: 'Everlook' }],
    ['realms', 'lava lash', { spelling: 'Lava Lash' }],
    ['population', '*', POPULATION],
    ['population', 'everlook', POPULATION],
    ['population', 'lava lash', { day: '2026-11-19', cuts: { '*:*': { ...CUT, factions: FACTIONS } } }],
    ['coverage', 'npc:61', { missing: { npc: 1, npc_loot: 2 }, zones: [12] }],
    ['coverage', 'npc:70', { missing: { trainer: 1 }, zones: [] }],
    ['coverage', 'npc:99', { missing: { npc: 1 }, zones: [12] }],
  );
  await world.write({
    market: [value(20, 40), value(22, 100), value(23, 90), value(24, 300), value(20, 45, 'lava lash')],
  });
  return world;
}

const shared = craftWorld();

async function answerTo(question: string): Promise<{ readonly intent: string; readonly lines: readonly string[] }> {
  const { answer } = await (await shared).ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return { intent: answer.intent, lines: answer.answer?.text.split('\n') ?? [] };
}

/** Questions, each with its intent and patterns that lines of the answer match, the first of them the first line. */
const ANSWERED: readonly (readonly [question: string, intent: string, ...lines: RegExp[]])[] = [
  [
    'cheapest way to 100 tailoring',
    'skill_up',
    /^"Tailoring" from 1 to 60 \(no known recipe raises 60 to 100\) at vendors’ prices and the market of "Everlook": about [\dgsc ]+, 60c of it for lessons\.$/,
    /^The total is an average, with all reagents bought\. The lists are of whole crafts: you pay [\dgsc ]+, and [\dgsc ]+ with the lessons\.$/,
    /^- \d+ × "Linen Cloth" \(item 20\): .*, at 40c each at auction/,
    /^- 1 to \d+: \d+ × "Bolt of Linen"/,
    /^- \d+ to 60: \d+ × "Linen Robe"/,
    /^- "Bolt of Linen" \(recipe 201\) from trainer "Innkeeper" \(npc 70\).*: 10c \(4 players\)/,
    /^At least three players agree on each recipe and price\.$/,
    /^You named no realm; "Everlook" has the most auction prices\.$/,
  ],
  [
    'how do I level tailoring to 30 on Lava Lash',
    'skill_up',
    /market of "Lava Lash"/,
    /^- 1 to 30: 30 × "Bolt of Linen"/,
  ],
  ['cheapest way to level tailoring 1 to 30 on Lava Lash', 'skill_up', /^"Tailoring" from 1 to 30 .*"Lava Lash"/],
  ['tailoring 10-20', 'skill_up', /^"Tailoring" from 10 to 20 /, /^- 10 to 20: 10 × "Bolt of Linen"/],
  ['tailoring guide', 'skill_up', /^"Tailoring" from 1 to /, /^- No known recipe raises the skill here: .*to 300\.$/],
  [
    'power level tailering',
    'skill_up',
    /^No profession is called "tailering"\. Did you mean "Tailoring"\?$/,
    /^"Tailoring" from /,
  ],
  [
    'FA guide',
    'skill_up',
    /^"First Aid" from 1 to 300.*no way is known/,
    /^- No known recipe raises the skill here: 1 to 300\.$/,
  ],
  [
    'cheapest way to 150 fishing',
    'skill_up',
    /^No recipe of the profession "Fishing" is public\. Known professions: .*"Tailoring"/,
  ],
  [
    'cheapest way to 150 basket weaving',
    'skill_up',
    /^No profession called "basket weaving" is known here\. Known: .*"Tailoring"/,
  ],
  [
    'when does bolt of linen turn grey',
    'turns_grey',
    /^"Bolt of Linen" \(recipe 201, "Tailoring"\): turns yellow at 25, green at 37, grey at 50 \(4 players\)\.$/,
  ],
  [
    'at what skill does linen robe go green?',
    'turns_grey',
    /: turns yellow at 40, green at an unknown skill, grey at 60 or later \(3–4 players\)\.$/,
  ],
  ['when does silk robe turn grey', 'turns_grey', /^"Silk Robe".*: turns yellow, green and grey at unknown skills/],
  [
    'what is linen cloth worth',
    'worth',
    new RegExp(
      `^"Linen Cloth" \\(item 20\\) is worth 40c a piece on "Everlook" \\(all houses\\): .*7 on sale \\(${DAY_TEXT}, 4 players\\)\\.$`,
    ),
    /is worth 45c a piece on "Lava Lash"/,
  ],
  ['price of linen cloth on lava lash', 'worth', /^"Linen Cloth" \(item 20\) is worth 45c/],
  ['linen cloth price everlook', 'worth', /^"Linen Cloth" \(item 20\) is worth 40c a piece on "Everlook"/],
  [
    'how much is coarse thread on the AH',
    'worth',
    /^No auction price of "Coarse Thread" \(item 21\) is public yet\. It takes/,
  ],
  [
    'silk robe price on Lava Lash',
    'worth',
    /^No auction price of "Silk Robe" \(item 24\) on "Lava Lash" is public yet\./,
  ],
  [
    'linen cloth price on Moonglade',
    'worth',
    /^No realm with auction prices called "moonglade" is known here\. Known: "Everlook", "Lava Lash"\.$/,
  ],
  [
    'vendor price of axe',
    'vendor_price',
    /^"Axe" \(item 5\) is sold by /,
    /^What vendors pay for "Axe" \(item 5\) is not known here\.$/,
  ],
  ['vendor price of coarse thread', 'vendor_price', /^Players saw vendors ask 10c \(5 players\) for "Coarse Thread"/],
  [
    'what sells best from tailoring on Everlook',
    'sells_best',
    new RegExp(
      `^Best from "Tailoring" on "Everlook": "Bolt of Linen" \\(item 22\\) is worth 2s \\(2 of 1s\\), its reagents cost 80c: a margin of 1s 20c; 7 on sale \\(${DAY_TEXT}, 4 players\\)\\.$`,
    ),
    /^"Linen Robe" \(item 23\) is worth 90c, its reagents cost 1s 10c: a loss of 20c \(the number made is unknown and counted as 1\)/,
    /before the auction house’s cut/,
    /^Left out, because the cost of a reagent is not known: "Silk Robe" \(item 24\), worth 3s\.$/,
  ],
  ['most profitable tailoring recipes', 'sells_best', /^Best from "Tailoring" on "Everlook"/, /^You named no realm/],
  [
    'make gold with first aid',
    'sells_best',
    /^Nothing made with "First Aid" on "Everlook" has both/,
    /^1 recipe makes nothing/,
  ],
  [
    'what sells best from tailoring on Moonglade',
    'sells_best',
    /^No realm with auction prices called "moonglade" is known here\./,
  ],
  [
    'how many mages on Everlook',
    'class_count',
    /^5 Mage characters seen on "Everlook" in the 30 days before 2026-11-19 \(reported by 4 players\)\.$/,
    /^Levels: 5 at 10–19/,
  ],
  ['how many mages on Everlook alliance', 'class_count', /^4 Mage characters seen in the Alliance on "Everlook" in/],
  ['how many mages on alliance everlook', 'class_count', /^4 Mage characters seen in the Alliance on "Everlook" in/],
  [
    'how many level 12 mages',
    'class_count',
    /^\d+ Mage characters seen on all realms/,
    /^At level 12 and near it \(levels 10–19\): 5 /,
  ],
  ['how many people play druid', 'class_count', /^No|unknown/],
  [
    'most played class',
    'class_count',
    /^Characters seen on all realms .*: Warrior 7 \(reported by 4 players\), Mage 5 .* Unknown: Druid, Hunter/,
  ],
  ['how many humans', 'class_count', /^12 Human characters seen on all realms /],
  [
    'what is missing for the innkeeper',
    'missing',
    /^- Open the training window of "Innkeeper" \(npc 70\): 1 more report\.$/,
  ],
  [
    'what is missing for the wolf',
    'missing',
    /^Nothing about "Wolf" \(npc 60\) is waiting for one or two more reports\./,
  ],
  ['horde vs alliance', 'class_count', /^Characters seen on all realms .*: Alliance 12 .* Unknown: Horde\.$/],
  ...['is lava lash pop balanced? ally vs horde', 'ally horde ratio lava lash', 'how many hordies on lava lash'].map(
    (question) =>
      [
        question,
        question.startsWith('how') ? 'class_count' : 'factions',
        /^Characters seen on "Lava Lash" in the 30 days before 2026-11-19: Alliance 12, 60% \(.*4 players\), Horde 8, 40% \(/,
        /^These are characters that players saw, not all characters\. Every figure/,
      ] as const,
  ),
  ['is whitemane balanced', 'factions', /No realm with auction prices called "whitemane" is known here/],
  ['alli to horde balance on lava lash', 'factions', /Horde 8, 40%/],
  ['lava lash faction balance', 'factions', /Horde 8, 40%/],
  // Of one faction, the share is unknown.
  ['is everlook balanced', 'factions', /: Alliance 12 \(reported by 4 players\)\. Unknown: Horde\.$/],
  ['how many horde', 'class_count', /^Characters seen on all realms .*: Alliance 12 \([^%]*\)\. Unknown: Horde\.$/],
  ...[
    'lvl 40 what should i go report to help',
    'what can i report at level 40',
    'what can i scan/report at level 40',
    'what do you need at 40',
  ].map(
    (question) =>
      [
        question,
        'missing',
        /^No zone near level 40 is known to need reports\.$/,
        /^See them as tasks on the quest board: https?:\/\/.*\/coverage\?level=40$/,
      ] as const,
  ),
  [
    'what can i report at level 6',
    'missing',
    /^Zones near level 6 with the number of facts that need reports: "Elwynn" \(level 5–7\): \d need one more report, \d two\.$/,
  ],
  ['what level are most players', 'class_count', /^Characters seen on all realms/, /^Levels: 12 at 10–19/],
  ['is linen cloth worth more on Everlook or Lava Lash', 'worth', /on "Everlook"/, /on "Lava Lash"/],
  ['how much does coarse thread cost', 'worth', /^No auction price/, /^Vendors sell it for 10c \(5 players\)\.$/],
  [
    'what is missing in Elwynn',
    'missing',
    /^2 subjects need one more report and 1 subject needs two more reports in "Elwynn"/,
    /^- Target npc 99 \(its name is not public yet\): 1 more report\.$/,
    /^- Loot npc 61.*: 2 more reports\.$/,
  ],
  ['what can I report in Elwynn at level 5', 'missing', /^2 subjects need/, /^The list is not limited to level 5/],
  ['where can I help', 'missing', /^3 subjects need one more/, /^Zones with most of them: "Elwynn" 3\.$/],
  [
    'what is a linen robe made of',
    'made_from',
    /^"Linen Robe" \(recipe 202, "Tailoring"\) takes 1 × "Bolt of Linen" \(item 22\) and 1 × "Coarse Thread" \(item 21\), and makes "Linen Robe" \(item 23\) \(6 players\)\.$/,
  ],
  ['mats for linen robe', 'made_from', /takes 1 × "Bolt of Linen"/],
  ['how do I make linen cloth', 'made_from', /^No recipe that makes "Linen Cloth" is known yet\.$/],
  [
    'what can I make with linen cloth',
    'uses',
    /^The quest "Wolves" \(quest 1\) asks for "Linen Cloth" \(item 20\) \(5 players\)\.$/,
    /is used by 1 recipe: 2 for "Bolt of Linen" \(recipe 201, "Tailoring"\), 6 players\.$/,
  ],
  [
    'who wants silk robes',
    'uses',
    /^No recipe that uses "Silk Robe" \(item 24\) is known yet\.$/,
    /^No quest that asks for it is known yet\.$/,
  ],
  ['what changed about linen cloth', 'changes', /^\d{4}-\d\d-\d\d: "Linen Cloth" \(item 20\): name confirmed\.$/],
  ['what is new in tailoring', 'changes', /: "Silk Robe" \(recipe 203\)|: "Linen Robe" \(recipe 202\)|"Bolt of Linen"/],
  ['whats new', 'changes', /^\d{4}-\d\d-\d\d: /],
];

test('questions about professions, prices, people and changes get direct answers', async () => {
  for (const [question, intent, first, ...others] of ANSWERED) {
    const { lines, ...answer } = await answerTo(question);
    const text = `${question}:\n${lines.join('\n')}`;
    assert.equal(answer.intent, intent, text);
    assert.match(lines[0] ?? '', first!, text);
    for (const line of others)
      assert.ok(
        lines.some((one) => line.test(one)),
        `${line} in ${text}`,
      );
  }
});

test('an answer names the profession, class and realm that it is about', async () => {
  const { store } = await shared;
  const snapshot = (await store.newest())!;
  const tools = { snapshot, snapshots: store, publisher: PUBLISHER, instance: NO_EXTRAS };
  const aboutOf = async (question: string) =>
    (await answerQuestion({ tools, snapshot: shareReads(snapshot, PUBLISHER) }, question))?.about;
  assert.deepEqual((await aboutOf('tailoring guide'))!.slice(0, 2), ['profession:tailoring', 'recipe:201']);
  assert.deepEqual(await aboutOf('how many mages on Everlook'), ['player_class:mage', 'realm:everlook']);
  assert.deepEqual((await aboutOf('what sells best from tailoring'))!.at(-1), 'profession:tailoring');
});

test('a profession of which only lessons are known is a profession', async () => {
  const { lines } = await answerTo('smithing leveling guide');
  assert.match(lines[0]!, /"Smithing"/);
});
