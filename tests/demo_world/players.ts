import { DUROTAR, ELWYNN, REALMS, TIRISFAL, WESTFALL } from './world/places.ts';

/** One simulated install: its player's activities, maps and first day. */
export interface Player {
  readonly installId: string;
  readonly maps: readonly number[];
  readonly realm: string;
  readonly house: 'Alliance' | 'Horde';
  /** First day on which this install plays, from 0 to 13. */
  readonly from: number;
  readonly profession: 'Cooking' | 'First Aid' | 'Tailoring';
  /** Index of the talent build if the player is a warrior, or null for other classes. */
  readonly build: number | null;
}

type Row = readonly [
  maps: readonly number[],
  realm: 0 | 1,
  from: number,
  profession: Player['profession'],
  build: number | null,
];

/** Only two players visit Tirisfal, so facts about it still need one more report. */
const ROWS: readonly Row[] = [
  [[ELWYNN, WESTFALL], 0, 0, 'Tailoring', 0],
  [[ELWYNN], 0, 0, 'First Aid', 1],
  [[ELWYNN, WESTFALL], 0, 0, 'Cooking', 0],
  [[ELWYNN], 0, 2, 'Tailoring', null],
  [[ELWYNN, WESTFALL], 0, 3, 'First Aid', 0],
  [[ELWYNN, WESTFALL], 1, 4, 'Cooking', null],
  [[DUROTAR], 1, 1, 'Tailoring', 1],
  [[DUROTAR], 1, 3, 'First Aid', null],
  [[DUROTAR], 1, 5, 'Cooking', 2],
  [[TIRISFAL], 0, 2, 'Tailoring', null],
  [[TIRISFAL], 1, 6, 'First Aid', 2],
  [[ELWYNN], 1, 8, 'Tailoring', 1],
];

export const PLAYERS: readonly Player[] = ROWS.map(([maps, realm, from, profession, build], at) => ({
  installId: `demo-install-${String(at + 1).padStart(4, '0')}`,
  maps,
  realm: REALMS[realm],
  from,
  profession,
  build,
  house: maps.includes(ELWYNN) ? 'Alliance' : 'Horde',
}));
