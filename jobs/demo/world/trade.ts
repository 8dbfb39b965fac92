import { DUROTAR, ELWYNN, WESTFALL } from './places.ts';

/** Goods that each vendor sells, with unit prices in copper. */
export const VENDORS: readonly {
  readonly npcId: number;
  readonly mapId: number;
  readonly goods: Readonly<Record<number, number>>;
}[] = [
  { npcId: 66, mapId: ELWYNN, goods: { 2320: 10, 2678: 10, 159: 6, 805: 450, 4496: 450 } },
  { npcId: 465, mapId: ELWYNN, goods: { 159: 5, 4540: 25, 117: 25 } },
  { npcId: 152, mapId: ELWYNN, goods: { 159: 5, 4540: 25, 117: 25, 4496: 500 } },
  { npcId: 54, mapId: ELWYNN, goods: { 2131: 109, 2139: 104, 1194: 200 } },
  { npcId: 1668, mapId: WESTFALL, goods: { 159: 6, 117: 27, 2320: 11, 2678: 11 } },
  { npcId: 3158, mapId: DUROTAR, goods: { 159: 5, 4540: 25, 4496: 500 } },
];

/** Lessons that each trainer teaches. */
export const TRAINERS: readonly {
  readonly npcId: number;
  readonly mapId: number;
  readonly services: readonly {
    readonly spellId: number;
    readonly name: string;
    readonly costCopper: number;
    readonly profession: string;
    readonly requiredSkill: number;
  }[];
}[] = [
  {
    npcId: 1430,
    mapId: ELWYNN,
    services: [
      { spellId: 2538, name: 'Charred Wolf Meat', costCopper: 20, profession: 'Cooking', requiredSkill: 1 },
      { spellId: 2539, name: 'Spiced Wolf Meat', costCopper: 50, profession: 'Cooking', requiredSkill: 10 },
    ],
  },
  {
    npcId: 2329,
    mapId: ELWYNN,
    services: [
      { spellId: 3275, name: 'Linen Bandage', costCopper: 100, profession: 'First Aid', requiredSkill: 1 },
      { spellId: 3276, name: 'Heavy Linen Bandage', costCopper: 250, profession: 'First Aid', requiredSkill: 40 },
    ],
  },
  {
    npcId: 1103,
    mapId: ELWYNN,
    services: [
      { spellId: 2963, name: 'Bolt of Linen Cloth', costCopper: 10, profession: 'Tailoring', requiredSkill: 1 },
      { spellId: 2387, name: 'Linen Cloak', costCopper: 50, profession: 'Tailoring', requiredSkill: 1 },
      { spellId: 2385, name: 'Brown Linen Vest', costCopper: 50, profession: 'Tailoring', requiredSkill: 10 },
      { spellId: 3914, name: 'Brown Linen Pants', costCopper: 100, profession: 'Tailoring', requiredSkill: 30 },
    ],
  },
];

export interface Recipe {
  readonly id: number;
  readonly name: string;
  readonly profession: string;
  /** The client's id of the profession. */
  readonly skill: number;
  readonly makes: number;
  readonly needs: number;
  /** Skill levels at which the recipe turns yellow, green and grey. */
  readonly turns: readonly [yellow: number, green: number, grey: number];
  readonly reagents: readonly (readonly [itemId: number, count: number])[];
}

const COOKING = { profession: 'Cooking', skill: 185 };
const FIRST_AID = { profession: 'First Aid', skill: 129 };
const TAILORING = { profession: 'Tailoring', skill: 197 };

export const RECIPES: readonly Recipe[] = [
  { ...FIRST_AID, id: 3275, name: 'Linen Bandage', makes: 1251, needs: 1, turns: [30, 45, 60], reagents: [[2589, 1]] },
  {
    ...FIRST_AID,
    id: 3276,
    name: 'Heavy Linen Bandage',
    makes: 2581,
    needs: 40,
    turns: [50, 75, 100],
    reagents: [[2589, 2]],
  },
  {
    ...TAILORING,
    id: 2963,
    name: 'Bolt of Linen Cloth',
    makes: 2996,
    needs: 1,
    turns: [25, 37, 50],
    reagents: [[2589, 2]],
  },
  {
    ...TAILORING,
    id: 2387,
    name: 'Linen Cloak',
    makes: 2570,
    needs: 1,
    turns: [35, 47, 60],
    reagents: [
      [2996, 1],
      [2320, 1],
    ],
  },
  {
    ...TAILORING,
    id: 2385,
    name: 'Brown Linen Vest',
    makes: 2568,
    needs: 10,
    turns: [45, 57, 70],
    reagents: [
      [2996, 1],
      [2320, 1],
    ],
  },
  {
    ...TAILORING,
    id: 3914,
    name: 'Brown Linen Pants',
    makes: 4343,
    needs: 30,
    turns: [50, 67, 85],
    reagents: [
      [2996, 2],
      [2320, 1],
    ],
  },
  {
    ...COOKING,
    id: 2539,
    name: 'Spiced Wolf Meat',
    makes: 2680,
    needs: 10,
    turns: [50, 70, 90],
    reagents: [
      [2672, 1],
      [2678, 1],
    ],
  },
  {
    ...COOKING,
    id: 2542,
    name: 'Goretusk Liver Pie',
    makes: 724,
    needs: 50,
    turns: [90, 110, 130],
    reagents: [
      [723, 1],
      [2678, 1],
    ],
  },
  {
    ...COOKING,
    id: 2543,
    name: 'Westfall Stew',
    makes: 733,
    needs: 75,
    turns: [115, 135, 155],
    reagents: [
      [729, 1],
      [731, 1],
      [730, 1],
    ],
  },
];

/** Auction price of each item in copper around the middle of the two weeks, and the number of units on sale. */
export const AUCTIONS: readonly (readonly [itemId: number, price: number, units: number])[] = [
  [2589, 42, 320],
  [2592, 130, 160],
  [2996, 95, 80],
  [774, 290, 24],
  [818, 450, 12],
  [1210, 900, 8],
  [2770, 70, 200],
  [2835, 15, 140],
  [2840, 95, 60],
  [2447, 60, 90],
  [765, 55, 110],
  [2449, 140, 60],
  [2318, 55, 180],
  [118, 40, 45],
  [858, 150, 30],
  [2454, 210, 18],
  [4496, 700, 10],
];
