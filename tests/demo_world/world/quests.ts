import { DUROTAR, ELWYNN, TIRISFAL, WESTFALL } from './places.ts';

type Row = readonly [
  questId: number,
  title: string,
  level: number,
  giverNpcId: number,
  turnInNpcId: number,
  rewardItemIds?: readonly number[],
];

function of(mapId: number, rows: readonly Row[]) {
  return rows.map(([questId, title, level, giverNpcId, turnInNpcId, rewardItemIds = []]) => {
    return { questId, title, level, giverNpcId, turnInNpcId, rewardItemIds, mapId };
  });
}

/** The demo's quests, with the game's titles and ids. */
export const QUESTS = [
  ...of(ELWYNN, [
    [783, 'A Threat Within', 1, 823, 197],
    [7, 'Kobold Camp Cleanup', 2, 197, 197, [6098]],
    [33, 'Wolves Across the Border', 2, 823, 823, [4540]],
    [15, 'Investigate Echo Ridge', 3, 197, 197],
    [60, 'Kobold Candles', 5, 253, 253, [118, 2454]],
    [62, 'The Fargodeep Mine', 7, 240, 240],
    [40, 'A Fishy Peril', 10, 240, 240],
    [176, 'Wanted: “Hogger”', 11, 240, 240, [5392, 2139]],
  ]),
  ...of(WESTFALL, [
    [9, 'The Killing Fields', 14, 233, 233],
    [22, 'Goretusk Liver Pie', 12, 235, 235, [724]],
    [38, 'Westfall Stew', 13, 235, 235, [733]],
    [12, 'The People’s Militia', 12, 234, 234, [858]],
  ]),
  ...of(DUROTAR, [
    [788, 'Cutting Teeth', 2, 3143, 3143, [4496]],
    [789, 'Sting of the Scorpid', 3, 3143, 3143, [2139]],
    [792, 'Vile Familiars', 4, 3145, 3145],
  ]),
  ...of(TIRISFAL, [[3901, 'Rattling the Rattlecages', 3, 1570, 1570]]),
];

/** Quests that ask for an item which creatures drop only for players who have the quest. */
export const QUEST_OF_ITEM: ReadonlyMap<number, number> = new Map([
  [772, 60],
  [750, 33],
  [723, 22],
  [729, 38],
  [730, 38],
  [731, 38],
  [4862, 789],
]);
