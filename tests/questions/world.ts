import type { Quality } from '../../schema/vocabulary.ts';

/**
 * A part of the game for the questions: a few dozen creatures, goods, quests and lessons of Elwynn Forest and Westfall,
 * with real names and ids. The figures (rates, prices, positions) are invented.
 */

export interface Creature {
  readonly id: number;
  readonly name: string;
  readonly levels: readonly [low: number, high: number];
  readonly reaction: 'hostile' | 'neutral' | 'friendly';
  readonly mapId: number;
  readonly at: readonly (readonly [x: number, y: number])[];
  /** How many of twenty windows contain an item, keyed by item. */
  readonly drops?: Readonly<Record<number, number>>;
}

export const ELWYNN = 1429;
export const WESTFALL = 1436;

export const MAPS = [
  { mapId: ELWYNN, name: 'Elwynn Forest', left: 1535.4, right: -1935.4, top: -7939.6, bottom: -10254.2 },
  { mapId: WESTFALL, name: 'Westfall', left: 3016.7, right: -483.3, top: -9400, bottom: -11733.3 },
] as const;

export const ITEMS: Readonly<Record<number, readonly [name: string, quality: Quality]>> = {
  2589: ['Linen Cloth', 'common'],
  2592: ['Wool Cloth', 'common'],
  2996: ['Bolt of Linen Cloth', 'common'],
  2997: ['Bolt of Woolen Cloth', 'common'],
  2570: ['Linen Cloak', 'common'],
  4343: ['Brown Linen Pants', 'uncommon'],
  2568: ['Brown Linen Vest', 'uncommon'],
  1251: ['Linen Bandage', 'common'],
  2581: ['Heavy Linen Bandage', 'common'],
  2320: ['Coarse Thread', 'common'],
  159: ['Refreshing Spring Water', 'common'],
  4540: ['Tough Hunk of Bread', 'common'],
  769: ['Chunk of Boar Meat', 'common'],
  772: ['Large Candle', 'common'],
  774: ['Malachite', 'uncommon'],
  118: ['Minor Healing Potion', 'common'],
  2672: ['Stringy Wolf Meat', 'common'],
  2679: ['Charred Wolf Meat', 'common'],
  2678: ['Mild Spices', 'common'],
  2680: ['Spiced Wolf Meat', 'common'],
  6098: ['Neophyte’s Robe', 'common'],
  1935: ['Assassin’s Blade', 'rare'],
  2454: ['Elixir of Lion’s Strength', 'common'],
};

export const CREATURES: readonly Creature[] = [
  {
    id: 6,
    name: 'Kobold Vermin',
    levels: [1, 2],
    reaction: 'hostile',
    mapId: ELWYNN,
    at: [[47, 35]],
    drops: { 2589: 4, 772: 6 },
  },
  {
    id: 257,
    name: 'Kobold Worker',
    levels: [3, 4],
    reaction: 'hostile',
    mapId: ELWYNN,
    at: [[49, 27]],
    drops: { 2589: 7, 772: 8 },
  },
  {
    id: 40,
    name: 'Kobold Miner',
    levels: [6, 7],
    reaction: 'hostile',
    mapId: ELWYNN,
    at: [[61, 50]],
    drops: { 2589: 8, 772: 5, 774: 2 },
  },
  {
    id: 38,
    name: 'Defias Thug',
    levels: [3, 4],
    reaction: 'hostile',
    mapId: ELWYNN,
    at: [
      [53, 50],
      [56, 44],
    ],
    drops: { 2589: 10 },
  },
  {
    id: 474,
    name: 'Defias Rogue Wizard',
    levels: [9, 10],
    reaction: 'hostile',
    mapId: ELWYNN,
    at: [[28, 57]],
    drops: { 2589: 9, 118: 1, 1935: 1 },
  },
  {
    id: 589,
    name: 'Defias Pillager',
    levels: [14, 15],
    reaction: 'hostile',
    mapId: WESTFALL,
    at: [[42, 68]],
    drops: { 2589: 6, 2592: 8 },
  },
  {
    id: 113,
    name: 'Stonetusk Boar',
    levels: [5, 6],
    reaction: 'neutral',
    mapId: ELWYNN,
    at: [[38, 83]],
    drops: { 769: 9 },
  },
  {
    id: 69,
    name: 'Timber Wolf',
    levels: [2, 2],
    reaction: 'neutral',
    mapId: ELWYNN,
    at: [[45, 38]],
    drops: { 2672: 7 },
  },
  { id: 1933, name: 'Sheep', levels: [1, 1], reaction: 'neutral', mapId: ELWYNN, at: [[34, 84]], drops: {} },
  {
    id: 66,
    name: 'Tharynn Bouden',
    levels: [12, 12],
    reaction: 'friendly',
    mapId: ELWYNN,
    at: [[41.8, 67.2]],
  },
  {
    id: 465,
    name: 'Barkeep Dobbins',
    levels: [5, 5],
    reaction: 'friendly',
    mapId: ELWYNN,
    at: [[44, 65.8]],
  },
  { id: 1430, name: 'Tomas', levels: [15, 15], reaction: 'friendly', mapId: ELWYNN, at: [[44.4, 66]] },
  {
    id: 2329,
    name: 'Michelle Belle',
    levels: [11, 11],
    reaction: 'friendly',
    mapId: ELWYNN,
    at: [[43.4, 65.6]],
  },
  { id: 1103, name: 'Eldrin', levels: [14, 14], reaction: 'friendly', mapId: ELWYNN, at: [[79.3, 69]] },
  {
    id: 197,
    name: 'Marshal McBride',
    levels: [20, 20],
    reaction: 'friendly',
    mapId: ELWYNN,
    at: [[48.9, 41.6]],
  },
  { id: 823, name: 'Deputy Willem', levels: [10, 10], reaction: 'friendly', mapId: ELWYNN, at: [[48.2, 42.9]] },
  { id: 253, name: 'William Pestle', levels: [10, 10], reaction: 'friendly', mapId: ELWYNN, at: [[43.3, 65.7]] },
];

/** A chest with its place, and how many of twenty windows contain each item. */
export const CHEST = {
  id: 2843,
  name: 'Battered Chest',
  place: { mapId: ELWYNN, x: 48.4, y: 87.2 },
  drops: { 118: 5, 2589: 2 },
} as const;

/** Prices of single items in copper, keyed by vendor and item. */
export const VENDORS: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  66: { 2320: 10, 2678: 10, 159: 6 },
  465: { 159: 5, 4540: 25 },
};

export const TRAINERS = {
  1430: [{ spellId: 2539, name: 'Spiced Wolf Meat', costCopper: 50, profession: 'Cooking', requiredSkill: 10 }],
  2329: [
    { spellId: 3275, name: 'Linen Bandage', costCopper: 100, profession: 'First Aid', requiredSkill: 1 },
    { spellId: 3276, name: 'Heavy Linen Bandage', costCopper: 250, profession: 'First Aid', requiredSkill: 40 },
  ],
  1103: [
    { spellId: 2963, name: 'Bolt of Linen Cloth', costCopper: 10, profession: 'Tailoring', requiredSkill: 1 },
    { spellId: 2387, name: 'Linen Cloak', costCopper: 50, profession: 'Tailoring', requiredSkill: 1 },
  ],
} as const;

export interface Recipe {
  readonly id: number;
  readonly name: string;
  readonly profession: string;
  readonly makes: number;
  /** Skills at which the recipe turns yellow, green and grey. The first report is at skill `from`. */
  readonly from: number;
  readonly turns: readonly [yellow: number, green: number, grey: number];
  readonly reagents: readonly (readonly [itemId: number, count: number])[];
}

export const RECIPES: readonly Recipe[] = [
  {
    id: 3275,
    name: 'Linen Bandage',
    profession: 'First Aid',
    makes: 1251,
    from: 1,
    turns: [30, 45, 60],
    reagents: [[2589, 1]],
  },
  {
    id: 3276,
    name: 'Heavy Linen Bandage',
    profession: 'First Aid',
    makes: 2581,
    from: 40,
    turns: [50, 75, 100],
    reagents: [[2589, 2]],
  },
  {
    id: 2963,
    name: 'Bolt of Linen Cloth',
    profession: 'Tailoring',
    makes: 2996,
    from: 1,
    turns: [25, 37, 50],
    reagents: [[2589, 2]],
  },
  {
    id: 2387,
    name: 'Linen Cloak',
    profession: 'Tailoring',
    makes: 2570,
    from: 1,
    turns: [35, 47, 60],
    reagents: [
      [2996, 1],
      [2320, 1],
    ],
  },
  {
    id: 2539,
    name: 'Spiced Wolf Meat',
    profession: 'Cooking',
    makes: 2680,
    from: 10,
    turns: [50, 70, 90],
    reagents: [
      [2672, 1],
      [2678, 1],
    ],
  },
];

export const QUESTS = [
  { questId: 783, title: 'A Threat Within', level: 1, giverNpcId: 823, turnInNpcId: 197, rewardItemIds: [] },
  { questId: 7, title: 'Kobold Camp Cleanup', level: 2, giverNpcId: 197, turnInNpcId: 197, rewardItemIds: [6098] },
  { questId: 60, title: 'Kobold Candles', level: 5, giverNpcId: 253, turnInNpcId: 253, rewardItemIds: [118, 2454] },
] as const;

export const REALMS = ['Whitemane', 'Skyfury'] as const;

/** Prices and units of one scan, keyed by item. */
export const AUCTIONS: Readonly<Record<number, readonly (readonly [price: number, units: number])[]>> = {
  2589: [
    [40, 100],
    [50, 100],
    [400, 20],
  ],
  2996: [[95, 60]],
  774: [[300, 10]],
};

export const DOCUMENTS = [
  {
    id: 'farm-linen',
    kind: 'guide',
    name: 'Where to farm linen',
    text: 'Humanoids below level fifteen carry linen. The camps east of the abbey are close together; in Westfall the pillagers carry wool as well.',
  },
  {
    id: 'first-aid',
    kind: 'guide',
    name: 'First aid from the first bandage on',
    text: 'Learn bandages before you leave for the second zone. Keep twenty cloth, the rest sells well. The physician stands upstairs in the inn.',
  },
  {
    id: 'gold-at-ten',
    kind: 'guide',
    name: 'Gold at level ten',
    text: 'Sell malachite and cloth at the auction house in the evening, when more players buy. Do not buy weapons from vendors.',
  },
  {
    id: 'warrior-arms',
    kind: 'guide',
    name: 'Levelling a warrior with a two-handed weapon',
    text: 'Put points into rage first, then into damage. A slow weapon hits harder with each swing.',
  },
  {
    id: 'atlas',
    kind: 'project',
    name: 'Open Atlas',
    text: 'An atlas of zones made from open data, with spawn places and quest givers.',
  },
].map((document) => ({
  ...document,
  url: `https://guides.test/${document.id}`,
  source: 'Guides of the test',
  licence: 'CC0-1.0',
  date: '2026-05-01',
}));

/** Installs that report. The first four report everything, the fifth only a little. */
export const INSTALLS = ['valley-install-1', 'valley-install-2', 'valley-install-3', 'valley-install-4'] as const;
