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

type Lesson = readonly [spellId: number, name: string, costCopper: number, requiredSkill: number];

function trainer(npcId: number, mapId: number, profession: string, lessons: readonly Lesson[]) {
  const services = lessons.map(([spellId, name, costCopper, requiredSkill]) => ({
    spellId,
    name,
    costCopper,
    profession,
    requiredSkill,
  }));
  return { npcId, mapId, services };
}

/** Lessons that each trainer teaches. */
export const TRAINERS = [
  trainer(1430, ELWYNN, 'Cooking', [
    [2538, 'Charred Wolf Meat', 20, 1],
    [2539, 'Spiced Wolf Meat', 50, 10],
  ]),
  trainer(2329, ELWYNN, 'First Aid', [
    [3275, 'Linen Bandage', 100, 1],
    [3276, 'Heavy Linen Bandage', 250, 40],
  ]),
  trainer(1103, ELWYNN, 'Tailoring', [
    [2963, 'Bolt of Linen Cloth', 10, 1],
    [2387, 'Linen Cloak', 50, 1],
    [2385, 'Brown Linen Vest', 50, 10],
    [3914, 'Brown Linen Pants', 100, 30],
  ]),
];

type RecipeRow = readonly [
  id: number,
  name: string,
  profession: keyof typeof SKILL_IDS,
  makes: number,
  needs: number,
  turns: readonly [yellow: number, green: number, grey: number],
  reagents: Readonly<Record<number, number>>,
];

/** The client's profession ids. */
const SKILL_IDS = { Cooking: 185, 'First Aid': 129, Tailoring: 197 } as const;

const RECIPE_ROWS: readonly RecipeRow[] = [
  [3275, 'Linen Bandage', 'First Aid', 1251, 1, [30, 45, 60], { 2589: 1 }],
  [3276, 'Heavy Linen Bandage', 'First Aid', 2581, 40, [50, 75, 100], { 2589: 2 }],
  [2963, 'Bolt of Linen Cloth', 'Tailoring', 2996, 1, [25, 37, 50], { 2589: 2 }],
  [2387, 'Linen Cloak', 'Tailoring', 2570, 1, [35, 47, 60], { 2320: 1, 2996: 1 }],
  [2385, 'Brown Linen Vest', 'Tailoring', 2568, 10, [45, 57, 70], { 2320: 1, 2996: 1 }],
  [3914, 'Brown Linen Pants', 'Tailoring', 4343, 30, [50, 67, 85], { 2320: 1, 2996: 2 }],
  [2539, 'Spiced Wolf Meat', 'Cooking', 2680, 10, [50, 70, 90], { 2672: 1, 2678: 1 }],
  [2542, 'Goretusk Liver Pie', 'Cooking', 724, 50, [90, 110, 130], { 723: 1, 2678: 1 }],
  [2543, 'Westfall Stew', 'Cooking', 733, 75, [115, 135, 155], { 729: 1, 730: 1, 731: 1 }],
];

/** Recipes, with the skill levels at which they turn yellow, green and grey, and the quantity of each reagent. */
export const RECIPES = RECIPE_ROWS.map(([id, name, profession, makes, needs, turns, reagents]) => ({
  id,
  name,
  profession,
  skill: SKILL_IDS[profession],
  makes,
  needs,
  turns,
  reagents,
}));

/** Auction price of each item in copper in the middle of the two weeks, and the number of units on sale. */
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
