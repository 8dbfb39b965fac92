import type { Dice } from '../../realm/dice.ts';
import { PROFESSIONS, type Profession } from './trade.ts';
import type { Zone } from './zones.ts';

const PLAYERS = 64;
const DAYS = 14;

/** Two realms; a crafter of each is one of four groups that scan one auction house. */
const REALMS = ['Emberfall', 'Long Meadow'] as const;

export const CLASSES = ['WARRIOR', 'MAGE', 'PRIEST', 'ROGUE', 'DRUID'] as const;

export interface RealmPlayer {
  readonly installId: string;
  readonly zones: readonly Zone[];
  readonly realm: (typeof REALMS)[number];
  readonly house: 'Alliance' | 'Horde';
  /** First day on which this install plays, from 0 to 13. */
  readonly from: number;
  readonly profession: Profession;
  readonly skill: number;
  readonly className: (typeof CLASSES)[number];
  readonly level: number;
  readonly skins: boolean;
  readonly scans: boolean;
}

export function rollPlayers(chance: Dice, zones: readonly Zone[]): readonly RealmPlayer[] {
  const total = zones.reduce((sum, { visits }) => sum + visits, 0);
  return Array.from({ length: PLAYERS }, (_, at): RealmPlayer => {
    // Spread the players evenly over the zones, each by its share of visits. Most also visit the next zone.
    let left = ((at + 0.5) / PLAYERS) * total;
    const home = zones.findIndex(({ visits }) => {
      left -= visits;
      return left < 0;
    });
    const isVisitor = home + 1 < zones.length - 1 && chance.chance(0.7);
    const own = isVisitor ? [zones[home]!, zones[home + 1]!] : [zones[home]!];
    return {
      installId: `realm-install-${String(at + 1).padStart(4, '0')}`,
      zones: own,
      realm: REALMS[at % 8 < 5 ? 0 : 1],
      house: at % 2 === 0 ? 'Alliance' : 'Horde',
      from: at < 30 ? 0 : chance.below(DAYS - 6),
      profession: (Object.keys(PROFESSIONS) as Profession[])[at % 6]!,
      skill: Math.min(300, own[0]!.low * 5),
      className: CLASSES[at % 7 < 3 ? 0 : at % CLASSES.length]!,
      level: own[0]!.low,
      skins: at % 3 === 0,
      scans: at % 5 !== 4,
    };
  });
}
