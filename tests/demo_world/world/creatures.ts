import { DUROTAR, ELWYNN, TIRISFAL, WESTFALL } from './places.ts';

type Reaction = 'hostile' | 'neutral' | 'friendly';

/** Share of a creature's loot windows that contain each item, from 0 to 1. */
type Drops = Readonly<Record<number, number>>;

/** Lowest and highest level, and locations in percent of the map. A creature without drops is never looted. */
type Row = readonly [id: number, name: string, low: number, high: number, at: string, drops?: Drops];

/** The demo's creatures and people, with the game's names and ids. The figures are made up, but realistic. */
export type Creature = (typeof CREATURES)[number];

function of(mapId: number, reaction: Reaction, rows: readonly Row[]) {
  return rows.map(([id, name, low, high, at, drops]) => {
    const places = at.split(' ').map((place) => place.split(',').map(Number) as [x: number, y: number]);
    return { id, name, low, high, reaction, mapId, places, drops };
  });
}

export const CREATURES = [
  ...of(ELWYNN, 'hostile', [
    [6, 'Kobold Vermin', 1, 2, '47,35 49,36', { 2589: 0.18, 772: 0.3, 7074: 0.2 }],
    [257, 'Kobold Worker', 3, 4, '49,27 47,31', { 2589: 0.34, 772: 0.42, 118: 0.03 }],
    [40, 'Kobold Miner', 6, 7, '61,50 39,82', { 2589: 0.4, 772: 0.45, 774: 0.08, 2835: 0.12, 2770: 0.05 }],
    [475, 'Kobold Tunneler', 5, 6, '61,47', { 2589: 0.38, 772: 0.44, 774: 0.05 }],
    [38, 'Defias Thug', 3, 4, '53,50 56,44', { 2589: 0.52, 752: 0.4, 2131: 0.01 }],
    [116, 'Defias Bandit', 8, 9, '50,83 90,78', { 2589: 0.5, 752: 0.5, 118: 0.04, 4496: 0.005 }],
    [474, 'Defias Rogue Wizard', 9, 10, '28,57', { 2589: 0.45, 118: 0.06, 1935: 0.002 }],
    [46, 'Murloc Forager', 9, 10, '78,57 75,60', { 5114: 0.35, 730: 0.2 }],
    [285, 'Murloc', 6, 7, '56,66', { 5114: 0.3, 730: 0.15 }],
    [97, 'Riverpaw Runt', 8, 9, '26,87', { 2589: 0.48, 774: 0.02 }],
    [471, 'Mother Fang', 10, 10, '61,52', { 2589: 0.2 }],
    [448, 'Hogger', 11, 11, '25,94', { 2589: 0.5, 5392: 0.06 }],
  ]),
  ...of(ELWYNN, 'neutral', [
    [113, 'Stonetusk Boar', 5, 6, '38,83 42,80', { 769: 0.55, 2934: 0.2 }],
    [69, 'Timber Wolf', 2, 2, '45,38', { 2672: 0.6, 750: 0.7, 7073: 0.3 }],
    [299, 'Young Wolf', 1, 1, '46,43 50,40', { 750: 0.72, 2672: 0.3, 7073: 0.35 }],
    [1933, 'Sheep', 1, 1, '34,84', {}],
    [883, 'Deer', 5, 5, '70,70', {}],
  ]),
  ...of(ELWYNN, 'friendly', [
    [66, 'Tharynn Bouden', 12, 12, '41.8,67.2'],
    [465, 'Barkeep Dobbins', 5, 5, '44,65.8'],
    [152, 'Brother Danil', 5, 5, '47.5,41.6'],
    [1430, 'Tomas', 15, 15, '44.4,66'],
    [2329, 'Michelle Belle', 11, 11, '43.4,65.6'],
    [1103, 'Eldrin', 14, 14, '79.3,69'],
    [197, 'Marshal McBride', 20, 20, '48.9,41.6'],
    [823, 'Deputy Willem', 18, 18, '48.2,42.9'],
    [253, 'William Pestle', 10, 10, '43.3,65.7'],
    [240, 'Marshal Dughan', 25, 25, '42.1,65.9'],
    [54, 'Corina Steele', 10, 10, '41.5,65.9'],
  ]),
  ...of(WESTFALL, 'hostile', [
    [589, 'Defias Pillager', 14, 15, '42,68 45,71', { 2589: 0.3, 2592: 0.38, 829: 0.4, 858: 0.03, 818: 0.02 }],
    [590, 'Defias Looter', 13, 14, '50,60', { 2589: 0.34, 2592: 0.34, 829: 0.42 }],
    [121, 'Defias Pathstalker', 15, 16, '40,79', { 2592: 0.4, 829: 0.4, 1210: 0.015 }],
    [157, 'Goretusk', 14, 15, '58,40 38,50', { 723: 0.4, 731: 0.35, 769: 0.3, 2934: 0.2 }],
    [154, 'Greater Fleshripper', 16, 17, '60,60', { 729: 0.5, 5114: 0.4 }],
    [517, 'Murloc Oracle', 17, 18, '28,70', { 730: 0.45, 5114: 0.3 }],
    [480, 'Rusty Harvest Golem', 12, 13, '52,35', { 2835: 0.3, 2770: 0.1 }],
  ]),
  ...of(WESTFALL, 'friendly', [
    [233, 'Farmer Saldean', 10, 10, '56,31.2'],
    [235, 'Salma Saldean', 10, 10, '56.4,30.5'],
    [234, 'Gryan Stoutmantle', 35, 35, '56.3,47.5'],
    [1668, 'William MacGregor', 12, 12, '57.7,53.6'],
  ]),
  ...of(DUROTAR, 'neutral', [
    [3098, 'Mottled Boar', 1, 2, '42,65 44,67', { 769: 0.5, 7073: 0.2 }],
    [3099, 'Dire Mottled Boar', 6, 7, '49,50', { 769: 0.58, 2934: 0.18 }],
    [3124, 'Scorpid Worker', 3, 4, '47,66 40,63', { 4862: 0.48 }],
  ]),
  ...of(DUROTAR, 'hostile', [
    [3101, 'Vile Familiar', 3, 4, '45,58', { 2589: 0.1 }],
    [3111, 'Razormane Quilboar', 6, 7, '43,49', { 2589: 0.46, 4496: 0.006 }],
    [3112, 'Razormane Scout', 7, 8, '42,47', { 2589: 0.48, 2835: 0.05 }],
  ]),
  ...of(DUROTAR, 'friendly', [
    [3143, 'Gornek', 10, 10, '42.1,68.4'],
    [3158, 'Duokna', 8, 8, '42.6,67.3'],
    [3145, 'Zureetha Fargaze', 10, 10, '42.8,69.1'],
  ]),
  ...of(TIRISFAL, 'hostile', [
    [1501, 'Mindless Zombie', 1, 2, '35,60', { 2589: 0.12 }],
    [1502, 'Wretched Zombie', 2, 2, '36,62', { 2589: 0.14 }],
    [1890, 'Rattlecage Skeleton', 2, 3, '32,62', { 2589: 0.2 }],
  ]),
  ...of(TIRISFAL, 'neutral', [[1512, 'Duskbat', 1, 2, '33,57', { 7073: 0.4, 5114: 0.1 }]]),
  ...of(TIRISFAL, 'friendly', [[1570, 'Executor Arren', 10, 10, '38.3,56.8']]),
];
