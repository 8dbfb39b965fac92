import assert from 'node:assert/strict';
import { test } from 'node:test';
import { achievements } from '../../../domain/families/achievements.ts';
import { collections } from '../../../domain/families/collections.ts';
import type { TalliedFamily } from '../../../domain/families/counting/family.ts';
import { compareCodePoints } from '../../../domain/families/counting/order.ts';
import { items } from '../../../domain/families/items.ts';
import { maps } from '../../../domain/families/maps.ts';
import { npcs } from '../../../domain/families/npcs.ts';
import { quest_chains } from '../../../domain/families/quest_chains.ts';
import { quests } from '../../../domain/families/quests.ts';
import { realms } from '../../../domain/families/realms.ts';
import { recipes } from '../../../domain/families/recipes.ts';
import { reputations } from '../../../domain/families/reputations.ts';
import { titles } from '../../../domain/families/titles.ts';
import { trainer_services } from '../../../domain/families/trainer_services.ts';
import { vendor_goods } from '../../../domain/families/vendor_goods.ts';
import { vendor_prices } from '../../../domain/families/vendor_prices.ts';
import { computeMedian } from '../../../domain/values/median.ts';
import type { Game } from '../../../schema/vocabulary.ts';
import { good, item, lesson, lot, npc, quest, recipe, stack, zone } from '../../support/subjects.ts';
import * as they from '../../support/verbs.ts';
import { reportedAt, reportedBy, SEEN_AT } from '../../support/world.ts';
import { factsOf, type Report, tallyOf } from './support.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The reports about one subject, and the fact they make public. */
type Row = readonly [
  what: string,
  said: readonly (readonly [installs: readonly number[], fields: Fields])[],
  body: object,
];

const NOTHING = {};

function holds(rollup: TalliedFamily, tell: (more: object) => they.Seen, subject: string, rows: readonly Row[]): void {
  for (const [what, said, body] of rows) {
    test(`${rollup.name}: ${what}`, () => {
      const reports = said.flatMap(([installs, more]) => reportedBy(installs, tell(more)));
      assert.deepEqual(factsOf(rollup, reports), body === NOTHING ? {} : { [subject]: body });
    });
  }
}

holds(items, (more) => they.saw(item(25, 'Worn Blade'), more), '25', [
  ['two installs are too few', [[[1, 2], { itemLevel: 2 }]], NOTHING],
  [
    'three agree; the level that only two named is left out',
    [
      [[1, 2], { itemLevel: 2 }],
      [[3], {}],
    ],
    { name: { value: 'Worn Blade', installs: 3 }, quality: { value: 'common', installs: 3 } },
  ],
]);

function rabbit(more: object = {}): they.Seen {
  return they.met(npc(721, 'Rabbit'), { level: 1, reaction: 'neutral', ...more });
}

holds(npcs, rabbit, '721', [
  ['two installs are too few', [[[1, 2], {}]], NOTHING],
  [
    'three agree',
    [[[1, 2, 3], {}]],
    {
      name: { value: 'Rabbit', installs: 3 },
      levels: [{ value: 1, installs: 3 }],
      reactions: [{ value: 'neutral', installs: 3 }],
    },
  ],
  [
    'levels are ordered as numbers, a level of two installs is left out, a tie of names is none',
    [
      [[1, 2, 3], { level: 10 }],
      [[4, 5, 6], { level: 9, name: 'Hare' }],
    ],
    {
      levels: [
        { value: 9, installs: 3 },
        { value: 10, installs: 3 },
      ],
      reactions: [{ value: 'neutral', installs: 6 }],
    },
  ],
  [
    'the name of most installs wins, each reaction stands for itself',
    [
      [[1, 2, 3], { name: 'Hare', reaction: 'hostile' }],
      [[4, 5, 6, 7], {}],
      [[8, 9], { reaction: 'friendly', level: 2 }],
    ],
    {
      name: { value: 'Rabbit', installs: 6 },
      levels: [{ value: 1, installs: 7 }],
      reactions: [
        { value: 'hostile', installs: 3 },
        { value: 'neutral', installs: 4 },
      ],
    },
  ],
]);

test('npcs: each level and reaction that an install ever reported counts, its name is the newest', () => {
  const meets = (install: number, level: number, more: Fields = {}, at = SEEN_AT): Report[] =>
    reportedAt(at, [install], rabbit({ level, ...more }));
  const reports = [
    ...[...meets(1, 24), ...meets(1, 25, { name: 'Hare', reaction: 'hostile' }, '2026-01-10T00:00:00Z')],
    ...[...meets(2, 25), ...meets(2, 24, { reaction: 'hostile' }, '2026-01-10T00:00:00Z'), ...meets(2, 26)],
    ...[
      ...meets(3, 24),
      ...meets(3, 24),
      ...meets(3, 25, { reaction: 'hostile' }),
      ...meets(3, 26, {}, '2026-01-11T00:00:00Z'),
    ],
  ];
  const every = {
    levels: [
      { value: 24, installs: 3 },
      { value: 25, installs: 3 },
    ],
    reactions: [
      { value: 'hostile', installs: 3 },
      { value: 'neutral', installs: 3 },
    ],
  };
  assert.deepEqual(factsOf(npcs, reports), { 721: every });
  assert.deepEqual(factsOf(npcs, reports.toReversed()), { 721: every });
});

test('npcs: an install has one row per level and reaction, however often it reports them', () => {
  const reports = Array.from({ length: 500 }, (_, i) =>
    reportedAt(new Date(Date.UTC(2026, 0, 9) + i * 1000).toISOString(), [1], rabbit({ level: 1 + (i % 100) })),
  ).flat();
  // The name, a hundred levels, a reaction, and that it reported a level and a reaction.
  assert.equal(tallyOf(npcs, reports).get('721')!.length, 1 + 100 + 1 + 2);
});

function camp(more: object = {}): they.Seen {
  return they.wasOffered(quest(7, 'Kobold Camp'), { level: 2, ...more });
}
const QUEST_OF_3 = { title: { value: 'Kobold Camp', installs: 3 }, level: { value: 2, installs: 3 } };

holds(quests, camp, '7', [
  ['two installs are too few', [[[1, 2], { giverNpcId: 197, rewardItemIds: [80] }]], NOTHING],
  [
    'giver and turn-in are optional: who leaves them out says nothing',
    [
      [[1, 2, 3], { giverNpcId: 197 }],
      [[4, 5], { turnInNpcId: 198 }],
    ],
    {
      title: { value: 'Kobold Camp', installs: 5 },
      level: { value: 2, installs: 5 },
      giver: { value: 197, installs: 3 },
    },
  ],
  [
    'each reward counts for itself, by item id, once an install',
    [
      [[1], { rewardItemIds: [100, 80] }],
      [[2], { rewardItemIds: [80, 100, 80] }],
      [[3], { rewardItemIds: [9, 80, 100] }],
    ],
    {
      ...QUEST_OF_3,
      rewards: [
        { value: 80, installs: 3 },
        { value: 100, installs: 3 },
      ],
    },
  ],
  [
    'no reward is listed by three',
    [
      [[1, 2], { rewardItemIds: [80] }],
      [[3], {}],
    ],
    QUEST_OF_3,
  ],
]);

test('quests: an install whose newest report lists no rewards takes its vote back', () => {
  const listed = reportedBy([1, 2, 3], camp({ rewardItemIds: [80] }));
  const emptied = reportedAt('2026-01-10T00:00:00Z', [3], camp());
  assert.deepEqual(factsOf(quests, listed), { 7: { ...QUEST_OF_3, rewards: [{ value: 80, installs: 3 }] } });
  assert.deepEqual(factsOf(quests, [...emptied, ...listed]), { 7: QUEST_OF_3 });
});

test('quests: a newest report without a giver leaves the earlier vote as it was', () => {
  const named = reportedBy([1, 2, 3], camp({ giverNpcId: 197 }));
  const bare = reportedAt('2026-01-10T00:00:00Z', [3], camp());
  assert.deepEqual(factsOf(quests, [...named, ...bare]), { 7: { ...QUEST_OF_3, giver: { value: 197, installs: 3 } } });
});

function water(more: object): they.Seen {
  return they.visitedVendor(npc(54), { ...good(item(159), 25), ...more });
}

holds(vendor_goods, water, '54:159', [
  ['two installs are too few', [[[1, 2], { priceCopper: 25 }]], NOTHING],
  ['a price of nothing is a price', [[[1, 2, 3], { priceCopper: 0 }]], { prices: [{ value: 0, installs: 3 }] }],
  [
    'every price of three installs stands, of equally many the higher first; a stock of two does not',
    [
      [[1, 2, 3], { priceCopper: 100 }],
      [[4, 5, 6], { priceCopper: 25 }],
      [[7, 8], { priceCopper: 24, limitedStock: 3 }],
    ],
    {
      prices: [
        { value: 100, installs: 3 },
        { value: 25, installs: 3 },
      ],
    },
  ],
  [
    'a stock of three stands',
    [[[1, 2, 3], { priceCopper: 25, limitedStock: 3 }]],
    {
      prices: [{ value: 25, installs: 3 }],
      limited: { value: true, installs: 3 },
      limitedStock: { value: 3, installs: 3 },
    },
  ],
  [
    'different stocks are limited stock, also if one is sold out',
    [
      [[1], { priceCopper: 25, limitedStock: 3 }],
      [[2], { priceCopper: 25, limitedStock: 2 }],
      [[3], { priceCopper: 25, limited: true }],
    ],
    { prices: [{ value: 25, installs: 3 }], limited: { value: true, installs: 3 } },
  ],
  [
    'nothing is said of a stock of which as many say the opposite',
    [
      [[1, 2, 3], { priceCopper: 25, limitedStock: 3 }],
      [[4, 5, 6], { priceCopper: 25, limited: false }],
    ],
    { prices: [{ value: 25, installs: 6 }] },
  ],
  [
    'twenty made-up stocks do not limit what fifty saw unlimited',
    [
      [fromTo(1, 50), { priceCopper: 25, limited: false }],
      [fromTo(51, 70), { priceCopper: 25, limitedStock: 1 }],
    ],
    { prices: [{ value: 25, installs: 70 }], limited: { value: false, installs: 50 } },
  ],
]);

for (const liars of [3, 10, 20]) {
  const honest = fromTo(1, 50);
  const lying = fromTo(51, 50 + liars);
  test(`${liars} liars against fifty do not lead with a price, whatever standing they claim`, () => {
    for (const price of [1, 750, 900, 999, 1_001, 1_200, 1_333, 9_999]) {
      for (const standing of [undefined, 4, 5, 8]) {
        const fields = standing === undefined ? {} : { standing };
        const reports = [
          ...reportedBy(honest, they.visitedVendor(npc(54), good(item(1), 1_000))),
          ...reportedBy(lying, they.visitedVendor(npc(54), good(item(1), price))).map((report) => ({
            ...report,
            fields: { ...report.fields, ...fields },
          })),
        ];
        for (const game of [undefined, 'era'] as const) {
          const fact = factsOf(vendor_goods, inGame(reports, game))['54:1'] as unknown as PriceFact;
          assert.deepEqual(fact.prices[0], { value: 1_000, installs: 50 });
          assert.equal(fact.withReputation, undefined);
          assert.equal(fact.prices.length, liars >= 6 ? 2 : 1, 'a tenth of the reporters stands beside');
        }
      }
    }
  });

  test(`${liars} liars against fifty add a level, a reaction and a reward only as a tenth of the reporters`, () => {
    const met = (level: number, reaction: 'neutral' | 'hostile') => they.met(npc(721, 'Rabbit'), { level, reaction });
    const found = factsOf(npcs, [...reportedBy(honest, met(1, 'neutral')), ...reportedBy(lying, met(60, 'hostile'))]);
    const { levels, reactions } = found['721'] as { levels: readonly object[]; reactions: readonly object[] };
    assert.equal(levels.length, liars >= 6 ? 2 : 1);
    assert.equal(reactions.length, liars >= 6 ? 2 : 1);
    const offered = [
      ...reportedBy(honest, camp({ rewardItemIds: [80] })),
      ...reportedBy(lying, camp({ rewardItemIds: [666] })),
    ];
    assert.equal((factsOf(quests, offered)['7'] as { rewards: readonly object[] }).rewards.length, liars >= 6 ? 2 : 1);
  });

  test(`${liars} liars in the instance’s language against fifty names in another`, () => {
    const named = (name: string) => they.met(npc(721, name));
    const reports = [
      ...reportedBy(honest, named('Hase')).map((report) => ({ ...report, locale: 'deDE' })),
      ...reportedBy(lying, named('Liar')),
    ];
    const { name, otherName } = factsOf(npcs, reports)['721'] as { name: object; otherName?: object };
    const [german, own] = [
      { value: 'Hase', installs: 50, locale: 'deDE' },
      { value: 'Liar', installs: liars },
    ];
    assert.deepEqual([name, otherName], liars < 17 ? [german, own] : [own, undefined]);
  });
}

function inGame(reports: readonly Report[], game: Game | undefined): readonly Report[] {
  return game === undefined ? reports : reports.map((report) => ({ ...report, game }));
}

interface PriceFact {
  readonly prices: readonly { readonly value: number; readonly installs: number }[];
  readonly withReputation?: readonly { readonly value: number; readonly installs: number }[];
}

function fromTo(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

test('the full price replaces prices that a reputation discount explains and no more installs report', () => {
  const at = (installs: readonly number[], seen: they.Seen, standing: number | undefined) =>
    reportedBy(installs, standing === undefined ? seen : { ...seen, fields: { ...seen.fields, standing } });
  const goods = (price: number) => they.visitedVendor(npc(54), good(item(1), price));
  const pricesOf = (reports: readonly Report[], game?: Game): unknown => {
    const { prices, withReputation = [] } = factsOf(vendor_goods, inGame(reports, game))[
      '54:1'
    ] as unknown as PriceFact;
    return [prices.map(({ value }) => value), withReputation.map(({ value }) => value)];
  };
  const discounted = at([1, 2, 3], goods(90), 6);
  const neutral = at([4, 5, 6], goods(100), 4);
  const friendly = at([4, 5, 6], goods(100), 5);
  assert.deepEqual(pricesOf(discounted), [[90], []]);
  assert.deepEqual(pricesOf([...discounted, ...at([4, 5, 6], goods(100), undefined)]), [[100, 90], []]);
  assert.deepEqual(pricesOf([...discounted, ...neutral]), [[100], [90]]);
  for (const game of ['era', 'sod', 'forever'] as const)
    assert.deepEqual(pricesOf([...discounted, ...friendly], game), [[100], [90]]);
  for (const game of ['tbc', 'mists', undefined] as const) {
    assert.deepEqual(pricesOf([...discounted, ...friendly], game), [[100, 90], []], 'friendly players may pay less');
  }
  assert.deepEqual(pricesOf([...neutral, ...at([1, 2, 3], goods(75), 8)]), [[100], [75]]);
  assert.deepEqual(pricesOf([...neutral, ...at([1, 2, 3], goods(74), 8)]), [[100, 74], []], 'no discount is as great');
  assert.deepEqual(pricesOf([...neutral, ...at([1, 2, 3], goods(101), 8)]), [[101, 100], []], 'nor a surcharge');
  assert.deepEqual(pricesOf([...neutral, ...at([1, 2, 3, 7], goods(90), 6)]), [[90, 100], []], 'more report the other');
  assert.deepEqual(pricesOf([...neutral, ...at([7, 8, 9], goods(95), 4), ...discounted]), [[100, 95, 90], []], 'a tie');
  const later = at([4, 5, 6], goods(90), 6).map((report) => ({ ...report, at: '2026-01-10T00:00:00Z' }));
  assert.deepEqual(pricesOf([...neutral, ...later]), [[100], [90]], 'players whose reputation grew');
  const lessons = (cost: number) => they.visitedTrainer(npc(54), lesson('Cooking', cost));
  const learned = factsOf(trainer_services, [...at([1, 2, 3], lessons(45), 8), ...at([4, 5, 6], lessons(50), 4)]);
  const { costs, withReputation } = Object.values(learned)[0] as { costs: unknown; withReputation: unknown };
  assert.deepEqual([costs, withReputation], [[{ value: 50, installs: 3 }], [{ value: 45, installs: 3 }]]);
});

test('vendor_goods: every good is a subject of its own', () => {
  const reports = reportedBy([1, 2, 3], they.visitedVendor(npc(54), good(item(1), 5), good(item(2), 6)));
  assert.deepEqual(Object.keys(factsOf(vendor_goods, reports)), ['54:1', '54:2']);
});

holds(vendor_prices, (more) => they.sawPrice(item(159), 25, more), '159', [
  ['two installs are too few', [[[1, 2], {}]], NOTHING],
  ['three agree', [[[1, 2, 3], {}]], { prices: [{ value: 25, installs: 3 }] }],
  ['an auction price is none of a vendor', [[[1, 2, 3], { source: 'auction', realm: 'Everlook' }]], NOTHING],
  [
    'the one that most report first, then the higher',
    [
      [[1, 2, 3], { priceCopper: 100 }],
      [[4, 5, 6], {}],
      [[7, 8, 9, 10], { priceCopper: 30 }],
    ],
    {
      prices: [
        { value: 30, installs: 4 },
        { value: 100, installs: 3 },
        { value: 25, installs: 3 },
      ],
    },
  ],
]);

function cleave(more: object): they.Seen {
  return they.visitedTrainer(npc(913), lesson('Cleave', 800, more));
}

holds(trainer_services, cleave, '913:spell:845', [
  ['two installs are too few', [[[1, 2], { spellId: 845 }]], NOTHING],
  [
    'each cost stands, what it needs is agreed',
    [
      [[1, 2, 3], { spellId: 845, requiredLevel: 20 }],
      [[4, 5, 6], { spellId: 845, requiredLevel: 20, costCopper: 1000, profession: 'War', requiredSkill: 5 }],
    ],
    {
      name: { value: 'Cleave', installs: 6 },
      spellId: { value: 845, installs: 6 },
      costs: [
        { value: 1000, installs: 3 },
        { value: 800, installs: 3 },
      ],
      requiredLevel: { value: 20, installs: 6 },
      profession: { value: 'War', installs: 3 },
      requiredSkill: { value: 5, installs: 3 },
    },
  ],
]);

holds(trainer_services, cleave, '913:name:Cleave: rank 2', [
  [
    'without a spell the name is the lesson',
    [[[1, 2, 3], { name: 'Cleave: rank 2' }]],
    { name: { value: 'Cleave: rank 2', installs: 3 }, costs: [{ value: 800, installs: 3 }] },
  ],
]);

const MEAT = recipe(2538, 'Charred Wolf Meat');
const RECIPE_OF_3 = {
  name: { value: 'Charred Wolf Meat', installs: 3 },
  profession: { value: 'Cooking', installs: 3 },
};

holds(recipes, (more) => they.sawDifficulty(MEAT, more), '2538', [
  ['two installs are too few', [[[1, 2], {}]], NOTHING],
  ['no reagents is a vote', [[[1, 2, 3], {}]], { ...RECIPE_OF_3, reagents: { value: [], installs: 3 } }],
  [
    'reagents are one list: in any order, equal items added up',
    [
      [[1], { reagents: [stack(item(10), 1), stack(item(9), 2)] }],
      [[2], { reagents: [stack(item(9), 2), stack(item(10), 1)] }],
      [
        [3],
        {
          reagents: [stack(item(9), 1), stack(item(10), 1), stack(item(9), 1)],
          itemId: 2679,
          makesMin: 1,
          makesMax: 1,
        },
      ],
    ],
    { ...RECIPE_OF_3, reagents: { value: [stack(item(9), 2), stack(item(10), 1)], installs: 3 } },
  ],
  [
    'a list that differs in one count is another list',
    [
      [[1, 2], { reagents: [stack(item(9), 2)] }],
      [[3], { reagents: [stack(item(9), 1)] }],
    ],
    RECIPE_OF_3,
  ],
  [
    'what it makes',
    [[[1, 2, 3], { itemId: 2679, makesMin: 1, makesMax: 3 }]],
    {
      ...RECIPE_OF_3,
      itemId: { value: 2679, installs: 3 },
      makesMin: { value: 1, installs: 3 },
      makesMax: { value: 3, installs: 3 },
      reagents: { value: [], installs: 3 },
    },
  ],
]);

test('recipes: the item that teaches is not the item that is made', () => {
  const seen = reportedBy([1, 2, 3], they.sawRecipe(MEAT, { itemId: 5482 }));
  const observed = reportedBy([3, 4, 5], they.sawDifficulty(MEAT, { itemId: 2679 }));
  assert.deepEqual(factsOf(recipes, [...seen, ...observed]), {
    2538: {
      name: { value: 'Charred Wolf Meat', installs: 5 },
      profession: { value: 'Cooking', installs: 5 },
      itemId: { value: 2679, installs: 3 },
      reagents: { value: [], installs: 3 },
      taughtByItemId: { value: 5482, installs: 3 },
    },
  });
});

const BOUNDS = { name: undefined, left: 1535.42, right: -1935.42, top: -7939.58, bottom: -10254.16 };

holds(maps, (more) => they.sawMap(zone(1429), { ...BOUNDS, ...more } as object), '1429', [
  ['two installs are too few', [[[1, 2], {}]], NOTHING],
  [
    'bounds agree to a tenth of a yard; a name of two does not stand',
    [
      [[1], {}],
      [[2], { left: 1535.3501, name: 'Elwynn' }],
      [[3], { left: 1535.4499, name: 'Elwynn', parentMapId: 13 }],
    ],
    { bounds: { value: [1535.4, -1935.4, -7939.6, -10254.2], installs: 3 }, continentId: { value: 0, installs: 3 } },
  ],
  [
    'one bound that differs, however the others agree, is another set of bounds',
    [
      [[1, 2], { name: 'Elwynn', parentMapId: 13 }],
      [[3], { left: 1535.46, name: 'Elwynn', parentMapId: 13 }],
    ],
    {
      name: { value: 'Elwynn', installs: 3 },
      parentMapId: { value: 13, installs: 3 },
      continentId: { value: 0, installs: 3 },
    },
  ],
]);

holds(titles, ({ name = 'Private' }: { name?: string }) => they.listedTitle(1, name), '1', [
  ['two installs are too few', [[[1, 2], {}]], NOTHING],
  [
    'a tie is none',
    [
      [[1, 2, 3], {}],
      [[4, 5, 6], { name: 'Soldat' }],
    ],
    NOTHING,
  ],
  [
    'the entry of most installs',
    [
      [[1, 2, 3], {}],
      [[4, 5, 6, 7], { name: 'Soldat' }],
    ],
    { entry: { value: { titleId: 1, name: 'Soldat' }, installs: 4 } },
  ],
]);

holds(reputations, (more) => they.listedFaction(72, 'Stormwind', more), '72', [
  [
    'an entry with a heading is another than one without',
    [
      [[1, 2], {}],
      [[3], { header: 'Alliance' }],
    ],
    NOTHING,
  ],
  ['three agree', [[[1, 2, 3], {}]], { entry: { value: { factionId: 72, name: 'Stormwind' }, installs: 3 } }],
]);

const CHAIN = { questLineId: 5, name: 'Defias', questIds: [65, 132, 135] };

function chain({ questIds = CHAIN.questIds }: { questIds?: number[] }): they.Seen {
  return they.listedQuestChain(5, 'Defias', ...questIds.map((id) => quest(id)));
}

holds(quest_chains, chain, '5', [
  ['three agree', [[[1, 2, 3], {}]], { entry: { value: CHAIN, installs: 3 } }],
  [
    'the order of the quests counts',
    [
      [[1, 2], {}],
      [[3], { questIds: [65, 135, 132] }],
    ],
    NOTHING,
  ],
]);

const ACHIEVEMENT = { achievementId: 6, name: 'Level 10', categoryId: 92, category: 'General', points: 10 };
const CRITERIA = { criteriaCount: 1, criteria: [{ text: '', required: 10 }] };

holds(achievements, (more) => they.listedAchievement(6, 'Level 10', { ...CRITERIA, ...more }), '6', [
  ['three agree', [[[1, 2, 3], {}]], { entry: { value: { ...ACHIEVEMENT, ...CRITERIA }, installs: 3 } }],
  [
    'two of them and one with other points',
    [
      [[1, 2], {}],
      [[3], { points: 5 }],
    ],
    NOTHING,
  ],
]);

function rare({ source = '' }: { source?: string }): they.Seen {
  return they.listedCollection('mounts: rare', source, item(13086));
}

holds(collections, rare, 'mounts: rare:13086', [
  ['two installs are too few', [[[1, 2], { source: 'Vendor' }]], NOTHING],
  [
    'every source of three installs',
    [
      [[1, 2, 3], { source: 'Vendor' }],
      [[4, 5, 6, 7], { source: 'Drop' }],
      [[8, 9], { source: 'Quest' }],
    ],
    {
      sources: [
        { value: 'Drop', installs: 4 },
        { value: 'Vendor', installs: 3 },
      ],
    },
  ],
]);

test('collections: every source that an install ever listed counts', () => {
  const listed = (install: number, source: string, at: string): Report[] =>
    reportedAt(at, [install], they.listedCollection('mounts', source, item(1)));
  const reports = [1, 2, 3].flatMap((install) => [
    ...listed(install, 'Drop', `2026-01-09T18:30:0${install}Z`),
    ...listed(install, 'Vendor', `2026-01-09T18:30:0${4 - install}Z`),
  ]);
  assert.deepEqual(factsOf(collections, reports), {
    'mounts:1': {
      sources: [
        { value: 'Drop', installs: 3 },
        { value: 'Vendor', installs: 3 },
      ],
    },
  });
});

function scan({ realm = '' }: { realm?: string }): they.Seen {
  return they.scanned(realm, [lot(item(1), 1)]);
}

holds(realms, scan, 'everlook', [
  ['two installs are too few', [[[1, 2], { realm: 'Everlook' }]], NOTHING],
  [
    'three installs, though none of its spellings has three',
    [
      [[1, 2], { realm: 'EVERLOOK' }],
      [[3], { realm: 'everlook' }],
    ],
    { spelling: 'EVERLOOK' },
  ],
  [
    'of two as frequent spellings the first by code points',
    [
      [[1, 2], { realm: 'everlook' }],
      [[3, 4], { realm: 'Everlook' }],
    ],
    { spelling: 'Everlook' },
  ],
]);

test('realms: an install counts with its newest spelling', () => {
  const before = reportedBy([1, 2, 3], scan({ realm: 'everlook' }));
  const later = reportedAt('2026-01-10T00:00:00Z', [1, 2], scan({ realm: 'Everlook' }));
  assert.deepEqual(factsOf(realms, [...later, ...before]), { everlook: { spelling: 'Everlook' } });
});

test('a record that lists one thing twice has one vote: the smaller text', () => {
  const twice = they.visitedVendor(npc(54), good(item(1), 7), good(item(1), 5));
  const facts = factsOf(vendor_goods, reportedBy([1, 2, 3], twice));
  assert.deepEqual(facts, { '54:1': { prices: [{ value: 5, installs: 3 }] } });
});

test('a roll-up hears nothing from kinds of others', () => {
  const reports: Report[] = reportedBy([1, 2, 3], they.saw(item(1, 'Rock')));
  for (const rollup of [npcs, quests, vendor_goods, vendor_prices, trainer_services, recipes, maps, titles, realms]) {
    assert.deepEqual(factsOf(rollup, reports), {}, rollup.name);
    const [claim] = [...reports].map(({ fields }) =>
      rollup.claims({ kind: 'item_seen', ...fields } as never, {} as never),
    );
    assert.deepEqual(claim, [], rollup.name);
  }
});

test('sorting by code point puts characters beyond U+FFFF last', () => {
  const spellings = ['\u{1f600}', '\uff21', 'ab', 'a', 'b'];
  assert.deepEqual(spellings.sort(compareCodePoints), ['a', 'ab', 'b', '\uff21', '\u{1f600}']);
});

test('the median is the middle value, or the mean of the two middle values', () => {
  const table: [values: number[], middle: number][] = [
    [[5], 5],
    [[1, 2], 1.5],
    [[10, 9, 1], 9],
    [[100, 20, 3, 4], 12],
    [[2 ** 53 - 1, 2 ** 53 - 1], 2 ** 53 - 1],
  ];
  for (const [values, middle] of table) {
    const before = [...values];
    assert.equal(computeMedian(values), middle);
    assert.deepEqual(values, before);
  }
});
